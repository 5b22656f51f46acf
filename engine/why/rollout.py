"""Attention followed down through the layers, the residual stream kept beside it.

Abnar and Zuidema, Quantifying Attention Flow in Transformers, arXiv 2005.00928, sec. 3: in each layer half of a token
is what it was (the residual) and half is the mean of its heads' attention.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import Spec
from engine.capture import Capture
from engine.maps.rows import stage_rows
from engine.shown.chosen import pieces_of
from engine.shown.view import Cancelled, View, varied_of

RESIDUAL: Final = 0.5
STRIP: Final = 256  # rows at once: with fewer, each head is asked for too often
Numbers = NDArray[np.float64]
Tell = Callable[[float], None]  # a share of the work from 0 to 1


@dataclass(frozen=True, eq=False)
class Rollout:
    """Where a query's numbers after the view's layer come from, over the shown words (G,)."""

    layers: int  # how many were followed: the view's own and all below
    residual: float
    shares: Numbers
    folded: float  # on special tokens that are folded away
    tokens: Numbers  # (N,) of every token; they add up to 1


def rollout_of(view: View, tell: Tell, cancelled: Cancelled) -> Rollout | None:
    """The rollout of the view's query from its layer down to the text; None when cancelled.

    The scene's variants and scale are in force in every layer. A row that sees nothing stays what it was. Time
    O(layers H N^2 d) at most, memory O(strip x N): one row goes down, the N x N maps are never there. ValueError where
    rows do not sum to 1, so that there is no share to follow.
    """
    axis, pieces = view.axis, pieces_of(view.axis, view.query)
    row = np.zeros(len(view.capture.tokens))
    row[list(pieces)] = 1.0 / len(pieces)
    for layer in range(view.layer, -1, -1):
        varied = varied_of(replace(view.scene, layer=layer), view.capture)
        if varied.sums is not None:
            raise ValueError(f"A rollout follows shares, and rows must sum to 1 for that. {varied.sums}")
        mixed = np.zeros_like(row)
        for start in range(0, len(row), STRIP):
            if cancelled():
                return None
            tell((view.layer - layer + start / len(row)) / (view.layer + 1))
            mixed += _passed(row, start, layer, varied.capture, varied.spec)
        row = RESIDUAL * row + (1 - RESIDUAL) * mixed
    return Rollout(view.layer + 1, RESIDUAL, axis.by_word(row), float(row[list(axis.folded)].sum()), row)


def _passed(row: Numbers, start: int, layer: int, capture: Capture, spec: Spec) -> Numbers:
    """What a strip of tokens takes from all tokens (N,) in a layer, each as much as it has in `row`."""
    strip = row[start : start + STRIP]
    seen_by = np.flatnonzero(strip)
    passed = np.zeros_like(row)
    if seen_by.size:
        first, last = start + int(seen_by[0]), start + int(seen_by[-1]) + 1
        weights, visible = stage_rows(capture, layer, "mean", spec, "weights", first, last)
        passed += row[first:last] @ weights.astype(np.float64)
        passed[first:last] += row[first:last] * ~visible.any(axis=1)
    return passed
