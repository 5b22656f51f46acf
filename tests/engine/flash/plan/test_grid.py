"""Tiles of one kind are found together, and what is kept of them is small."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.algebra import KINDS, Kind, See, kinds_of
from engine.flash.plan import grid
from engine.flash.plan.grid import Axis, clipped, filled, rectangles, runs_of, window_of
from engine.flash.plan.schedules import schedule

LONG = 131_072
IDS = np.sort(np.random.default_rng(0).integers(0, 300, LONG))
LARGE: dict[str, See | None] = {
    "none": None,
    "causal": masks.causal(),
    "bottom right": masks.causal(-5000),
    "window": masks.window(2048),
    "sinks": masks.both(masks.causal(), masks.either(masks.sinks(4), masks.window(2048))),
    "prefix": masks.prefix(1000),
    "padding": masks.padding([1000, 5000]),
    "dilated": masks.dilated(2048, 2),
    "dilated everywhere": masks.dilated(LONG, 2),
    "global": masks.either(masks.dilated(2048, 1), masks.global_tokens(range(64))),
    "bigbird": masks.bigbird(LONG, 128),
    "documents": masks.both(masks.causal(), masks.document(IDS)),
    "window and global": masks.either(masks.window(512), masks.global_tokens([0, 5000, 100_000])),
    "dilated everywhere, causal": masks.both(masks.causal(), masks.dilated(LONG, 200)),
    "kept keys": masks.keep(np.random.default_rng(1).random(LONG) < 0.5),
    "chunk": masks.chunk(8192),
    "not": masks.negate(masks.window(2048)),
    "own": lambda b, h, q, k: k <= q,
}
SMALL = [None, masks.causal(1), masks.window(4), masks.dilated(9, 3), masks.global_tokens([2, 11]), masks.chunk(3)]


def test_blocks_of_an_axis() -> None:
    axis = Axis(10, 4)
    assert axis.blocks == 3 and [axis.span(at) for at in range(3)] == [(0, 4), (4, 8), (8, 10)]
    assert axis.size(np.arange(3)).tolist() == [4, 4, 2]
    for at in (-1, 3):
        with pytest.raises(IndexError, match="no block"):
            axis.span(at)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(SMALL),
    *(st.integers(1, most) for most in (20, 20, 6, 6)),
)
def test_runs_are_the_masks_own_answers(
    mask: masks.Mask | None, n_q: int, n_k: int, block_q: int, block_k: int
) -> None:
    rows, keys = Axis(n_q, block_q), Axis(n_k, block_k)
    asked = np.array(
        [
            [KINDS.index(mask.tile(*rows.span(i), *keys.span(j))) if mask else 2 for j in range(keys.blocks)]
            for i in range(rows.blocks)
        ]
    )
    boxes = rectangles(mask, rows, keys)
    covered = np.zeros((rows.blocks, keys.blocks), int)
    for i0, i1, j0, j1, kind in boxes:
        covered[i0:i1, j0:j1] += 1
        assert (asked[i0:i1, j0:j1] == kind).all()
    np.testing.assert_array_equal(covered, asked > 0)
    across, down = runs_of(boxes, rows.blocks), runs_of(boxes, keys.blocks, by_key=True)
    np.testing.assert_array_equal(window_of(across, 0, rows.blocks, 0, keys.blocks), asked)
    np.testing.assert_array_equal(window_of(down, 0, keys.blocks, 0, rows.blocks), asked.T)
    np.testing.assert_array_equal(window_of(across, 0, 1, keys.blocks // 2, keys.blocks), asked[:1, keys.blocks // 2 :])
    whole = filled(across, keys.blocks)
    np.testing.assert_array_equal(window_of(whole, 0, rows.blocks, 0, keys.blocks), asked)
    assert (whole.stop - whole.start).sum() == asked.size and (whole.start < whole.stop).all()
    touching = (across.outer[1:] == across.outer[:-1]) & (across.start[1:] == across.stop[:-1])
    assert not (touching & (across.kind[1:] == across.kind[:-1])).any(), "neighbours of one kind are one run"


def test_runs_are_parted_into_ranges() -> None:
    runs = runs_of(np.array([[0, 2, 0, 7, 2], [1, 2, 8, 9, 1]]), 2)
    parted = clipped(runs, np.array([0, 3, 6, 9]))
    assert parted.first.tolist() == [0, 1, 2, 3, 4, 5, 7]
    assert list(zip(parted.start.tolist(), parted.stop.tolist(), strict=True)) == [
        *[(0, 3), (3, 6), (6, 7)],
        *[(0, 3), (3, 6), (6, 7), (8, 9)],
    ]


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("choice", [("fa2", "forward"), ("fa1", "backward"), ("standard", "forward")], ids="-".join)
def test_131072_tokens_take_little(name: str, choice: tuple[str, str]) -> None:
    """Few numbers are kept, whatever the mask; a table of tiles would have a million."""
    algorithm, direction = choice
    s = schedule(LONG, LONG, 128, block_q=128, block_k=128, algorithm=algorithm, direction=direction, mask=LARGE[name])
    tracemalloc.start()
    assert len(s) > 1024 and s.hbm_read > 0 and s.sram_peak > 0
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(one.runs.start.size for one in s.timeline.passes) + s.boxes.size < 100_000
    assert peak < 12 * 2**20


EVERY_TILE = ("dilated everywhere", "dilated everywhere, causal", "kept keys")  # none of a million is certain


@pytest.mark.parametrize("name", [name for name in LARGE if name not in ("none", "own")])
def test_a_mask_answers_for_many_tiles_in_few_questions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mask is asked about arrays of rectangles, never about one: few questions, about no more than its edges need."""
    mask, asked = LARGE[name], list[int]()
    assert isinstance(mask, masks.Mask)

    def counted(mask: masks.Mask, *edges: np.ndarray) -> np.ndarray:
        asked.append(len(edges[0]))
        kinds: np.ndarray = kinds_of(mask, *edges)
        return kinds

    def alone(*ranges: int) -> Kind:
        raise AssertionError("asked about one tile")

    monkeypatch.setattr(grid, "kinds_of", counted)
    schedule(LONG, LONG, 128, block_q=128, block_k=128, mask=replace(mask, tile=alone)).tiles_visited  # noqa: B018
    assert len(asked) < 150 and sum(asked) < (1_500_000 if name in EVERY_TILE else 100_000)


def test_2048_tokens_in_small_tiles() -> None:
    """Any of some 80,000 steps, and all that is true after it, is known without walking there."""
    s = schedule(2048, 2048, 64, block_q=16, block_k=16)
    each = 2 + 128 * 5
    assert len(s) == 128 * each
    for t in (0, 1, 41_000, len(s) - 1):
        row, at = divmod(t, each)
        tiles, op = divmod(at - 1, 5)
        names = ["load_kv", "scores", "max", "rescale", "accumulate"]
        expected = "load_q" if at == 0 else "store" if at == each - 1 else names[op]
        assert (s[t].op, s[t].i) == (expected, row)
        assert s.totals(t).tiles == row * 128 + max(tiles, 0)
        assert s.done(t, row, row + 1, 0, 128).sum() == max(tiles, 0)
