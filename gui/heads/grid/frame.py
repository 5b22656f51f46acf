"""What stands around the small maps: title, legend, numbers of layers and heads, and each map's score."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.heads.patterns import PATTERNS
from engine.heads.view import HeadsView
from gui.heads.grid.layout import TOP, GridLayout
from gui.heads.pointed import Place
from gui.heads.words import name_of, score_text
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.theme import Theme, font

TITLE: Final = 26
PADDING: Final = 16
LEGEND: Final = (88, 10)
NUMBERED: Final = 34  # px of a map from which on every score is printed
NAMED: Final = 64  # px of a map from which on "L2 H9" fits beside its score
REACH: Final = 40  # px that a number below a small map may take
FADED: Final = 0.5
L, R, C = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


def draw_frame(painter: QPainter, view: HeadsView, layout: GridLayout, theme: Theme, right: int) -> None:
    """Title, how many match, and the legend."""
    count = layout.layers * layout.heads
    title, face = f"All {count:,} heads", font("pane_title")
    line = QRect(PADDING, TITLE - 10, right - PADDING, 20)
    put(painter, line, title, face, theme["ink"], L)
    line.setLeft(line.left() + text_width(title, face) + 9)
    says = f"{view.matches:,} of {count:,} match" if view.scene.threshold is not None else ""
    if view.done < layout.layers:
        says = f"layer {view.done} of {layout.layers} measured"
    legend = _draw_legend(painter, view, theme, right, line.left())
    if line.left() + text_width(says, font("caption")) < legend:
        put(painter, line, says, font("caption"), theme["ink3"], L)


def _draw_legend(painter: QPainter, view: HeadsView, theme: Theme, right: int, first: int) -> int:
    """ "colour: weight, 0 ... 1" left of the switch, its words where they fit behind `first`; where it begins."""
    face, ink = font("caption"), theme["ink3"]
    top = fixed(view.top, 2).rstrip("0").rstrip(".") if view.top < 1 else "1"
    words, (wide, tall) = "colour: weight, 0", LEGEND
    if right - first < text_width(words + top, face) + wide + 40:
        words = "0"
    at = right - 10 - text_width(top, face)
    put(painter, QRect(at, TITLE - 10, text_width(top, face) + 2, 20), top, face, ink, L)
    bar = QRect(at - 8 - wide, TITLE - tall // 2, wide, tall)
    colours = np.ascontiguousarray(theme.sequential.colours[None, :])
    painter.drawImage(QRectF(bar), QImage(colours.data, 256, 1, 1024, QImage.Format.Format_RGB32))
    painter.setPen(QPen(theme["line"], 1))
    painter.drawRect(bar.adjusted(-1, -1, 0, 0))
    left = bar.left() - 8 - text_width(words, face)
    put(painter, QRect(left, TITLE - 10, text_width(words, face) + 2, 20), words, face, ink, L)
    return left


def draw_order(painter: QPainter, view: HeadsView, layout: GridLayout, theme: Theme) -> None:
    """What the order is by, and what stands below each map, where the maps lie by score."""
    below = "layer and head" if layout.side >= NAMED else "layer.head"
    first = f"The most telling first, by {PATTERNS[view.scene.measure].title.lower()}"
    says = (f"{first}; below each map {below} and score", first) if layout.side >= NUMBERED else (first,)
    box = QRect(PADDING, TOP[layout.compact] - 22, layout.width - 2 * PADDING, 16)
    said = next((words for words in says if text_width(words, font("axis")) <= box.width()), says[-1])
    put(painter, box, said, font("axis"), theme["ink3"], L)


def draw_numbers(painter: QPainter, layout: GridLayout, theme: Theme) -> None:
    """The numbers of layers and heads, where the maps lie by layer."""
    face, ink, ink3 = font("axis"), theme["ink2"], theme["ink3"]
    across, down = ("layer", "head") if layout.layers_across else ("head", "layer")
    top, first = TOP[layout.compact] - 22, layout.box((0, 0))
    wide = text_width(str(layout.across - 1), face) + 4
    every = max(1, -(-wide // max(round(layout.pitch[0]), 1)))  # numbers that would meet are left out
    for column in range(0, layout.across, every):
        box = layout.box((column, 0) if layout.layers_across else (0, column))
        put(painter, QRect(box.left() - 8, top, box.width() + 16, 16), str(column), face, ink, C)
    for row in range(layout.down):
        box = layout.box((0, row) if layout.layers_across else (row, 0))
        put(painter, QRect(first.left() - 36, box.center().y() - 8, 26, 16), str(row), face, ink, R)
    put(painter, QRect(2, top, first.left() - 8, 16), across, face, ink3, R)
    painter.save()
    last = layout.box((0, layout.down - 1) if layout.layers_across else (layout.down - 1, 0))
    painter.translate(6, (first.top() + last.bottom()) // 2)
    painter.rotate(-90)
    put(painter, QRect(-40, 0, 80, 16), down, face, ink3, C)
    painter.restore()


def reach_of(box: QRect) -> QRect:
    """All that `draw_score` may touch around the map of a head."""
    beside = max((REACH - box.width()) // 2, 0) + 2
    return box.adjusted(-beside, -2, beside, 23)


def numbered(view: HeadsView, layout: GridLayout) -> frozenset[Place]:
    """The heads that match whose number stands below them, where maps are too small for all: none meets another one."""
    if view.scene.threshold is None or layout.side >= NUMBERED:
        return frozenset()
    scores = view.scores[view.scene.measure]
    matches: list[Place] = [(layer, head) for layer, head in np.argwhere(view.matching).tolist()]
    wide = max((text_width(score_text(float(scores[place])), font("axis", 600)) for place in matches), default=0)
    every = math.ceil((wide + 1) / layout.pitch[0])
    found, last = list[Place](), dict[int, int]()
    for place in sorted(matches, key=layout.cell):
        column, row = layout.cell(place)
        if column - last.get(row, -every) >= every:
            last[row] = column
            found.append(place)
    return frozenset(found)


def draw_score(
    painter: QPainter, view: HeadsView, layout: GridLayout, place: Place, theme: Theme, numbers: frozenset[Place]
) -> None:
    """A hairline around the map, a bar for its score below, and its number where all have room or `numbers` has it."""
    box, (layer, head) = layout.box(place), place
    measured, matches = layer < view.done, bool(view.matching[layer, head])
    filtered = view.scene.threshold is not None
    if measured and not matches:
        painter.fillRect(box, veil(theme))
    strong = filtered and matches
    painter.setPen(QPen(theme["ink2" if strong else "line_strong"], 1))
    painter.drawRect(box.adjusted(-1, -1, 0, 0))
    if not measured:
        return
    score = float(view.scores[view.scene.measure][layer, head])
    many = box.width() >= NUMBERED
    text = score_text(score)
    face = font("axis", 600 if strong else None)
    room = text_width("0.00", font("axis", 600)) + 4 if many else 0
    if many and layout.order is not None:
        name = QRect(box.left(), box.bottom() + 3, max(box.width() - room + 8, 22), 16)
        words = name_of(layer, head) if box.width() >= NAMED else f"{layer}.{head}"
        put(painter, name, words, font("axis"), theme["ink" if strong else "ink2"], L)
        room = box.width()
    bar = QRect(box.left(), box.bottom() + (10 if many else 5), max(box.width() - room, 0), 3)
    painter.fillRect(bar, theme["line"])
    if bar.width() and not math.isnan(score):
        top = float(view.histograms[view.scene.measure].edges[-1])
        bar.setWidth(max(round(bar.width() * min(max(score / top, 0.0), 1.0)), 2 if score > 0 else 0))
        painter.fillRect(bar, theme["bar" if matches and filtered else "ink3"])
    if many:
        at = QRect(box.right() - 40, box.bottom() + 3, 41, 16)
        put(painter, at, text, face, theme["ink" if strong else "ink3"], R)
    elif strong and place in numbers:
        at = QRect(box.center().x() - REACH // 2, box.bottom() + 8, REACH, 13)
        put(painter, at, text, font("axis", 600), theme["ink"], C)


def veil(theme: Theme) -> QColor:
    """The veil over a map that is filtered out."""
    colour = QColor(theme["surface"])
    colour.setAlphaF(FADED)
    return colour
