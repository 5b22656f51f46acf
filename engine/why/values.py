"""What a query takes home: the weight of each word times the length of its value.

Kobayashi et al., Attention is Not Only a Weight, arXiv 2004.10102, eq. 4; there a value has passed W_O, here it is v.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.maps.rows import stage_rows
from engine.normalizers import QUIET
from engine.shown.chosen import pieces_of
from engine.shown.view import View
from engine.variants import Varied

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Values:
    """Of the query's row, over the shown words (G,): keys of a word summed (lengths averaged), queries averaged."""

    weights: Numbers  # of the row
    lengths: Numbers  # |v|, the mean over the word's pieces
    weighted: Numbers  # |weight x v|
    visible: NDArray[np.bool_]
    folded: float  # |weight x v| on the special tokens that are folded away
    folded_weight: float
    total: float  # of |weight x v| over all tokens

    @property
    def shares(self) -> Numbers:
        """Each word's share of the total (G,); 0 where there is nothing to share."""
        return self.weighted / self.total if self.total > 0 else np.zeros_like(self.weighted)

    @property
    def folded_share(self) -> float:
        """The share of the folded special tokens; with `shares` it adds up to 1."""
        return self.folded / self.total if self.total > 0 else 0.0


@QUIET
def values_of(view: View, varied: Varied) -> Values | None:
    """The row of the view's query; None for mean and max, whose heads have values of their own."""
    if not isinstance(view.head, int):
        return None
    axis, layer = view.axis, varied.capture.layers[view.layer]
    pieces = pieces_of(axis, view.query)
    rows = (varied.capture, view.layer, view.head, varied.spec, "weights", pieces[0], pieces[-1] + 1)
    weights, visible = stage_rows(*rows)
    row: Numbers = np.asarray(weights.mean(axis=0, dtype=np.float64))
    lengths: Numbers = np.asarray(np.linalg.norm(layer.v[layer.kv_group(view.head)].astype(np.float64), axis=1))
    weighted: Numbers = np.asarray(np.abs(row) * lengths)
    folded = list(axis.folded)
    return Values(
        weights=axis.by_word(row),
        lengths=axis.by_word(lengths) / axis.spans.sizes,
        weighted=axis.by_word(weighted),
        visible=axis.by_word(np.any(visible, axis=0)) > 0,
        folded=float(weighted[folded].sum()),
        folded_weight=float(row[folded].sum()),
        total=float(weighted.sum()),
    )
