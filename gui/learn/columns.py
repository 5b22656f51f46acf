"""The columns of the Learn workspace: chapters, article, margin; without room for the margin it follows the text."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gui.learn.article import Article
from gui.learn.margin import EDGE, Margin
from gui.learn.side import Side
from gui.learn.steps import Steps
from gui.parts.buttons import RING
from gui.parts.parting import hairline

WIDTHS: Final = ((1400, 264, 376), (1160, 260, 316), (0, 232, 0))  # from a window's width on: chapters, margin


class Columns:
    """Lays the parts out in a workspace."""

    def __init__(self, room: QWidget, side: Side, article: Article, margin: Margin, steps: Steps) -> None:
        self.side, self.article, self.margin, self.steps = side, article, margin, steps
        self._scroll = _scrolled(margin)
        self._right = QWidget()
        self._column = _tight(QVBoxLayout(self._right))
        self._column.addWidget(self._scroll, 1)
        self._column.addWidget(steps)
        self._lines = [hairline(Qt.Orientation.Vertical) for _ in range(2)]
        layout = _tight(QHBoxLayout(room))
        for widget in (side, self._lines[0], article, self._lines[1], self._right):
            layout.addWidget(widget, 1 if widget is article else 0)

    def fit(self, width: int) -> None:
        """Columns by the width there is; without room for the margin, or with nothing in it, it follows the text."""
        side, margin = next((a, b) for least, a, b in WIDTHS if width >= least)
        margin = 0 if self.margin.empty else margin
        self.side.setFixedWidth(side)
        self._right.setVisible(margin > 0)
        self._lines[1].setVisible(margin > 0)
        if margin:
            self._right.setFixedWidth(margin)
        self._move_margin(not margin)
        for part in (self.margin, self.steps):
            part.set_edge(EDGE if margin else RING)
        self.margin.setFixedHeight(self.margin.height_for(margin or self.article.column() + 2 * RING))
        self.article.lay_out()

    def _move_margin(self, below: bool) -> None:
        """Below the text, or back beside it."""
        if below == bool(self.article.tail):
            return
        if below:
            self._scroll.takeWidget()
            self.article.show_below((self.margin, self.steps))
        else:
            self.article.show_below(())
            self._scroll.setWidget(self.margin)
            self._column.addWidget(self.steps)


def _tight(layout: Any) -> Any:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def _scrolled(widget: QWidget) -> QScrollArea:
    made = QScrollArea()
    made.setWidget(widget)
    made.setWidgetResizable(True)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return made
