"""One tile of a head's map: the one in SRAM as far as it is computed, or any other that a person points at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from engine.arrays import Array
from engine.flash.frame.inputs import CELLS, Inputs
from engine.flash.frame.rowstate import place_of, range_of
from engine.flash.frame.session import Session
from engine.flash.frame.view import Bools, Floats, Tile
from engine.flash.plan.schedules import Schedule
from engine.flash.plan.steps import Step
from engine.flash.replays.rectangle import Rectangle
from engine.flash.replays.rowblock import among
from engine.flash.replays.streams import Stream
from engine.shown.view import round_up

SCORED: Final = frozenset(("scores", "mask", "max", "rescale", "store_s"))
WEIGHED: Final[dict[tuple[str, str], frozenset[str]]] = {
    ("fa1", "forward"): frozenset(("accumulate", "store")),
    ("fa2", "forward"): frozenset(("accumulate",)),
    ("decoding", "forward"): frozenset(("accumulate",)),
    ("standard", "forward"): frozenset(("load_p", "load_v", "accumulate")),
}
_TILED: Final = {  # of FlashAttention backward, which of S, P, dP and dS the newest step is about
    **dict.fromkeys(("scores", "mask"), "S"),
    **dict.fromkeys(("weights", "grad_v"), "P"),
    **dict.fromkeys(("grad_p", "delta"), "dP"),
    **dict.fromkeys(("grad_s", "grad_q", "store_dq", "grad_k"), "dS"),
}
_STANDARD: Final = {
    **dict.fromkeys(("load_p", "load_do", "grad_v"), "P"),
    **dict.fromkeys(("grad_p", "store_dp"), "dP"),
    **dict.fromkeys(("load_ds", "load_k", "grad_q", "reload_ds", "load_q", "grad_k"), "dS"),
}
ABOUT: Final = {"standard": _STANDARD, "fa1": _TILED, "fa2": _TILED}
ORDER: Final = ("S", "P", "dP", "dS")
_ROWS: Final = {"load_p_dp": "dP", "grad_s": "dS", "store_ds": "dS"}  # of whole rows in SRAM


def tile_in(session: Session, step: Step | None) -> Tile | None:
    """The tile that the newest step works on: scores and weights once they are there, hidden cells once masked."""
    if step is None or step.i is None or step.j is None:
        return None
    s = session.schedule
    if s.direction == "backward":
        return _backward(session, step)
    weighed = step.op in WEIGHED[s.algorithm, s.direction]
    if session.inputs is None or not (weighed or step.op in SCORED):
        return _tile(s, session.inputs, step.i, step.j)
    stream = session.row(step.i)
    n = place_of(stream, step.j)
    columns, cells = slice(*stream.block.edges[n : n + 2]), stream.block.cells
    scores, visible = cells.scored[0, 0, :, columns], cells.visible[0, 0, :, columns]
    if step.op == "scores" and s.find("mask", step.i, step.j, step.split) is not None:
        visible = np.ones_like(visible)
    weights = _weights(s, stream, n, columns) if weighed else None
    return _tile(s, session.inputs, step.i, step.j, scores, visible, weights)


def tile_of(session: Session, i: int, j: int) -> Tile:
    """Any tile with its scores, as they are between the score change and the mask. IndexError for one not there."""
    s, inputs = session.schedule, session.inputs
    rows, keys = s.rows(i), s.keys(j)
    if inputs is None:
        return _tile(s, inputs, i, j)
    q, k, v = (x[None, None] for x in (inputs.q[slice(*rows)], inputs.k, inputs.v))
    cells = among(q, k, v, inputs.spec, rows[0], (keys,))
    return _tile(s, inputs, i, j, cells.scored[0, 0], cells.visible[0, 0])


def _backward(session: Session, step: Step) -> Tile:
    """The tile of a backward step, with all that has been computed of it."""
    s, i, j = session.schedule, step.i or 0, step.j or 0
    about = ABOUT[s.algorithm].get(step.op)
    if session.reverse is None or about is None:
        return _tile(s, session.inputs, i, j)
    part = session.reverse.over(s.rows(i), s.keys(j))
    tile = _tile(s, session.inputs, i, j, part.cells.scored[0, 0], part.cells.visible[0, 0])
    if step.op == "scores" and s.find("mask", i, j) is not None:
        tile = replace(tile, visible=np.ones_like(tile.visible))
    return _filled(tile, part, about)


def _filled(tile: Tile, part: Rectangle, about: str) -> Tile:
    """A tile with what has been computed of it by the time that it is about `about`."""
    there = ORDER.index(about)
    more = [getattr(part, name)[0, 0] if there > n else None for n, name in enumerate(("weights", "dp", "ds"))]
    tile = replace(tile, weights=more[0], dp=more[1], ds=more[2], shown=about)
    return tile if about == "S" else replace(tile, limit=1.0 if about == "P" else _limit(tile))


def rows_in(session: Session, step: Step | None) -> Tile | None:
    """The whole rows that lie in SRAM while standard attention makes dS of P and dP, as one wide tile over all keys.

    None for every other step, without numbers, and for more than CELLS of them.
    """
    s, reverse, inputs = session.schedule, session.reverse, session.inputs
    about = None if step is None or step.i is None or step.j is not None else _ROWS.get(step.op)
    if reverse is None or inputs is None or step is None or step.i is None or about is None:
        return None
    rows, keys = s.rows(step.i), (0, s.n_k)
    if (rows[1] - rows[0]) * s.n_k > CELLS:
        return None
    part = reverse.over(rows, keys)
    labels = inputs.row_labels(*rows), inputs.labels
    scores, visible = part.cells.scored[0, 0], part.cells.visible[0, 0]
    kind = "full" if visible.all() else "cut"
    return _filled(Tile(step.i, 0, rows, keys, kind, scores, visible, labels), part, about)


def of_keys(band: Tile, j: int, keys: tuple[int, int]) -> Tile:
    """The tile of key block j that whole rows have."""
    parts = ("scores", "visible", "weights", "dp", "ds")
    cut: dict[str, Any] = {
        name: None if (cells := getattr(band, name)) is None else cells[:, slice(*keys)] for name in parts
    }
    seen = cut["visible"]
    kind = "full" if seen.all() else "cut" if seen.any() else "empty"
    return replace(band, j=j, keys=keys, kind=kind, labels=(band.labels[0], band.labels[1][slice(*keys)]), **cut)


def _limit(tile: Tile) -> float:
    """A round number that no visible number of the tile exceeds."""
    assert tile.cells is not None and tile.visible is not None
    seen = tile.cells[tile.visible]
    return round_up(float(np.abs(seen).max(initial=0, where=np.isfinite(seen))))


def _weights(s: Schedule, stream: Stream, n: int, columns: slice) -> Array:
    """P of a tile: exp(S - m) where it is divided later, else the weights themselves."""
    if s.algorithm == "standard":
        return stream.block.cells.weights[0, 0, :, columns]
    at, here = range_of(stream, n)
    return stream.online[at].weights[0, 0, :, here, : columns.stop - columns.start]


def _tile(
    s: Schedule,
    inputs: Inputs | None,
    i: int,
    j: int,
    scores: Floats | None = None,
    visible: Bools | None = None,
    weights: Floats | None = None,
) -> Tile:
    rows, keys = s.rows(i), s.keys(j)
    labels: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    if inputs is not None:
        labels = inputs.row_labels(*rows), inputs.labels[slice(*keys)]
    return Tile(i, j, rows, keys, s.kind(i, j), scores, visible, labels, weights)
