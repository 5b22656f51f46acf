"""Why something cannot be exported now, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.shown.copied import not_copied
from gui.export.animation import MOST
from gui.exporting.choices import Choice, offered
from gui.exporting.notes import size_of, steps_of
from gui.frame.room import Shown

if TYPE_CHECKING:
    from gui.frame.window import Window


def why_not(choice: Choice, window: Window, shown: Shown | None, busy: str) -> str:
    """Empty when it can be. `shown` is what the window shows, `busy` what is being made."""
    if shown is None:
        return "There is nothing on screen yet."
    if choice not in offered(shown.scene.workspace):
        return "Another workspace has this."
    if busy:
        return still(busy)
    if choice.id == "chapter" and shown.scene.chapter == "tasks":
        return "The tasks are not printed."
    if choice.section == "numbers" or choice.id == "copy-numbers":
        return "A chapter’s numbers are those of the examples: open one with “Try it”." if _learn(shown) else ""
    if choice.suffix == ".gif":
        return _too_long(choice, window, shown)
    if choice.id == "copy-pytorch":
        if _learn(shown):
            return "The chapter on pseudocode has a button for its own."
        if shown.capture is None:
            return "A shape has no numbers that the file could hold."
        return not_copied(shown.scene, shown.capture)
    return ""


def still(busy: str) -> str:
    """What is said to those who want a second export beside a first."""
    return f"Still making {busy}."


def _too_long(choice: Choice, window: Window, shown: Any) -> str:
    steps, (width, height) = len(steps_of(choice, shown)), size_of(window)
    if is_same(choice, shown):
        return f"All steps are no more than {len(shown.schedule) + 1}."
    if steps * width * height > MOST:
        return f"{steps:,} pictures of this size are too many for a GIF."
    return ""


def is_same(choice: Choice, shown: Any) -> bool:
    """Whether a shortened animation would be that of every step."""
    return shown is not None and choice.frames is not None and len(shown.schedule) < choice.frames


def _learn(shown: Shown) -> bool:
    return shown.scene.workspace == "learn"
