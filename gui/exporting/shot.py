"""The window's workspace as a sheet: the text on top, all panes as they are, the numbers' origin below."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gui.export.page import Title, title_of
from gui.export.sheet import Sheet, calm

if TYPE_CHECKING:
    from gui.frame.room import Shown
    from gui.frame.window import Window


@contextmanager
def sheet_of(window: Window, shown: Shown) -> Iterator[Sheet]:
    """What is on screen, from the live widgets, without pointer, keyboard and messages. To be drawn inside the `with`.

    A chapter of Learn is about no text, and has none on top.
    """
    below = () if window.provenance.isHidden() else (window.provenance,)
    title = Title(window.store, title_of(shown.scene, shown.capture))
    title.resize(window.room.width(), title.minimumHeight())
    above = () if shown.scene.workspace == "learn" else (title,)
    with calm(window.room), calm(window.provenance):
        colours = window.room.theme
        yield Sheet((*above, window.room, *below), colours["line"], colours["window"])
    title.deleteLater()
