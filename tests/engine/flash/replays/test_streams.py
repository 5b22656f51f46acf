"""What a row block shows inside a tile, in the ranges of Flash-Decoding, and in standard attention's three passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import masks, normalizers
from engine.attention import Spec, attend
from engine.flash import Execution, merge, replay, schedule
from tests.engine.flash.tiled import Problem
from tests.engine.numbers import close, numbers

CAUSAL = masks.causal(2)
KNOWN = ("scored", "visible", "scores", "highest", "reference", "factor", "weights")


def example(algorithm: str, normalizer: Any = normalizers.softmax, **more: Any) -> Problem:
    spec = Spec(mask=CAUSAL, normalizer=normalizer)
    splits = 3 if algorithm == "decoding" else 1
    s = schedule(7, 9, 4, d_v=3, block_q=3, block_k=2, algorithm=algorithm, mask=CAUSAL, splits=splits, **more)
    return Problem(2 * numbers(2, 4, 7, 4), numbers(2, 2, 9, 4, seed=1), numbers(2, 2, 9, 3, seed=2), spec, s, False)


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
def test_a_tile_gets_known_operation_by_operation(algorithm: str) -> None:
    p = example(algorithm)
    dense, run = p.dense(), Execution(*p.arrays, p.s, p.spec)
    after = {"scores": 3, "mask": 3, "max": 6, "rescale": 6, "accumulate": 7, "store": 7}
    seen = set()
    for t, step in enumerate(p.s, 1):
        if step.i is None:
            continue
        state = run.state(t, step.i)
        if step.j is None:
            assert state.active is None
            continue
        active = state.active
        assert active is not None and (active.i, active.j, active.split) == (step.i, step.j, step.split)
        known = [name for name in KNOWN if getattr(active, name) is not None]
        assert known == list(KNOWN[: after.get(step.op, 0)]), step
        seen.add((step.op, p.s.kind(step.i, step.j)))
        if step.op in after:
            cells = (..., slice(*p.s.rows(step.i)), slice(*p.s.keys(step.j)))
            close(active.scored, dense.scored[cells])
            masked = step.op != "scores" or p.s.kind(step.i, step.j) == "full"
            close(active.scores, (dense.masked if masked else dense.scored)[cells])
            np.testing.assert_array_equal(active.visible, dense.visible[cells])
    assert {("mask", "cut"), ("scores", "full"), ("scores", "cut")} <= seen


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
def test_the_numbers_of_a_tile_are_those_of_the_steps_before_and_after(algorithm: str) -> None:
    """m, l and a of the tile in SRAM take the state before it to the state after it."""
    p = example(algorithm)
    run = Execution(*p.arrays, p.s, p.spec)
    for t, step in enumerate(p.s, 1):
        if step.op not in ("max", "rescale", "accumulate"):
            continue
        assert step.i is not None
        state = run.state(t, step.i)
        active = state.active
        assert active is not None and active.scores is not None and active.factor is not None
        assert active.reference is not None and active.m is not None
        before = np.exp(active.m - np.where(np.isneginf(active.reference), 0, active.reference))
        close(active.factor, before)
        close(active.reference, np.maximum(active.m, active.scores.max(-1)))
        close(state.m, active.m if step.op == "max" else active.reference)
        added = 0 if active.weights is None else active.weights.sum(-1)
        close(state.l, active.l if step.op == "max" else active.factor * active.l + added)


def test_each_range_of_keys_is_summed_on_its_own_until_the_merge() -> None:
    p = example("decoding", normalizers.off_by_one)
    run, plain = Execution(*p.arrays, p.s, p.spec), Spec(mask=CAUSAL)
    for t, step in enumerate(p.s, 1):
        if step.i is None:
            continue
        rows, state = slice(*p.s.rows(step.i)), run.state(t, step.i)
        if step.op in ("store", "merge"):
            upto = 9 if step.op == "store" else ends(p)[step.split]
            keys, spec = np.arange(upto), p.spec if step.op == "store" else plain
        else:
            done = np.flatnonzero(p.s.done(t, step.i, step.i + 1, 0, p.s.key_blocks)[0])
            keys = p.keys([j for j in done if ends(p)[step.split - 1] * (step.split > 0) <= 2 * j])
        dense = Problem(*p.arrays, spec if step.op in ("store", "merge") else plain, p.s, False).dense(keys)
        close(state.output, dense.output[:, :, rows])
        assert dense.lse is not None
        close(state.lse, dense.lse[:, :, rows])


def ends(p: Problem) -> list[int]:
    """The key after the last of each range: 5 tiles of 2 in 3 ranges of 1, 2 and 2, the last key alone in its tile."""
    assert (p.s.key_blocks, p.s.splits) == (5, 3)
    return [2, 6, 9]


def test_the_parts_of_flash_decoding_lie_in_memory_once_they_are_stored() -> None:
    p = example("decoding")
    stored = [t for t, step in enumerate(p.s, 1) if step.op == "store_partial" and step.i == 1]
    for t in (stored[0] - 1, stored[0], stored[1], len(p.s)):
        parts = replay(*p.arrays, p.s, p.spec, t, 1).partials
        assert [bool(np.isfinite(part.lse).any()) for part in parts] == [at <= t for at in stored]
    close(merge(merge(parts[0], parts[1]), parts[2]).output, p.dense().output[:, :, 3:6])
    whole = replay(*p.arrays, p.s, p.spec).partials
    assert len(whole) == 3 and whole[0].output.shape == (2, 4, 7, 3)
    close(whole[1].output[:, :, 3:6], parts[1].output, 0)
    dense = attend(p.q, p.k[:, :, 2:6], p.v[:, :, 2:6], Spec(mask=lambda b, h, q, k: k + 2 <= q + 2))
    close(whole[1].output, dense.output)
    assert replay(*example("fa2").arrays, example("fa2").s, p.spec).partials == ()


@pytest.mark.parametrize("normalizer", [normalizers.softmax, normalizers.off_by_one])
def test_standard_attention_knows_its_sums_from_the_softmax_on(normalizer: Any) -> None:
    p = example("standard", normalizer)
    dense, run = p.dense(), Execution(*p.arrays, p.s, p.spec)
    for t, step in enumerate(p.s, 1):
        i = step.i if step.i is not None else 0
        rows, state = slice(*p.s.rows(i)), run.state(t, i)
        softmax = p.s.find("softmax", i)
        assert softmax is not None and dense.lse is not None
        known = t > softmax
        close(state.lse, dense.lse[:, :, rows] if known else np.full((2, 4, rows.stop - rows.start), -np.inf))
        done = p.keys(np.flatnonzero(p.s.done(t, i, i + 1, 0, p.s.key_blocks)[0]))
        part = dense.weights[:, :, rows][..., done]
        close(state.output, part @ np.repeat(p.v, 2, axis=1)[:, :, done])
        if step.op in ("load_p", "load_v", "accumulate"):
            assert state.active is not None and state.active.scores is None and step.j is not None
            close(state.active.weights, dense.weights[..., rows, slice(*p.s.keys(step.j))])
        if step.op == "store_s":
            assert state.active is not None and step.j is not None
            close(state.active.scores, dense.masked[..., rows, slice(*p.s.keys(step.j))])


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
def test_what_stands_beside_the_keys_joins_when_the_output_is_stored(algorithm: str) -> None:
    p = example(algorithm, normalizers.sink(np.array([3.0, -40.0, 800.0, 0.0])))
    plain, dense = Problem(*p.arrays, Spec(mask=CAUSAL), p.s, False).dense(), p.dense()
    last = max(t for t, step in enumerate(p.s) if step.op == "store" and step.i == 1)
    rows = slice(*p.s.rows(1))
    close(replay(*p.arrays, p.s, p.spec, last, 1).output, plain.output[:, :, rows])
    close(replay(*p.arrays, p.s, p.spec, last + 1, 1).output, dense.output[:, :, rows])
    assert not np.allclose(plain.output, dense.output)


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
def test_rows_without_a_tile_are_nothing_and_their_log_sum_exp_is_the_sink(algorithm: str) -> None:
    mask, sink = masks.causal(-4), normalizers.sink(np.array([0.5]))
    s = schedule(6, 6, 4, block_q=2, block_k=3, algorithm=algorithm, mask=mask)
    q, k, v = (numbers(1, 1, 6, 4, seed=seed) for seed in range(3))
    got = replay(q, k, v, s, Spec(mask=mask, normalizer=sink))
    close(got.output[:, :, :4], np.zeros((1, 1, 4, 4)))
    close(got.lse[0, 0, :4], [0.5] * 4)
    close(replay(q, k, v, s, Spec(mask=mask)).lse[0, 0, :4], [-np.inf] * 4)


@pytest.mark.parametrize("algorithm", ["fa2", "decoding"])
def test_tiles_may_arrive_from_last_to_first(algorithm: str) -> None:
    p = example(algorithm, reverse=True)
    run = Execution(*p.arrays, p.s, p.spec)
    stops = [0, *ends(p)] if algorithm == "decoding" else [0, 9]
    for t, step in enumerate(p.s, 1):
        if step.op == "accumulate":
            assert step.i is not None and step.j is not None
            keys = np.arange(p.s.keys(step.j)[0], stops[step.split + 1])  # those of the range from this tile on
            close(run.state(t, step.i).output, p.dense(keys).output[:, :, slice(*p.s.rows(step.i))])
