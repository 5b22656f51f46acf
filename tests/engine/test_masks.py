"""Masks as pictures: queries down, keys across, x = may see."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine import masks


def picture(mask: masks.See, queries: int, keys: int, xp: Any = np, batch: int = 0, head: int = 0) -> str:
    index = (xp.asarray([batch]), xp.asarray([head]), xp.arange(queries)[:, None], xp.arange(keys)[None, :])
    seen = np.broadcast_to(np.asarray(mask(*index)), (queries, keys))
    return " ".join("".join("x" if cell else "." for cell in row) for row in seen)


def cells(text: str) -> np.ndarray[Any, Any]:
    return np.array([[cell == "x" for cell in row] for row in text.split()])


@pytest.mark.parametrize("xp", [np, torch])
@pytest.mark.parametrize(
    ("offset", "queries", "keys", "expected"),
    [
        (0, 3, 3, "x.. xx. xxx"),
        (0, 2, 5, "x.... xx..."),  # top-left, as torch's is_causal
        (3, 2, 5, "xxxx. xxxxx"),  # bottom-right, as flash-attn from 2.1 on
        (-3, 5, 2, ".. .. .. x. xx"),
        (1, 3, 3, "xx. xxx xxx"),
    ],
)
def test_causal(xp: Any, offset: int, queries: int, keys: int, expected: str) -> None:
    assert picture(masks.causal(offset), queries, keys, xp) == expected


@pytest.mark.parametrize("xp", [np, torch])
def test_keep_shows_its_tensor(xp: Any) -> None:
    assert picture(masks.keep(xp.asarray(cells("x.x .x."))), 2, 3, xp) == "x.x .x."


def test_axes_of_size_one_repeat_in_keep() -> None:
    padding = masks.keep(np.array([[True, True, False], [True, False, False]])[:, None, None, :])
    assert picture(padding, 2, 3, batch=0) == "xx. xx."
    assert picture(padding, 2, 3, batch=1) == "x.. x.."
    by_head = masks.keep(np.array([cells("x. .x"), cells("xx ..")]))
    assert picture(by_head, 2, 2, batch=5, head=1) == "xx .."
    assert picture(masks.keep(np.array([True, False])), 3, 2) == "x. x. x."


def test_keep_refuses_what_is_not_a_boolean_mask() -> None:
    with pytest.raises(ValueError, match="booleans"):
        masks.keep(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="four axes"):
        masks.keep(np.ones((1, 1, 1, 2, 2), bool))


@pytest.mark.parametrize("xp", [np, torch])
def test_masks_combine(xp: Any) -> None:
    causal, some = masks.causal(), masks.keep(xp.asarray(cells("xx. x.x .xx")))
    assert picture(masks.both(causal, some), 3, 3, xp) == "x.. x.. .xx"
    assert picture(masks.either(causal, some), 3, 3, xp) == "xx. xxx xxx"
    assert picture(masks.negate(causal), 3, 3, xp) == ".xx ..x ..."
    assert picture(masks.both(), 2, 2, xp) == "xx xx"
    assert picture(masks.either(), 2, 2, xp) == ".. .."


def test_a_function_of_somebodys_own_combines_and_its_tiles_are_cut() -> None:
    def even(b: Any, h: Any, q: Any, k: Any) -> Any:
        return (q + k) % 2 == 0

    assert picture(masks.both(masks.causal(), masks.negate(even)), 3, 3) == "... x.. .x."
    assert masks.negate(even).tile(0, 1, 0, 1) == "cut"
    assert masks.both(masks.causal(), even).tile(0, 2, 0, 2) == "cut"
    assert masks.both(masks.causal(), even).tile(0, 2, 2, 4) == "empty"
    assert masks.either(masks.causal(), even).tile(2, 4, 0, 2) == "full"


@pytest.mark.parametrize(("offset", "tiles"), [(0, "ce fc"), (-2, "ee ce"), (2, "fc ff")])
def test_tiles_of_causal(offset: int, tiles: str) -> None:
    kinds = [masks.causal(offset).tile(i, i + 2, j, j + 2)[0] for i, j in product((0, 2), (0, 2))]
    assert "".join(kinds) == tiles.replace(" ", "")


def test_a_mask_of_128_tiles_visits_36_of_64_when_causal() -> None:
    kinds = [masks.causal().tile(i, i + 128, j, j + 128) for i, j in product(range(0, 1024, 128), repeat=2)]
    assert (kinds.count("full"), kinds.count("cut"), kinds.count("empty")) == (28, 8, 28)


ATOMS = st.one_of(
    st.builds(masks.causal, st.integers(-6, 6)),
    st.integers(0, 2**30 - 1).map(
        lambda bits: masks.keep(np.array([bits >> i & 1 for i in range(30)], bool).reshape(5, 6))
    ),
    st.integers(0, 2**6 - 1).map(lambda bits: masks.keep(np.array([bits >> i & 1 for i in range(6)], bool))),
    st.booleans().map(lambda all_or_none: masks.keep(np.full((2, 1, 5, 1), all_or_none))),
)
MASKS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: masks.both(*parts)),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: masks.either(*parts)),
        inner.map(masks.negate),
    ),
    max_leaves=4,
)


@given(MASKS, st.integers(0, 4), st.integers(1, 5), st.integers(0, 5), st.integers(1, 6))
def test_tiles_never_lie(mask: masks.Mask, i0: int, rows: int, j0: int, columns: int) -> None:
    i1, j1 = min(i0 + rows, 5), min(j0 + columns, 6)
    part = cells(picture(mask, 5, 6))[i0:i1, j0:j1]
    kind = mask.tile(i0, i1, j0, j1)
    assert kind == "cut" or (part.all() == (kind == "full") and part.any() == (kind != "empty"))


@pytest.mark.parametrize(
    "mask",
    [
        *(masks.causal(offset) for offset in range(-5, 6)),
        *(masks.keep(cells(text)) for text in ("x.x. xx.. xxx. ..x.", "xxxx xxxx xx.x xxxx", ".x..", "x . . x")),
        masks.both(masks.causal(9), masks.causal(8), masks.keep(cells("x.x."))),
        masks.either(masks.causal(-9), masks.causal(-8), masks.keep(cells("x . . x"))),
        masks.negate(masks.causal(1)),
    ],
)
def test_tiles_are_exact_where_they_can_be(mask: masks.Mask) -> None:
    every = cells(picture(mask, 4, 4))
    for i0, i1, j0, j1 in product(range(4), range(1, 5), range(4), range(1, 5)):
        if i0 < i1 and j0 < j1:
            part = every[i0:i1, j0:j1]
            assert mask.tile(i0, i1, j0, j1) == ("full" if part.all() else "cut" if part.any() else "empty")


def test_tiles_of_a_tensor_of_two_by_two() -> None:
    mask = masks.keep(cells("x. .x"))
    assert [mask.tile(i, i + 1, j, j + 1) for i, j in product(range(2), repeat=2)] == ["full", "empty", "empty", "full"]
