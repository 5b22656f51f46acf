"""The line of a comparison: what the query gives in both views, how they are shown, and how to end it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.compare.compared import Compared
from engine.compare.pinned import pin
from engine.scene import Scene
from gui.attention.compare.words import sentence_of
from gui.look.drawing import put
from gui.look.painted import Painted
from gui.look.plain import breakable
from gui.look.runs import Run, put_runs, text_of, width_of
from gui.look.theme import Theme, font
from gui.parts.buttons import RING, TextButton
from gui.parts.segments import Segments
from gui.store import Store

HEIGHT: Final = (44, 40)  # and compact
PADDING: Final = 16
GAP: Final = 8
WAITING: Final = "Reading the pinned text…"
WAYS: Final = (
    ("beside", "Side by side", "The pinned map, and the one that follows the controls."),
    ("difference", "Difference", "What this view gives less what the pinned one gives."),
)


class CompareBar(Painted):
    """`swapped` asks to exchange both views; the rest goes to the store. Where all does not fit, hover says it."""

    swapped = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "compareBar", "Comparison", parent)
        self._runs: tuple[Sequence[Run], Sequence[Run]] = ([Run(WAITING, "ink3")], [])
        self.ways = Segments(WAYS, self.theme, parent=self)
        self.ways.setObjectName("comparisonSwitch")
        self.ways.setAccessibleName("How both views are shown")
        self.ways.chosen.connect(lambda way: store.update(comparison=way))
        self.swap = self._button("Swap", "swapButton", "Pin this view, and go to the pinned one")
        self.swap.clicked.connect(self.swapped)
        self.unpin = self._button("Unpin", "unpinButton", "End the comparison (Ctrl+Shift+D)")
        self.unpin.clicked.connect(lambda: store.update(pinned=None))
        self.set_compact(False)

    @property
    def says(self) -> str:
        """The whole sentence."""
        return "".join(map(text_of, self._runs))

    def show_compared(self, compared: Compared | None, scene: Scene) -> None:
        """Say what is compared as the scene wants it; None: its numbers are still to come."""
        self._runs = ([Run(WAITING, "ink3")], []) if compared is None else sentence_of(compared)
        self.swap.setEnabled(compared is not None and pin(scene) != scene.pinned)  # two alike would stay as they are
        reason = compared.reason if compared else ""
        self.ways.set_disabled("difference", reason)
        self.ways.set_value("beside" if reason else scene.comparison)
        self.setAccessibleDescription(self.says)
        self.update()

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.setFixedHeight(HEIGHT[compact])
        self._place()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.ways, self.swap, self.unpin):
            part.apply_theme(new)

    def sizeHint(self) -> QSize:
        return QSize(1280, HEIGHT[self.compact])

    def draw(self, painter: QPainter) -> None:
        painter.fillRect(0, self.height() - 1, self.width(), 1, self.theme["line"])
        room = self._room()
        runs = self._fitting(room.width())
        if width_of(runs, "body") <= room.width():
            put_runs(painter, room, runs, "body", self.theme)
        else:
            put(painter, room, text_of(runs), font("body"), self.theme["ink2"], Qt.AlignmentFlag.AlignLeft)

    def tip_at(self, x: int, y: int) -> str:
        room = self._room()
        whole = [*self._runs[0], *self._runs[1]]
        return breakable(self.says) if room.contains(x, y) and width_of(whole, "body") > room.width() else ""

    def focus_rect(self) -> QRect | None:
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _fitting(self, width: int) -> list[Run]:
        """The whole sentence, or what is most important of it."""
        whole = [*self._runs[0], *self._runs[1]]
        return whole if width_of(whole, "body") <= width else list(self._runs[0])

    def _room(self) -> QRect:
        end = self.ways.x() + RING - 2 * PADDING
        return QRect(PADDING, 0, end - PADDING, self.height() - 1)

    def _button(self, words: str, name: str, tip: str) -> TextButton:
        made = TextButton(words, parent=self)
        made.setObjectName(name)
        made.setToolTip(tip)
        made.setAccessibleDescription(tip)
        return made

    def _place(self) -> None:
        right = self.width() - PADDING + RING
        for part in (self.unpin, self.swap, self.ways):
            size = part.sizeHint()
            part.setGeometry(
                right - size.width(), (self.height() - 1 - size.height()) // 2, size.width(), size.height()
            )
            right -= size.width() - 2 * RING + (GAP if part is not self.swap else PADDING)
