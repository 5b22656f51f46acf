"""The memory hierarchy: the matrices in HBM, what moves, and what lies in SRAM now."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from engine.flash.chip import Resident
from engine.flash.devices import device_of
from engine.flash.view import FlashView, Strip
from gui.drawing import put, text_width
from gui.flash.memory.blocks import Boxes, chip_boxes, fill, ink, letter_of
from gui.flash.pane import FlashPane
from gui.flash.units import in_bytes, in_unit, unit_of
from gui.plain import breakable
from gui.store import Store
from gui.theme import Theme, font

LEFT: Final = 16
TITLE: Final = 22
HBM: Final = (46, 92)  # top and height of a card
ARROWS: Final = 42  # between the cards
SRAM: Final = 98
TALL: Final = HBM[0] + HBM[1] + ARROWS + SRAM + 8
INSET: Final = 12
SHOWN: Final = 4  # matrices in the HBM card, side by side
LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


class MemoryPane(FlashPane):
    """Two cards, HBM and SRAM, with what has moved between them."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "memory", "Memory: HBM and SRAM", parent)
        self._tips: list[tuple[QRect, str]] = []

    def sizeHint(self) -> QSize:
        return QSize(416, TALL)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, TALL)

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        read, written = in_bytes(view.totals.read), in_bytes(view.totals.written)
        blocks = ", ".join(f"{part.name} {part.bytes:,} B" for part in view.resident) or "nothing"
        self.setAccessibleDescription(
            f"Read {read}, written {written} so far; in SRAM {blocks}, {in_bytes(view.sram_used)} of "
            f"{in_bytes(view.sram_size)}"
        )

    def tip_at(self, x: int, y: int) -> str:
        return next((breakable(tip) for box, tip in self._tips if box.contains(x, y)), "")

    def draw(self, painter: QPainter) -> None:
        face = font("pane_title")
        line = QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT, 20)
        put(painter, line, "Memory", face, self.theme["ink"], L)
        view, self._tips = self.view, []
        if view is None:
            return
        put(painter, line, f"this step moves {in_bytes(view.moved)}", font("caption"), self.theme["ink3"], R)
        self._tips.append((line, f"The newest step reads or writes {view.moved:,} bytes of HBM"))
        self._draw_hbm(painter, view)
        self._draw_arrows(painter, view)
        self._draw_sram(painter, view)

    def _draw_hbm(self, painter: QPainter, view: FlashView) -> None:
        card = QRect(LEFT, HBM[0], self.width() - 2 * LEFT, HBM[1])
        _card(painter, card, self.theme, "sunken", "line")
        strips = view.strips[:SHOWN] if len(view.strips) <= SHOWN else _telling(view.strips)
        alike = len({strip.bytes for strip in strips}) == 1
        right = f"{len(strips)} × {in_bytes(strips[0].bytes)}" if alike else in_bytes(sum(s.bytes for s in view.strips))
        _heading(painter, card, "HBM", "large, far away", right, self.theme)
        total = sum(strip.bytes for strip in view.strips)
        held = "; ".join(f"{s.letter} {s.tokens:,} × {s.width}, {s.bytes:,} B" for s in view.strips)
        self._tips.append((QRect(card.left(), card.top(), card.width(), 26), f"{total:,} bytes of one head: {held}"))
        wide = (card.width() - 2 * INSET + 14) // len(strips)
        for number, strip in enumerate(strips):
            area = QRect(card.left() + INSET + number * wide, card.top() + 32, wide - 14, 26)
            Boxes.of(strip, area).draw(painter, self.theme, strip.letter)
            name = QRect(area.left(), area.bottom() + 6, area.width() + 12, 16)
            put(painter, name, strip.letter, font("caption", 600), ink(self.theme, strip.letter), L)
            name.setLeft(name.left() + text_width(strip.letter, font("caption", 600)) + 5)
            put(painter, name, _state(strip, "stored"), font("axis"), self.theme["ink2"], L)
            self._tips.append((QRect(area.left(), area.top(), wide, 52), _told(strip)))

    def _draw_arrows(self, painter: QPainter, view: FlashView) -> None:
        top = HBM[0] + HBM[1] + 6
        middle, face = top + 15, font("caption")
        read, written = f"read {in_bytes(view.totals.read)} so far", f"written {in_bytes(view.totals.written)}"
        step = view.step
        x = LEFT + (self.width() - 2 * LEFT) // 3 - 4
        for text, down, moves in (
            (read, True, step is not None and step.read > 0),
            (written, False, step is not None and step.written > 0),
        ):
            _arrow(painter, x, top, down, self.theme["ink" if moves else "line_strong"])
            box = QRect(x + 10, middle - 10, text_width(text, face) + 2, 20)
            put(painter, box, text, face, self.theme["ink" if moves else "ink2"], L)
            exact = view.totals.read if down else view.totals.written
            self._tips.append((box, f"{exact:,} bytes {'read from' if down else 'written to'} HBM so far"))
            x = box.right() + 30

    def _draw_sram(self, painter: QPainter, view: FlashView) -> None:
        card = QRect(LEFT, HBM[0] + HBM[1] + ARROWS, self.width() - 2 * LEFT, SRAM)
        _card(painter, card, self.theme, "surface", "ink", 1.5)
        size, _ = unit_of(view.sram_size)
        used = in_unit(view.sram_used, size) if view.sram_used >= size / 10 else in_bytes(view.sram_used)
        full = view.sram_used > view.sram_size
        right = f"{used} of {in_bytes(view.sram_size)}"
        _heading(painter, card, "SRAM", "small, close to the arithmetic", right, self.theme, "error" if full else "ink")
        device = device_of(view.scene.device)
        says = "more than one multiprocessor has: real tiles must be smaller" if full else "of one multiprocessor"
        tip = (
            f"{view.sram_used:,} of {view.sram_size:,} bytes, {says} ({device.title}). "
            "S, O and m, l count 4 bytes a number."
        )
        self._tips.append((QRect(card.left(), card.top(), card.width(), 26), tip))
        area = QRect(card.left() + INSET, card.top() + 33, card.width() - 2 * INSET, 24)
        if not view.resident:
            put(painter, area, "empty", font("caption"), self.theme["ink3"], L)
        for part, box in zip(view.resident, chip_boxes(view.resident, area), strict=True):
            self._draw_part(painter, part, box, area)

    def _draw_part(self, painter: QPainter, part: Resident, box: QRectF, area: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme["line_strong"] if part.name == "m,l" else fill(self.theme, part.name))
        painter.drawRoundedRect(box, 3, 3)
        name = part.name
        name = (
            f"{name}{str(part.block).translate(LOWERED)}"
            if letter_of(part.name) in "QKV"
            else "Õ"
            if name == "O"
            else name
        )
        at, last = box.toRect(), box.right() >= area.right() - 2
        for row, (text, face, colour) in enumerate(
            (
                (name, font("caption", 600), ink(self.theme, part.name)),
                (in_bytes(part.bytes), font("axis"), self.theme["ink2"]),
            )
        ):
            wide = max(text_width(text, face) + 2, at.width())
            left = at.right() + 1 - wide if last else at.left()
            if last or wide <= at.width() + 4:
                put(painter, QRect(left, area.bottom() + 4 + 15 * row, wide, 16), text, face, colour, R if last else L)
        self._tips.append((at, f"{part.name} block {part.block}: {part.bytes:,} bytes in SRAM"))


def _telling(strips: tuple[Strip, ...]) -> tuple[Strip, ...]:
    """The matrices that there is room for: Q, K, V and the newest result, or the gradients where there are some."""
    gradients = tuple(strip for strip in strips if strip.letter.startswith("d"))
    return gradients[:SHOWN] if len(gradients) >= SHOWN else (*strips[:3], strips[-1])


def _state(strip: Strip, verb: str) -> str:
    if strip.letter in ("Q", "K", "V") or strip.held >= strip.blocks:
        return f"block {strip.active}" if strip.active is not None else f"{strip.blocks:,} blocks"
    return f"{strip.held:,} of {strip.blocks:,} {verb}"


def _told(strip: Strip) -> str:
    where = f"block {strip.active} lies in SRAM too" if strip.active is not None else "none of it lies in SRAM now"
    return (
        f"{strip.letter}: {strip.tokens:,} rows of {strip.width} numbers, {strip.bytes:,} bytes, in {strip.blocks:,} "
        f"blocks of {strip.block} rows; {strip.held:,} hold something, {where}"
    )


def _card(painter: QPainter, box: QRect, theme: Theme, inside: str, edge: str, width: float = 1) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme[edge], width))
    painter.setBrush(theme[inside])
    half = width / 2
    painter.drawRoundedRect(QRectF(box).adjusted(half, half, -half, -half), 6, 6)


def _heading(
    painter: QPainter, card: QRect, name: str, says: str, right: str, theme: Theme, role: str = "ink2"
) -> None:
    line = QRect(card.left() + INSET, card.top() + 7, card.width() - 2 * INSET, 18)
    put(painter, line, name, font("caption", 600), theme["ink"], L)
    put(painter, line, right, font("caption", 500), theme[role], R)
    line.setLeft(line.left() + text_width(name, font("caption", 600)) + 8)
    line.setRight(line.right() - text_width(right, font("caption", 500)) - 8)
    put(painter, line, says, font("caption"), theme["ink3"], L)


def _arrow(painter: QPainter, x: int, top: int, down: bool, colour: QColor) -> None:
    painter.setPen(QPen(colour, 1.5))
    painter.drawLine(QPointF(x, top + 2), QPointF(x, top + 27))
    tip, back = (top + 29, top + 23) if down else (top, top + 6)
    painter.setBrush(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygonF([QPointF(x - 4, back), QPointF(x + 4, back), QPointF(x, tip)]))
