"""What each head adds to the layer's output for one query, through the output projection W_O.

Elhage et al., A Mathematical Framework for Transformer Circuits (2021): attention's output is the sum of its heads.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.layers.multihead import head_parts, joined
from engine.maps.rows import head_rows
from engine.models.projections import Output, output_projection
from engine.shown.chosen import pieces_of
from engine.shown.view import Cancelled, View
from engine.variants import Varied

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shares:
    """One query's output of the layer, as the sum of the parts of its heads and the bias of W_O."""

    parts: Numbers  # (H, D)
    bias: Numbers  # (D,)

    @property
    def total(self) -> Numbers:
        """The layer's output (D,), before the residual stream is added."""
        whole: Numbers = joined(self.parts[:, None], self.bias)[0]
        return whole

    @property
    def lengths(self) -> Numbers:
        """|part| (H,)."""
        lengths: Numbers = np.linalg.norm(self.parts, axis=1)
        return lengths

    @property
    def along(self) -> Numbers:
        """Each part along the sum (H,), part . sum / |sum|^2: with `bias_along` they add up to 1. 0 for a sum of 0."""
        return self._along(self.parts)

    @property
    def bias_along(self) -> float:
        """The same of the bias."""
        return float(self._along(self.bias))

    @property
    def cosines(self) -> Numbers:
        """The cosine of each part with the sum (H,); 0 where one of them has no length."""
        lengths = self.lengths * np.linalg.norm(self.total)
        return np.divide(self.parts @ self.total, lengths, out=np.zeros_like(lengths), where=lengths > 0)

    def _along(self, part: Numbers) -> Numbers:
        square = float(self.total @ self.total)
        along: Numbers = part @ self.total / square if square > 0 else np.zeros(part.shape[:-1])
        return along


def shares_of(view: View, varied: Varied, cancelled: Cancelled) -> Shares | None:
    """Every head's part for the view's query (of a word in pieces the mean of its pieces); None when cancelled.

    ValueError, in a sentence, where the layer's W_O is not at hand, or a variant's heads have another size.
    """
    capture = varied.capture
    output = output_projection(capture.own.model, view.layer)
    pieces = pieces_of(view.axis, view.query)
    rows = []
    for head in range(capture.heads):
        if cancelled():
            return None
        made = head_rows(capture, view.layer, head, varied.spec, pieces[0], pieces[-1] + 1)
        rows.append(made.output[0, 0].mean(axis=0, dtype=np.float64))
    heads = np.stack(rows)[:, None]
    _check(heads, output)
    parts: Numbers = head_parts(heads, output.weight.astype(np.float64))[:, 0]
    return Shares(parts, output.bias.astype(np.float64))


def _check(heads: Numbers, output: Output) -> None:
    made, taken = heads.shape[0] * heads.shape[2], output.weight.shape[1]
    if made != taken:
        raise ValueError(f"The model’s output matrix takes {taken} numbers of all heads; here they make {made}.")
