"""The export menu: rows in sections, parted by lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.look.theme import Theme
from gui.parts.menu import INSET, Menu, Row

SPACE: Final = 9  # px of a line between two sections


class ExportMenu(Menu):
    """`sections` are rows that belong together, at least one each."""

    def __init__(self, sections: Sequence[Sequence[Row]], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__([row for section in sections for row in section], None, theme, parent)
        self.setStyleSheet(self.styleSheet() + f" QMenu::separator {{ height: {SPACE}px; }}")
        self.setAccessibleName("Export")
        self._lines: list[QAction] = []
        actions, number = self.actions(), 0
        for section in sections[:-1]:
            number += len(section)
            self._lines.append(self.insertSeparator(actions[number]))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            for line in self._lines:
                box = self.actionGeometry(line)
                painter.fillRect(
                    QRect(INSET + 1, box.center().y(), self.width() - 2 * INSET - 2, 1), self.theme["line_strong"]
                )
