"""The two other maps of a comparison: the pinned one, and the one of the difference."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from engine.compare.compared import Compared
from engine.maps.rows import SCORES
from engine.own import OwnError
from engine.shown.probe import probe
from gui.attention.compare.stores import BesideStore, PinnedStore
from gui.attention.map.heatmap import Heatmap
from gui.attention.map.labels import Hover, name_of, numbered
from gui.attention.map.stages import STAGES
from gui.look.numbers import four
from gui.store import Store

ALONE: Final = "Not in the text beside it"


class PinnedMap(Heatmap):
    """The pinned view's map. Its clicks and zooms go through its store to both maps; so do arrows: `stepped`."""

    stepped = Signal(int, int)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        self.words = PinnedStore(store)
        super().__init__(self.words, parent)
        self.setObjectName("pinnedMap")
        self.setAccessibleName("Pinned attention map")

    def show_compared(self, compared: Compared) -> None:
        self.words.compared = compared
        self.show_view(compared.pinned)

    def step(self, down: int, right: int) -> None:
        self.stepped.emit(down, right)

    def tip_at(self, x: int, y: int) -> str:
        said, compared = super().tip_at(x, y), self.words.compared
        if not said or compared is None or self.plan is None:
            return said
        row, column = self.plan.at(QPoint(x, y))
        band, cell = (self.plan.rows, row) if row is not None else (self.plan.columns, column)
        stands = compared.aligned.here[int(band.words[cell or 0])] >= 0
        return said if stands else f"{said}<br>{ALONE}"


class DifferenceMap(Heatmap):
    """What the view gives less what the pinned one gives; words that stand in one text alone are hatched."""

    title = "difference"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(BesideStore(store), parent)
        self.setObjectName("differenceMap")
        self.setAccessibleName("Map of the difference: now less pinned")
        self._compared: Compared | None = None
        self._both: tuple[float, float] | None = None  # the numbers under the pointer: now, and pinned

    def show_compared(self, compared: Compared) -> None:
        """Show the difference of a comparison that has one."""
        view, made = compared.view, compared.difference
        assert made is not None
        self._compared = compared
        stage = view.stage if view.stage in SCORES else "difference"
        axis = replace(view.axis, folded=())  # both maps have other hidden tokens: no column speaks of them
        self.show_view(replace(view, map=made.map, limit=made.limit, stage=stage, axis=axis))
        self._both = self._numbers(self.hover)
        self.setAccessibleDescription(self._spoken())

    def point_at(self, hover: Hover) -> None:
        if hover != self.hover:
            self._both = self._numbers(hover)
        super().point_at(hover)

    def exact(self) -> float | None:
        return self._number(self.hover)

    def tip(self) -> list[str]:
        """The cell with its difference, then both numbers; why there is none."""
        view, plan, compared, (row, column) = self.view, self.plan, self._compared, self.hover
        if view is None or plan is None or compared is None or row is None or column is None:
            return []
        shown = self._number(self.hover)
        words = int(plan.rows.words[row]), int(plan.columns.words[column])
        if self._both is None and shown is not None:
            return super().tip()
        name = " → ".join(name_of(view, word, numbered(view, plan)) for word in words)
        if shown is None:
            alone = [name_of(view, word, False) for word in dict.fromkeys(words) if compared.aligned.there[word] < 0]
            return [name, f"not in the pinned text: {', '.join(alone)}" if alone else "masked"]
        now, pinned = self._both or (math.nan, math.nan)
        number = STAGES[compared.view.stage].number
        said = [f"{name}, difference {four(shown)}", f"{number} now {four(now)}, pinned {four(pinned)}"]
        return [*said, *["copied"] * self.copied]

    def _numbers(self, hover: Hover) -> tuple[float, float] | None:
        """What both views have in a cell; None where it covers several words, has no counterpart, or keeps waiting."""
        compared, plan, (row, column) = self._compared, self.plan, hover
        if compared is None or plan is None or row is None or column is None:
            return None
        (first, last), (left, right) = plan.rows.words[row : row + 2], plan.columns.words[column : column + 2]
        there = compared.aligned.there
        if last - first > 1 or right - left > 1 or there[first] < 0 or there[left] < 0:
            return None
        return _both(compared, int(first), int(left))

    def _spoken(self) -> str:
        assert self._compared is not None
        view, there = self._compared.view, self._compared.aligned.there
        query, key = (view.capture.tokens[token].label for token in (view.query, view.key))
        if min(view.query_group, view.key_group) < 0 or there[view.query_group] < 0 or there[view.key_group] < 0:
            return f"query {query}, key {key}, not in both texts"
        both = _both(self._compared, view.query_group, view.key_group)
        numbers = "" if both is None else f", now {four(both[0])}, pinned {four(both[1])}"
        return f"query {query}, key {key}{numbers}"


def _both(compared: Compared, row: int, column: int) -> tuple[float, float] | None:
    """What the view and the pinned one have in the cell of two shown words; None where an own function is late."""
    there, stage = compared.aligned.there, compared.view.stage
    try:
        now = probe(compared.view, row, column, (stage,)).numbers[stage]
        return now, probe(compared.pinned, int(there[row]), int(there[column]), (stage,)).numbers[stage]
    except OwnError:
        return None
