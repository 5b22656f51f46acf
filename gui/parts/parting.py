"""What parts panes: hairlines, and splitters that a hand can drag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QWidget

FURTHEST: Final = 100_000  # px of a pane


def hairline(orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> QFrame:
    """A 1 px line between panes, coloured by the style sheet."""
    line = QFrame()
    line.setObjectName("hairline")
    (line.setFixedHeight if orientation == Qt.Orientation.Horizontal else line.setFixedWidth)(1)
    return line


class Splitter(QSplitter):
    """Panes side by side (or one above the other) with a hairline between them that can be dragged.

    `parting` says where the lines stand once a hand has dragged one, "640 400 400", and "" before; `part` takes the
    same. From then on the panes keep these shares of the room, whatever it is. `parted` follows.
    """

    parted = Signal()

    def __init__(self, name: str, orientation: Qt.Orientation, *widgets: QWidget) -> None:
        super().__init__(orientation)
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for widget in widgets:
            self.addWidget(widget)
        self._own = widgets  # others may come between them
        self._usual: Sequence[int] = ()
        self._hand: tuple[int, ...] = ()
        self.splitterMoved.connect(self._drag)

    def wanted(self, usual: Sequence[int]) -> list[int]:
        """The sizes that its own panes should have: these, or what a hand chose."""
        self._usual = usual
        return list(self._hand or usual)

    @property
    def parting(self) -> str:
        return " ".join(map(str, self._hand))

    def part(self, sizes: str) -> None:
        """Give its panes these shares; "" is as designed. What means nothing is left alone."""
        hand = tuple(int(size) for size in sizes.split() if size.isascii() and size.isdigit())
        if sizes and (len(hand) != len(self._own) or not 0 < min(hand) <= max(hand) <= FURTHEST):
            return
        self._hand = hand
        if hand or self._usual:
            self._lay_out(hand or self._usual)
        self.parted.emit()

    def _drag(self) -> None:
        if self._alone():
            self._hand = tuple(self.sizes()[self.indexOf(widget)] for widget in self._own)
            self.parted.emit()

    def _alone(self) -> bool:
        """Whether its own panes, all of them and no others, are what is shown."""
        return all(widget.isHidden() != (widget in self._own) for widget in self._all())

    def _lay_out(self, sizes: Sequence[int]) -> None:
        if self._alone():
            own = dict(zip(self._own, sizes, strict=True))
            self.setSizes([own.get(widget, 0) for widget in self._all()])

    def _all(self) -> list[QWidget]:
        widgets = (self.widget(index) for index in range(self.count()))
        return [widget for widget in widgets if widget is not None]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._hand:
            self._lay_out(self._hand)
