"""What stands in place of the bars while a lens is chosen: a list, what it says, and what it does not say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.shown.distance import rotation_by_distance
from engine.why.dimensions import Dimensions
from engine.why.rollout import Rollout
from engine.why.shares import Shares
from engine.why.values import Values
from engine.why.why import Why
from gui.attention.variants.distance_card import DistanceCard
from gui.attention.variants.unit import SmallButton
from gui.attention.why.heads import of_shares
from gui.attention.why.lenses import NOT_WHY, NOTE, SHORT_NOTE
from gui.attention.why.list import WhyList
from gui.attention.why.products import of_dimensions
from gui.attention.why.rows import Lines
from gui.attention.why.words import of_rollout, of_values
from gui.look.drawing import put
from gui.look.painted import Painted
from gui.look.plain import breakable, broken
from gui.look.theme import Theme
from gui.parts.buttons import RING, words_font
from gui.store import Store

MARGIN: Final = 16
LINE: Final = 17
SENTENCE: Final = (3, 2)  # lines at most, and compact
REMARK: Final = (2, 1)
REASON: Final = 6
LOW: Final = 230  # px of height below which sentence and note have one line each
LEFT: Final = Qt.AlignmentFlag.AlignLeft
LISTS: Final[dict[type, Callable[[Why, Any], Lines]]] = {
    Dimensions: of_dimensions,
    Values: of_values,
    Shares: of_shares,
    Rollout: of_rollout,
}


class WhyPane(Painted):
    """Shows what engine/why made, or why there is nothing. `list` has the rows, `curve` opens a card."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "whyPane", "Why it looks there", parent)
        self.why: Why | None = None
        self.list = WhyList(store, self)
        self.curve = SmallButton("By distance", "quiet", self)
        self.curve.setObjectName("lensDistance")
        self.curve.setToolTip("The mean score at each distance of query and key, with RoPE and without")
        self.curve.clicked.connect(self._open_curve)
        self.curve.hide()
        self.apply_theme(self.theme)

    @property
    def sentence(self) -> str:
        """What is said below the list, or why there is none."""
        lines = self.list.lines
        return "" if self.why is None else self.why.reason or (lines.sentence if lines else "")

    def show_why(self, why: Why, by_size: bool) -> None:
        """Show new numbers."""
        self.why = why
        if why.found is not None:
            lines = LISTS[type(why.found)](why, why.found)
            self.list.show_lines(lines, by_size, why.scene)
        self.list.setVisible(why.found is not None)
        self.curve.setVisible(bool(why.found is not None and self.list.lines and self.list.lines.curve))
        self.setAccessibleDescription(f"{self.sentence} {NOTE}")
        self._lay_out()
        self.update()

    def show_order(self, by_size: bool) -> None:
        """List the same numbers in another order."""
        if self.why is not None and self.list.lines is not None and self.why.found is not None:
            self.list.show_lines(self.list.lines, by_size, self.why.scene)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.list.apply_theme(new)
        self.curve.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.list.set_compact(compact)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def draw(self, painter: QPainter) -> None:
        if self.why is None:
            return
        for words, box in zip(self._sentence(), self._boxes(self._sentence(), self._top()), strict=True):
            put(painter, box, words, words_font("caption"), self.theme["ink2"], LEFT)
        if self.why.found is None:
            return
        for words, box in zip(self._remark(), self._boxes(self._remark(), self._note().top()), strict=True):
            put(painter, box, words, words_font("caption"), self.theme["ink3"], LEFT)

    def tip_at(self, x: int, y: int) -> str:
        if self.why is None or self.why.found is None or y < self._top():
            return ""
        return breakable(NOT_WHY if self._note().contains(x, y) else self.sentence)

    def focus_rect(self) -> QRect | None:
        return None

    def _sentence(self) -> list[str]:
        """The sentence in lines; where there is room for fewer, its short form."""
        face, lines = words_font("caption"), self.list.lines
        without = self.why is not None and self.why.found is None
        most = REASON if without else 1 if self._low else SENTENCE[self.compact]
        whole = broken(self.sentence, face, self._wide, REASON)
        return whole if len(whole) <= most or lines is None else broken(lines.short, face, self._wide, most)

    def _remark(self) -> list[str]:
        """That attention is not attribution, at any size."""
        face, most = words_font("caption"), 1 if self._low else REMARK[self.compact]
        whole = broken(NOTE, face, self._note().width(), REASON)
        return whole if len(whole) <= most else broken(SHORT_NOTE, face, self._note().width(), most)

    @property
    def _low(self) -> bool:
        return self.height() < LOW

    @property
    def _wide(self) -> int:
        return max(self.width() - 2 * MARGIN, 20)

    def _note(self) -> QRect:
        """Where the last lines stand: beside the button, if there is one."""
        count = 1 if self._low else REMARK[self.compact]
        button = self.curve.sizeHint().width() - 2 * RING + 12 if not self.curve.isHidden() else 0
        tall = LINE * count
        return QRect(MARGIN, self.height() - tall - 10, max(self._wide - button, 20), tall)

    def _top(self) -> int:
        """Where the sentence begins."""
        if self.why is not None and self.why.found is None:
            return 10
        return self._note().top() - 5 - LINE * len(self._sentence())

    def _boxes(self, words: list[str], top: int) -> list[QRect]:
        return [QRect(MARGIN, top + LINE * at, self._wide, LINE) for at in range(len(words))]

    def _lay_out(self) -> None:
        self.list.setGeometry(0, 0, self.width(), max(self._top() - 4, 10))
        size = self.curve.sizeHint()
        middle = self._note().center().y() + 1
        corner = QPoint(self.width() - MARGIN + RING - size.width(), middle - size.height() // 2)
        self.curve.setGeometry(QRect(corner, size))

    def _open_curve(self) -> None:
        if self.why is not None:
            view = self.why.view
            head = f"layer {view.layer}, head {view.head}"
            DistanceCard(rotation_by_distance(view), head, self.theme, self).open_below(self.curve)
