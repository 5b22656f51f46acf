"""What stands at the right of a row of the export menu: the format, and how large it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gui.export.animation import evenly
from gui.export.page import TITLE
from gui.export.sheet import LINE

if TYPE_CHECKING:
    from gui.exporting.choices import Choice
    from gui.frame.room import Shown
    from gui.frame.window import Window


def note_of(choice: Choice, window: Window, shown: Shown | None) -> str:
    """Such as “PNG, 1440 × 840”, “GIF, 204 frames” or “CSV”."""
    if choice.suffix == ".png":
        ratio = window.devicePixelRatioF() * choice.scale
        width, height = (round(side * ratio) for side in size_of(window))
        return f"{choice.format}, {width} × {height}"
    if choice.suffix == ".gif" and shown is not None:
        return f"{choice.format}, {len(steps_of(choice, shown)):,} frames"
    return choice.format


def size_of(window: Window) -> tuple[int, int]:
    """Width and height of the sheet, in pixels."""
    above = 0 if window.store.scene.workspace == "learn" else TITLE + LINE
    below = 0 if window.provenance.isHidden() else LINE + window.provenance.height()
    return window.room.width(), above + window.room.height() + below


def steps_of(choice: Choice, shown: Any) -> Sequence[int]:
    """The steps of an animation, from 0: all, or so many evenly spread."""
    steps = range(len(shown.schedule) + 1)
    return evenly(steps, len(steps) if choice.frames is None else choice.frames)
