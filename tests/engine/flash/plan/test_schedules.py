"""Steps, and what is said after any number of them, is what the steps themselves add up to."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.flash.plan.orders import LOOPS, OPS
from engine.flash.plan.schedules import Schedule, Step, schedule
from engine.flash.plan.steps import FINISH

CHOICES = list(LOOPS)
MASKS: list[Any] = [
    None,
    masks.causal(),
    masks.causal(-3),
    masks.causal(4),
    masks.window(3),
    masks.both(masks.causal(), masks.either(masks.sinks(2), masks.window(4))),
    masks.dilated(9, 3),
    masks.chunk(5),
    masks.negate(masks.causal(40)),
    lambda b, h, q, k: k <= q,
]


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    algorithm, direction = draw(st.sampled_from(CHOICES))
    n_q, n_k, d, d_v = (draw(st.integers(1, most)) for most in (24, 24, 5, 5))
    block_q, block_k = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    splits = draw(st.integers(1, min(4, -(-n_k // block_k)))) if algorithm == "decoding" else 1
    backwards = direction == "forward" and algorithm in ("fa2", "decoding") and draw(st.booleans())
    return schedule(
        n_q,
        n_k,
        d,
        block_q=block_q,
        block_k=block_k,
        algorithm=algorithm,
        direction=direction,
        mask=draw(st.sampled_from(MASKS)),
        d_v=d_v,
        splits=splits,
        itemsize=draw(st.sampled_from([1, 2, 4, 8])),
        reverse=backwards,
    )


def ops(s: Schedule) -> Counter[str]:
    return Counter(step.op for step in s)


def tiles(s: Schedule, op: str) -> set[tuple[int | None, int | None]]:
    return {(step.i, step.j) for step in s if step.op == op}


def test_the_designed_example() -> None:
    s = schedule(128, 128, 32, block_q=16, block_k=16, mask=masks.causal())
    assert (len(s), s.tiles_visited, s.tiles_total) == (204, 36, 64)
    assert (s.hbm_read + s.hbm_written) / 1024 == 88.25
    assert ops(s) == {"load_q": 8, "store": 8, "mask": 8} | dict.fromkeys(
        ["load_kv", "scores", "max", "rescale", "accumulate"], 36
    )
    assert s.operations == 36 * 2 * 16 * 16 * 64
    assert s[114] == Step("rescale", 5, 4, 0, 0, 0)
    assert s.totals(115) == (46 * 1024, 5 * (16 * 32 * 2 + 16 * 2), 19.5 * 2 * 16 * 16 * 64, 19)
    whole = schedule(128, 128, 32, block_q=16, block_k=16, mask=masks.causal(), algorithm="standard")
    assert (whole.hbm_read + whole.hbm_written) / 1024 == 160


def test_causal_in_large_tiles_visits_36_of_64() -> None:
    s = schedule(1024, 1024, 64, block_q=128, block_k=128, mask=masks.causal())
    assert (s.tiles_visited, s.tiles_total) == (36, 64)


@settings(max_examples=80, deadline=None)
@given(s=schedules())
def test_any_step_is_that_of_the_walk(s: Schedule) -> None:
    walked = list(s)
    assert len(walked) == len(s)
    assert [s[t] for t in range(len(s))] == walked
    assert s[-1] == walked[-1] and s[-len(s)] == walked[0]
    for t in (len(s), -len(s) - 1):
        with pytest.raises(IndexError, match="no step"):
            s[t]


@settings(max_examples=80, deadline=None)
@given(s=schedules())
def test_totals_are_sums_of_steps(s: Schedule) -> None:
    read = written = operations = finished = 0
    for t, step in enumerate(s):
        assert s.totals(t) == (read, written, operations, finished)
        read, written, operations = read + step.read, written + step.written, operations + step.operations
        finished += step.op == FINISH[s.direction]
    assert s.totals(len(s)) == (read, written, operations, finished)
    assert (s.hbm_read, s.hbm_written, s.operations, s.tiles_visited) == s.totals(len(s))


@settings(max_examples=60, deadline=None)
@given(s=schedules())
def test_a_step_is_found_where_it_stands(s: Schedule) -> None:
    for t, step in enumerate(s):
        assert s.find(step.op, step.i, step.j, step.split) == t


@settings(max_examples=40, deadline=None)
@given(s=schedules())
def test_done_are_the_tiles_whose_last_product_is_summed(s: Schedule) -> None:
    expected = np.zeros((s.row_blocks, s.key_blocks), bool)
    for t, step in enumerate(s):
        np.testing.assert_array_equal(s.done(t, 0, s.row_blocks, 0, s.key_blocks), expected)
        if step.op == FINISH[s.direction]:
            assert step.i is not None and step.j is not None and not expected[step.i, step.j]
            expected[step.i, step.j] = True
    np.testing.assert_array_equal(s.done(len(s), 0, s.row_blocks, 0, s.key_blocks), expected)
    np.testing.assert_array_equal(s.done(len(s), 1, s.row_blocks, 0, 1), expected[1:, :1])


@settings(max_examples=60, deadline=None)
@given(s=schedules())
def test_what_a_mask_empties_is_skipped_and_what_it_cuts_is_masked(s: Schedule) -> None:
    kinds = s.kinds(0, s.row_blocks, 0, s.key_blocks)
    every = {(i, j) for i in range(s.row_blocks) for j in range(s.key_blocks)}
    visited = every if s.algorithm == "standard" else {(i, j) for i, j in every if kinds[i, j]}
    assert tiles(s, FINISH[s.direction]) == visited
    if "mask" in OPS[s.algorithm, s.direction]:
        assert tiles(s, "mask") == {(i, j) for i, j in visited if kinds[i, j] != 2}
    named = {0: "empty", 1: "cut", 2: "full"}
    assert all(s.kind(i, j) == named[int(kinds[i, j])] for i, j in every)


@settings(max_examples=60, deadline=None)
@given(s=schedules())
def test_kinds_agree_with_the_cells(s: Schedule) -> None:
    """What is empty or full is so in every cell, and a plain mask's tile that is cut is truly neither."""
    q, k = np.arange(s.n_q)[:, None], np.arange(s.n_k)
    seen = np.broadcast_to(True if s.mask is None else s.mask(0, 0, q, k), (s.n_q, s.n_k))
    for i in range(s.row_blocks):
        for j in range(s.key_blocks):
            part, kind = seen[slice(*s.rows(i)), slice(*s.keys(j))], s.kind(i, j)
            if kind != "cut":
                assert part.all() == (kind == "full") and part.any() == (kind == "full")
            elif s.mask in (MASKS[1], MASKS[4], MASKS[6]):
                assert part.any() and not part.all()


@settings(max_examples=60, deadline=None)
@given(s=schedules())
def test_positions_count_the_tiles_of_the_walk(s: Schedule) -> None:
    assert s.position(0) is None
    for t, step in enumerate(s):
        at = s.position(t + 1)
        assert at is not None and at[:4] == (step.op, step.i, step.j, step.split)
        if step.op == FINISH[s.direction] and s.algorithm in ("fa2", "decoding") and s.direction == "forward":
            assert step.i is not None
            assert at.visited == s.done(t + 1, step.i, step.i + 1, 0, s.key_blocks).sum()
        elif step.op == FINISH[s.direction] and s.algorithm != "standard":
            assert step.j is not None
            assert at.visited == s.done(t + 1, 0, s.row_blocks, step.j, step.j + 1).sum()


@settings(max_examples=60, deadline=None)
@given(s=schedules())
def test_every_walk_begins_where_it_is_said(s: Schedule) -> None:
    """A walk is one outer block: within it that block stays, at its start another one begins."""
    begins = s.starts.tolist()
    assert begins[0] == 0 and sorted(begins) == begins
    assert max(begins) <= len(s)
    for one in s.timeline.passes:
        assert one.walks == one.outer.blocks * one.loop.parts
    walked = [s[t] for t in range(len(s))]
    for begin, end in zip(begins, [*begins[1:], len(s)], strict=True):
        blocks = {(step.i, step.split) if step.op != "merge" else (step.i, 0) for step in walked[begin:end]}
        by_key = {step.j for step in walked[begin:end]}
        assert begin == end or len(blocks) == 1 or len(by_key) == 1


@settings(max_examples=60, deadline=None)
@given(s=schedules())
def test_backwards_walks_each_row_blocks_keys_from_last_to_first(s: Schedule) -> None:
    if (s.algorithm, s.direction) not in (("fa2", "forward"), ("decoding", "forward")):
        return
    other = schedule(
        s.n_q,
        s.n_k,
        s.d,
        block_q=s.block_q,
        block_k=s.block_k,
        algorithm=s.algorithm,
        mask=s.mask,
        d_v=s.d_v,
        splits=s.splits,
        itemsize=s.itemsize,
        reverse=not s.reverse,
    )
    assert other.totals(len(other)) == s.totals(len(s)) and len(other) == len(s)
    for i in range(s.row_blocks):
        for split in range(s.splits):
            one, two = ([x.j for x in each if (x.op, x.i, x.split) == ("accumulate", i, split)] for each in (s, other))
            assert one == two[::-1] == sorted(one, key=lambda j: j or 0, reverse=s.reverse)


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
def test_operations_are_those_of_the_products(choice: tuple[str, str]) -> None:
    """2 rows columns (d + d_v) forward; backward alone five products, of which standard attention kept one: P."""
    algorithm, direction = choice
    s = schedule(10, 7, 3, block_q=4, block_k=4, algorithm=algorithm, direction=direction, d_v=5)
    factors = {"standard": (2, 2), "fa1": (3, 2), "fa2": (3, 2)}
    keys, values = (1, 1) if direction == "forward" else factors[algorithm]
    assert s.operations == 2 * 10 * 7 * (keys * 3 + values * 5)


def test_splits_part_the_key_blocks_evenly() -> None:
    s = schedule(1, 70, 4, block_q=1, block_k=10, algorithm="decoding", splits=3)
    of = {step.j: step.split for step in s if step.op == "scores"}
    assert of == {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
    assert ops(s)["merge"] == 3 and ops(s)["store_partial"] == 3 and ops(s)["store"] == 1
    assert [step.op for step in s][-4:] == ["merge", "merge", "merge", "store"]


def test_a_function_of_ones_own_is_asked_for_every_tile() -> None:
    s = schedule(32, 32, 4, block_q=8, block_k=8, mask=lambda b, h, q, k: k <= q)
    assert s.asked and s.tiles_visited == 16 and ops(s)["mask"] == 16
    assert not schedule(32, 32, 4, block_q=8, block_k=8, mask=masks.causal()).asked
    assert not schedule(32, 32, 4, block_q=8, block_k=8).asked


def test_equal_when_all_that_was_asked_for_is() -> None:
    mask = masks.causal()
    one, two = (schedule(32, 32, 4, block_q=8, block_k=8, mask=mask) for _ in range(2))
    assert one == two and hash(one) == hash(two)
    assert one != schedule(32, 32, 4, block_q=8, block_k=4, mask=mask)
