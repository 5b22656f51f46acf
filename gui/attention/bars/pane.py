"""The pane of the bars: its title, the order of the rows, and the line of sums below."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.thumbnails import Detail
from engine.view import View
from gui.attention.bars.bars import Bars
from gui.attention.bars.layout import LEFT, RIGHT, numbered
from gui.attention.bars.summary import Sums, write
from gui.attention.sentence.prose import Piece, label_of
from gui.attention.tips import bold
from gui.drawing import elided, text_width
from gui.pane import Pane
from gui.segments import Segments
from gui.store import Store
from gui.theme import Theme, font

RING: Final = 4  # px around the segments for their focus ring
TITLE: Final = 26  # the middle of the title line
TOP: Final = 40
FOOT: Final = (64, 36)  # below the bars, and compact
SUMMARY: Final = (34, 26)  # from the axis numbers to the middle of the line of sums
ORDERS: Final = (
    ("text", "Text order", "The words as they stand in the text."),
    ("weight", "By weight", "The largest first."),
)


class BarsPane(Pane):
    """Lays out its parts: `order`, `bars` and `sums`."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "barsPane", "Weights of the query", parent)
        self.bars = Bars(store, self)
        self.sums = Sums(store, self)
        self.order = Segments(ORDERS, self.theme, parent=self)
        self.order.setObjectName("orderSwitch")
        self.order.setAccessibleName("Order of the words")
        self.order.set_value(store.scene.order)
        self.order.chosen.connect(lambda order: store.update(order=order))
        self.bars.laidOut.connect(self._place_sums)
        QWidget.setTabOrder(self.order, self.bars)

    def sizeHint(self) -> QSize:
        return QSize(372, 388) if self.compact else QSize(408, 512)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, 200)

    def show_view(self, view: View) -> None:
        self.view = view
        self.update(0, 0, self.order.x(), TOP)
        self.bars.show_view(view)
        self.sums.show_view(view)
        self.order.set_value(self.store.scene.order)

    def show_detail(self, detail: Detail) -> None:
        self.detail = detail
        self.sums.show_detail(detail)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.bars.apply_theme(new)
        self.sums.apply_theme(new)
        self.order.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.bars.set_compact(compact)
        self.sums.set_compact(compact)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        size = self.order.sizeHint()
        corner = QPoint(self.width() - RIGHT + RING - size.width(), TITLE - size.height() // 2)
        self.order.setGeometry(QRect(corner, size))
        self.bars.setGeometry(0, TOP, self.width(), max(0, self.height() - TOP - FOOT[self.compact]))

    def _place_sums(self) -> None:
        """The line of sums follows the axis, which ends where the rows do."""
        middle = TOP + self.bars.bottom - 8 + SUMMARY[self.compact]
        self.sums.setGeometry(LEFT, middle - 12, self.width() - LEFT - RIGHT, 24)

    def draw(self, painter: QPainter) -> None:
        if self.view is not None:
            x = LEFT
            for piece, text, face in self._title(self.view):
                x = write(painter, x, TITLE, text, face, self.theme[piece.role or "ink"])

    def tip_at(self, x: int, y: int) -> str:
        """The whole query where the title shows a part of it."""
        if self.view is None or abs(y - TITLE) > 12:
            return ""
        label = label_of(self.view, self.view.query)
        return bold(label) if self._title(self.view)[1][1] != label else ""

    def _title(self, view: View) -> list[tuple[Piece, str, QFont]]:
        """Pieces, with the query elided in the middle where it does not fit, and their faces."""
        pieces = [Piece("Weights of "), Piece(label_of(view, view.query), "query")]
        if numbered(view):
            pieces.append(Piece(f" token {view.query}", "ink3"))
        faces = [font("body") if piece.role == "ink3" else font("pane_title") for piece in pieces]
        fixed = sum(text_width(p.text, f) for p, f in zip(pieces, faces, strict=True) if p.role != "query")
        room = self.order.x() - LEFT - 8 - fixed
        texts = [elided(p.text, f, room) if p.role == "query" else p.text for p, f in zip(pieces, faces, strict=True)]
        return list(zip(pieces, texts, faces, strict=True))
