"""The pane beside the map: its title with the lens, the order of the rows, then the bars or what the lens shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.scene import Scene
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from engine.why.why import Underway, Why
from gui.attention.bars.bars import Bars
from gui.attention.bars.layout import LEFT, RIGHT, numbered
from gui.attention.bars.summary import Sums, write
from gui.attention.sentence.prose import Piece, label_of
from gui.attention.tips import bold
from gui.attention.why.lenses import LENSES
from gui.attention.why.pane import WhyPane
from gui.attention.why.picker import LensPicker
from gui.look.drawing import elided, text_width
from gui.look.numbers import percent
from gui.look.theme import Theme, font
from gui.messages.progress import Progress
from gui.parts.buttons import RING
from gui.parts.pane import Pane
from gui.parts.segments import Segments
from gui.store import Store

TITLE: Final = 26  # the middle of the title line
TOP: Final = 40
FOOT: Final = (64, 36)  # below the bars, and compact
SUMMARY: Final = (34, 26)  # from the axis numbers to the middle of the line of sums
ORDERS: Final = (
    ("text", "Text order", "The words as they stand in the text."),
    ("weight", "By weight", "The largest first."),
)
SIZES: Final = (("text", "In order", "As they stand."), ("weight", "By size", "The largest first."))
GAP: Final = 7  # px between the lens and what it is of
LEAST_WORD: Final = 40  # px of a word; with less there is none beside the lens


class BarsPane(Pane):
    """Lays out its parts: `lens`, `order`, `bars` and `sums`; with another lens `sizes` and `why` in their place.

    Old numbers stay until the new ones are there; what takes long says how far it is and can be cancelled.
    """

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "barsPane", "Weights of the query", parent)
        self.lens = LensPicker(store, self)
        self.order = self._switch(ORDERS, "orderSwitch", "Order of the words")
        self.sizes = self._switch(SIZES, "sizeSwitch", "Order of the rows")
        self.bars = Bars(store, self)
        self.sums = Sums(store, self)
        self.why = WhyPane(store, self)
        self.progress = Progress(self)
        self.progress.setObjectName("lensProgress")
        self.progress.pressed.connect(lambda: store.update(lens="weights"))
        self.bars.laidOut.connect(self._place_sums)
        for head in (self.lens, self.order, self.sizes):
            head.raise_()  # its ring reaches over what is below
        self.progress.hide()
        self._titled: tuple[object, ...] = ()  # what the title was painted of
        self._show_page()
        self.apply_theme(self.theme)

    def sizeHint(self) -> QSize:
        return QSize(372, 388) if self.compact else QSize(408, 512)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 200)

    @property
    def shown(self) -> View | None:
        """The view whose numbers are on screen."""
        return self.why.why.view if self._with_why and self.why.why else self.view

    def show_scene(self, scene: Scene) -> None:
        """Let the controls follow at once."""
        self.lens.follow(scene, self.view)
        for switch in (self.order, self.sizes):
            switch.set_value(scene.order)
        self._show_progress(scene.lens != "weights" and not self.progress.isHidden())

    def show_view(self, view: View) -> None:
        self.view = view
        self.bars.show_view(view)
        self.sums.show_view(view)
        self.show_scene(self.store.scene)
        if self._with_why and view.scene.order != (self.why.why.scene.order if self.why.why else ""):
            self.why.show_order(view.scene.order == "weight")
        if view.scene.lens == "weights":
            self.why.why = None
        self._show_page()

    def show_detail(self, detail: Detail) -> None:
        self.detail = detail
        self.sums.show_detail(detail)

    def show_why(self, record: Why | Underway) -> None:
        """Show a lens' numbers, or how far they are."""
        if record.scene.lens != self.store.scene.lens:  # late
            return
        if isinstance(record, Underway):
            self.progress.say(LENSES[record.scene.lens].title, percent(record.share), record.share)
            self._show_progress(True)
            return
        self._show_progress(False)
        self.why.show_why(record, record.scene.order == "weight")
        self._show_page()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.lens, self.order, self.sizes, self.bars, self.sums, self.why, self.progress):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        for part in (self.bars, self.sums, self.why):
            part.set_compact(compact)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @property
    def _with_why(self) -> bool:
        """Whether a lens' numbers are on screen."""
        return self.why.why is not None

    def _switch(self, options: tuple[tuple[str, str, str], ...], name: str, says: str) -> Segments:
        made = Segments(options, self.theme, parent=self)
        made.setObjectName(name)
        made.setAccessibleName(says)
        made.set_value(self.store.scene.order)
        made.chosen.connect(lambda order: self.store.update(order=order))
        return made

    def _show_progress(self, shown: bool) -> None:
        """How far it is stands at the bottom; what is above makes room. A step of the slider moves nothing."""
        moves = shown == self.progress.isHidden() or self.lens.size() != self.lens.sizeHint()
        self.progress.setVisible(shown)
        if moves:
            self._lay_out()
            self.update(0, 0, self.width(), TOP)

    def _show_page(self) -> None:
        """The bars, or what a lens shows of the same query; mean and max of a lens without numbers have no order."""
        with_why = self._with_why
        for part in (self.order, self.bars, self.sums):
            part.setVisible(not with_why)
        self.why.setVisible(with_why)
        self.sizes.setVisible(with_why and self.why.why is not None and self.why.why.found is not None)
        self.setAccessibleName(f"{LENSES[self.shown.scene.lens].title} of the query" if self.shown else "Weights")
        titled = (self._pieces(self.shown) if self.shown else [], with_why, self.sizes.isHidden())
        if titled != self._titled:
            self._titled = titled
            self.update(0, 0, self.width(), TOP)

    def _lay_out(self) -> None:
        size = self.lens.sizeHint()
        self.lens.setGeometry(QRect(QPoint(LEFT - RING, TITLE - size.height() // 2), size))
        for switch in (self.order, self.sizes):
            switch.fit(self.width() - RIGHT + RING - self.lens.geometry().right())
            size = switch.sizeHint()
            corner = QPoint(self.width() - RIGHT + RING - size.width(), TITLE - size.height() // 2)
            switch.setGeometry(QRect(corner, size))
        tall = self.progress.height()
        below = max(0, self.height() - TOP - (0 if self.progress.isHidden() else tall + 8))
        self.bars.setGeometry(0, TOP, self.width(), max(0, below - FOOT[self.compact]))
        self.why.setGeometry(0, TOP, self.width(), below)
        self.progress.setGeometry(LEFT - 4, self.height() - tall - 8, self.width() - LEFT - RIGHT + 8, tall)

    def _place_sums(self) -> None:
        """The line of sums follows the axis, which ends where the rows do."""
        middle = TOP + self.bars.bottom - 8 + SUMMARY[self.compact]
        self.sums.setGeometry(LEFT, middle - 12, self.width() - LEFT - RIGHT, 24)

    def draw(self, painter: QPainter) -> None:
        x = self.lens.geometry().right() - RING + GAP
        for piece, text, face in self._title():
            x = write(painter, x, TITLE, text, face, self.theme[piece.role or "ink"])

    def tip_at(self, x: int, y: int) -> str:
        """The whole query where the title shows a part of it."""
        if self.shown is None or abs(y - TITLE) > 12:
            return ""
        whole = "".join(piece.text for piece in self._pieces(self.shown))
        return bold(whole.strip()) if "".join(text for _, text, _ in self._title()) != whole else ""

    def _pieces(self, view: View) -> list[Piece]:
        """What the lens is of: the query, or the cell of query and key."""
        query = Piece(label_of(view, view.query), "query")
        if view.scene.lens == "dimensions" and self._with_why:
            return [query, Piece(" → "), Piece(label_of(view, view.key), "key")]
        return [Piece("of "), query, *([Piece(f" token {view.query}", "ink3")] if numbered(view) else [])]

    def _title(self) -> list[tuple[Piece, str, QFont]]:
        """Pieces and their faces. Where they have no room beside the switch, a token's number goes, then the "of", then
        the middle of a word; all of it where little would be left."""
        if self.shown is None:
            return []
        pieces, switch = self._pieces(self.shown), self.sizes if self._with_why else self.order
        end = self.width() - RIGHT if switch.isHidden() else switch.x()
        room = end - self.lens.geometry().right() + RING - GAP - 8
        words = [piece for piece in pieces if piece.role in ("query", "key")]
        named = [piece for piece in pieces if piece.role != "ink3"]
        for fewer in (pieces, named, named if len(words) > 1 else words):
            if _wide(fewer) <= room:
                return [(piece, piece.text, _face(piece)) for piece in fewer]
        each = (room - _wide(named) + _wide(words)) // len(words)
        if each < LEAST_WORD:
            return []
        return [(p, elided(p.text, _face(p), each) if p in words else p.text, _face(p)) for p in named]


def _wide(pieces: Sequence[Piece]) -> int:
    return sum(text_width(piece.text, _face(piece)) for piece in pieces)


def _face(piece: Piece) -> QFont:
    return font("body") if piece.role == "ink3" else font("pane_title")
