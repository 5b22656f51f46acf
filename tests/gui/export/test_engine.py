"""What a relay passes on arrives as it was painted: one thing at a time, drawn by Qt again."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.export.page import Page
from gui.export.vector import svg_of
from gui.look.theme import font
from tests.gui.export.conftest import MakePage
from tests.gui.export.test_vector import SVG, alone, drawn, screen, texts


class Drawing(QWidget):
    """Paints what `draw` says, 100 x 100 pixels on white."""

    def __init__(self, draw: object) -> None:
        super().__init__()
        self._draw = draw
        self.resize(100, 100)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor("white"))
            self._draw(painter)  # type: ignore[operator]


def nested(painter: QPainter) -> None:
    """After the inner clip the outer one holds again."""
    painter.setClipRect(QRect(0, 0, 50, 100))
    painter.save()
    painter.setClipRect(QRect(20, 20, 60, 10), Qt.ClipOperation.IntersectClip)
    painter.fillRect(QRect(0, 0, 100, 100), QColor("red"))
    painter.restore()
    painter.fillRect(QRect(0, 60, 100, 10), QColor("blue"))


def part(painter: QPainter) -> None:
    image = QImage(4, 1, QImage.Format.Format_RGB32)
    for x, colour in enumerate(("red", "blue", "lime", "black")):
        image.setPixelColor(x, 0, QColor(colour))
    painter.drawImage(QRectF(10, 10, 40, 40), image, QRectF(1, 0, 1, 1))


def outlines(painter: QPainter) -> None:
    painter.setPen(QPen(QColor("black"), 1))
    painter.setBrush(QColor("yellow"))
    painter.drawRect(QRect(10, 10, 30, 20))
    painter.drawLine(50, 10, 50, 60)
    painter.drawLine(60, 70, 90, 70)


def cosmetic(painter: QPainter) -> None:
    pen = QPen(QColor("black"), 3)
    pen.setCosmetic(True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(10, 4)
    painter.setPen(pen)
    painter.drawLine(1, 10, 9, 10)


def scaled(painter: QPainter) -> None:
    painter.scale(5, 5)
    painter.setPen(QPen(QColor("black"), 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(2, 10, 18, 10)


def turned(painter: QPainter) -> None:
    painter.translate(50, 50)
    painter.rotate(90)
    painter.setOpacity(0.5)
    painter.fillRect(QRect(0, 0, 30, 10), QColor("black"))


@pytest.mark.parametrize("draw", [part, outlines, cosmetic, scaled, turned])
def test_a_drawing_arrives_as_it_is(page: MakePage, draw: object) -> None:
    widget = Drawing(draw)
    widget.show()
    apart = np.abs(drawn(svg_of(alone(widget), "")) - screen(widget))
    assert (apart.max(2) > 40).mean() < 0.002


def test_a_clip_holds_again_after_the_inner_one(page: MakePage) -> None:
    widget = Drawing(nested)
    widget.show()
    svg = ET.fromstring(svg_of(alone(widget), ""))
    boxes = {element.get("id"): numbers(element[0].get("d", "")) for element in svg.iter(f"{SVG}clipPath")}
    used = {}
    for group in svg.iter(f"{SVG}g"):
        for inner in group:
            if group.get("clip-path") and inner.get("fill") in ("#ff0000", "#0000ff") and len(inner):
                used[inner.get("fill")] = boxes[re.sub(r"url\(#(.*)\)", r"\1", group.get("clip-path", ""))]
    assert used == {"#ff0000": (20, 20, 50, 30), "#0000ff": (0, 0, 50, 100)}


def numbers(path: str) -> tuple[float, ...]:
    """Left, top, right and bottom of a path."""
    found = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]
    return (*map(min, zip(*found, strict=True)), *map(max, zip(*found, strict=True)))


def test_what_a_widget_cuts_off_is_cut_off(page: MakePage) -> None:
    outer = QWidget()
    outer.resize(100, 100)
    frame = QWidget(outer)
    frame.setGeometry(0, 0, 40, 40)

    def words(painter: QPainter) -> None:
        painter.setFont(font("body"))
        painter.drawText(60, 60, "hidden")
        painter.drawText(5, 20, "seen")

    Drawing(words).setParent(frame)
    for child in frame.children():
        assert isinstance(child, QWidget)
        child.show()
    outer.show()
    assert texts(svg_of(alone(outer), "")) == ["seen"]


def test_a_failure_while_painting_is_raised(page: MakePage, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr("gui.export.engine.file_font", fail)
    made: Page = page("attention")
    with pytest.raises(ValueError, match="no"):
        svg_of(made.sheet, "")
