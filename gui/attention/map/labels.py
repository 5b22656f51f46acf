"""The names and labels of the map's axes: words where they fit, flat or upright, else numbers at round steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from weakref import ref

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from engine.maps.words import Axis, Group
from engine.shown.view import View
from gui.attention.map.geometry import LABELS, LEFT, NAME, ROW, TOP, Band, Layout, lay_out
from gui.attention.map.standing import FACES, NO_TOUCH, SMALLEST, SPECIAL, flat_way, label_width, room_over, widths_of
from gui.look.drawing import elided, put, text_width
from gui.look.plain import one_line
from gui.look.runs import Run, put_runs, width_of
from gui.look.theme import Theme, font

LINE: Final = 16
UPRIGHT: Final = 64  # most length of a word on end
NUMBERS_APART: Final = 8
FIT: Final = 52  # room for the button at the end of the keys' name

Hover = tuple[int | None, int | None]  # row and column under the pointer
Wanted = tuple[int, str, int | None]  # a cell, its role, and the number that stands there instead of the word


@dataclass(frozen=True)
class Label:
    """A label of an axis; `place` is "row", "flat" or "upright", `tick` marks a bare number at the plot, `role` is that
    of its letters."""

    box: QRect
    text: str
    ink: str
    bold: bool
    place: str
    tick: bool = False
    role: str = "caption"


_WIDEST: Final[dict[int, tuple[ref[Axis], int]]] = {}


def _widest(axis: Axis) -> int:
    """The width of the widest label, kept: a pan or a zoom asks again and again."""
    kept, width = _WIDEST.get(id(axis), (None, 0))
    if kept is None or kept() is not axis:
        width = max((label_width(group.label, True) for group in axis.groups), default=0)
        if len(_WIDEST) > 8:
            _WIDEST.clear()
        _WIDEST[id(axis)] = (ref(axis), width)
    return width


def room_of(size: tuple[int, int], dpr: float, axis: Axis) -> tuple[int, int]:
    """The width and the height that the labels of queries and keys would like, the same at any zoom."""
    widest, header = _widest(axis) + 12, ROW

    def cell(header: int) -> float:
        return lay_out(size, dpr, len(axis.groups), None, widest, header, bool(axis.folded)).cell[0]

    if not flat_way(axis.groups, cell(header), bool(axis.folded)):
        header = min(widest, UPRIGHT)
        if cell(header) < SMALLEST:  # numbers, and a number behind every word of the queries
            widest, header = widest + label_width(f" {len(axis.group_of)}"), ROW
    return widest, header


def numbered(view: View, layout: Layout) -> bool:
    """Whether the keys are numbers; then every word that is named has its number too."""
    return _way(view, layout) == "numbers"


def _seen(view: View, layout: Layout) -> tuple[Group, ...]:
    """The words across that are in view."""
    band = layout.columns
    return view.axis.groups[band.first : band.first + band.count]


def _way(view: View, layout: Layout) -> str:
    cell = layout.cell[0]
    flat = flat_way(_seen(view, layout), cell, layout.special.isValid())
    return flat or ("upright" if layout.header > ROW and cell >= SMALLEST else "numbers")


def name_of(view: View, group: int, number: bool, face: QFont | None = None, width: int = 0) -> str:
    """A shown word as it is named: "bank", or "bank 8" with its first token's number; cut to `width` in `face`."""
    shown = view.axis.groups[group]
    label, behind = one_line(shown.label), f" {shown.tokens[0]}" if number else ""
    return label + behind if face is None else elided(label, face, width - text_width(behind, face)) + behind


def labels(view: View, layout: Layout, hover: Hover) -> Iterator[Label]:
    """All labels of both axes. They never overlap: the hovered and chosen ones come first."""
    way = _way(view, layout)
    yield from _rows(view, layout, hover[0], way == "numbers")
    taken: list[QRect] = []
    for wanted in _wanted(view, layout, layout.columns, hover[1], (view.key_group, "key"), way != "numbers"):
        label = _column(view, layout, wanted, way)
        if way == "upright" or not any(label.box.adjusted(-1, 0, 1, 0).intersects(other) for other in taken):
            taken.append(label.box)
            yield label


def _rows(view: View, layout: Layout, hovered: int | None, numbers: bool) -> Iterator[Label]:
    words = layout.cell[1] >= SMALLEST
    right, taken = round(layout.plot.left()) - 8, list[int]()
    for cell, role, number in _wanted(view, layout, layout.rows, hovered, (view.query_group, "query"), words):
        middle = int(layout.row_rect(cell).center().y())
        if words or all(abs(middle - other) >= LINE for other in taken):
            taken.append(middle)
            box = QRect(LEFT + NAME, middle - LINE // 2, right - LEFT - NAME, LINE)
            text = _text(view, layout.rows, (cell, role, number), numbers or not words, box.width())
            yield Label(box, text, role or _ink(words), role == "query", "row", number is not None)


def _column(view: View, layout: Layout, wanted: Wanted, way: str) -> Label:
    cell, role, number = wanted
    rect, bottom, bold = layout.column_rect(cell), round(layout.plot.top()) - 3, role == "key"
    face = FACES.get(way, "caption")
    room = layout.header - 5 if way == "upright" else LABELS[1]
    if way == "cut":
        room = int(room_over(widths_of(_seen(view, layout), way), cell, layout.cell[0], layout.special.isValid()))
    text = _text(view, layout.columns, wanted, way == "numbers", room, face)
    ink = role or _ink(way != "numbers")
    if way == "upright":
        box = QRect(int(rect.center().x()) - LINE // 2, bottom - layout.header + 3, LINE, layout.header - 5)
        return Label(box, text, ink, bold, way)
    width = min(label_width(text, bold, face), room) + 2
    left = round(rect.center().x() - width / 2)
    if way == "numbers":
        left = min(max(left, LEFT + NAME), _end(layout) - width)
    return Label(QRect(left, bottom - LINE, width, LINE), text, ink, bold, "flat", number is not None, face)


def _end(layout: Layout) -> int:
    """Where the labels of the keys end: at the title of the special column, or well before the legend."""
    if layout.special.isValid():
        return layout.special.right() - label_width(SPECIAL) - NO_TOUCH
    return layout.legend.left() - 24


def _ink(words: bool) -> str:
    return "ink2" if words else "ink3"


def _text(view: View, band: Band, wanted: Wanted, numbers: bool, room: int, letters: str = "caption") -> str:
    cell, role, number = wanted
    if number is not None:
        return str(number)
    chosen = {"query": view.query_group, "key": view.key_group}.get(role)
    face = font(letters, 600 if role in ("query", "key") else 400)
    return name_of(view, int(band.words[cell]) if chosen is None else chosen, numbers, face, room)


def _wanted(
    view: View, layout: Layout, band: Band, hovered: int | None, chosen: tuple[int, str], words: bool
) -> Iterator[Wanted]:
    """Cells that want a label, the most important first; their roles are "query", "key", "ink" (hovered) or ""."""
    mine = band.cell_of(chosen[0])
    first = {} if mine is None else {mine: chosen[1]}
    if hovered is not None and hovered < band.cells:
        first = {hovered: first.get(hovered, "ink")} | first
    yield from ((cell, role, None) for cell, role in first.items())
    if words:
        yield from ((cell, "", None) for cell in range(band.cells) if cell not in first)
        return
    room = label_width(str(len(view.axis.group_of))) + NUMBERS_APART
    for token in range(0, len(view.axis.group_of), _step(layout, room)):
        cell = band.cell_of(view.axis.group_of[token])
        if cell is not None and cell not in first:
            yield cell, "", token


def _step(layout: Layout, room: int) -> int:
    """A power of two: how many tokens lie between two numbers that need `room` each."""
    step, word = 1, layout.plot.width() / max(layout.columns.count, 1)
    while step * word < room:
        step *= 2
    return step


def paint_labels(painter: QPainter, shown: Iterator[Label], theme: Theme) -> None:
    """Draw the labels, and a tick towards the plot for bare numbers."""
    for label in shown:
        box, face, ink = label.box, font(label.role, 600 if label.bold else 400), theme[label.ink]
        if label.place == "upright":
            painter.save()
            painter.translate(box.left(), box.bottom() + 1)
            painter.rotate(-90)
            put(painter, QRect(0, 0, box.height(), LINE), label.text, face, ink, Qt.AlignmentFlag.AlignLeft)
            painter.restore()
            continue
        row = label.place == "row"
        put(painter, box, label.text, face, ink, Qt.AlignmentFlag.AlignRight if row else Qt.AlignmentFlag.AlignHCenter)
        if label.tick:
            painter.setPen(QPen(theme["line_strong"], 1))
            x, y = (box.right() + 4, box.center().y()) if row else (box.center().x(), box.bottom())
            painter.drawLine(x, y, x + 3 * row, y + 3 * (not row))


def paint_names(painter: QPainter, layout: Layout, zoomed: bool, theme: Theme) -> None:
    """What the axes are: keys across, beside the button of a zoomed map, and queries down."""
    plot = layout.plot
    end = round(plot.right()) - FIT if zoomed else layout.legend.left() - 24
    across = QRect(round(plot.left()), TOP, end - round(plot.left()), LINE)
    put_runs(painter, across, _name("key", " — the word that is looked at →", across), "caption", theme)
    down = QRect(0, 0, round(plot.height()), LINE)
    runs = _name("query", " — who looks →", down)
    painter.save()
    painter.translate(LEFT + LINE - 2, round(plot.top()))
    painter.rotate(90)
    put_runs(
        painter, down.adjusted(round((down.width() - width_of(runs, "caption")) / 2), 0, 0, 0), runs, "caption", theme
    )
    painter.restore()


def _name(name: str, rest: str, box: QRect) -> list[Run]:
    """An axis' name with what it means, where that fits."""
    full = [Run(name, name, 600), Run(rest, "ink3")]
    return full if width_of(full, "caption") <= box.width() else [full[0], Run(" →", "ink3")]
