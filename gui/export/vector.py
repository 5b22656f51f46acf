"""A widget as SVG or PDF: its texts as texts, its lines as lines, maps as images."""

from __future__ import annotations

import re
from typing import Any, Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPoint, QRect, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView, QWidget

from gui.export.relay import DPI, Relay

POINTS: Final = 72  # an inch
FAMILIES: Final = {
    "Inter": "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif",
    "JetBrains Mono": "'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
}
STYLE: Final = '<style>text { font-feature-settings: "tnum"; white-space: pre }</style>'


def svg_of(widget: QWidget, title: str) -> bytes:
    """The widget, shown before, as an SVG file of its size in pixels; `title` says what it is."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # SVG Tiny has no clips
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(QRect(QPoint(0, 0), widget.size()))
    generator.setResolution(DPI)
    generator.setTitle(title)
    generator.setDescription("Made with QKVista")
    with QPainter(generator) as painter:
        _paint(widget, painter)
    text = bytes(buffer.data().data()).decode("utf-8")
    for family, families in FAMILIES.items():
        text = text.replace(f'font-family="{family}"', f'font-family="{families}"')
    size = f'width="{widget.width()}" height="{widget.height()}"'
    text = re.sub(r'width="[\d.]+mm" height="[\d.]+mm"', size, text, count=1)
    return text.replace("<defs>", f"{STYLE}\n<defs>", 1).encode()


def pdf_of(widget: QWidget, title: str) -> bytes:
    """The same as a PDF file of one page, its fonts embedded; a pixel is 1/96 of an inch."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    size = QSizeF(widget.size()) * POINTS / DPI
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator("QKVista")
    with QPainter(writer) as painter:
        _paint(widget, painter)
    return bytes(buffer.data().data())


def _paint(widget: QWidget, painter: QPainter) -> None:
    relay = Relay(painter, widget.size(), widget.devicePixelRatioF())
    items = [item for view in widget.findChildren(QGraphicsView) for item in view.items()]
    plotted: list[Any] = [item for item in items if hasattr(item, "setExportMode")]  # pyqtgraph's
    for item in plotted:
        item.setExportMode(True, {"antialias": True})  # dots are drawn, not stamped
    try:
        with QPainter(relay) as front:
            widget.render(front, QPoint(0, 0))
    finally:
        for item in plotted:
            item.setExportMode(False)
    if relay.engine.error is not None:
        raise relay.engine.error
