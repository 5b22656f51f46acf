"""The memory hierarchy: the matrices in HBM, what moves, and what lies in SRAM now."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.hardware.memory import held
from gui.flash.memory.cards import L, R, draw_arrow
from gui.flash.memory.hbm import draw_hbm, hbm_pieces, hbm_tips
from gui.flash.memory.sram import draw_sram, sram_tips
from gui.flash.pane import FlashPane, Piece
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

    def pieces(self) -> dict[str, Piece]:
        view = self.view
        if view is None:
            return {}
        return {
            "title": (self._title(), in_bytes(view.moved)),
            **hbm_pieces(self.hbm, view),
            "arrows": (QRect(0, HBM[0] + HBM[1], self.width(), ARROWS), self._arrows(view)),
            "SRAM": (self.sram, (view.resident, view.sram_size, view.schedule.algorithm, view.schedule.direction)),
        }

    def tip_at(self, x: int, y: int) -> str:
        view = self.view
        if view is None:
            return ""
        moved = (self._title(), f"The newest step reads or writes {view.moved:,} bytes of HBM")
        tips = [moved, *hbm_tips(self.hbm, view), *sram_tips(self.sram, view)]
        for words, box in self._amounts(view):
            total, way = (view.totals.read, "read from") if words == "read" else (view.totals.written, "written to")
            tips.append((box, f"{total:,} bytes {way} HBM so far"))
        return next((tip(words) for box, words in tips if box.contains(x, y)), "")

    def draw(self, painter: QPainter) -> None:
        line, view = self._title(), self.view
        if self.exposed(line):
            put(painter, line, "Memory", font("pane_title"), self.theme["ink"], L)
        if view is None:
            return
        if self.exposed(line):
            put(painter, line, f"this step moves {in_bytes(view.moved)}", font("caption"), self.theme["ink3"], R)
        if self.exposed(self.hbm):
            draw_hbm(painter, self.hbm, self.theme, view, self.exposed)
        self._draw_arrows(painter, view)
        if self.exposed(self.sram):
            draw_sram(painter, self.sram, self.theme, view)

    def _title(self) -> QRect:
        return QRect(LEFT, TITLE - 10, self.width() - 2 * LEFT, 20)

    def _arrows(self, view: FlashView) -> tuple[tuple[str, str, bool], ...]:
        """What the arrows are, what stands beside them, and whether the newest step moves anything there."""
        read, written = (in_bytes(total) for total in (view.totals.read, view.totals.written))
        step = view.step
        return (
            ("read", f"read {read} so far", step is not None and step.read > 0),
            ("written", f"written {written}", step is not None and step.written > 0),
        )

    def _amounts(self, view: FlashView) -> list[tuple[str, QRect]]:
        """Where the words beside the arrows stand."""
        width = self.width() - 2 * LEFT
        return [
            (
                name,
                QRect(
                    LEFT + round(place * width) + 10, HBM[0] + HBM[1] + 11, text_width(text, font("caption")) + 2, 20
                ),
            )
            for place, (name, text, _) in zip(PLACES[width < ROOMY], self._arrows(view), strict=True)
        ]

    def _draw_arrows(self, painter: QPainter, view: FlashView) -> None:
        top = HBM[0] + HBM[1] + 6
        if not self.exposed(QRect(0, top - 6, self.width(), ARROWS)):
            return
        for (name, text, now), (_, box) in zip(self._arrows(view), self._amounts(view), strict=True):
            draw_arrow(painter, box.left() - 10, top, name == "read", self.theme["ink" if now else "line_strong"])
            put(painter, box, text, font("caption"), self.theme["ink" if now else "ink2"], L)
