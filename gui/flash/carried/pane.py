"""What a row block carries along, all its rows at once or one of them key by key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from gui.flash.closeup.pane import CloseUpPane
from gui.flash.gradients.pane import GradientsPane
from gui.flash.rows.pane import RowsPane
from gui.frame.habits import Habit
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING
from gui.parts.segments import Segments
from gui.store import Store

RIGHT: Final = 16
TITLE: Final = 20  # the middle of the titles of both
CHOICES: Final = (
    ("rows", "All rows", "Running maximum, factor and sum of every row of the block"),
    ("one", "One row", "The chosen query’s row, key by key"),
)


SIDES: Final = (
    ("gradientRows", "Rows", "L, D and the weight in this tile of every row of the block"),
    ("gradientKeys", "Keys", "How long the rows of dV and dK of every key of the block are by now"),
)


class CarriedPane(QWidget):
    """`rows` and `closeup` in one place, and the switch between them; backward `brought` and `summed`, and theirs."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows, self.closeup = RowsPane(store), CloseUpPane(store)
        self.brought, self.summed = GradientsPane(store, "rows"), GradientsPane(store, "keys")
        self._named: dict[str, RowsPane | CloseUpPane | GradientsPane] = {
            "rows": self.rows,
            "one": self.closeup,
            "gradientRows": self.brought,
            "gradientKeys": self.summed,
        }
        self._pages = QStackedWidget(self)
        for page in self._named.values():
            self._pages.addWidget(page)
        self.choice = Segments(CHOICES, theme(store.scene.theme, store.scene.colours), parent=self)
        self.choice.setObjectName("rowSwitch")
        self.choice.setAccessibleName("All rows of the block, or one")
        self.side = Segments(SIDES, theme(store.scene.theme, store.scene.colours), parent=self)
        self.side.setObjectName("sideSwitch")
        self.side.setAccessibleName("The rows or the keys of the tile")
        self._switches = {"forward": self.choice, "backward": self.side}
        self._direction = "forward"
        for switch in self._switches.values():
            switch.chosen.connect(self.show_page)
        self.side.hide()

    def habits(self) -> tuple[Habit, ...]:
        """Which page is shown, forward and backward."""
        return tuple(map(_habit, self._switches.values()))

    def show_page(self, name: str) -> None:
        """Show "rows" or "one"; backward "gradientRows" or "gradientKeys"."""
        self._switches[self._direction].set_value(name)
        self._turn(name)

    def show_view(self, view: FlashView) -> None:
        self._direction = "forward" if view.scene.shape is not None else view.schedule.direction
        for name, page in self._named.items():
            if name.startswith("gradient") == (self._direction == "backward"):
                page.show_view(view)
        self.choice.setVisible(view.closeup is not None)
        self.side.setVisible(self._direction == "backward")
        self._turn(self._switches[self._direction].value)
        self._cover()

    def show_detail(self, detail: FlashDetail) -> None:
        for page in self._named.values():
            page.show_detail(detail)

    def apply_theme(self, new: Theme) -> None:
        for part in (*self._named.values(), self.choice, self.side):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        for page in self._named.values():
            page.set_compact(compact)

    def _turn(self, name: str) -> None:
        page = self._named[name]
        if self._pages.currentWidget() is not page:
            self._pages.setCurrentWidget(page)

    def sizeHint(self) -> QSize:
        return self.rows.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.closeup.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._pages.setGeometry(self.rect())
        for switch in self._switches.values():
            hint = switch.sizeHint()
            left, top = self.width() - RIGHT + RING - hint.width(), TITLE - hint.height() // 2
            switch.setGeometry(left, top, hint.width(), hint.height())

    def _cover(self) -> None:
        """Titles end where the switch begins."""
        shown = next((switch for switch in self._switches.values() if not switch.isHidden()), None)
        covered = 0 if shown is None else shown.sizeHint().width() + 4
        for page in self._named.values():
            if page.covered != covered:
                page.covered = covered
                page.update()


def _habit(switch: Segments) -> Habit:
    usual = next(iter(switch.segments))

    def take(word: str) -> None:
        if word in switch.segments:
            switch.set_value(word)

    return Habit(switch.objectName(), lambda: "" if switch.value == usual else switch.value, take, switch.chosen)
