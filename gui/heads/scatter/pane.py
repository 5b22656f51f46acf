"""Two measures against each other, a dot for each head."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.heads.patterns import PATTERNS
from engine.heads.view import HeadsView
from gui.heads.dots import Dots, draw_dots, draw_rings, matches_of, place_at
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Place, Pointed
from gui.heads.still import Still
from gui.heads.words import exact, joined, name_of, open_place
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font
from gui.parts.menu import Row
from gui.parts.picker import Picker
from gui.parts.plot_axis import PlotAxis, even_ticks, even_top
from gui.store import Store

PADDING: Final = 16
TITLE: Final = 24
PICKERS: Final = 40
TOP: Final = 84
LEFT: Final = 46
FOOT: Final = 38
DOT: Final = 3.5
NAME: Final = 14  # px of the height of a name
RING: Final = DOT + 4
STEPS: Final = 5  # of an axis at most
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


class ScatterPane(HeadsPane):
    """Pickers for what goes up and across, and the plot; a click opens a head."""

    def __init__(self, store: Store, pointed: Pointed, parent: QWidget | None = None) -> None:
        super().__init__(store, "headsScatter", "Two measures", parent)
        self.pointed = pointed
        self._still = Still()
        self._followed: tuple[str, str] | None = None
        self.up, self.across = Picker("Up", self, "↑"), Picker("Across", self, "→")
        self.up.setObjectName("upPicker")
        self.across.setObjectName("acrossPicker")
        self.up.chosen.connect(lambda name: store.update(up=name))
        self.across.chosen.connect(lambda name: store.update(across=name))
        pointed.changed.connect(self.update)
        self.follow()

    def sizeHint(self) -> QSize:
        return QSize(344, 330)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 190)

    def follow(self) -> None:
        """Show the scene's choices."""
        chosen = self.store.scene.up, self.store.scene.across
        if chosen == self._followed:
            return
        self._followed = chosen
        rows = [Row(name, pattern.title, tip=pattern.idea) for name, pattern in PATTERNS.items()]
        self.up.show_rows(rows, self.store.scene.up)
        self.across.show_rows(rows, self.store.scene.across)
        self._fit()

    def show_view(self, view: HeadsView) -> None:
        super().show_view(view)
        self.setAccessibleDescription(f"{PATTERNS[view.scene.up].title} against {PATTERNS[view.scene.across].title}")

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for picker in (self.up, self.across):
            picker.apply_theme(new)

    def tip_at(self, x: int, y: int) -> str:
        view, place = self.view, self._place_at(QPoint(x, y))
        if view is None or place is None:
            return ""
        names = (view.scene.up, view.scene.across)
        return joined([name_of(*place), *(exact(PATTERNS[name], float(view.scores[name][place])) for name in names)])

    def draw(self, painter: QPainter) -> None:
        title = QRect(PADDING, TITLE - 10, self.width() - 2 * PADDING, 20)
        put(painter, title, "Two measures", font("pane_title"), self.theme["ink"], L)
        view = self.view
        if view is None:
            return
        missing = next((view.missing[n] for n in (view.scene.up, view.scene.across) if n in view.missing), "")
        if missing:
            painter.setFont(font("caption"))
            painter.setPen(self.theme["ink3"])
            box = QRect(PADDING, TOP, self.width() - 2 * PADDING, 60)
            painter.drawText(box, Qt.TextFlag.TextWordWrap | L, missing)
            return
        across, up = self._axes(view)
        dots, matches = self._dots(view), matches_of(view)
        names = (view.scene.up, view.scene.across)
        made_for = (*names, *(view.scores[name] for name in names), matches.tobytes(), self.theme)

        def paint(into: QPainter) -> None:
            self._draw_axes(into, view, across, up)
            draw_dots(into, self.theme, dots, ((~matches, "control_border", DOT), (matches, "bar", DOT)))

        self._still.draw(painter, self.size(), made_for, paint)
        self._draw_rings(painter, view, dots)

    def _draw_axes(self, painter: QPainter, view: HeadsView, across: PlotAxis, up: PlotAxis) -> None:
        theme, face = self.theme, font("axis")
        for number in even_ticks(up.high, STEPS):
            y = round(up.at(number))
            painter.fillRect(LEFT, y, round(across.end) - LEFT, 1, theme["line"])
            put(painter, QRect(0, y - 8, LEFT - 7, 16), f"{number:g}", face, theme["ink3"], R)
        for number in even_ticks(across.high, STEPS):
            x = round(across.at(number))
            box = QRect(x - 20, round(up.start) + 4, 41, 16)
            put(painter, box, f"{number:g}", face, theme["ink3"], C)
        pattern = PATTERNS[view.scene.across]
        unit = "" if pattern.unit == "share" else f", {pattern.unit}"
        below = QRect(LEFT, round(up.start) + 19, round(across.end) - LEFT, 16)
        put(painter, below, f"{pattern.title.lower()}{unit}", face, theme["ink3"], C)

    def _draw_rings(self, painter: QPainter, view: HeadsView, dots: Dots) -> None:
        """Around the open head and the one under the pointer, each with its name."""
        places, face = (open_place(self.store.scene), self.pointed.place), font("axis", 600)
        for at in draw_rings(painter, self.theme, view, dots, *places, RING):
            name = name_of(*divmod(at, view.matching.shape[1]))
            put(painter, self.name_box(dots, at, text_width(name, face) + 2), name, face, self.theme["ink"], C)

    def name_box(self, dots: Dots, at: int, wide: int) -> QRect:
        """Where the name of a head stands: right of its ring, or left, above, below, where it hides fewer dots."""
        x, y = (round(number) for number in dots[at])
        away = round(RING) + 3
        right = QRect(x + away, y - NAME // 2, wide, NAME)
        above = QRect(x - wide // 2, y - away - NAME + 2, wide, NAME)
        left, below = right.translated(-wide - 2 * away, 0), above.translated(0, NAME + 2 * away - 4)
        room = QRect(LEFT, TOP - 8, self.width() - LEFT - 4, self.height() - FOOT - TOP + 16)
        places = [box for box in (right, left, above, below) if room.contains(box)] or [right]
        return min(places, key=lambda box: _covered(box, dots))

    def _fit(self) -> None:
        """Both pickers have their whole labels, or both an arrow."""
        whole = self.up.whole() and self.across.whole()
        for picker in (self.up, self.across):
            picker.shorten(not whole)

    def _axes(self, view: HeadsView) -> tuple[PlotAxis, PlotAxis]:
        tops = [_top(view, name) for name in (view.scene.across, view.scene.up)]
        bottom = self.height() - FOOT
        return PlotAxis(0, tops[0], LEFT, self.width() - PADDING - 12), PlotAxis(0, tops[1], bottom, TOP + 6)

    def _dots(self, view: HeadsView) -> Dots:
        across, up = self._axes(view)
        x, y = (view.scores[name].ravel() for name in (view.scene.across, view.scene.up))
        wide, tall = across.end - across.start, up.end - up.start
        return np.stack([across.start + x / across.high * wide, up.start + y / up.high * tall], axis=1)

    def _place_at(self, point: QPoint) -> Place | None:
        view = self.view
        if view is None or {view.scene.up, view.scene.across} & set(view.missing):
            return None
        return place_at(view, self._dots(view), point)

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        x = PADDING - 4
        for picker in (self.up, self.across):
            hint = picker.sizeHint()
            wide = min(hint.width(), (self.width() - 2 * PADDING + 8) // 2)
            picker.setGeometry(x, PICKERS, wide, hint.height())
            x += wide
        self._fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if place else Qt.CursorShape.ArrowCursor)
        self.pointed.point(place)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self.open_head(place)


def _top(view: HeadsView, name: str) -> float:
    """Where the axis of a measure ends: shares at 1."""
    if PATTERNS[name].unit == "share":
        return 1.0
    scores = view.scores[name]
    return even_top(float(np.max(scores, initial=0, where=np.isfinite(scores))), STEPS)


def _covered(box: QRect, dots: Dots) -> int:
    """How many dots a box hides, in part too."""
    near = (dots[:, 0] > box.left() - DOT) & (dots[:, 0] < box.right() + 1 + DOT)
    return int((near & (dots[:, 1] > box.top() - DOT) & (dots[:, 1] < box.bottom() + 1 + DOT)).sum())
