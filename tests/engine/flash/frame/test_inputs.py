"""The inputs of a frame: a slice of a head's numbers keeps what its mask can say."""

from __future__ import annotations

import numpy as np
import pytest

from engine import masks
from engine.algebra import KINDS, Mask, has_own, kinds_of
from engine.arrays import Array
from engine.flash.frame.inputs import placed


def seen_by_somebody(b: Array, h: Array, q: Array, k: Array) -> Array:
    return k <= q


@pytest.mark.parametrize(
    "mask", [masks.causal(), masks.window(5), masks.both(masks.causal(), masks.sinks(2)), masks.global_tokens([3, 9])]
)
@pytest.mark.parametrize(("head", "first"), [(4, 0), (0, 6), (4, 6)])
def test_a_slice_answers_for_many_tiles_as_the_whole_does(mask: Mask, head: int, first: int) -> None:
    sliced = placed(mask, head, first)
    assert isinstance(sliced, Mask) and sliced.holds is not None
    rows, keys = (each.ravel() for each in np.meshgrid(np.arange(0, 12, 4), np.arange(0, 16, 4)))
    edges = rows, rows + 4, keys, keys + 4
    whole = kinds_of(mask, rows + first, rows + 4 + first, keys, keys + 4)
    assert kinds_of(sliced, *edges).tolist() == whole.tolist()
    each = [sliced.tile(*each) for each in zip(*(edge.tolist() for edge in edges), strict=True)]
    assert each == [KINDS[kind] for kind in whole]


def test_a_slice_of_somebodys_own_function_is_somebodys_own() -> None:
    assert has_own(placed(masks.both(masks.causal(), seen_by_somebody), 4, 0) or masks.causal())
    assert not has_own(placed(masks.causal(), 4, 6) or seen_by_somebody)
