"""What is counted without a table is what the table holds; large masks answer for many tiles at once, and small."""

from __future__ import annotations

import tracemalloc

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.algebra import holding, kinds_of
from engine.counted import SETS, Numbers, Points
from engine.flash.plan.grid import ASKED
from engine.flash.plan.schedules import schedule

LONG = 131_072
SEED = st.integers(0, 2**32 - 1)


def rectangles(random: np.random.Generator, rows: int, columns: int, least: int = 0) -> tuple[np.ndarray, ...]:
    """200 of them: top, end, left and right."""
    top, left = random.integers(0, rows, 200), random.integers(0, columns, 200)
    end, right = (np.minimum(at + random.integers(least, 20, 200), most) for at, most in ((top, rows), (left, columns)))
    return top, end, left, right


@settings(deadline=None, max_examples=40)
@given(SEED, st.integers(1, 70), st.integers(1, 70))
def test_points_in_rectangles_are_counted_as_in_the_table(seed: int, rows: int, columns: int) -> None:
    random = np.random.default_rng(seed)
    table = random.random((rows, columns)) < 0.1
    edges = rectangles(random, rows, columns)
    counted = [int(table[t:e, a:b].sum()) for t, e, a, b in zip(*edges, strict=True)]
    down, across = np.nonzero(table)
    assert Points(down, across, columns).within(*edges).tolist() == counted


@settings(deadline=None, max_examples=40)
@given(SEED, st.integers(1, 150), st.integers(1, 90))
def test_numbers_that_spans_share(seed: int, tokens: int, kinds: int) -> None:
    random = np.random.default_rng(seed)
    ids = random.integers(0, kinds, tokens)
    edges = rectangles(random, tokens, tokens, least=1)
    some, every = Numbers(ids).shared(*edges)
    for n, (i0, i1, j0, j1) in enumerate(zip(*edges, strict=True)):
        same = ids[i0:i1, None] == ids[j0:j1]
        assert (some[n], every[n]) == (same.any(), same.all())


def test_of_very_many_numbers_none_that_is_shared_is_missed() -> None:
    ids = np.arange(3 * SETS) % (2 * SETS)
    some, every = Numbers(ids).shared(
        *(np.array(edge) for edge in ([0, 0, 5], [9, 9, 6], [2 * SETS, 20, 5], [2 * SETS + 4, 40, 6]))
    )
    assert some.tolist() == [True, False, True] and every.tolist() == [False, False, True]


@settings(deadline=None, max_examples=20)
@given(st.integers(40, 70), st.integers(1, 3), st.sampled_from((1, 3, 5)), st.integers(0, 2), st.integers(0, 5))
def test_bigbird_with_few_blocks_answers_as_its_cells_do(
    blocks: int, size: int, width: int, ends: int, chosen: int
) -> None:
    length = blocks * size
    mask = masks.bigbird(length, size, width, ends, chosen)
    cells = mask(0, 0, np.arange(length)[:, None], np.arange(length))
    edges = rectangles(np.random.default_rng(blocks), length, length, least=1)
    parts = [cells[t:e, a:b] for t, e, a, b in zip(*edges, strict=True)]
    assert kinds_of(mask, *edges).tolist() == [2 if part.all() else int(part.any()) for part in parts]


def test_documents_that_return_are_asked_for_many_tiles_at_once() -> None:
    """131,072 tokens in 3,000 pieces of 300 texts: no tile is asked for alone."""
    mask = masks.document(np.arange(LONG) * 3000 // LONG % 300)
    assert mask.holds is not None
    asked = []

    def holds(*edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked.append(len(edges[0]))
        assert mask.holds is not None
        return mask.holds(*edges)

    s = schedule(LONG, LONG, 128, block_q=128, block_k=128, mask=holding(mask.sees, holds))
    assert s.tiles_visited == 24_032 and len(asked) < 40 and max(asked) <= ASKED


def test_bigbird_in_small_blocks_keeps_little() -> None:
    """The table of the blocks that are seen, a byte each, and little more; what counted them kept 17 MB beside it."""
    tracemalloc.start()
    mask = masks.bigbird(LONG, 64)
    s = schedule(LONG, LONG, 128, block_q=128, block_k=128, mask=mask)
    visited = s.tiles_visited
    del s
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert visited == 13_258 and kept < (LONG // 64) ** 2 + 2_000_000
