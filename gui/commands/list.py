"""The list of the palette: the pointer highlights a row, a click takes it; the keys are the search field's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from gui.commands.finding import Found
from gui.commands.rows import FoundLook, FoundRows
from gui.look.theme import Theme
from gui.parts.menu import INSET, ROW

MOST: Final = 11  # rows that are seen at once


class FoundList(QListView):
    """`taken(row)` when a row is clicked; `pointed(row)` when another is highlighted, -1 for none."""

    taken = Signal(int)
    pointed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = FoundRows(self)
        self.look = FoundLook(self.rows, theme)
        self.setModel(self.rows)
        self.setItemDelegate(self.look)
        self.setObjectName("commandList")
        self.setAccessibleName("Commands found")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setViewportMargins(0, INSET, 0, INSET)
        self.viewport().setAutoFillBackground(False)

    def show_rows(self, found: Sequence[Found]) -> None:
        """Show what was found, the first highlighted."""
        self.rows.show(found)
        self.go(0)
        self.scrollToTop()

    def height_for(self, room: int) -> int:
        """As high as its rows, as far as there is room; whole rows where it scrolls."""
        seen = min(len(self.rows.found), MOST, max((room - 2 * INSET) // ROW, 1))
        return ROW * seen + 2 * INSET if seen else 0

    def at(self) -> int:
        """The highlighted row, which Enter takes; -1 for none."""
        return self.currentIndex().row()

    def go(self, row: int) -> None:
        """Highlight a row, cut to the ends, and keep it in view."""
        index = self.rows.index(min(max(row, 0), len(self.rows.found) - 1))
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index)
        self.pointed.emit(self.at())

    # Qt's own

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
            self.pointed.emit(self.at())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.taken.emit(index.row())
