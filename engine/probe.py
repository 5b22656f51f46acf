"""The exact numbers of one cell of a map, at every stage, for whoever points at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.maps import Viewport, raster
from engine.rows import SCORES, STAGES, head_rows, stage_of
from engine.view import View, specs_of


@dataclass(frozen=True)
class Probe:
    """One cell: its number at each stage ("weights" alone for mean and max; 0 where hidden), and whether it is seen."""

    numbers: Mapping[str, float]
    visible: bool


def probe(view: View, query_group: int, key_group: int) -> Probe:
    """The cell of two shown words, merged as in the map. Costs one row of the map a head, at any text length."""
    spec, _ = specs_of(view.scene, view.capture)
    if not isinstance(view.head, int):
        cell = Viewport(query_group, key_group, 1, 1, 1, 1)
        drawn = raster(view.capture, view.layer, view.head, spec, "weights", view.axis, cell)
        assert drawn is not None  # nobody cancels
        return Probe({"weights": float(drawn.values[0, 0])}, bool(drawn.visible[0, 0]))
    queries, keys = (view.axis.groups[group].tokens for group in (query_group, key_group))
    columns = slice(keys[0], keys[-1] + 1)
    rows = head_rows(view.capture, view.layer, view.head, spec, queries[0], queries[-1] + 1)
    numbers = {}
    for stage in STAGES:
        cells, visible = stage_of(rows, stage)
        seen = visible[:, columns]
        pieces = seen.sum() if stage in SCORES else len(queries)
        numbers[stage] = float(cells[:, columns].sum(where=seen) / max(pieces, 1))
    return Probe(numbers, bool(rows.visible[0, 0, :, columns].any()))
