"""A sheet as SVG or PDF: its texts as texts, its lines as lines, maps as images."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape, unescape
from typing import Any, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QSize, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from gui.export.fonts import PROPORTIONAL, TABULAR
from gui.export.relay import DPI, Relay
from gui.export.sheet import Sheet

POINTS: Final = 72  # an inch
WHOLE: Final = 4  # pixels that are whole points: 3
INTER: Final = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"
FAMILIES: Final = {
    TABULAR: f'"{INTER}" style="font-feature-settings: \'tnum\'"',
    PROPORTIONAL: f'"{INTER}"',
    "JetBrains Mono": "\"'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace\"",
}
STYLE: Final = "<style>text { white-space: pre }</style>"
NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # no such file may have these
ATTACHED: Final = "scene.qkv.json"


def svg_of(sheet: Sheet, title: str, scene: str = "") -> bytes:
    """The sheet as an SVG file of its size in pixels; `title` says what it is, `scene` is the JSON that opens it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # SVG Tiny has no clips
    generator.setOutputDevice(buffer)
    generator.setSize(sheet.size)
    generator.setViewBox(QRect(QPoint(0, 0), sheet.size))
    generator.setResolution(DPI)
    generator.setTitle(title)
    generator.setDescription("Made with QKVista")
    with QPainter(generator) as painter:
        drawn = _paint(sheet, painter)
    text = _as_wide(bytes(buffer.data().data()).decode("utf-8"), drawn)
    for family, families in FAMILIES.items():
        text = text.replace(f'font-family="{family}"', f"font-family={families}")
    size = f'width="{sheet.size.width()}" height="{sheet.size.height()}"'
    text = re.sub(r'width="[\d.]+mm" height="[\d.]+mm"', size, text, count=1)
    scene = NOT_XML.sub(lambda character: f"\\u{ord(character[0]):04x}", scene)
    kept = f"<metadata>{escape(scene, quote=False)}</metadata>\n" if scene else ""
    return NOT_XML.sub("\ufffd", text).replace("<defs>", f"{kept}{STYLE}\n<defs>", 1).encode()


def pdf_of(sheet: Sheet, title: str, scene: str = "") -> bytes:
    """The same as a PDF file of one page, its fonts embedded, the scene attached; a pixel is 1/96 of an inch.

    A page counts whole points, so that it may be up to three pixels larger than the sheet.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    whole = QSize(*(-(-side // WHOLE) * WHOLE for side in sheet.size.toTuple()))
    size = QSizeF(whole) * POINTS / DPI
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator("QKVista")
    if scene:
        writer.addFileAttachment(ATTACHED, QByteArray(scene.encode()), "application/json")
    with QPainter(writer) as painter:
        painter.fillRect(QRect(QPoint(0, 0), whole), sheet.ground)
        _paint(sheet, painter)
    return bytes(buffer.data().data())


def _as_wide(svg: str, drawn: Sequence[tuple[str, float]]) -> str:
    """Texts as wide as on screen, also where another font stands in: else they would run into each other.

    A text that the generator wrote in pieces keeps the widths that its fonts have.
    """
    texts, rest = iter(drawn), ""

    def widen(match: re.Match[str]) -> str:
        nonlocal rest
        words = unescape(match[2])
        if rest:  # the next piece
            rest = rest[len(words) :]
            return match[0]
        whole, width = next(texts)
        rest = whole[len(words) :]
        fits = words == whole and words.strip()
        length = f' textLength="{width:.4g}" lengthAdjust="spacingAndGlyphs"' if fits else ""
        return f"<text{length}{match[1]}>{match[2]}</text>"

    return re.sub(r"<text([^>]*)>(.*?)</text>", widen, svg, flags=re.DOTALL)


def _paint(sheet: Sheet, painter: QPainter) -> list[tuple[str, float]]:
    relay = Relay(painter, sheet.size, sheet.ratio)
    views = [view for part in sheet.parts for view in part.findChildren(QGraphicsView)]
    plotted: list[Any] = [item for view in views for item in view.items() if hasattr(item, "setExportMode")]
    for item in plotted:  # pyqtgraph's
        item.setExportMode(True, {"antialias": True})  # dots are drawn, not stamped
    try:
        with QPainter(relay) as front:
            sheet.paint(front)
    finally:
        for item in plotted:
            item.setExportMode(False)
    if relay.engine.error is not None:
        raise relay.engine.error
    return relay.engine.texts
