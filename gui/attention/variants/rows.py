"""The rows of the variant panel: families as headings, each variant with its idea, its year, and a plus or a cross."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.scene import Scene
from engine.variants import TRAINED, Variant, names_of
from gui.attention.variants.choices import refusal
from gui.look.drawing import put, text_width
from gui.look.icons import draw_icon
from gui.look.plain import tip
from gui.look.theme import Theme
from gui.parts.buttons import ICON, panel, square, words_font

ROW: Final = 30
HEADING: Final = 28
TEXT: Final = 36  # after the check mark
PLUS: Final = 26
YEAR: Final = 36
IDEA: Final = 140  # px of the column of ideas, at least: in a narrower one no words are left
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
Index = QModelIndex | QPersistentModelIndex


class VariantRows(QAbstractListModel):
    """Headings (strings, which cannot be chosen) and variants."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene
        self.entries: Sequence[str | Variant] = ()

    def show(self, entries: Sequence[str | Variant]) -> None:
        """Show these rows instead."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def follow(self, scene: Scene) -> None:
        """Other variants are on."""
        self.scene = scene
        if self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))

    def variant(self, index: Index) -> Variant | None:
        """The variant of a row; None for a heading and for no row."""
        entry = self.entries[index.row()] if index.isValid() else None
        return entry if isinstance(entry, Variant) else None

    def on(self, variant: Variant) -> bool:
        """Whether it is in force."""
        return variant.name in names_of(self.scene.variant)

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        chosen = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return chosen if self.variant(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        variant = self.variant(index)
        return self.spoken(variant) if variant else self.entries[index.row()]

    def spoken(self, variant: Variant) -> str:
        """What a screen reader says of a row."""
        state = "on" if self.on(variant) else refusal(self.scene, variant.name)
        return ", ".join(filter(None, (variant.title, variant.idea.rstrip("."), str(variant.year), state)))


class VariantLook(QStyledItemDelegate):
    """Paints the rows; `title` is the width of the column of titles."""

    def __init__(self, rows: VariantRows, theme: Theme, title: int) -> None:
        super().__init__(rows)
        self.rows, self.theme, self.title = rows, theme, title
        self.pointed: QPoint | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW if self.rows.variant(index) else HEADING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box, variant = QRect(option.rect), self.rows.variant(index)
        painter.save()
        if variant is None:
            words = box.adjusted(14, 8, -12, 0)
            put(painter, words, str(index.data()), words_font("axis", 600), self.theme["ink3"], LEFT)
        else:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_variant(painter, box, variant, chosen)
        painter.restore()

    def plus(self, box: QRect) -> QRect:
        """Where the plus (or cross) of a row is."""
        return QRect(box.right() + 1 - PLUS - 8, box.top() + 2, PLUS, ROW - 4)

    def year(self, box: QRect) -> QRect:
        """Where the year of a row is."""
        return QRect(self.plus(box).left() - 6 - YEAR, box.top(), YEAR, ROW)

    def idea(self, box: QRect) -> QRect:
        """What lies between title and year; the idea stands there where it has room for words."""
        left = box.left() + TEXT + self.title + 12
        return QRect(left, box.top(), self.year(box).left() - 12 - left, ROW)

    def hint(self, box: QRect, variant: Variant, at: QPoint) -> str:
        """The hover text of a row, or of its plus."""
        if not self.plus(box).contains(at) or variant.name == TRAINED:
            return tip(variant.idea)
        if self.rows.on(variant):
            return tip(f"Remove {variant.title}")
        return tip(refusal(self.rows.scene, variant.name) or "Add to what is on (Ctrl+click, Ctrl+Enter)")

    def _paint_variant(self, painter: QPainter, box: QRect, variant: Variant, chosen: bool) -> None:
        on = self.rows.on(variant)
        if chosen:
            panel(painter, box.adjusted(4, 0, -4, 0), self.theme["hover"], None, 5)
        if on:
            draw_icon(painter, "check", square(QRect(box.left() + 4, box.top(), 32, ROW), ICON), self.theme["ink"])
        year = self.year(box)
        put(painter, year, str(variant.year), words_font("caption"), self.theme["ink3"], RIGHT)
        title = QRect(box.left() + TEXT, box.top(), self.title, ROW)
        put(painter, title, variant.title, words_font("body", 600 if on else None), self.theme["ink"], LEFT)
        if (idea := self.idea(box)).width() >= IDEA:
            ending(painter, idea, variant.idea.rstrip("."), self.theme)
        self._paint_plus(painter, box, variant, on)

    def _paint_plus(self, painter: QPainter, box: QRect, variant: Variant, on: bool) -> None:
        if variant.name == TRAINED:
            return
        place, usable = self.plus(box), on or not refusal(self.rows.scene, variant.name)
        over = usable and self.pointed is not None and place.contains(self.pointed)
        if over:
            panel(painter, place, self.theme["pressed"], None, 4)
        ink = self.theme[("ink" if over else "ink2") if usable else "disabled"]
        draw_icon(painter, "x" if on else "plus", square(place, 12 if on else 14), ink)


def ending(painter: QPainter, box: QRect, sentence: str, theme: Theme) -> None:
    """A sentence that ends in an ellipsis where it does not fit: its beginning says the most."""
    face = words_font("caption")
    painter.setFont(face)
    painter.setPen(theme["ink2"])
    words = painter.fontMetrics().elidedText(sentence, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, LEFT | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)


def title_width(variants: Sequence[Variant]) -> int:
    """How wide the column of titles is."""
    return max(text_width(each.title, words_font("body", 600)) for each in variants) + 2
