"""The exact numbers of one cell of a map, at every stage, for whoever points at it."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engine.maps.raster import Viewport, raster
from engine.maps.rows import OF_ALL, SCORES, STAGES, head_rows, stage_of
from engine.own import patience
from engine.shown.view import View, varied_of
from engine.variants import Varied

MOMENT: Final = 0.08  # seconds that a pointer waits


@dataclass(frozen=True)
class Probe:
    """One cell: its number at each stage (for mean and max those of OF_ALL; 0 where hidden), and whether it is seen."""

    numbers: Mapping[str, float]
    visible: bool


def probe(view: View, query_group: int, key_group: int, stages: Collection[str] = STAGES) -> Probe:
    """The cell of two shown words, merged as in the map, at these stages and in weights.

    Costs a row of the map a head, at any text length: two more for the difference, and one for all other stages.
    Raises OwnError where a person's own function fails, or has no answer within MOMENT.
    """
    until = time.monotonic() + MOMENT
    with patience(lambda: time.monotonic() > until):
        return _probe(view, query_group, key_group, {"weights", *stages})


def _probe(view: View, query_group: int, key_group: int, stages: Collection[str]) -> Probe:
    varied = varied_of(view.scene, view.capture)
    of = (varied.capture, view.layer, view.head, varied.spec)
    numbers, visible = {}, False
    for stage in [stage for stage in OF_ALL if stage in stages]:
        drawn = raster(*of, stage, view.axis, Viewport(query_group, key_group, 1, 1, 1, 1))
        assert drawn is not None  # nobody cancels
        numbers[stage] = float(drawn.values[0, 0])
        visible = visible or (stage == "weights" and bool(drawn.visible[0, 0]))
    alone = [stage for stage in STAGES if stage in stages and stage not in OF_ALL]
    of_head = _of_head(view, varied, query_group, key_group, alone) if alone and isinstance(view.head, int) else {}
    return Probe(of_head | numbers, visible)


def _of_head(view: View, varied: Varied, query_group: int, key_group: int, stages: Collection[str]) -> dict[str, float]:
    """The cell at stages that one head alone has."""
    assert isinstance(view.head, int)
    queries, keys = (view.axis.groups[group].tokens for group in (query_group, key_group))
    columns = slice(keys[0], keys[-1] + 1)
    rows = head_rows(varied.capture, view.layer, view.head, varied.spec, queries[0], queries[-1] + 1)
    numbers = {}
    for stage in stages:
        cells, visible = stage_of(rows, stage)
        seen = visible[:, columns]
        pieces = seen.sum() if stage in SCORES else len(queries)
        numbers[stage] = float(cells[:, columns].sum(where=seen) / max(pieces, 1))
    return numbers
