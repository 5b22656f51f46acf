"""The numbers of the blocks along the tiles, and the dotted guides to the tile in SRAM."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.flash.frame.view import FlashView
from gui.flash.grid.geometry import Plan, Side
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font

LINE: Final = 16
APART: Final = 8  # px between two numbers
SPARSE: Final = 30  # px between two numbers where not every block has one
WIDTH: Final = 48  # of the numbers of row blocks


def numbered(side: Side, dpr: float, upright: bool, now: int | None) -> list[tuple[float, int]]:
    """(middle, block) of the blocks whose numbers fit along a side; the block `now` is always among them."""
    widest = text_width(str(side.blocks - 1), font("axis", 600))
    need = (LINE if upright else widest + APART) * dpr
    pitch = max(side.length / side.blocks, 1e-9)
    need = need if pitch >= need else max(need, SPARSE * dpr)
    every = next(step * 10**power for power in range(12) for step in (1, 2, 5) if step * 10**power * pitch >= need)

    def middle(block: int) -> float:
        start, stop = side.span(side.cell_of(block))
        return (start + stop) / 2

    found = [(middle(block), block) for block in range(0, side.blocks, every)]
    if now is None:
        return found
    here = middle(now)
    return [(at, block) for at, block in found if abs(at - here) >= need and block != now] + [(here, now)]


def rows_box(plan: Plan) -> QRect:
    """Where the numbers of the row blocks are."""
    area = plan.area.toAlignedRect()
    return QRect(_left(plan) - 9 - WIDTH, area.top() - LINE, WIDTH + 2, area.height() + 2 * LINE)


def keys_box(plan: Plan) -> QRect:
    """Where those of the key blocks are."""
    area = plan.area.toAlignedRect()
    return QRect(area.left() - WIDTH, area.bottom() + 3, area.width() + 2 * WIDTH, LINE + 4)


def splits_box(plan: Plan) -> QRect:
    """Where those of the ranges of keys are."""
    return keys_box(plan).translated(0, LINE)


def over_box(plan: Plan, j: int | None) -> QRect:
    """Where "block 4" stands above the strips; empty without one."""
    if j is None or not plan.above:
        return QRect()
    over = plan.block_of(next(iter(plan.above)), j)
    return QRectF(over.center().x() - 40, over.top() - LINE - 2, 81, LINE).toRect()


def _left(plan: Plan) -> int:
    return int(min((box.left() for box in plan.left.values()), default=plan.area.left() - 10))


def draw_labels(painter: QPainter, plan: Plan, view: FlashView, theme: Theme, exposed: Callable[[QRect], bool]) -> None:
    """Row blocks at the left, key blocks below; those that are worked on in the colours of query and key."""
    step = view.step
    area = plan.area
    strips = plan.left.values()
    left = min((box.left() for box in strips), default=area.left() - 10)
    if exposed(rows_box(plan)):
        for at, block in numbered(plan.rows, plan.dpr, True, None if step is None else step.i):
            now = step is not None and block == step.i
            box = QRectF(left - 8 - WIDTH, area.top() + at / plan.dpr - LINE / 2, WIDTH, LINE).toRect()
            _number(painter, box, block, "query" if now else "", theme, Qt.AlignmentFlag.AlignRight)
    if exposed(keys_box(plan)):
        for at, block in numbered(plan.keys, plan.dpr, False, None if step is None else step.j):
            now = step is not None and block == step.j
            box = QRectF(area.left() + at / plan.dpr - WIDTH / 2, area.bottom() + 5, WIDTH, LINE).toRect()
            _number(painter, box, block, "key" if now else "", theme, Qt.AlignmentFlag.AlignHCenter)
    above = over_box(plan, None if step is None else step.j)
    if step is not None and exposed(above):
        put(painter, above, f"block {step.j}", font("axis", 600), theme["key"], Qt.AlignmentFlag.AlignHCenter)


def _number(painter: QPainter, box: QRect, block: int, role: str, theme: Theme, align: Qt.AlignmentFlag) -> None:
    painter.setFont(font("axis", 600) if role else font("axis"))
    painter.setPen(theme[role or "ink3"])
    painter.drawText(box, (align | Qt.AlignmentFlag.AlignVCenter).value, str(block))


def draw_guides(painter: QPainter, plan: Plan, i: int | None, j: int | None, theme: Theme) -> None:
    """From the row block to the tile, and from the key block down to it."""
    area = plan.area
    tile = plan.rect(i or 0, j or 0)
    painter.save()
    if i is not None:
        end = tile.left() if j is not None else area.right()
        _dots(painter, QLineF(area.left() - 8, tile.center().y(), end, tile.center().y()), "query_fill", theme)
    if j is not None:
        end = tile.top() if i is not None else area.bottom()
        _dots(painter, QLineF(tile.center().x(), area.top() - 8, tile.center().x(), end), "key_fill", theme)
    painter.restore()


def _dots(painter: QPainter, line: QLineF, role: str, theme: Theme) -> None:
    pen = QPen(theme[role], 2, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([1, 1])
    painter.setPen(pen)
    painter.drawLine(QLineF(round(line.x1()), round(line.y1()), round(line.x2()), round(line.y2())))


def draw_splits(painter: QPainter, plan: Plan, view: FlashView, theme: Theme) -> None:
    """Flash-Decoding: where one range of the keys ends and the next begins, and the number of each."""
    s = view.schedule
    if s.splits == 1:
        return
    edges = s.timeline.passes[0].edges.tolist()
    area, now = plan.area, None if view.step is None else view.step.split
    pixels = [plan.keys.span(plan.keys.cell_of(min(edge, s.key_blocks - 1)))[0] for edge in edges[:-1]]
    ends = [*pixels, plan.keys.length]
    for split, (start, stop) in enumerate(itertools.pairwise(ends)):
        x, width = area.left() + start / plan.dpr, (stop - start) / plan.dpr
        if split:
            painter.fillRect(QRectF(round(x) - 2, area.top() - 4, 2, area.height() + 8), theme["ink"])
        text = f"split {split}" if text_width(f"split {split}", font("axis", 600)) + APART < width else str(split)
        if text_width(text, font("axis", 600)) + 2 < width:
            box = QRectF(x, area.bottom() + 5 + LINE, width, LINE).toRect()
            face, ink = (font("axis", 600), theme["ink"]) if split == now else (font("axis"), theme["ink3"])
            put(painter, box, text, face, ink, Qt.AlignmentFlag.AlignHCenter)
