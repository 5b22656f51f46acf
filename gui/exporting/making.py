"""What each way to export makes: painted at once, finished on a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QImage

from engine.shown.copied import copied
from engine.shown.tables import csv_of, json_of, npz_of, tables_of
from gui.export.page import title_of
from gui.export.picture import kept, png_of
from gui.export.vector import pdf_of, svg_of
from gui.exporting.film import Films
from gui.exporting.notes import steps_of
from gui.exporting.shot import sheet_of
from gui.exporting.work import Tell, Work
from gui.flow.worker import Cancelled

if TYPE_CHECKING:
    from engine.scene import Scene
    from gui.exporting.choices import Choice
    from gui.frame.room import Shown
    from gui.frame.window import Window

UNPINNED: Final = ", without the pinned view"


def work_of(choice: Choice, window: Window, shown: Shown) -> Work:
    """The work of a choice; a picture is taken now."""
    scene = looks_of(window, shown)
    if choice.suffix == ".png":
        image = picture_of(window, shown, choice.scale)
        return Work(lambda tell, cancelled: png_of(image, kept(scene)))
    if choice.suffix in (".svg", ".pdf"):
        draw = svg_of if choice.suffix == ".svg" else pdf_of
        with sheet_of(window, shown) as sheet:
            data = draw(sheet, title_of(scene, shown.capture), kept(scene))
        return Work(lambda tell, cancelled: data)
    if choice.suffix == ".gif":
        steps = steps_of(choice, shown)
        films = Films(window, scene, shown.capture, steps)
        return Work(films.data, films.begin, films.end, (len(steps), "frame"))
    compares = scene.workspace == "attention" and scene.pinned is not None
    return Work(_numbers(choice, scene, shown), lacks=UNPINNED if compares else "")


def picture_of(window: Window, shown: Shown, scale: int) -> QImage:
    """What is on screen, with `scale` times its pixels."""
    with sheet_of(window, shown) as sheet:
        return sheet.image(scale)


def looks_of(window: Window, shown: Shown) -> Scene:
    """The scene of the numbers on screen, with the colours they have there."""
    return replace(shown.scene, theme=window.room.theme.name, colours=window.room.theme.colours)


def _numbers(choice: Choice, scene: Scene, shown: Shown) -> Callable[[Tell, Cancelled], bytes]:
    capture = shown.capture

    def data(tell: Tell, cancelled: Cancelled) -> bytes:
        if choice.id == "copy-pytorch":
            assert capture is not None
            return copied(scene, capture).encode()
        made = tables_of(scene, capture, tell)
        if choice.suffix == ".npz":
            return npz_of(made)
        if choice.suffix == ".json":
            return json_of(made, tell).encode()
        return csv_of(made, "," if choice.suffix == ".csv" else "\t", tell).encode()

    return data
