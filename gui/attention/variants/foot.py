"""The foot of the variant panel: the variant that is pointed at, its formula, where it is from, what it is good for."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from engine.tiles import Tiles
from engine.variants import Variant
from gui.attention.variants.mask_picture import SIDE, draw_tiles
from gui.look.drawing import put, text_width
from gui.look.plain import broken, tip
from gui.look.theme import Theme, font
from gui.parts.buttons import words_font

HEIGHT: Final = 140
MARGIN: Final = 14
NAME: Final = 64  # of the column of names
LINE: Final = 17
MOST: Final = 2  # lines of the idea
LEFT, CENTRE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter
OWN: Final = "Its parameters are yours, not this model’s."


class VariantFoot(QWidget):
    """Title and formula, the idea, three named lines and, of a mask, its picture. Elided lines are whole on hover."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.variant: Variant | None = None
        self.tiles: Tiles | None = None
        self.setObjectName("variantFoot")
        self.setFixedHeight(HEIGHT)

    def show_variant(self, variant: Variant | None, tiles: Tiles | None) -> None:
        """Tell of this variant; None leaves the foot empty."""
        self.variant, self.tiles = variant, tiles
        formula = f"{variant.title}: {variant.formula}" if variant else ""
        self.setAccessibleName(". ".join([formula, *(f"{name}: {text}" for name, text in self.named())]))
        self.update()

    def named(self) -> list[tuple[str, str]]:
        """The lines with a name."""
        if self.variant is None:
            return []
        this = self.variant
        good = f"{this.good_for} {OWN}" if this.parameters_from == "you" else this.good_for
        return [("Source", this.source), ("Good for", good), ("Used by", this.used_by)]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._tip(event.pos().y()), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.variant is None:
            return
        painter = QPainter(self)
        self._paint_head(painter, self.variant)
        for top, (name, text) in zip(self._tops(), self.named(), strict=True):
            box = QRect(MARGIN, top, self._right() - MARGIN, LINE)
            put(painter, box, name, words_font("caption"), self.theme["ink3"], LEFT)
            put(painter, box.adjusted(NAME, 0, 0, 0), text, words_font("caption"), self.theme["ink2"], LEFT)
        if self.tiles is not None:
            box = QRect(self.width() - MARGIN - 8 - SIDE, 14, SIDE, SIDE)
            draw_tiles(painter, box, self.tiles, self.theme)
            for line, words in enumerate(_caption(self.tiles)):
                below = QRect(box.left() - 30, box.bottom() + 6 + 15 * line, SIDE + 60, 15)
                put(painter, below, words, words_font("axis"), self.theme["ink3"], CENTRE)

    def _paint_head(self, painter: QPainter, this: Variant) -> None:
        title = words_font("body", 600)
        box = QRect(MARGIN, 9, self._right() - MARGIN, 20)
        put(painter, box, this.title, title, self.theme["ink"], LEFT)
        formula = box.adjusted(text_width(this.title, title) + 14, 0, 0, 0)
        put(painter, formula, this.formula, font("code"), self.theme["ink"], LEFT)
        for line, words in enumerate(broken(this.idea, words_font("caption"), box.width(), MOST)):
            below = QRect(MARGIN, 32 + LINE * line, box.width(), LINE)
            put(painter, below, words, words_font("caption"), self.theme["ink"], LEFT)

    def _right(self) -> int:
        return self.width() - MARGIN - (SIDE + 44 if self.tiles is not None else 0)

    def _tops(self) -> list[int]:
        """Where the named lines begin."""
        return [HEIGHT - 9 - LINE * (3 - line) - 3 * (2 - line) for line in range(3)]

    def _tip(self, y: int) -> str:
        """The line at a height, whole."""
        if self.variant is None:
            return ""
        found = (text for top, (_, text) in zip(self._tops(), self.named(), strict=True) if top <= y < top + LINE)
        return tip(next(found, self.variant.formula if y < 30 else self.variant.idea))


def _caption(tiles: Tiles) -> tuple[str, str]:
    count = len(tiles.kinds)
    return f"{count} × {count} tiles", f"of {tiles.tokens:,} tokens"
