"""Where the keys are the outer loop, all rows are dense attention over the keys visited so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec
from engine.flash import Execution, replay, schedule
from engine.flash.replays import columns
from engine.flash.replays.columns import Columns
from engine.flash.replays.partial import Partial
from tests.engine.flash.tiled import ALGORITHMS, Problem, problems
from tests.engine.numbers import close, numbers


def softmax_of(p: Problem) -> Problem:
    """The same problem without anything beside the keys: that joins at the very end."""
    return replace(p, spec=Spec(p.spec.scale, p.spec.score, p.spec.mask))


@settings(deadline=None, max_examples=40)
@given(problems(("fa1",)), st.data())
def test_after_some_key_blocks_it_is_dense_attention_over_their_keys(p: Problem, data: Any) -> None:
    p = softmax_of(p)
    kept = Columns(Execution(*p.arrays, p.s, p.spec))
    for blocks in data.draw(st.lists(st.integers(0, p.s.key_blocks), min_size=1, max_size=4)):
        found, dense = kept.after(blocks), p.dense(p.keys(range(blocks)))
        assert found is not None
        close(found.output, dense.output)
        close(found.lse, dense.lse)


@settings(deadline=None, max_examples=40)
@given(problems(("fa1",)), st.data())
def test_some_rows_may_have_seen_one_block_more(p: Problem, data: Any) -> None:
    """What the replay has stored by any step is what `reach` and the columns say."""
    p = softmax_of(p)
    t = data.draw(st.integers(0, len(p.s)))
    found = Columns(Execution(*p.arrays, p.s, p.spec)).with_rows(*p.s.timeline.reach("store", t))
    state = replay(*p.arrays, p.s, p.spec, upto=t)
    newest = p.s[t - 1] if t else None
    stored = np.arange(p.s.n_q)
    if newest is not None and newest.op == "accumulate" and newest.i is not None:  # summed, not stored yet
        stored = np.delete(stored, slice(*p.s.rows(newest.i)))
    assert found is not None
    close(found.output[:, :, stored], state.output[:, :, stored])


def test_each_step_costs_one_key_block_and_a_jump_back_begins_anew() -> None:
    s = schedule(12, 12, 4, block_q=3, block_k=2, algorithm="fa1", mask=masks.causal())
    q, k, v = (numbers(1, 1, 12, 4, seed=n) for n in range(3))
    kept = Columns(Execution(q, k, v, s, Spec(mask=masks.causal())))
    assert (kept.missing(0), kept.missing(1), kept.missing(6)) == (0, 24, 144)
    assert kept.after(4) is not None
    assert (kept.missing(4), kept.missing(5), kept.missing(3)) == (0, 24, 72)


def test_what_was_cancelled_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "CELLS", 30)  # a key block at a time, in strips of 15 rows
    q, k, v = (numbers(1, 1, 40, 4, seed=n) for n in range(3))
    s = schedule(40, 40, 4, block_q=3, block_k=2, algorithm="fa1")
    kept = Columns(Execution(q, k, v, s))
    asked = iter((False, False, True))
    assert kept.after(20, lambda: next(asked)) is None and kept.at == 2
    found = kept.after(20)
    assert found is not None
    close(found.output, Problem(q, k, v, Spec(), s, False).dense().output)


@pytest.mark.parametrize(("cells", "between", "strips"), [(60, 80, 40), (250, 240, 7), (400, 400, 4), (10**6, 1600, 1)])
def test_so_many_cells_are_computed_at_once_and_each_of_them_once(
    monkeypatch: pytest.MonkeyPatch, cells: int, between: int, strips: int
) -> None:
    """Memory is bounded, and a person who cancels waits for `between` cells: a key block of all rows, or what fits."""
    monkeypatch.setattr(columns, "CELLS", cells)
    done: list[int] = []
    strip = Columns._strip

    def counting(self: Columns, start: int, stop: int, span: tuple[int, int]) -> Partial:
        done.append((stop - start) * (span[1] - span[0]))
        return strip(self, start, stop, span)

    monkeypatch.setattr(Columns, "_strip", counting)
    q, k, v = (numbers(1, 1, 40, 4, seed=n) for n in range(3))
    kept = Columns(Execution(q, k, v, schedule(40, 40, 4, block_q=3, block_k=2, algorithm="fa1")))
    asked: list[int] = []

    def never() -> bool:
        asked.append(sum(done))
        return False

    for blocks, expected in ((20, 1600), (20, 0), (7, 560), (8, 80)):  # forward, again, back, and a step
        done.clear()
        asked.clear()
        assert kept.after(blocks, never) is not None
        assert sum(done) == expected and max(done, default=0) <= cells
        assert len(done) == strips or expected < 1600, "no strip is smaller than it need be"
        assert max(np.diff([*asked, sum(done)]), default=0) == min(between, expected)


@settings(deadline=None, max_examples=40)
@given(problems(ALGORITHMS), st.data())
def test_row_blocks_joined_end_as_each_of_them_does(p: Problem, data: Any) -> None:
    run = Execution(*p.arrays, p.s, p.spec, p.lazy)
    first = data.draw(st.integers(0, p.s.row_blocks - 1))
    last = data.draw(st.integers(first + 1, p.s.row_blocks))
    end = run.joined(first, last).end
    each = [run.state(rows=i) for i in range(first, last)]
    for name in ("m", "output", "lse"):
        close(getattr(end, name), np.concatenate([getattr(one, name) for one in each], axis=2))
    assert end.rescales == sum(one.rescales for one in each)
