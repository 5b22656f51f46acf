"""What the map says of a cell: beside the pointer, and to a screen reader."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from engine.own import OwnError
from engine.shown.probe import Probe, probe
from engine.shown.view import View
from gui.attention.map.geometry import Layout
from gui.attention.map.labels import Hover, name_of, numbered
from gui.attention.map.pixels import diverging
from gui.attention.map.stages import STAGES
from gui.attention.tones import tone, weighed
from gui.look.numbers import fixed, four, percent

BEFORE_MASK: Final = ("raw", "scaled")


def said_estimate(view: View) -> str:
    """How much of the map is there: "estimate: 1 of 8 rows"; "" of an exact one."""
    return f"estimate: 1 of {view.sampled} rows" if view.estimate else ""


def spoken(view: View) -> str:
    """The chosen cell for a screen reader: "query bank, key river, weight 0.5232"; and whether the map is exact."""
    return f"{_spoken(view)}, map {said_estimate(view)}" if view.estimate else _spoken(view)


def _spoken(view: View) -> str:
    query, key = (view.capture.tokens[token].label for token in (view.query, view.key))
    if view.query_group < 0 or view.key_group < 0:
        return f"query {query}, key {key}, a hidden special token"
    if view.stage == "weights":
        number, seen = float(view.row.shown[view.key_group]), bool(view.row.shown_visible[view.key_group])
    else:
        found = _asked(view, view.query_group, view.key_group, (view.stage,))
        if found is None:
            return f"query {query}, key {key}"
        number = found.numbers[view.stage]
        seen = found.visible or view.stage in BEFORE_MASK or (view.stage == "difference" and number != 0)
    return f"query {query}, key {key}, {STAGES[view.stage].number + ' ' + four(number) if seen else 'masked'}"


def hover_probe(view: View, layout: Layout, hover: Hover) -> Probe | None:
    """The numbers of the cell under the pointer; None beside the cells, where a cell covers several words, and late."""
    row, column = hover
    if row is None or column is None or _covered(layout, row, column) > 1:
        return None
    return _asked(view, int(layout.rows.words[row]), int(layout.columns.words[column]))


def _asked(view: View, query_group: int, key_group: int, stages: Collection[str] = STAGES) -> Probe | None:
    """The cell, unless a person's own function keeps the pointer waiting."""
    try:
        return probe(view, query_group, key_group, stages)
    except OwnError:
        return None


def _covered(layout: Layout, row: int, column: int) -> int:
    """How many cells of the map one cell of the picture shows."""
    rows, columns = layout.rows.words, layout.columns.words
    return int((rows[row + 1] - rows[row]) * (columns[column + 1] - columns[column]))


def tip_lines(view: View, layout: Layout, hover: Hover, found: Probe | None, shown: float | None) -> list[str]:
    """What the pointer's box says: the cell with its number at the shown stage, then the other stages.

    `shown` is the number in the picture; None where there is none yet, or the cell is hidden.
    """
    row, column = hover
    if row is None:
        return []
    if column is None:
        return [] if shown is None or math.isnan(shown) else _special_lines(view, layout, row, shown)
    if found is None:
        return _many_lines(view, layout, row, column, shown)
    query, key = int(layout.rows.words[row]), int(layout.columns.words[column])
    query_name, key_name = (name_of(view, word, numbered(view, layout)) for word in (query, key))
    number = f"{STAGES[view.stage].number} {four(found.numbers[view.stage] if shown is None else shown)}"
    seen = found.visible or view.stage in BEFORE_MASK or (view.stage == "difference" and shown is not None)
    first = f"{query_name} → {key_name}, {number if seen else 'masked'}"
    if view.stage == "difference":
        return [first, _against_model(found)] if seen else [first]
    second = ", ".join(
        f"{STAGES[stage].number} {four(other) if stage == 'weights' else fixed(other, 2)}"
        for stage, other in found.numbers.items()
        if stage in ("raw", "scaled", "weights") and stage != view.stage and (found.visible or stage != "weights")
    )
    return [first, second] if second else [first]


def _against_model(found: Probe) -> str:
    """The two weights behind a difference: "new 0.3160, model 0.0340"."""
    new, difference = found.numbers["weights"], found.numbers["difference"]
    return f"new {four(new)}, model {four(new - difference)}"


def _special_lines(view: View, layout: Layout, row: int, share: float) -> list[str]:
    names = dict.fromkeys(view.capture.tokens[token].label for token in view.axis.folded)
    several = layout.rows.words[row + 1] - layout.rows.words[row] > 1
    some = "" if not several else "so far " if view.estimate else "at most "
    word = name_of(view, int(layout.rows.words[row]), numbered(view, layout))
    number = four(share) if weighed(view) else percent(share, 2)
    return [f"{word} → {', '.join(names)}, {some}{number}", "special tokens, hidden"]


def _many_lines(view: View, layout: Layout, row: int, column: int, shown: float | None) -> list[str]:
    what = ("largest" if diverging(tone(view)) else "maximum") + (" so far" if view.estimate else "")
    number = "" if shown is None else f", {STAGES[view.stage].number} {four(shown)}"
    spans = []
    for words in (layout.rows.words[row : row + 2], layout.columns.words[column : column + 2]):
        first, last = (name_of(view, int(word), True) for word in (words[0], words[1] - 1))
        spans.append(first if first == last else f"{first} … {last}")
    return [f"{what} of {_covered(layout, row, column)} cells{number}", " → ".join(spans)]
