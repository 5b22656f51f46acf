"""The rows of the palette: a title with what was typed in bold, its heading, its keys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.actions import key_words
from gui.commands.caps import cap_width, draw_cap
from gui.commands.finding import Found
from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.parts.buttons import panel, words_font
from gui.parts.menu import INSET, ROW

PADDING: Final = 8  # inside a row
GAP: Final = 10  # from the heading to the keys
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight

Index = QModelIndex | QPersistentModelIndex


class FoundRows(QAbstractListModel):
    """What was found; a screen reader hears title, heading and keys of each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: Sequence[Found] = ()

    def show(self, found: Sequence[Found]) -> None:
        """Take other rows."""
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def spoken(self, row: int) -> str:
        """A row in words: "Sharper: halve the scale, Scale, [, 2 of 3"."""
        action = self.found[row].action
        keys = [key_words(keys) for keys in action.keys]
        return ", ".join((action.title, action.group, *keys, f"{row + 1} of {len(self.found)}"))

    # Qt's own

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.found[index.row()].action.title
        return self.spoken(index.row()) if role == Qt.ItemDataRole.AccessibleTextRole else None


class FoundLook(QStyledItemDelegate):
    """Paints a row; the highlighted one is tinted."""

    def __init__(self, rows: FoundRows, theme: Theme) -> None:
        super().__init__(rows)
        self.rows, self.theme = rows, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box: QRect = option.rect.adjusted(INSET, 0, -INSET, 0)
        found = self.rows.found[index.row()]
        if option.state & QStyle.StateFlag.State_Selected:
            panel(painter, box, self.theme["hover"], None, 5)
        right = box.right() + 1 - PADDING
        if found.action.keys:
            words = key_words(found.action.keys[0])
            right -= cap_width(words)
            draw_cap(painter, right, box.center().y() + 1, words, self.theme)
            right -= GAP
        face = words_font("caption")
        left = right - text_width(found.action.group, face) - 1
        put(painter, QRect(left, box.top(), right - left, ROW), found.action.group, face, self.theme["ink3"], RIGHT)
        inner = QRect(box.left() + PADDING, box.top(), left - GAP - box.left() - PADDING, ROW)
        _put_title(painter, inner, found, self.theme)


def _put_title(painter: QPainter, box: QRect, found: Found, theme: Theme) -> None:
    """The title, typed letters bold; plain and elided where it does not fit."""
    marked, title = set(found.marks), found.action.title
    pieces = [
        (bold, "".join(c for _, c in run)) for bold, run in groupby(enumerate(title), lambda each: each[0] in marked)
    ]
    faces = [words_font("body", 600 if bold else None) for bold, _ in pieces]
    widths = [QFontMetricsF(face).horizontalAdvance(piece) for face, (_, piece) in zip(faces, pieces, strict=True)]
    if sum(widths) > box.width():
        put(painter, box, title, words_font("body"), theme["ink"], LEFT)
        return
    line = QFontMetricsF(words_font("body"))
    at = QPointF(box.left(), round(box.top() + (box.height() + line.ascent() - line.descent()) / 2))
    painter.setPen(theme["ink"])
    for face, (_, piece), width in zip(faces, pieces, widths, strict=True):
        painter.setFont(face)
        painter.drawText(at, piece)
        at.setX(at.x() + width)
