"""Pixels that cover cells, against a loop over the pixels."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maps.pooling import edges_of, pooled


def by_the_book(cells: Any, edges: Any) -> Any:
    """Along the last axis: the largest magnitude, sign kept, of each pixel."""
    pixels = [cells[..., first:last] for first, last in pairwise(edges)]
    at = [np.abs(pixel).argmax(axis=-1)[..., None] for pixel in pixels]
    return np.concatenate([np.take_along_axis(*pair, axis=-1) for pair in zip(pixels, at, strict=True)], axis=-1)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 3), st.integers(0, 2), st.booleans())
def test_each_pixel_is_the_largest_of_its_cells(n: int, pixels: int, rows: int, axis: int, signed: bool) -> None:
    cells = np.random.default_rng(n).standard_normal((rows, 2, n)).astype(np.float32)
    cells = cells if signed else np.abs(cells)
    edges = edges_of(0, 0, pixels, n)
    found = pooled(np.moveaxis(cells, -1, axis), edges, axis)
    np.testing.assert_array_equal(np.moveaxis(found, axis, -1), by_the_book(cells, edges))
    seen = cells > 0.5
    np.testing.assert_array_equal(
        np.moveaxis(pooled(np.moveaxis(seen, -1, axis), edges, axis), axis, -1), by_the_book(seen * 1, edges) > 0
    )


@pytest.mark.parametrize("rows", [1, 400], ids=["few cells", "many cells"])
@pytest.mark.parametrize("axis", [0, 1])
def test_pixels_of_unequal_width_and_nan(rows: int, axis: int) -> None:
    cells = np.random.default_rng(0).standard_normal((rows, 200)).astype(np.float32)
    cells[0, 77] = np.nan
    edges = np.array([0, 1, 50, 120, 121, 200])
    found = np.moveaxis(pooled(np.moveaxis(cells, -1, axis), edges, axis), axis, -1)
    assert np.isnan(found[0, 2])
    cells[0, 77] = 0
    expected = by_the_book(cells, edges)
    expected[0, 2] = np.nan
    np.testing.assert_array_equal(found, expected)
