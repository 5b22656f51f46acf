"""A mask's tiles are its own answers, and they agree with its cells."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine import masks
from engine.algebra import Mask
from engine.capture import Capture
from engine.tiles import tiles_of, variant_tiles
from engine.variants import CATALOGUE

BANK = Path(__file__).parents[2] / "resources" / "examples" / "bank-muddy.safetensors"


def picture(mask: Mask, tokens: int) -> str:
    return " ".join("".join(kind[0] for kind in row) for row in tiles_of(mask, tokens).kinds)


def test_causal_is_cut_on_the_diagonal() -> None:
    assert picture(masks.causal(), 64).startswith("ceeeeeee fceeeeee ffceeeee")
    assert picture(masks.causal(), 2) == "fe ff"


@pytest.mark.parametrize("tokens", [1, 2, 7, 8, 10, 100])
def test_there_are_at_most_eight_a_side_and_they_cover_all(tokens: int) -> None:
    mask = masks.window(3)
    tiles = tiles_of(mask, tokens)
    count = min(tokens, 8)
    assert {len(tiles.kinds), *(len(row) for row in tiles.kinds)} == {count}
    q, k = np.arange(tokens)[:, None], np.arange(tokens)
    seen = np.broadcast_to(mask(0, 0, q, k), (tokens, tokens))
    edges = [tokens * at // count for at in range(count + 1)]
    for row, (i0, i1) in enumerate(pairwise(edges)):
        for column, (j0, j1) in enumerate(pairwise(edges)):
            part = seen[i0:i1, j0:j1]
            assert tiles.kinds[row][column] == ("full" if part.all() else "cut" if part.any() else "empty")


def test_of_a_variant_its_own_mask_with_its_numbers() -> None:
    layer = Capture.load(BANK).layers[0]
    narrow = variant_tiles(CATALOGUE["window"], {"window.width": 1}, layer)
    wide = variant_tiles(CATALOGUE["window"], {"window.width": 9}, layer)
    assert narrow is not None and wide is not None
    assert sum(row.count("empty") for row in narrow.kinds) > sum(row.count("empty") for row in wide.kinds)
    assert variant_tiles(CATALOGUE["sparsemax"], {}, layer) is None
    full = variant_tiles(CATALOGUE["full"], {}, layer)
    assert full is not None and {kind for row in full.kinds for kind in row} == {"full"}
