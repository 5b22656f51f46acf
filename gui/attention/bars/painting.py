"""How the bars are painted: the model as a pale ghost, the weights now as slim bars in front of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from engine.shown.view import View
from gui.attention.bars.layout import LEFT, NUMBER, RIGHT, BarsLayout, others_weight
from gui.look.drawing import put, text_width
from gui.look.numbers import fixed
from gui.look.theme import Theme, font

TIP: Final = 4  # px of teal at the end of the key's bar
BESIDE: Final = 46  # from the end of the strong bars' numbers to that of the ghosts'
TO_RIGHT: Final = Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class Bar:
    """The numbers of one row. `role` is "query", "key", "both", "" or "rest"; `key` the token that a click chooses."""

    label: str
    now: float
    model: float
    visible: bool
    role: str
    token: int | None
    key: int | None
    at_most: bool = False


def bar_of(view: View, layout: BarsLayout, index: int) -> Bar:
    """The bar of a row: a word, then the others together, then the folded special tokens."""
    row, words = view.row, len(layout.order)
    if index < words:
        group = int(layout.order[index])
        tokens, special = view.axis.groups[group].tokens, view.axis.groups[group].special
        role = {view.query_group: "query", view.key_group: "key"}.get(group, "special" if special else "")
        role = "both" if view.query_group == view.key_group == group else "key" if group == view.key_group else role
        now, model = float(row.shown[group]), float(row.shown_trained[group])
        return Bar(
            view.axis.groups[group].label, now, model, bool(row.shown_visible[group]), role, tokens[0], tokens[0]
        )
    at_most = view.head == "max"
    if index == words and layout.others.size:
        now, model = (others_weight(view, layout.others, trained) for trained in (False, True))
        seen = bool(row.shown_visible[layout.others].any())
        return Bar(f"{layout.others.size} others", now, model, seen, "rest", None, None, at_most)
    folded = view.axis.folded
    heaviest = folded[int(np.argmax(row.folded_each))]
    label = "special" if len(folded) > 1 else view.capture.tokens[folded[0]].label
    role = "key" if view.key_group < 0 else "rest"
    seen = bool(row.visible[list(folded)].any())
    return Bar(label, row.folded, row.folded_trained, seen, role, None, heaviest, at_most)


def draw_bars(
    painter: QPainter,
    theme: Theme,
    view: View,
    layout: BarsLayout,
    scrolled: int,
    hovered: int,
    ghost: str = "model",
) -> None:
    """Paint caption, grid, every row in view, and the axis; `ghost` says whose the pale bars are."""
    _draw_caption(painter, theme, layout, ghost)
    _draw_grid(painter, theme, layout)
    first = scrolled // layout.row
    last = min(len(layout.order), first + layout.seen + (scrolled % layout.row > 0))
    painter.save()
    if layout.scrolls:
        painter.setClipRect(QRect(0, layout.top, layout.room.width, layout.seen * layout.row))
    for index in range(first, last):
        _draw_row(painter, theme, view, layout, index, scrolled, index == hovered, ghost)
    painter.restore()
    for index in range(len(layout.order), len(layout.order) + layout.rest):
        _draw_row(painter, theme, view, layout, index, scrolled, index == hovered, ghost)


def _draw_row(
    painter: QPainter,
    theme: Theme,
    view: View,
    layout: BarsLayout,
    index: int,
    scrolled: int,
    hovered: bool,
    ghost: str,
) -> None:
    bar, box = bar_of(view, layout, index), layout.box(index, scrolled)
    if hovered and bar.key is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme["hover"])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 4, 4)
    _draw_label(painter, theme, layout, bar, box)
    if layout.two:
        _draw_ghost(painter, theme, layout, bar, box)
    if bar.visible and np.isfinite(bar.now):
        _draw_strong(painter, theme, layout, bar, box)
    _draw_numbers(painter, theme, layout, bar, box, ghost)


def in_ghost(bar: Bar, ghost: str, digits: int) -> str:
    """The number of a pale bar; a dash where the pinned view has no such word."""
    return "–" if ghost == "pinned" and np.isnan(bar.model) else fixed(bar.model, digits)


def _draw_label(painter: QPainter, theme: Theme, layout: BarsLayout, bar: Bar, box: QRect) -> None:
    ink = {"query": "query", "both": "query", "key": "key", "": "ink2"}.get(bar.role, "ink3")
    face = font("body", 600) if ink in ("query", "key") else font("caption" if bar.token is None else "body")
    right = layout.left - 10 if bar.role == "rest" or bar.token is None else layout.label_right
    put(painter, QRect(LEFT, box.top(), right - LEFT, box.height()), bar.label, face, theme[ink], TO_RIGHT)
    if layout.numbered and bar.token is not None:
        place = QRect(layout.label_right, box.top(), layout.left - 10 - layout.label_right, box.height())
        put(painter, place, str(bar.token), font("caption"), theme["ink3"], TO_RIGHT)


def _draw_ghost(painter: QPainter, theme: Theme, layout: BarsLayout, bar: Bar, box: QRect) -> None:
    if not np.isfinite(bar.model):
        return
    height, end = thickness(layout.row, ghost=True), layout.x(bar.model)
    top = box.top() + (box.height() - height) // 2
    painter.fillRect(min(layout.zero, end), top, abs(end - layout.zero), height, theme["ghost"])
    painter.fillRect(end if end < layout.zero else max(end - 2, layout.zero), top, 2, height, theme["ghost_line"])


def _draw_strong(painter: QPainter, theme: Theme, layout: BarsLayout, bar: Bar, box: QRect) -> None:
    height, end, below = thickness(layout.row, layout.two), layout.x(bar.now), layout.both and bar.now < 0
    end = min(end, layout.zero - 1) if below else max(end, layout.zero + 1)
    top = box.top() + (box.height() - height) // 2
    whole = QRectF(min(layout.zero, end), top, abs(end - layout.zero), height)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    quiet = bar.role in ("rest", "special") or bar.token is None
    painter.setBrush(theme["ink3" if quiet else "neg" if below else "bar"])
    painter.drawRoundedRect(whole, 2, 2)
    if bar.role in ("key", "both"):
        tip = end if below else max(end - TIP, layout.zero)
        painter.setClipRect(QRectF(tip, top, TIP, height), Qt.ClipOperation.IntersectClip)
        painter.setBrush(theme["key_fill"])
        painter.drawRoundedRect(whole, 2, 2)
    painter.restore()


def thickness(row: int, slim: bool = False, *, ghost: bool = False) -> int:
    """How thick a bar is: slim in front of a ghost, a ghost, or alone."""
    most, margin = (20, 6) if ghost else (12, 12) if slim else (16, 8)
    return max(min(most, (row - margin) // 2 * 2), 4)


def _draw_numbers(painter: QPainter, theme: Theme, layout: BarsLayout, bar: Bar, box: QRect, ghost: str) -> None:
    right = layout.room.width - RIGHT
    if layout.two:
        model = QRect(right - NUMBER, box.top(), NUMBER, box.height())
        put(painter, model, in_ghost(bar, ghost, 3), font("caption"), theme["ink3"], TO_RIGHT)
    now = number_box(layout, bar, box)
    if not bar.visible:
        put(painter, now.adjusted(-8, 0, 0, 0), "masked", font("axis"), theme["ink3"], TO_RIGHT)
        return
    strong = bar.role in ("key", "both")
    ink = "error" if not np.isfinite(bar.now) else "ink3" if bar.role == "rest" and not layout.two else "ink"
    put(painter, now, written(bar), font("caption", 600 if strong else 500), theme[ink], TO_RIGHT)


def written(bar: Bar) -> str:
    """The number of a strong bar; of what may be less the bound."""
    return ("≤ " if bar.at_most else "") + fixed(bar.now, 3)


def number_box(layout: BarsLayout, bar: Bar, box: QRect) -> QRect:
    """Where that stands, in front of the ghost's number where there is one."""
    right = layout.room.width - RIGHT - (BESIDE if layout.two else 0)
    width = NUMBER + (text_width("≤ ", font("caption", 500)) if bar.at_most else 0)
    return QRect(right - width, box.top(), width, box.height())


def _draw_caption(painter: QPainter, theme: Theme, layout: BarsLayout, ghost: str) -> None:
    right, middle, face = layout.room.width - RIGHT, layout.top - 14, font("axis")
    line = QRect(LEFT, middle - 8, right - LEFT, 16)
    if not layout.two:
        put(painter, line, "at the model’s own scale", face, theme["ink3"], TO_RIGHT)
        return
    put(painter, line, ghost, face, theme["ink3"], TO_RIGHT)
    x = right - text_width(ghost, face) - 15
    painter.fillRect(x, middle - 6, 9, 12, theme["ghost"])
    painter.fillRect(x + 7, middle - 6, 2, 12, theme["ghost_line"])
    put(painter, QRect(LEFT, line.top(), x - 9 - LEFT, 16), "now", face, theme["ink3"], TO_RIGHT)
    painter.fillRect(x - 9 - 40, middle - 3, 12, 6, theme["bar"])


def _draw_grid(painter: QPainter, theme: Theme, layout: BarsLayout) -> None:
    ticks = layout.ticks
    digits = max(len(f"{tick:g}".partition(".")[2]) for tick in ticks)
    for tick in ticks:
        x = layout.x(tick)
        painter.fillRect(
            x - (tick == 0), layout.top, 2 if tick == 0 else 1, layout.grid_bottom - layout.top, theme["line"]
        )
        text = fixed(tick, 0 if tick in (-1, 0, 1) else digits)
        put(
            painter,
            QRect(x - 30, layout.grid_bottom + 2, 60, 16),
            text,
            font("axis"),
            theme["ink3"],
            Qt.AlignmentFlag.AlignHCenter,
        )
    if layout.rest:
        painter.fillRect(LEFT, layout.line, layout.room.width - LEFT - RIGHT, 1, theme["line"])
