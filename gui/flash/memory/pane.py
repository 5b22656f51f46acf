"""The memory hierarchy: the matrices in HBM, what moves, and what lies in SRAM now."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.hardware.memory import held
from gui.flash.memory.cards import L, R, draw_arrow
from gui.flash.memory.hbm import Tip, draw_hbm
from gui.flash.memory.sram import draw_sram
from gui.flash.pane import FlashPane
from gui.flash.units import in_bytes
from gui.look.drawing import put, text_width
from gui.look.plain import tip
from gui.look.theme import font
from gui.store import Store

LEFT: Final = 16
TITLE: Final = 22
HBM: Final = (46, 92)  # top and height of a card
ARROWS: Final = 42  # between the cards
SRAM: Final = 98
TALL: Final = HBM[0] + HBM[1] + ARROWS + SRAM + 8
ROOMY: Final = 360  # px from which on the arrows stand at the thirds
PLACES: Final = ((0.3, 0.68), (0.02, 0.52))  # of the arrows, and where it is narrow


class MemoryPane(FlashPane):
    """Two cards, HBM and SRAM, with what has moved between them."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "memory", "Memory: HBM and SRAM", parent)
        self._tips: list[Tip] = []

    def sizeHint(self) -> QSize:
        return QSize(416, TALL)

    def minimumSizeHint(self) -> QSize:
        return QSize(330, TALL)

    @property
    def hbm(self) -> QRect:
        """The card of the large memory."""
        return QRect(LEFT, HBM[0], self.width() - 2 * LEFT, HBM[1])

    @property
    def sram(self) -> QRect:
        """The card of the small one."""
        return QRect(LEFT, HBM[0] + HBM[1] + ARROWS, self.width() - 2 * LEFT, SRAM)

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        read, written = in_bytes(view.totals.read), in_bytes(view.totals.written)
        blocks = ", ".join(f"{part.name} {part.bytes:,} B" for part in view.resident) or "nothing"
        self.setAccessibleDescription(
            f"Read {read}, written {written} so far; in SRAM {blocks}, {in_bytes(view.sram_used)} of "
            f"{in_bytes(view.sram_size)}; in HBM {in_bytes(sum(held(view.schedule).values()))}"
        )

    def tip_at(self, x: int, y: int) -> str:
        return next((tip(words) for box, words in self._tips if box.contains(x, y)), "")

    def draw(self, painter: QPainter) -> None:
        line = QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT, 20)
        put(painter, line, "Memory", font("pane_title"), self.theme["ink"], L)
        view, self._tips = self.view, []
        if view is None:
            return
        put(painter, line, f"this step moves {in_bytes(view.moved)}", font("caption"), self.theme["ink3"], R)
        self._tips.append((line, f"The newest step reads or writes {view.moved:,} bytes of HBM"))
        self._tips += draw_hbm(painter, self.hbm, self.theme, view)
        self._draw_arrows(painter, view)
        self._tips += draw_sram(painter, self.sram, self.theme, view)

    def _draw_arrows(self, painter: QPainter, view: FlashView) -> None:
        top, step = HBM[0] + HBM[1] + 6, view.step
        width, face = self.width() - 2 * LEFT, font("caption")
        for place, (words, after, total, now) in zip(
            PLACES[width < ROOMY],
            (
                ("read", " so far", view.totals.read, step.read if step else 0),
                ("written", "", view.totals.written, step.written if step else 0),
            ),
            strict=True,
        ):
            x, down = LEFT + round(place * width), words == "read"
            draw_arrow(painter, x, top, down, self.theme["ink" if now else "line_strong"])
            text = f"{words} {in_bytes(total)}{after}"
            box = QRect(x + 10, top + 5, text_width(text, face) + 2, 20)
            put(painter, box, text, face, self.theme["ink" if now else "ink2"], L)
            self._tips.append((box, f"{total:,} bytes {'read from' if down else 'written to'} HBM so far"))
