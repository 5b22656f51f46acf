"""Paints the part of the map that pointing does not change: cells, digits, the special column, legend and names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QLineF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QRegion

from engine.maps.raster import Raster
from engine.shown.view import View
from gui.attention.map.geometry import ROW, Layout
from gui.attention.map.labels import LINE, paint_names
from gui.attention.map.legend import beyond, paint_estimate, paint_legend
from gui.attention.map.pixels import Pixels, diverging, map_pixels, places
from gui.attention.map.stages import STAGES
from gui.attention.map.standing import SMALLEST, SPECIAL
from gui.attention.tones import tone, weighed
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed, percent, score, short_weight
from gui.look.theme import Theme, font

DIGITS_FROM: Final = 28
STRIP: Final = 14  # the special column of small cells


def paint_map(
    picture: QImage, view: View, raster: Raster, known: QRectF, layout: Layout, theme: Theme, title: str = ""
) -> None:
    """Fill the widget's picture, but for frames, labels and pointer; `matching` gives raster and `known`.

    `title` stands over the legend, "" is the stage's own.
    """
    dpr = layout.dpr
    picture.setDevicePixelRatio(1)
    picture.fill(theme["surface"])
    painter = QPainter(picture)
    if raster.values.size:
        pixels = map_pixels(raster, tone(view), view.limit, layout.rows, layout.columns, dpr, theme)
        corner = (round(layout.plot.left() * dpr), round(layout.plot.top() * dpr))
        _draw_pixels(painter, QRectF(*corner, layout.columns.pixels, layout.rows.pixels), pixels)
    painter.scale(dpr, dpr)
    _paint_beside(painter, view, raster, known, layout, theme, title)
    painter.end()
    picture.setDevicePixelRatio(dpr)


def paint_lasting(
    painter: QPainter, view: View, raster: Raster, known: QRectF, layout: Layout, theme: Theme, title: str = ""
) -> None:
    """The same without a picture, for files and slides: digits and names are texts, the cells alone an image."""
    if raster.values.size:
        _draw_pixels(
            painter,
            QRectF(layout.plot.topLeft(), QSizeF(layout.columns.pixels / layout.dpr, layout.rows.pixels / layout.dpr)),
            map_pixels(raster, tone(view), view.limit, layout.rows, layout.columns, layout.dpr, theme),
        )
    painter.save()
    _paint_beside(painter, view, raster, known, layout, theme, title)
    painter.restore()


def _paint_beside(
    painter: QPainter, view: View, raster: Raster, known: QRectF, layout: Layout, theme: Theme, title: str
) -> None:
    """All but the cells themselves."""
    if not layout.gaps:
        frame(painter, layout.plot, theme["line_strong"])
    _paint_crosses(painter, raster, layout, theme)
    if min(layout.cell) >= DIGITS_FROM and one_word_a_cell(view.map):
        _paint_digits(painter, view, raster, layout, theme)
    painter.setClipRegion(QRegion(layout.plot.toRect()) - QRegion(known.toRect()))
    painter.fillRect(layout.plot, theme["sunken"])
    painter.setClipping(False)
    if layout.special.isValid():
        _paint_special(painter, view, raster, layout, theme)
    over = beyond(view.map, view.limit)
    paint_legend(painter, layout.legend, title or STAGES[view.stage].legend, tone(view), view.limit, over, theme)
    if view.estimate:
        paint_estimate(painter, layout.legend, theme)
    paint_names(painter, layout, layout.rows.count < len(view.axis.groups), theme)


def _draw_pixels(painter: QPainter, target: QRectF, pixels: Pixels) -> None:
    """Draw 0xAARRGGBB numbers (h, w)."""
    h, w = pixels.shape
    painter.drawImage(target, QImage(np.ascontiguousarray(pixels).data, w, h, 4 * w, QImage.Format.Format_RGB32))


def frame(painter: QPainter, around: QRectF, colour: QColor) -> None:
    """A hairline just outside a rectangle."""
    painter.setPen(QPen(colour, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(around.adjusted(-0.5, -0.5, 0.5, 0.5))


def matching(raster: Raster, layout: Layout) -> tuple[Raster, QRectF]:
    """The raster as this layout wants it (the same one if it fits), and the part of the plot that it knows.

    A zoom or a pan is shown at once from the older raster: what that does not know is not visible, shares are NaN.
    """
    rows, columns, plot = layout.rows, layout.columns, layout.plot
    same = np.array_equal(raster.row_edges, rows.words) and np.array_equal(raster.column_edges, columns.words)
    if same or not raster.values.size:
        return raster, plot
    down = np.searchsorted(raster.row_edges, rows.words[:-1], "right") - 1
    across = np.searchsorted(raster.column_edges, columns.words[:-1], "right") - 1
    h, w = raster.values.shape
    at = np.ix_(down.clip(0, h - 1), across.clip(0, w - 1))
    seen_rows, seen_columns = (down >= 0) & (down < h), (across >= 0) & (across < w)
    moved = replace(
        raster,
        values=raster.values[at],
        visible=raster.visible[at] & np.outer(seen_rows, seen_columns),
        special=np.where(seen_rows, raster.special[at[0][:, 0]], np.nan),
        row_edges=rows.words,
        column_edges=columns.words,
    )
    y = [float(edge) / layout.dpr for edge in _span(seen_rows, rows.edges)]
    x = [float(edge) / layout.dpr for edge in _span(seen_columns, columns.edges)]
    return moved, QRectF(plot.left() + x[0], plot.top() + y[0], x[1] - x[0], y[1] - y[0])


def _span(seen: Any, edges: Any) -> tuple[int, int]:
    """From where to where the cells are seen."""
    known = np.flatnonzero(seen)
    return (edges[known[0]], edges[known[-1] + 1]) if known.size else (edges[0], edges[0])


def one_word_a_cell(raster: Raster) -> bool:
    return bool((np.diff(raster.row_edges) == 1).all() and (np.diff(raster.column_edges) == 1).all())


def _paint_crosses(painter: QPainter, raster: Raster, layout: Layout, theme: Theme) -> None:
    """Cells that are infinite or not a number, where there is room for a cross."""
    if not layout.gaps:
        return
    lines = []
    for row, column in np.argwhere(raster.visible & ~np.isfinite(raster.values)):
        cell = layout.rect(int(row), int(column))
        arm = min(min(layout.cell) / 4, 6)
        x, y = cell.center().x() - 0.5, cell.center().y() - 0.5
        lines += [QLineF(x - arm, y - arm, x + arm, y + arm), QLineF(x - arm, y + arm, x + arm, y - arm)]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme["error"], 1.5))
    painter.drawLines(lines)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_digits(painter: QPainter, view: View, raster: Raster, layout: Layout, theme: Theme) -> None:
    inks = (theme.diverging if diverging(tone(view)) else theme.sequential).inks[places(raster, tone(view), view.limit)]
    write = _writing(view, raster, layout.cell[0] - 5)
    chosen = (layout.rows.cell_of(view.query_group), layout.columns.cell_of(view.key_group))
    painter.setFont(font("axis"))
    ys = [(rect.top(), rect.height() - 1) for rect in map(layout.row_rect, range(layout.rows.cells))]
    xs = [(rect.left(), rect.width() - 1) for rect in map(layout.column_rect, range(layout.columns.cells))]
    shown = raster.visible & np.isfinite(raster.values)
    for ink in np.unique(inks):
        painter.setPen(QColor.fromRgba(int(ink)))
        for row, column in np.argwhere(shown & (inks == ink)).tolist():
            bold = (row, column) == chosen
            if bold:
                painter.setFont(font("axis", 600))
            box = QRectF(xs[column][0], ys[row][0], xs[column][1], ys[row][1])
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, write(float(raster.values[row, column])))
            if bold:
                painter.setFont(font("axis"))


def _writing(view: View, raster: Raster, room: float) -> Callable[[float], str]:
    """How numbers are written so that the longest still fits its cell."""
    if view.stage == "weights":
        return short_weight
    seen = raster.values[raster.visible & np.isfinite(raster.values)]
    ends = [float(seen.min()), float(seen.max())] if seen.size else []
    if view.stage == "difference":  # as many digits as tell small ones apart, or none: colours and hover say it then
        digits = next((few for few, least in ((2, 0.1), (3, 0.01)) if view.limit >= least), 4)
        fits = all(text_width(short_weight(end, digits), font("axis")) <= room for end in ends)
        return lambda number: short_weight(number, digits) if fits else ""
    if all(text_width(score(end), font("axis")) <= room for end in ends):
        return score
    fits = all(text_width(fixed(end, 1), font("axis")) <= room for end in ends)
    return (lambda number: fixed(number, 1)) if fits else (lambda number: fixed(number, 0))


def _paint_special(painter: QPainter, view: View, raster: Raster, layout: Layout, theme: Theme) -> None:
    """The share of each row that lies on folded tokens: in percent, or as a strip of colours for small cells."""
    column, right = layout.special, Qt.AlignmentFlag.AlignRight
    title = QRect(column.left(), column.top() - ROW, column.width(), LINE)
    put(painter, title, SPECIAL, font("caption"), theme["ink3"], right)
    if layout.cell[1] >= SMALLEST:
        chosen, write = layout.rows.cell_of(view.query_group), short_weight if weighed(view) else percent
        for row in np.flatnonzero(~np.isnan(raster.special)).tolist():
            box = QRect(column.left(), int(layout.row_rect(row).center().y()) - LINE // 2, column.width(), LINE)
            face, ink = (font("caption", 600), "query") if row == chosen else (font("caption"), "ink3")
            put(painter, box, write(float(raster.special[row])), face, theme[ink], right)
        return
    strip = special_strip(layout)
    shares = replace(raster, values=raster.special[:, None], visible=np.ones((len(raster.special), 1), np.bool_))
    colours = theme.sequential.colours[places(shares, "weights", view.top)]
    down = np.repeat(np.arange(layout.rows.cells), np.diff(layout.rows.edges))
    _draw_pixels(painter, strip, colours[down])
    frame(painter, strip, theme["line_strong"])


def special_strip(layout: Layout) -> QRectF:
    """Where small cells have the special column as colours."""
    middle = layout.special.right() - 20
    return QRectF(middle - STRIP // 2, layout.plot.top(), STRIP, layout.plot.height())
