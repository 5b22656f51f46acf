"""What a row block carries along, all its rows at once or one of them key by key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from gui.flash.closeup.pane import CloseUpPane
from gui.flash.rows.pane import RowsPane
from gui.segments import Segments
from gui.store import Store
from gui.theme import Theme, theme

RIGHT: Final = 16
RING: Final = 4
TITLE: Final = 20  # the middle of the titles of both
CHOICES: Final = (
    ("rows", "All rows", "Running maximum, factor and sum of every row of the block"),
    ("one", "One row", "The chosen query’s row, key by key"),
)


class CarriedPane(QWidget):
    """`rows` and `closeup` in one place, and the switch between them."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows, self.closeup = RowsPane(store), CloseUpPane(store)
        self._pages = QStackedWidget(self)
        for page in (self.rows, self.closeup):
            self._pages.addWidget(page)
        self.choice = Segments(CHOICES, theme(store.scene.theme, store.scene.colours), parent=self)
        self.choice.setObjectName("rowSwitch")
        self.choice.setAccessibleName("All rows of the block, or one")
        self.choice.chosen.connect(self.show_page)

    def show_page(self, name: str) -> None:
        """Show "rows" or "one"."""
        self.choice.set_value(name)
        self._pages.setCurrentWidget(self.rows if name == "rows" else self.closeup)

    def show_view(self, view: FlashView) -> None:
        for page in (self.rows, self.closeup):
            page.show_view(view)
        self.choice.setVisible(view.closeup is not None)
        self._cover()

    def show_detail(self, detail: FlashDetail) -> None:
        for page in (self.rows, self.closeup):
            page.show_detail(detail)

    def apply_theme(self, new: Theme) -> None:
        for part in (self.rows, self.closeup, self.choice):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        for page in (self.rows, self.closeup):
            page.set_compact(compact)

    def sizeHint(self) -> QSize:
        return self.rows.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.closeup.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._pages.setGeometry(self.rect())
        hint = self.choice.sizeHint()
        left, top = self.width() - RIGHT + RING - hint.width(), TITLE - hint.height() // 2
        self.choice.setGeometry(left, top, hint.width(), hint.height())

    def _cover(self) -> None:
        """Titles end where the switch begins."""
        covered = self.choice.sizeHint().width() + 4 if not self.choice.isHidden() else 0
        for page in (self.rows, self.closeup):
            page.covered = covered
            page.update()
