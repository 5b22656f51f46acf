"""RoPE as points in the plane: pairs of one token's query before and after they were turned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.shown.view import View

SHOWN: Final = 8  # pairs, from the fastest to the slowest
Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Some pairs of one query at `position`: each a point before it was turned, (P, 2), and after."""

    position: int
    index: tuple[int, ...]  # which pairs, the fastest first
    speeds: Numbers  # (P,) radians a token
    before: Numbers
    after: Numbers

    @property
    def angles(self) -> Numbers:
        """By how much each was turned: position x speed, in radians, whole turns included."""
        turned: Numbers = self.position * self.speeds
        return turned


def pairs_of(view: View) -> Pairs | None:
    """The pairs of the view's query; None where the model did not turn the head, and for mean and max of all heads.

    Su et al., RoFormer, arXiv 2104.09864, sec. 3.2: pair i at position m is turned by m theta_i.
    """
    layer = view.capture.own.layers[view.layer]
    if layer.rotation is None or not isinstance(view.head, int):
        return None
    _, tokens, d = layer.q.shape
    pairs, (speeds, _) = layer.rotation.pairs(d), layer.rotation.speeds(d, tokens)
    index = np.unique(np.rint(np.linspace(0, len(pairs) - 1, SHOWN)).astype(int))
    before, after = (np.asarray(x[view.head, view.query], np.float64) for x in (layer.unrotated()[0], layer.q))
    return Pairs(view.query, tuple(index.tolist()), speeds[index], before[pairs[index]], after[pairs[index]])
