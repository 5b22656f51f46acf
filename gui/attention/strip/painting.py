"""How the token strip is painted: chips with their numbers, and the ribbon of all words below long texts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.shown.view import View
from gui.attention.strip import arcs
from gui.attention.strip.layout import Layout, Lines
from gui.attention.strip.scroll import Scrolled
from gui.look.drawing import hatch, indices, text_width
from gui.look.numbers import fixed, percent
from gui.look.theme import Theme, font

RADIUS: Final = 6
CENTRE: Final = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
FAR: Final = 0.05  # from this weight on an arc leads to a word that is scrolled away
DASHES: Final = (3.0, 2.5)


@dataclass(frozen=True)
class Look:
    """One chip's paint. `fill` None is the hatch of a hidden key."""

    fill: QColor | None
    ink: QColor
    number: str


def draw_strip(painter: QPainter, theme: Theme, view: View, place: Scrolled, hovered: int) -> None:
    """Paint all that is in view."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    layout, lines = place.layout, place.lines
    query, key = (group if group >= 0 else layout.folded for group in (view.query_group, view.key_group))
    _draw_arcs(painter, theme, view, place)
    for chip in place.shown():
        frames = [role for role, at in (("query_fill", query), ("key_fill", key)) if at == chip]
        look, box = look_of(theme, view, layout, chip), place.box(chip)
        special = chip >= layout.words or view.axis.groups[chip].special
        draw_chip(painter, theme, box, look, special, chip == hovered, frames)
        label = "caption" if chip >= layout.words else layout.label
        draw_label(painter, theme, box, layout.labels[chip], label, look, bool(frames))
        role = {key: "key", query: "query"}.get(chip, "ink3")
        draw_number(painter, theme, box, lines, look.number, role)
    for chip, role in ((key, "key_fill"), (query, "query_fill")):
        if chip >= 0:
            arcs.draw_dot(painter, theme, place.origin + layout.middle(chip), lines.base, role)
    if place.scrolls:
        draw_ribbon(painter, theme, view, place.ribbon, place.window())


def _draw_arcs(painter: QPainter, theme: Theme, view: View, place: Scrolled) -> None:
    layout, lines, origin = place.layout, place.lines, place.origin
    query = view.query_group if view.query_group >= 0 else layout.folded
    start = origin + layout.middle(query)
    row, shown = view.row, place.shown()
    keys = (g for g in view.ranked if g in shown or row.shown[g] >= FAR)
    keys = (group for group in keys if group != query or view.key_group == query)
    found = [
        arcs.Arc(start, origin + layout.middle(group), float(row.shown[group])) for group in islice(keys, arcs.MOST)
    ]
    arcs.draw_arcs(painter, theme, found, lines.base, lines.base - lines.top)


def shade(theme: Theme, weight: float, top: float) -> tuple[QColor, QColor]:
    """The fill for a weight, and the ink that reads on it."""
    if not np.isfinite(weight):
        return theme["error_tint"], theme["error"]
    at = round(255 * min(max(weight / top, 0.0), 1.0))
    return QColor.fromRgb(theme.sequential.colours[at]), QColor.fromRgb(theme.sequential.inks[at])


def look_of(theme: Theme, view: View, layout: Layout, chip: int) -> Look:
    """How a chip looks with the numbers of a view."""
    if chip == layout.unread:
        return Look(theme["surface"], theme["disabled"], "")
    if chip == layout.folded:
        fill, ink = shade(theme, view.row.folded, view.top)
        return Look(fill, ink, hidden_number(view))
    if not view.row.shown_visible[chip]:
        fits = text_width("masked", font("axis")) < layout.widths[chip] + layout.gap
        return Look(None, theme["ink3"], "masked" if fits else "–")
    weight = float(view.row.shown[chip])
    fill, ink = shade(theme, weight, view.top)
    return Look(fill, ink, fixed(weight, 2))


def hidden_number(view: View) -> str:
    """The line below the chip of the folded special tokens."""
    if not view.row.visible[list(view.axis.folded)].any():
        return "masked"
    if view.head == "max":
        return f"up to {fixed(view.row.folded, 2)}"
    return f"{percent(view.row.folded, 1) if view.sums is None else fixed(view.row.folded, 2)} hidden"


def draw_chip(
    painter: QPainter, theme: Theme, box: QRect, look: Look, dashed: bool, hovered: bool, frames: list[str]
) -> None:
    """The body of a chip, its border or its frames: "query_fill" and "key_fill", 2 px each, from outside in."""
    inside = QRectF(box)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.fill or theme["sunken"])
    painter.drawRoundedRect(inside.adjusted(1, 1, -1, -1) if frames else inside, RADIUS, RADIUS)
    if look.fill is None:
        hatch(painter, inside.adjusted(1.5, 1.5, -1.5, -1.5), theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if not frames or dashed:
        painter.setPen(_border(theme, dashed, hovered))
        painter.drawRoundedRect(inside.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
    for index, role in enumerate(frames):
        out = 1.0 - 2 * index
        painter.setPen(QPen(theme[role], 2))
        painter.drawRoundedRect(inside.adjusted(-out, -out, out, out), RADIUS + out, RADIUS + out)


def _border(theme: Theme, dashed: bool, hovered: bool) -> QPen:
    pen = QPen(theme["ink" if hovered else "control_border" if dashed else "line_strong"], 1)
    if dashed:
        pen.setDashPattern(DASHES)
    return pen


def draw_label(painter: QPainter, theme: Theme, box: QRect, text: str, role: str, look: Look, strong: bool) -> None:
    """The words on a chip; on a hatch they stand on clear ground."""
    face = font(role, 600 if strong else None)
    if look.fill is None:
        width = min(text_width(text, face) + 8, box.width() - 6)
        painter.fillRect(QRect(box.center().x() - width // 2, box.top() + 8, width, box.height() - 16), theme["sunken"])
    painter.setFont(face)
    painter.setPen(look.ink)
    painter.drawText(box, CENTRE, text)


def draw_number(painter: QPainter, theme: Theme, box: QRect, lines: Lines, text: str, role: str) -> None:
    """The number below a chip; those of query and key are strong and have their colour."""
    painter.setFont(font("axis", None if role == "ink3" else 600))
    painter.setPen(theme[role])
    painter.drawText(QRect(box.left() - 20, lines.number - 8, box.width() + 40, 16), CENTRE, text)


def draw_ribbon(painter: QPainter, theme: Theme, view: View, box: QRect, window: tuple[float, float]) -> None:
    """All words in one line of colour, marks at query and key, and a frame around the part that the strip shows."""
    n = len(view.axis.groups)
    painter.drawImage(box, _ribbon(theme, view, box.width()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme["line_strong"], 1))
    painter.drawRoundedRect(QRectF(box).adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2)
    for group, role in ((view.key_group, "key_fill"), (view.query_group, "query_fill")):
        if group >= 0:
            middle = box.left() + round((group + 0.5) / n * box.width())
            painter.fillRect(QRect(middle - 1, box.top(), 3, box.height()), theme[role])
    left, right = (box.left() + end * box.width() for end in window)
    painter.setPen(QPen(theme["ink"], 2))
    painter.drawRoundedRect(QRectF(QPointF(left, box.top() - 2), QPointF(right, box.bottom() + 3)), 3, 3)


def _ribbon(theme: Theme, view: View, pixels: int) -> QImage:
    """One row of pixels; where a pixel covers several words it shows the largest."""
    n = view.row.shown.size
    first = np.arange(pixels) * n // pixels
    weights = np.maximum.reduceat(np.where(view.row.shown_visible, view.row.shown, 0), first)
    seen = np.logical_or.reduceat(view.row.shown_visible, first)
    colours = theme.sequential.colours[indices(weights, 0, view.top)]
    colours = np.where(seen, colours, np.uint32(theme["sunken"].rgb()))
    return QImage(colours.data, pixels, 1, 4 * pixels, QImage.Format.Format_RGB32).copy()
