"""A chapter on paper: A4 pages as PDF, always in the light theme, words and drawings as vectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter, QRegion
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.files.saving import save_bytes
from gui.learn.live.feeding import Feeder
from gui.learn.page import Page, chapter_page
from gui.learn.part import Column
from gui.learn.table import TablePart
from gui.look.style import sheet
from gui.look.theme import theme
from gui.store import Store

WIDTH: Final = 700  # px of the column
MARGINS: Final = QMarginsF(20, 18, 20, 18)  # mm
DOTS: Final = 300  # an inch
POLL: Final = 50  # ms


class Printing(QObject):
    """Makes the page of a chapter anew, waits until its live parts have their numbers, and writes the file.

    `done(path)`, or `failed(sentence)` where it cannot be written; then it is gone. The page, a window that is never
    seen, goes with its `parent` where that goes earlier.
    """

    done = Signal(str)
    failed = Signal(str)

    def __init__(self, store: Store, chapter: str, feeder: Feeder, plots: bool, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._path = path
        light = Store(replace(store.scene, theme="light", chapter=chapter), self)
        self.page = chapter_page(chapter, light, feeder)
        self.page.setParent(parent, Qt.WindowType.Window)
        self.page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.page.setStyleSheet(sheet(theme("light")))
        self.page.apply_theme(theme("light", store.scene.colours))
        self.page.lay_out(WIDTH)
        self.page.show()
        for frame in self.page.frames:
            if plots:
                frame.plots_ready()
            frame.wake()
        self._timer = QTimer(self, interval=POLL)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        if not self.page.settled:
            return
        self._timer.stop()
        try:
            save_bytes(self._path, pdf_of(self.page))
        except OSError as error:
            self.failed.emit(f"“{self._path.name}” cannot be saved: {error.strerror or error}.")
        else:
            self.done.emit(str(self._path))
        self.page.deleteLater()
        self.deleteLater()


def ask_where(window: QWidget, name: str, then: Callable[[Path], object]) -> None:
    """Ask for a file to print to, not modal to what is on screen."""
    dialog = QFileDialog(window, "Print the chapter to PDF")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter("PDF (*.pdf)")
    dialog.setDefaultSuffix("pdf")
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: then(Path(path)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def pdf_of(page: Page) -> bytes:
    """The PDF of a page whose parts are laid out: nothing is cut in the middle of a line or a picture."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(page.title)
    writer.setCreator("QKVista")
    writer.setResolution(DOTS)
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, MARGINS))
    paper = writer.pageLayout().paintRectPixels(DOTS)
    scale = paper.width() / WIDTH
    with QPainter(writer) as painter:
        painter.scale(scale, scale)
        for number, strips in enumerate(sheets_of(page, int(paper.height() / scale))):
            if number:
                writer.newPage()
            top = strips[0].top()
            for strip in strips:
                page.render(painter, QPoint(0, strip.top() - top), QRegion(strip), _DRAWN)
    return bytes(buffer.data().data())


def sheets_of(page: Page, high: int) -> list[list[QRect]]:
    """Which strips of a page stand on each sheet of so many pixels; a strip that is higher has a sheet of its own."""
    sheets: list[list[QRect]] = []
    for strip in strips_of(page):
        fits = bool(sheets) and strip.bottom() - sheets[-1][0].top() < high
        sheets[-1].append(strip) if fits else sheets.append([strip])
    return sheets


def strips_of(column: Column, left: int = 0, top: int = 0) -> list[QRect]:
    """What is not to be cut: parts of a column, rows of a table; a heading goes with what follows it."""
    strips: list[QRect] = []
    held: QRect | None = None
    for part, box in zip(column.parts, column.places(column.width())[0], strict=True):
        whole = box.translated(left, top)
        if held is not None:
            whole, held = whole.united(held), None
        if getattr(part, "role", "") in ("heading", "chapter"):
            held = whole
        elif isinstance(part, Column):
            inner = strips_of(part, box.left() + left, box.top() + top)
            strips += [inner[0].united(whole.intersected(QRect(0, whole.top(), WIDTH, box.top() + top - whole.top())))]
            strips += inner[1:]
        elif isinstance(part, TablePart):
            rows = part.strips()
            first = rows[0].translated(box.topLeft() + QPoint(left, top))
            strips += [first.united(QRect(whole.topLeft(), first.topRight()))]
            strips += [row.translated(box.topLeft() + QPoint(left, top)) for row in rows[1:]]
        else:
            strips.append(whole)
    return strips if held is None else [*strips, held]


_DRAWN: Final = QWidget.RenderFlag.DrawChildren
