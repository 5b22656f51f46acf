"""The gradients of dense attention in float64: what a backward pass in tiles is compared with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.attention import attend
from engine.flash.frame.inputs import CELLS, Cancelled, Inputs
from engine.flash.replays.rectangle import Rectangle, Rows

Doubles = NDArray[np.float64]


def dense_gradients(inputs: Inputs, cancelled: Cancelled) -> tuple[Doubles, Doubles, Doubles] | None:
    """dQ, dK and dV (N, size) of half the sum of the squared outputs, whole rows at once; None when cancelled.

    Only a strip of rows of the map is held. The slope of a score change is found by differences (see `slopes`).
    """
    q, k, v = (x.astype(np.float64)[None, None] for x in (inputs.q, inputs.k, inputs.v))
    dq, dk, dv = (np.zeros(x.shape[2:]) for x in (q, k, v))
    height = max(CELLS // k.shape[2], 1)
    for start in range(0, q.shape[2], height):
        if cancelled():
            return None
        rows = slice(start, min(start + height, q.shape[2]))
        part = _strip(attend(q[:, :, rows], k, v, inputs.spec.shifted(0, start)))
        dq[rows] = part.dq()[0, 0]
        dk += part.dk()[0, 0]
        dv += part.dv()[0, 0]
    return dq, dk, dv


def _strip(dense: Any) -> Rectangle:
    output, lse = dense.output, dense.lse
    return Rectangle(dense, Rows(output, np.where(np.isneginf(lse), 0, lse), (output * output).sum(axis=-1)))
