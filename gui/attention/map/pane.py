"""The pane of the attention map: its title, the stage switch, and the map."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.compare.pinned import pin
from engine.shown.view import View
from gui.attention.map.heatmap import Heatmap
from gui.attention.map.stages import StageSwitch
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.buttons import ICON, RING, IconButton
from gui.parts.pane import Pane
from gui.store import Store

TITLE: Final = "Attention map"
PADDING: Final = (12, 16)
HEAD: Final = 28
LEAST: Final = (340, 200)
BESIDE: Final = 300  # the least width beside another map
PIN: Final = "Pin this view, to look at others beside it (Ctrl+D)"
UNPIN: Final = "This view is pinned: let it go (Ctrl+Shift+D)"
AFTER_TITLE: Final = 2  # px to the pin


class MapPane(Pane):
    """Passes views on to its parts. A window below 800 px of height leaves the title out.

    `title` says what the map is; another map may take the place of the heatmap (`put_in_place`). Without `pinning`
    there is no pin: nothing beside it could show another view.
    """

    def __init__(self, store: Store, parent: QWidget | None = None, pinning: bool = True) -> None:
        super().__init__(store, "mapPane", TITLE, parent)
        self.pin = IconButton("pin", "Pin this view", self)
        self.stages = StageSwitch(store, self)
        self.heatmap = Heatmap(store, self)
        self.title = TITLE
        self._titled = True
        self._other: QWidget | None = None
        self.pin.setVisible(pinning)
        self.pin.setObjectName("pinButton")
        self.pin.setToolTip(PIN)
        self.pin.clicked.connect(self.pin_view)
        self.setMinimumSize(*LEAST)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._place()

    def show_view(self, view: View) -> None:
        self.view = view
        held = view.scene.pinned == pin(view.scene)
        self.pin.setToolTip(UNPIN if held else PIN)
        self.pin.setAccessibleName("Unpin this view" if held else "Pin this view")
        self.stages.show_view(view)
        self.heatmap.show_view(view)

    def pin_view(self) -> None:
        """Hold this view still, to compare others with it; the one that is held already let go."""
        now = pin(self.store.scene)
        self.store.update(pinned=None if now == self.store.scene.pinned else now)

    def set_title(self, title: str) -> None:
        """Say what the map is."""
        self.title = title
        self._place()
        self.update()

    def put_in_place(self, other: QWidget | None) -> None:
        """Show another map in place of the heatmap; None brings that back."""
        before, after = self._other or self.heatmap, other or self.heatmap
        self._other = other
        self._place()
        if after is not before:
            focused = before.hasFocus()
            after.show()
            before.hide()
            if focused:
                after.setFocus()

    def show_empty(self) -> None:
        """There is no text."""
        self.heatmap.show_empty()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.stages.apply_theme(new)
        self.pin.apply_theme(new)
        self.heatmap.apply_theme(new)

    def draw(self, painter: QPainter) -> None:
        if self._titled:
            title = QRect(PADDING[1], PADDING[0], self.pin.x() + RING - PADDING[1], HEAD)
            put(painter, title, self.title, font("pane_title"), self.theme["ink"], Qt.AlignmentFlag.AlignLeft)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """The title, the pin behind it, and the stages at the right; without a title the pin and the stages."""
        top, pin = PADDING[0] - RING, 0 if self.pin.isHidden() else self.pin.sizeHint().width()
        room = self.width() - 2 * (PADDING[1] - RING) - pin
        title = text_width(self.title, font("pane_title")) + AFTER_TITLE
        self._titled = (not self.compact or self.title != TITLE) and self._fits(room - title)
        if not self._titled:
            self.stages.fit(room)
        size = self.stages.sizeHint()
        left = PADDING[1] - RING + (title if self._titled else (ICON - HEAD) // 2 * bool(pin))
        self.pin.move(left, top)
        right = self.width() - PADDING[1] - size.width() + RING
        self.stages.setGeometry(
            max(right, left + pin) if self._titled else left + pin, top, size.width(), size.height()
        )
        below = PADDING[0] + HEAD
        for part in (self.heatmap, self._other):
            if part is not None:
                part.setGeometry(0, below, self.width(), self.height() - below)
                part.lower()

    def _fits(self, room: int) -> bool:
        self.stages.fit(room)
        return self.stages.sizeHint().width() <= room
