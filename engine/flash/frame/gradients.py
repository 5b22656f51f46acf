"""What a backward step has at hand: of the rows and keys of its tile, and of dQ, dK and dV as they grow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.flash.frame.reverse import Reverse
from engine.flash.frame.session import Session
from engine.flash.frame.tile import ABOUT
from engine.flash.frame.view import Backward, Floats
from engine.flash.plan.steps import Step

Gradients = Mapping[str, Floats]
_BEFORE: Final = ("load_o", "delta", "store_delta")  # FlashAttention-2's first pass, which knows no L
_UNTIL_DELTA: Final = ("load_q", "scores", "mask", "weights", "grad_v", "grad_p")  # FlashAttention-1 has no D


def backward_of(session: Session, step: Step | None, gradients: Gradients | None, query: int | None) -> Backward | None:
    """The rows and keys of a backward step; None forward, before the first step, and without numbers.

    `gradients` are the sums by now, None while they are computed. `query` is a row to point out.
    """
    reverse, inputs, s = session.reverse, session.inputs, session.schedule
    if reverse is None or inputs is None or step is None:
        return None
    rows = (0, 0) if step.i is None else s.rows(step.i)
    keys = (0, 0) if step.j is None else s.keys(step.j)
    known = reverse.rows(*rows)
    dk, dv = (_lengths(gradients[x][slice(*keys)]) if gradients and step.j is not None else None for x in ("dK", "dV"))
    return Backward(
        i=step.i,
        rows=rows,
        j=step.j,
        keys=keys,
        labels=(inputs.row_labels(*rows), inputs.labels[slice(*keys)]),
        lse=known.lse[0, 0, slice(*rows)] if _has_lse(s.algorithm, step) else None,
        delta=known.delta[0, 0, slice(*rows)] if _has_delta(s.algorithm, step) else None,
        share=_share(reverse, step),
        dk=dk,
        dv=dv,
        query=query - rows[0] if query is not None and rows[0] <= query < rows[1] else None,
    )


def _has_lse(algorithm: str, step: Step) -> bool:
    return algorithm != "standard" and step.i is not None and step.op not in _BEFORE


def _has_delta(algorithm: str, step: Step) -> bool:
    if step.i is None or algorithm == "standard":
        return step.op in ("grad_s", "store_ds")
    return step.op not in (_UNTIL_DELTA if algorithm == "fa1" else ("load_o",))


def _share(reverse: Reverse, step: Step) -> Floats | None:
    """What the rows give to the keys of the tile (R,), once P is there."""
    about = ABOUT[reverse.schedule.algorithm].get(step.op, "S")
    if step.i is None or step.j is None or about == "S":
        return None
    part = reverse.over(reverse.schedule.rows(step.i), reverse.schedule.keys(step.j))
    share: Floats = part.weights[0, 0].sum(axis=-1)
    return share


def _lengths(rows: Floats) -> Floats:
    """The length of each row."""
    found: Floats = np.sqrt(np.square(rows).sum(axis=-1))
    return found
