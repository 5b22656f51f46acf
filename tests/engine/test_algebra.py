"""What tiles of a mask hold, of one and of several together, agrees with its cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.algebra import KINDS, has_own, kinds_of
from tests.engine.pictures import cells


@pytest.mark.parametrize("shape", [(9,), (9, 1), (1, 1), (2, 1, 1, 9), (2, 3, 9, 1), (9, 9)])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_keep_answers_for_every_tile_as_its_cells_do(shape: tuple[int, ...], share: float) -> None:
    tensor = np.random.default_rng(3).random(shape) < share
    mask, whole = masks.keep(tensor), np.broadcast_to(tensor, (2, 3, 9, 9) if len(shape) == 4 else (9, 9))
    for i0, i1, j0, j1 in [(0, 9, 0, 9), *((i, i + 2, j, j + 3) for i in range(0, 7, 2) for j in range(0, 7, 3))]:
        part = whole[..., i0:i1, j0:j1]
        assert mask.tile(i0, i1, j0, j1) == ("full" if part.all() else "cut" if part.any() else "empty")
    assert (mask.holds is None) == (shape == (9, 9))


@pytest.mark.parametrize(("offset", "tiles"), [(0, "ce fc"), (-2, "ee ce"), (2, "fc ff")])
def test_tiles_of_causal(offset: int, tiles: str) -> None:
    kinds = [masks.causal(offset).tile(i, i + 2, j, j + 2)[0] for i, j in product((0, 2), (0, 2))]
    assert "".join(kinds) == tiles.replace(" ", "")


def test_a_mask_of_128_tiles_visits_36_of_64_when_causal() -> None:
    kinds = [masks.causal().tile(i, i + 128, j, j + 128) for i, j in product(range(0, 1024, 128), repeat=2)]
    assert (kinds.count("full"), kinds.count("cut"), kinds.count("empty")) == (28, 8, 28)


ROWS, COLUMNS, BATCHES = 5, 6, 2
LONG = 7  # tokens that documents and blocks speak of
SMALL = st.integers(0, 7)
BITS = st.integers(0, 2**60 - 1).map(lambda n: np.array([n >> i & 1 for i in range(60)], bool))
IDS = st.lists(st.integers(0, 2), min_size=LONG, max_size=LONG)
ATOMS = st.one_of(
    st.builds(masks.causal, st.integers(-6, 6)),
    st.builds(masks.window, st.integers(1, 7)),
    st.builds(masks.prefix, SMALL),
    st.builds(masks.padding, st.lists(SMALL, min_size=2, max_size=2)),
    st.builds(masks.dilated, SMALL, st.integers(1, 4)),
    st.builds(masks.global_tokens, st.sets(SMALL)),
    st.builds(masks.sinks, SMALL),
    st.builds(
        masks.document, st.lists(st.lists(st.integers(0, 2), min_size=LONG, max_size=LONG), min_size=2, max_size=2)
    ),
    st.builds(masks.document, st.lists(st.integers(0, 2), min_size=LONG, max_size=LONG)),
    st.builds(masks.chunk, st.integers(1, 7)),
    st.builds(
        masks.bigbird, st.just(LONG), st.integers(1, 3), st.sampled_from((1, 3)), st.integers(0, 1), st.integers(0, 2)
    ),
    BITS.map(lambda bits: masks.keep(bits.reshape(2, 1, 5, 6))),
    BITS.map(lambda bits: masks.keep(bits[:30].reshape(5, 6))),
    BITS.map(lambda bits: masks.keep(bits[:6])),
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


def every_cell(mask: masks.Mask) -> Any:
    seen = mask(*np.ogrid[:BATCHES, :1, :ROWS, :COLUMNS])
    return np.broadcast_to(np.asarray(seen, bool), (BATCHES, 1, ROWS, COLUMNS))


def every_tile() -> Iterator[tuple[int, int, int, int]]:
    for (i0, i1), (j0, j1) in product(combinations(range(ROWS + 1), 2), combinations(range(COLUMNS + 1), 2)):
        yield i0, i1, j0, j1


def kind_of(part: Any) -> str:
    return "full" if part.all() else "cut" if part.any() else "empty"


@settings(deadline=None)
@given(MASKS)
def test_tiles_never_lie(mask: masks.Mask) -> None:
    seen = every_cell(mask)
    for i0, i1, j0, j1 in every_tile():
        assert mask.tile(i0, i1, j0, j1) in ("cut", kind_of(seen[:, :, i0:i1, j0:j1]))


@settings(deadline=None, max_examples=300)
@given(ATOMS | ATOMS.map(masks.negate))
def test_tiles_of_one_mask_are_exact_for_all_batches(mask: masks.Mask) -> None:
    seen = every_cell(mask)
    for i0, i1, j0, j1 in every_tile():
        assert mask.tile(i0, i1, j0, j1) == kind_of(seen[:, :, i0:i1, j0:j1])


@settings(deadline=None)
@given(MASKS)
def test_many_tiles_at_once_are_what_each_of_them_is(mask: masks.Mask) -> None:
    kinds = kinds_of(mask, *np.array(list(every_tile())).T)
    assert [KINDS[kind] for kind in kinds] == [mask.tile(*ranges) for ranges in every_tile()]


def test_documents_in_one_piece_are_exact_and_quick() -> None:
    """Each text once, in any order of ids, and for each batch its own: no set of ids is made."""
    mask = masks.document([[7, 7, 3, 3, 3, 5, 5], [1, 1, 1, 1, 1, 1, 1]])
    assert mask.holds is not None
    for i0, i1, j0, j1 in every_tile():
        assert mask.tile(i0, i1, j0, j1) == kind_of(every_cell(mask)[:, :, i0:i1, j0:j1])


def test_tiles_of_masks_together_are_exact_where_one_of_them_decides() -> None:
    together = (
        masks.both(masks.causal(9), masks.causal(8), masks.keep(cells("x.x.x."))),
        masks.either(masks.causal(-9), masks.causal(-8), masks.keep(cells("x . . x x"))),
        masks.both(masks.causal(), masks.negate(masks.causal(-3))),
    )
    for mask, (i0, i1, j0, j1) in product(together, every_tile()):
        assert mask.tile(i0, i1, j0, j1) == kind_of(every_cell(mask)[:, :, i0:i1, j0:j1])
    halves = masks.either(masks.sinks(2), masks.negate(masks.sinks(2)))
    assert halves.tile(0, 1, 0, 4) == "cut"  # though it is full: neither of the two is


@settings(deadline=None)
@given(ATOMS)
def test_numpy_and_torch_see_the_same(mask: masks.Mask) -> None:
    index = [torch.as_tensor(i) for i in np.ogrid[:BATCHES, :1, :ROWS, :COLUMNS]]
    assert (np.broadcast_to(np.asarray(mask(*index)), (BATCHES, 1, ROWS, COLUMNS)) == every_cell(mask)).all()


def test_tiles_of_a_tensor_of_two_by_two() -> None:
    mask = masks.keep(cells("x. .x"))
    assert [mask.tile(i, i + 1, j, j + 1) for i, j in product(range(2), repeat=2)] == ["full", "empty", "empty", "full"]


def test_a_function_of_somebodys_own_is_known_in_every_composition() -> None:
    def own(b: Any, h: Any, q: Any, k: Any) -> Any:
        return q >= k

    both, either, negate, causal = masks.both, masks.either, masks.negate, masks.causal()
    assert has_own(own)
    assert not any(map(has_own, (causal, both(causal, masks.window(3)), negate(either(masks.sinks(1), causal)))))
    inside = both(causal, own), both(own), either(own, causal), negate(own), negate(both(causal, negate(own)))
    assert all(map(has_own, inside))
