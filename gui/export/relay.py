"""A device that passes painting on to a vector file, so that clips and images arrive as they are on screen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QPaintDevice, QPaintEngine, QPainter

from gui.export.engine import RelayEngine

DPI: Final = 96
FIXED: Final = 65536  # what Qt counts fractions of a device pixel ratio in
Metric = QPaintDevice.PaintDeviceMetric


class Relay(QPaintDevice):
    """A device of `size` pixels; what is painted on it goes on to `target`.

    QSvgGenerator forgets a clip when the painter's state is restored, and which part of an image was meant; neither
    it nor QPdfWriter knows the clip of a widget inside another. Here every clip is set anew and whole, and images are
    cut before they go on. `ratio` is how many device pixels the widgets that are painted count to a pixel.
    """

    def __init__(self, target: QPainter, size: QSize, ratio: float) -> None:
        super().__init__()
        self._size = size
        self.engine = RelayEngine(target, ratio)

    def paintEngine(self) -> QPaintEngine:
        return self.engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        width, height = self._size.width(), self._size.height()
        known = {
            Metric.PdmWidth: width,
            Metric.PdmHeight: height,
            Metric.PdmWidthMM: round(width * 25.4 / DPI),
            Metric.PdmHeightMM: round(height * 25.4 / DPI),
            Metric.PdmNumColors: 2**24,
            Metric.PdmDepth: 32,
            Metric.PdmDpiX: DPI,
            Metric.PdmDpiY: DPI,
            Metric.PdmPhysicalDpiX: DPI,
            Metric.PdmPhysicalDpiY: DPI,
            Metric.PdmDevicePixelRatio: 1,
            Metric.PdmDevicePixelRatioScaled: FIXED,
        }
        return known.get(metric, 0)
