"""The curves themselves: pyqtgraph, styled by hand. Coordinates are powers of two across and shares upwards."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from engine.shown.saturation import Curves, Saturation
from gui.attention.scale.all_rows import QUIET
from gui.attention.scale.axis import ScaleAxis
from gui.look.drawing import mix
from gui.look.theme import Theme

EDGE: Final = 6  # pixels above the line of 100 % and below the line of 0 %: half a dot
LINE: Final = 2
DOT: Final = 7
RIM: Final = 1.5  # of the background, around a dot
MEANS: Final = (
    ("largest", "ink2", Qt.PenStyle.DotLine),
    ("gradient", "ink3", Qt.PenStyle.SolidLine),
    ("entropy", "bar", Qt.PenStyle.SolidLine),
)


class ScalePlot:
    """The curves of a row, with a dot on each at the handle's scale; behind them, thin, the means over all rows.

    Setting equal curves, or moving, touches nothing else.
    """

    def __init__(self, parent: QWidget) -> None:
        import pyqtgraph  # 0.3 s: whoever makes a plot has imported it on a thread before

        self._library: Any = pyqtgraph
        self._behind = parent
        self._shown: Saturation | None = None
        self._moved: tuple[float, Saturation] | None = None
        self.widget: Any = pyqtgraph.GraphicsView(parent, background=None)
        self.widget.setFrameShape(QFrame.Shape.NoFrame)
        self.widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.widget.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.widget.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)  # with the next line: the grid shows through
        self.widget.viewport().setAutoFillBackground(False)
        # The grid is painted with the curves anyway: two requests for one place would be two paintings.
        self.widget.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self._box: Any = pyqtgraph.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._box.disableAutoRange()
        self.widget.setCentralItem(self._box)
        self._gradient = pyqtgraph.PlotCurveItem(antialias=True, skipFiniteCheck=True)
        self._entropy = pyqtgraph.PlotCurveItem(antialias=True, skipFiniteCheck=True)
        self._largest = pyqtgraph.PlotCurveItem(antialias=True, skipFiniteCheck=True)
        self._means = [pyqtgraph.PlotCurveItem(antialias=True, skipFiniteCheck=True) for _ in MEANS]
        self._shown_means: Curves | None = None
        self._dots = pyqtgraph.ScatterPlotItem(size=DOT + RIM, pxMode=True, antialias=True, useCache=False)
        for item in (*self._means, self._largest, self._gradient, self._entropy, self._dots):
            self._box.addItem(item, ignoreBounds=True)
        self.widget.hide()

    def paint(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        pen, brush = self._library.mkPen, self._library.mkBrush
        width = LINE * self.widget.devicePixelRatioF()  # pyqtgraph's pens count device pixels
        self._entropy.setPen(pen(theme["bar"], width=width))
        self._gradient.setPen(pen(theme["ink3"], width=width))
        dots = Qt.PenStyle.DotLine
        self._largest.setPen(pen(theme["ink2"], width=width, style=dots))
        for (_, role, style), item in zip(MEANS, self._means, strict=True):
            thin = mix(theme[role], theme["surface"], QUIET)
            item.setPen(pen(thin, width=self.widget.devicePixelRatioF(), style=style))
        self._brushes = [brush(theme[role]) for role in ("ink3", "bar", "ink2")]
        self._dots.setPen(pen(theme["surface"], width=RIM))
        if self._moved is not None:
            (scale, _), self._moved = self._moved, None
            self.move(scale)
        self._behind.update()

    def fit(self, width: int, height: int) -> None:
        """Fill the pane: the axis runs as the slider's, 0 and 100 % stand EDGE pixels from the edges."""
        self.widget.setGeometry(0, 0, width, height)
        axis, margin = ScaleAxis(width), (EDGE + 0.5) / max(1, height - 2 * EDGE - 1)
        across = (axis.exponent(0), axis.exponent(width))
        self._box.setRange(xRange=across, yRange=(-margin, 1 + margin), padding=0)
        self._behind.update()

    def set_curves(self, curves: Saturation | None) -> None:
        """Draw the curves of a view; None hides the plot."""
        self.widget.setVisible(curves is not None)
        if curves is not None and not _alike(curves, self._shown):
            x = np.log2(curves.divisors)
            self._entropy.setData(x, curves.entropy)
            self._largest.setData(x, curves.largest)
            self._gradient.setData(x if curves.gradient is not None else [], _known(curves.gradient))
            self._shown = curves
            self._behind.update()

    def set_means(self, curves: Curves | None) -> None:
        """Draw the means over all rows; None takes them away."""
        if curves is not self._shown_means:
            self._shown_means = curves
            for (name, _, _), item in zip(MEANS, self._means, strict=True):
                y = None if curves is None else getattr(curves, name)
                item.setData([] if y is None or curves is None else np.log2(curves.divisors), _known(y))
            self._behind.update()

    def means(self) -> dict[str, list[tuple[float, float]]]:
        """The points of the thin lines that are drawn: powers of two and shares."""
        found = {}
        for (name, _, _), item in zip(MEANS, self._means, strict=True):
            x, y = item.getData()
            if x is not None and len(x):
                found[name] = list(zip(x.tolist(), y.tolist(), strict=True))
        return found

    def move(self, scale: float) -> None:
        """Put the dots where the handle's line crosses the curves."""
        at = math.log2(scale)
        if self._shown is not None and (scale, self._shown) != self._moved:
            self._moved = scale, self._shown
            x = np.log2(self._shown.divisors)
            curves = [y for y in (self._shown.gradient, self._shown.entropy, self._shown.largest) if y is not None]
            heights = [float(np.interp(at, x, y)) for y in curves]
            brushes = self._brushes[-len(heights) :]
            known = [(y, brush) for y, brush in zip(heights, brushes, strict=True) if math.isfinite(y)]
            self._dots.setData([at] * len(known), [y for y, _ in known], brush=[brush for _, brush in known])
            self._behind.update()

    def dots(self) -> list[tuple[float, float]]:
        """Where the dots stand: power of two and share, of gradient (where there is one), entropy, largest weight."""
        x, y = self._dots.getData()
        return [(float(a), float(b)) for a, b in zip(x, y, strict=True)]

    def pixel(self, scale: float, share: float) -> QPointF:
        """Where the plot itself draws a point, in pixels of the pane."""
        place: QPointF = self._box.mapViewToScene(QPointF(math.log2(scale), share))
        return place


def _alike(a: Saturation, b: Saturation | None) -> bool:
    if b is None or not np.array_equal(a.entropy, b.entropy):
        return False
    return np.array_equal(_known(a.gradient), _known(b.gradient))


def _known(curve: NDArray[Any] | None) -> NDArray[Any]:
    """The curve; no points where there is none."""
    return np.zeros(0) if curve is None else curve
