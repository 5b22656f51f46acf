"""N x N against N: two lines on logarithmic axes, and a handle for the length of the text."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engine.learn.growth import flash_bytes, map_bytes
from engine.scene import Scene
from gui.flash.units import in_bytes
from gui.learn.live.body import Body, Row
from gui.look.drawing import put, text_width
from gui.look.painted import Painted
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

HIGH: Final = 300
PLOT: Final = (72, 60, 150, 44)  # px left, above, right and below
LEAST, MOST = 7, 20  # powers of 2: from 128 tokens to a million
SIZES: Final = ((2**10, "KiB"), (2**20, "MiB"), (2**30, "GiB"), (2**40, "TiB"))
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


class MemoryChart(Painted):
    """A drag or left and right move N, by an eighth of a doubling; with Home and End to the ends."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "memoryChart", "Memory by the length of the text: left and right change it", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.show_scene(store.scene)

    @property
    def tokens(self) -> int:
        """N, the first number of the scene's shape."""
        shape = self.store.scene.shape
        return shape[0] if shape else 8192

    def plot(self) -> QRect:
        """Where the lines are."""
        left, top, right, below = PLOT
        return QRect(left, top, self.width() - left - right, self.height() - top - below)

    def x_of(self, n: float) -> float:
        """Where a length stands."""
        box = self.plot()
        return box.left() + box.width() * (math.log2(n) - LEAST) / (MOST - LEAST)

    def y_of(self, size: float) -> float:
        """Where a number of bytes stands."""
        box, low, high = self.plot(), math.log2(flash_bytes(2**LEAST)), math.log2(map_bytes(2**MOST))
        return box.bottom() - box.height() * (math.log2(size) - low) / (high - low)

    def show_scene(self, scene: Scene) -> None:
        """Follow the scene."""
        n = self.tokens
        self.setAccessibleDescription(
            f"{n:,} tokens: the map {in_bytes(map_bytes(n))}, tiles {in_bytes(flash_bytes(n))}"
        )
        self.update()

    def tip_at(self, x: int, y: int) -> str:
        n = self._at(x)
        return f"{n:,} tokens: {map_bytes(n):,} bytes against {flash_bytes(n):,}" if self.plot().contains(x, y) else ""

    def draw(self, painter: QPainter) -> None:
        theme, box, n = self.theme, self.plot(), self.tokens
        title = QRect(16, 14, self.width() - 32, 20)
        put(painter, title, f"N = {n:,} tokens", words_font("figure"), theme["ink"], L)
        times = map_bytes(n) / flash_bytes(n)
        put(painter, title, f"the map is {times:,.0f} times as large", words_font("caption"), theme["ink3"], R)
        self._draw_axes(painter, box)
        for sizes, role, words in ((map_bytes, "bar", "N × N map"), (flash_bytes, "good", "kept with tiles")):
            ends = [QPointF(self.x_of(2**at), self.y_of(sizes(2**at))) for at in (LEAST, MOST)]
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme[role], 2))
            painter.drawLine(*ends)
            here = QPointF(self.x_of(n), self.y_of(sizes(n)))
            painter.setBrush(theme[role])
            painter.setPen(QPen(theme["surface"], 2))
            painter.drawEllipse(here, 6, 6)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            side = QRect(box.right() + 10, round(ends[1].y()) - 9, PLOT[2] - 12, 18)
            put(painter, side, words, words_font("caption"), theme["ink2"], L)
            self._draw_value(painter, here, in_bytes(sizes(n)), role)

    def _draw_value(self, painter: QPainter, here: QPointF, said: str, role: str) -> None:
        """How much it is at the handle: above the line at its left, below it where there is no room."""
        face = font("caption", 600)
        wide = text_width(said, face) + 1
        left = round(here.x()) - wide - 10
        fits = left >= self.plot().left()
        box = QRect(left if fits else round(here.x()) + 10, round(here.y()) + (-24 if fits else 6), wide, 18)
        put(painter, box, said, face, self.theme[role], L)

    def _draw_axes(self, painter: QPainter, box: QRect) -> None:
        theme = self.theme
        for size, unit in SIZES:
            y = round(self.y_of(size))
            painter.fillRect(box.left(), y, box.width(), 1, theme["line"])
            put(painter, QRect(0, y - 8, box.left() - 8, 16), f"1 {unit}", font("axis"), theme["ink3"], R)
        for at in range(LEAST, MOST + 1):
            if (at - LEAST) % 3 == 0 or at == MOST:
                if at == MOST and (MOST - LEAST) % 3 == 1:
                    continue
                x = round(self.x_of(2**at))
                painter.fillRect(x, box.bottom(), 1, 4, theme["line_strong"])
                put(painter, QRect(x - 50, box.bottom() + 6, 100, 16), f"{2**at:,}", font("axis"), theme["ink3"], C)
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, theme["line_strong"])
        put(painter, QRect(box.left(), box.bottom() + 22, box.width(), 16), "tokens", font("axis"), theme["ink3"], C)
        painter.setPen(QPen(theme["ink3"], 1, Qt.PenStyle.DotLine))
        here = round(self.x_of(self.tokens))
        painter.drawLine(here, box.top(), here, box.bottom())

    def _at(self, x: float) -> int:
        box = self.plot()
        share = min(max((x - box.left()) / max(box.width(), 1), 0.0), 1.0)
        return round(2 ** (LEAST + share * (MOST - LEAST)))

    def _move(self, n: int) -> None:
        size = self.store.scene.shape[1] if self.store.scene.shape else 64
        self.store.update(shape=(min(max(n, 2**LEAST), 2**MOST), size))

    # Qt's own

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.store.begin_gesture()
        self._move(self._at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move(self._at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.store.end_gesture()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        n = self.tokens
        to = {Qt.Key.Key_Left: n / 2**0.125, Qt.Key.Key_Right: n * 2**0.125}
        to |= {Qt.Key.Key_Home: 2**LEAST, Qt.Key.Key_End: 2**MOST}
        key = Qt.Key(event.key())
        if key in to and not event.modifiers():
            self._move(round(to[key]))
        else:
            super().keyPressEvent(event)


def memory(store: Store) -> Body:
    """The chart alone; it needs no numbers of a model."""
    return Body(store, (Row(HIGH, (MemoryChart(store),)),), fed=False)
