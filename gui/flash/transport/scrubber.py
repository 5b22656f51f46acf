"""The scrubber: all steps in a line, parted where a row block begins; any of them is one click away."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from gui.flash.pane import FlashPane, Piece
from gui.flash.transport.blocks import Blocks
from gui.flash.transport.keys import play_key
from gui.flash.transport.player import Player
from gui.look.drawing import put
from gui.look.numbers import whole
from gui.look.theme import font
from gui.store import Store

HEIGHT: Final = 52
TRACK: Final = 20  # the middle of the track
THICK: Final = 6
RADIUS: Final = 8
MARGIN: Final = 13  # at both ends, for the handle and its ring
LABEL: Final = 38  # the middle of the labels


class Scrubber(FlashPane):
    """Its handle stands at the scene's step at once. A drag is one gesture; the wheel turns single steps."""

    background = "window"

    def __init__(self, store: Store, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(store, "scrubber", "Steps", parent)
        self.player = player
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(120)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._blocks: Blocks | None = None
        self._grab = 0.0  # from the pointer to the handle's middle while it is dragged
        store.changed.connect(self._follow)

    def value(self) -> int:
        """The steps done, as the scene asks for them."""
        return self.player.step

    def blocks(self) -> Blocks | None:
        """The scale; None before the first frame."""
        if self.view is None:
            return None
        width = self.width() - 2 * MARGIN
        if self._blocks is None or self._blocks.schedule is not self.view.schedule or self._blocks.width != width:
            self._blocks = Blocks(self.view.schedule, MARGIN, width)
        return self._blocks

    def show_view(self, view: FlashView) -> None:
        self.view = view
        self._follow()

    def pieces(self) -> dict[str, Piece]:
        blocks = self.blocks()
        if blocks is None:
            return {}
        x = blocks.x(self.value())
        around = RADIUS + (6 if self.ringed else 2)
        return {
            "blocks": (self.rect(), blocks),
            "labels": (self._line(), blocks.block_at(self.value())),
            "handle": (QRect(round(x) - around, TRACK - around, 2 * around + 1, 2 * around), x),
        }

    def tip_at(self, x: int, y: int) -> str:
        blocks = self.blocks()
        if blocks is None:
            return ""
        step = blocks.step(x)
        return f"Step {whole(step)} of {whole(self.player.last)}, {blocks.name(blocks.block_at(step))}"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        blocks = self.blocks()
        if event.button() != Qt.MouseButton.LeftButton or blocks is None:
            return
        self.player.pause()
        self.store.begin_gesture()
        x = event.position().x()
        away = blocks.x(self.value()) - x
        self._grab = away if abs(away) <= RADIUS else 0.0
        if not self._grab:
            self._drag_to(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag_to(event.position().x() + self._grab)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.store.end_gesture()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.player.go(self.value() + (1 if turned > 0 else -1))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not play_key(event, self.player):
            super().keyPressEvent(event)

    def focus_rect(self) -> QRect | None:
        return None  # the ring is round, about the handle

    def draw(self, painter: QPainter) -> None:
        blocks = self.blocks()
        if blocks is None:
            return
        step = self.value()
        now, handle = blocks.block_at(step), blocks.x(step)
        if self.exposed(self._line()):
            self._draw_labels(painter, blocks, now)
        painted = self._region.boundingRect()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for left, right in blocks.pieces:
            if right < painted.left() or left > painted.right() + 1:
                continue
            piece = QRectF(left, TRACK - THICK / 2, right - left, THICK)
            painter.setBrush(self.theme["pressed"])
            painter.drawRoundedRect(piece, 2, 2)
            if left < handle:
                painter.setBrush(self.theme["ink2"])
                painter.drawRoundedRect(piece.adjusted(0, 0, min(handle - right, 0), 0), 2, 2)
        self._draw_handle(painter, QPointF(handle, TRACK))

    def _line(self) -> QRect:
        """Where the labels are."""
        return QRect(0, LABEL - 8, self.width(), 16)

    def _draw_labels(self, painter: QPainter, blocks: Blocks, now: int) -> None:
        for middle, text, block in blocks.labels(now):
            face = font("axis", 600) if block == now else font("axis")
            role = "key" if text.startswith("key") else "query"
            ink = self.theme[role if block == now else "ink3"]
            box = QRect(round(middle) - 60, LABEL - 8, 121, 16)
            put(painter, box, text, face, ink, Qt.AlignmentFlag.AlignHCenter)

    def _draw_handle(self, painter: QPainter, at: QPointF) -> None:
        painter.setBrush(self.theme["raised"])
        painter.setPen(QPen(self.theme["ink"], 2))
        painter.drawEllipse(at, RADIUS, RADIUS)
        if self.ringed:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme["focus"], 2))
            painter.drawEllipse(at, RADIUS + 4, RADIUS + 4)

    def _drag_to(self, x: float) -> None:
        blocks = self.blocks()
        if blocks is not None:
            self.store.update(step=blocks.step(x))

    def _follow(self) -> None:
        blocks = self.blocks()
        if blocks is not None:
            step = self.value()
            self.setAccessibleDescription(
                f"Step {whole(step)} of {whole(self.player.last)}, {blocks.name(blocks.block_at(step))}"
            )
        self.refresh()
