"""Heads as dots of a plot: (L * H, 2) pixels, layer by layer, NaN for a head without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.heads.view import HeadsView
from gui.heads.pointed import Place
from gui.look.theme import Theme

NEAR: Final = 7  # px from a dot to the pointer that is on it
Dots = NDArray[np.float64]
Chosen = NDArray[np.bool_]


def matches_of(view: HeadsView) -> Chosen:
    """(L * H,): which heads the view's filter keeps; none without one."""
    matches: Chosen = view.matching.ravel() & (view.scene.threshold is not None)
    return matches


def place_at(view: HeadsView, dots: Dots, point: QPoint) -> Place | None:
    """The head whose dot is nearest to a point, if it is near."""
    if not len(dots):
        return None
    away = np.hypot(dots[:, 0] - point.x(), dots[:, 1] - point.y())
    away[np.isnan(away)] = np.inf
    nearest = int(np.argmin(away))
    return divmod(nearest, view.matching.shape[1]) if away[nearest] <= NEAR else None


def draw_dots(painter: QPainter, theme: Theme, dots: Dots, layers: Iterable[tuple[Chosen, str, float]]) -> None:
    """Layers of dots, one above the other: which, in what colour, how large (radius)."""
    known = np.isfinite(dots).all(axis=1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for chosen, role, size in layers:
        painter.setBrush(theme[role])
        for x, y in dots[known & chosen].tolist():
            painter.drawEllipse(QPointF(x, y), size, size)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def draw_rings(
    painter: QPainter,
    theme: Theme,
    view: HeadsView,
    dots: Dots,
    opened: Place | None,
    pointed: Place | None,
    size: float,
) -> list[int]:
    """Ink around the open head, indigo around the one under the pointer (radius `size`); which dots have one."""
    ringed = []
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place, role in ((opened, "ink"), (pointed, "focus")):
        at = -1 if place is None else place[0] * view.matching.shape[1] + place[1]
        if 0 <= at < len(dots) and np.isfinite(dots[at]).all():
            painter.setPen(QPen(theme[role], 2))
            painter.drawEllipse(QPointF(*dots[at]), size, size)
            ringed.append(at)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    return ringed
