"""The pane of the tiles: whose numbers they are, what their forms mean, and one grid, or two side by side."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from gui.flash.grid.legend import LINE, Entry, draw_legend, entries_of, lines_of, spots_of
from gui.flash.grid.tiles import TileGrid
from gui.flash.names import ALGORITHMS
from gui.flash.pane import FlashPane
from gui.flash.pickers.shape import ShapeFields
from gui.look.drawing import put, text_width
from gui.look.plain import tip
from gui.look.theme import Theme, font
from gui.parts.buttons import RING
from gui.parts.segments import Segments
from gui.store import Store

TITLE: Final = "Scores, one tile at a time"
BACKWARD_TITLE: Final = "P, dP and dS, one tile at a time"
SHAPE_TITLE: Final = "Tiles without numbers"
PADDING: Final = (12, 16)
HEAD: Final = 28
ABOVE: Final = (4, 0)  # the legend, and compact
NAME: Final = 22  # of an algorithm over its grid
LEAST: Final = (320, 240)
OPTIONS: Final = (
    ("numbers", "This head’s numbers", "The schedule runs on the queries, keys and values of the chosen head"),
    ("shape", "Shape only", "A schedule for any number of tokens, without numbers"),
)


class GridPane(FlashPane):
    """Passes frames on to its grids; `grid` is the scene's algorithm, `other` the one beside it."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "gridPane", TITLE, parent)
        self.grid = TileGrid(store, parent=self)
        self.other = TileGrid(store, "tileGridBeside", self)
        self.other.hide()
        self.fields = ShapeFields(store, self)
        self.source = Segments(OPTIONS, self.theme, parent=self)
        self.source.setObjectName("shapeSwitch")
        self.source.setAccessibleName("Numbers")
        self.source.chosen.connect(self._choose)
        self._forms: list[Entry] = []
        self._shape: tuple[int, int] | None = (0, 0)  # what the switch and the fields show; none before the first
        self._lines = 1  # of the head: the fields of a shape take a second one where the room is short
        self.setMinimumSize(*LEAST)
        store.changed.connect(self._follow)
        self._follow()

    def show_view(self, view: FlashView) -> None:
        if self.view is None or self.view.schedule is not view.schedule:
            self.update()  # the title and the legend stay from step to step
        self.view = view
        self.grid.show_view(view)
        if view.beside is not None:
            self.other.show_view(view.beside)
        forms = entries_of(view)
        if self.other.isHidden() != (view.beside is None) or forms != self._forms:
            self._forms = forms
            self.other.setVisible(view.beside is not None)
            self._place()
        self.fields.show_view(view)

    def show_detail(self, detail: FlashDetail) -> None:
        super().show_detail(detail)
        self.grid.show_detail(detail)
        if detail.beside is not None:
            self.other.show_detail(detail.beside)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._place()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.grid, self.other, self.fields, self.source):
            part.apply_theme(new)

    def tip_at(self, x: int, y: int) -> str:
        """What a form of the legend means."""
        spots = [] if self.view is None else spots_of(entries_of(self.view), self._legend())
        return next((tip(entry.tip) for entry, _, spot in spots if spot.contains(x, y)), "")

    def draw(self, painter: QPainter) -> None:
        title = QRect(PADDING[1], PADDING[0], self._free - PADDING[1], HEAD)
        scene = self.store.scene
        words = SHAPE_TITLE if scene.shape else BACKWARD_TITLE if scene.direction == "backward" else TITLE
        if text_width(words, font("pane_title")) <= title.width():
            put(painter, title, words, font("pane_title"), self.theme["ink"], Qt.AlignmentFlag.AlignLeft)
        if self.view is None:
            return
        draw_legend(painter, self._legend(), entries_of(self.view), self.theme)
        if self.view.beside is not None:
            for grid, view in ((self.grid, self.view), (self.other, self.view.beside)):
                name = QRect(grid.x() + PADDING[1], grid.y() - NAME, grid.width() - 2 * PADDING[1], NAME)
                said = ALGORITHMS[view.schedule.algorithm]
                put(painter, name, said, font("caption", 600), self.theme["ink"], Qt.AlignmentFlag.AlignLeft)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _choose(self, value: str) -> None:
        self.store.update(shape=self.fields.remembered() if value == "shape" else None)

    def _follow(self) -> None:
        shape = self.store.scene.shape
        if shape == self._shape:
            return
        self._shape = shape
        self.source.set_value("numbers" if shape is None else "shape")
        self.fields.setVisible(shape is not None)
        self._place()

    def _legend(self) -> QRect:
        """Where the legend is: as many lines as it needs."""
        width = self.width() - 2 * PADDING[1]
        lines = 1 if self.view is None else len(lines_of(entries_of(self.view), width))
        head = HEAD + (self._lines - 1) * (HEAD + RING)
        return QRect(PADDING[1], PADDING[0] + head + ABOVE[self.compact], width, lines * LINE)

    def _place(self) -> None:
        self.source.fit(self.width() - 2 * (PADDING[1] - RING))
        size = self.source.sizeHint()
        x = self.width() - PADDING[1] - size.width() + RING
        self.source.setGeometry(x, PADDING[0] - RING, size.width(), size.height())
        self._free = x
        wide = self.fields.sizeHint().width()
        beside = x - wide - 8 >= PADDING[1]
        self._lines = 1
        if self.fields.isVisibleTo(self):
            self._free, self._lines = (x - wide - 8, 1) if beside else (x, 2)
            at = (self._free, PADDING[0]) if beside else (PADDING[1], PADDING[0] + HEAD + RING)
            self.fields.setGeometry(*at, wide, HEAD)
        two = not self.other.isHidden()
        top = self._legend().bottom() + 1 + (NAME if two else 0)
        height = max(self.height() - top, 0)
        half = self.width() // 2 if two else self.width()
        self.grid.setGeometry(0, top, half, height)
        self.other.setGeometry(half, top, self.width() - half, height)
        self.update()
