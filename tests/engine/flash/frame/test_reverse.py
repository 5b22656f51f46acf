"""A backward pass by any step is the replay's, costs a block, and ends at the gradients that torch finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention import Spec, attend
from engine.capture import Capture
from engine.flash import replay_backward, schedule
from engine.flash.frame import dense, reverse
from engine.flash.frame.dense import dense_gradients
from engine.flash.frame.finished import Finished
from engine.flash.frame.inputs import Inputs
from engine.flash.frame.reverse import LETTERS, Reverse
from engine.flash.replays.execution import Execution
from engine.masks import causal
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import detailed, never, scene_of, shown, walk
from tests.engine.flash.tiled import Problem, problems
from tests.engine.numbers import close

ALGORITHMS = ("standard", "fa1", "fa2")
EVER = 10**9


def one_head(p: Problem) -> Problem:
    """The first head of a problem, in float32 as the workspace has it."""
    q, k, v = (x[:1, :1].astype(np.float32) for x in p.arrays)
    return replace(p, q=q, k=k, v=v)


def reverse_of(p: Problem) -> Reverse:
    forward = replace(p.s, direction="forward")
    run = Execution(*p.arrays, forward, p.spec)
    return Reverse(p.s, run, Finished(forward, inputs_of(p), run.joined))


def inputs_of(p: Problem) -> Inputs:
    return Inputs(p.q[0, 0], p.k[0, 0], p.v[0, 0], p.spec, 0, ("",) * p.s.n_k)


def autograd(p: Problem) -> tuple[Any, ...]:
    """Gradients of half the sum of the squared outputs of dense attention in float64, by torch itself."""
    leaves = q, k, v = p.of(lambda x: torch.as_tensor(x.astype(np.float64)).requires_grad_()).arrays
    (attend(q, k, v, p.spec).output ** 2 / 2).sum().backward()
    return tuple(np.zeros(x.shape[2:]) if x.grad is None else x.grad[0, 0].numpy() for x in leaves)


@settings(deadline=None, max_examples=25)
@given(problems(ALGORITHMS, "backward", largest=4))
def test_dense_gradients_are_torchs_own(p: Problem) -> None:
    p = one_head(p)
    found = dense_gradients(inputs_of(p), never)
    assert found is not None
    for ours, theirs in zip(found, autograd(p), strict=True):
        close(ours, theirs, 1e-7 if p.spec.score else 1e-11)


@pytest.mark.parametrize(("cells", "strips"), [(1, 14), (14 * 4, 4), (14 * 7, 2), (10**6, 1)])
def test_dense_gradients_of_strips_are_those_of_the_whole(
    monkeypatch: pytest.MonkeyPatch, cells: int, strips: int
) -> None:
    monkeypatch.setattr(dense, "CELLS", cells)
    p, asks = replace(example(), spec=Spec(0.5, mask=causal(-2))), iter(range(strips))  # two rows see nothing
    found = dense_gradients(inputs_of(p), lambda: next(asks) < 0)
    assert found is not None and next(asks, None) is None, "asked once a strip"
    for ours, theirs in zip(found, autograd(p), strict=True):
        close(ours, theirs, 1e-11)
    assert dense_gradients(inputs_of(p), lambda: True) is None


@settings(deadline=None, max_examples=25)
@given(problems(ALGORITHMS, "backward", largest=4), st.data())
def test_any_steps_in_any_order_are_those_of_a_fresh_replay(p: Problem, data: Any) -> None:
    p = one_head(p)
    kept = reverse_of(p)
    for t in data.draw(st.lists(st.integers(0, len(p.s)), min_size=1, max_size=4)):
        found = kept.gradients(t, EVER, never)
        fresh = replay_backward(*p.arrays, kept.rows(0, p.s.n_q).do, p.s, p.spec, upto=t)
        assert found is not None
        for letter, theirs in zip(LETTERS, (fresh.dq, fresh.dk, fresh.dv), strict=True):
            scale = max(float(np.abs(theirs).max(initial=0)), 1.0)
            close(found[letter] / scale, theirs[0, 0] / scale, 2e-4 if p.spec.score else 2e-5)


@settings(deadline=None, max_examples=25)
@given(problems(ALGORITHMS, "backward", largest=2))
def test_in_the_end_all_is_compared_with_dense_gradients(p: Problem) -> None:
    p = one_head(p)
    kept = reverse_of(p)
    assert not kept.differences(len(p.s)) and kept.finish(EVER, never)
    found, last = kept.gradients(len(p.s), EVER, never), kept.differences(len(p.s))
    assert found is not None
    for letter, theirs in zip(LETTERS, autograd(p), strict=True):
        assert last[letter] == pytest.approx(np.abs(found[letter] - theirs).max(), abs=1e-6)
        assert last[letter] < 1e-4 * max(1.0, np.abs(theirs).max())
        assert kept.largest[letter] == pytest.approx(np.abs(found[letter]).max(), rel=1e-4, abs=1e-6)


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=4, kv_heads=2, d=4)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_frames_show_it_and_say_how_exact_it_is(algorithm: str, capture: Capture) -> None:
    layer, held = capture.layers[0], set()
    q, k, v = layer.q[None, 1:2], layer.k[None, :1], layer.v[None, :1]
    for view in islice(walk(scene_of(algorithm, "backward", block_q=5, block_k=6), capture), 0, None, 3):
        spec = Spec(0.5, mask=view.schedule.mask)
        o = view.strip("O").values
        assert o is not None and view.strip("dO").values is o
        fresh = replay_backward(q, k, v, o[None, None], view.schedule, spec, upto=view.t)
        for letter, theirs in zip(LETTERS, (fresh.dq, fresh.dk, fresh.dv), strict=True):
            ours = view.strip(letter).values
            assert ours is not None
            np.testing.assert_allclose(ours, theirs[0, 0], atol=1e-5)
        detail = detailed(view.scene, capture)
        assert (view.error, view.differences) == (detail.error, detail.differences)
        assert view.error is None or view.error == max(view.differences.values()) < 1e-5
        held.add(tuple(view.differences))
    assert () in held and len(held) > 1
    end = shown(scene_of(algorithm, "backward", step=EVER), capture)
    assert end.error is not None and set(end.differences) == set(LETTERS)


def example() -> Problem:
    """14 tokens, causal, row blocks of 4 and key blocks of 3."""
    spec, rng = Spec(0.5, mask=causal()), np.random.default_rng(0)
    s = schedule(14, 14, 4, block_q=4, block_k=3, direction="backward", mask=spec.mask)
    q, k, v = (rng.standard_normal((1, 1, 14, 4)).astype(np.float32) for _ in range(3))
    return Problem(q, k, v, spec, s, False)


def test_a_step_costs_a_key_block_and_a_jump_back_no_more_than_all() -> None:
    p = example()
    s, kept = p.s, reverse_of(p)
    middle, forward = s.find("load_kv", None, 2), 16 * 14  # four row blocks of four
    assert middle is not None and kept.gradients(middle + 1, forward + 14 * 6 - 1, never) is None
    assert kept.gradients(middle + 1, forward + 14 * 6, never) is not None, "the forward pass, and two key blocks"
    earlier = s.find("grad_v", 2, 2)  # of which dV has these rows, and dK not yet
    assert earlier is not None and kept.gradients(earlier + 1, 12 * 3 - 1, never) is None
    later = s.find("grad_k", 2, 2)
    assert later is not None and kept.gradients(later + 1, 12 * 3 - 1, never) is None
    assert kept.gradients(later + 1, 12 * 3, never) is not None, "no more than the rows of this key block"


def test_standard_attention_costs_the_whole_map_once() -> None:
    p = example()
    s = schedule(14, 14, 4, block_q=4, block_k=3, algorithm="standard", direction="backward", mask=p.spec.mask)
    kept, forward = reverse_of(replace(p, s=s)), 16 * 14
    assert kept.gradients(len(s), forward + 14 * 14 - 1, never) is None
    assert kept.gradients(len(s), forward + 14 * 14, never) is not None
    earlier = s.find("grad_v", 2, 2)
    assert earlier is not None and kept.gradients(earlier + 1, 12 * 3 - 1, never) is None
    assert kept.gradients(earlier + 1, 12 * 3, never) is not None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_difference_counts_from_the_last_store_of_its_block(algorithm: str) -> None:
    p = example()
    s = schedule(14, 14, 4, block_q=4, block_k=3, algorithm=algorithm, direction="backward", mask=p.spec.mask)
    kept = reverse_of(replace(p, s=s))
    kept.errors = {letter: np.arange(1.0, 6.0)[: s.row_blocks if letter == "dQ" else 5] for letter in LETTERS}
    stored: dict[str, dict[int, int]] = {letter: {} for letter in LETTERS}
    for t, step in enumerate(s, 1):
        for letter in LETTERS:
            if step.op in (f"store_{letter.lower()}", *(["store_dkv"] if letter != "dQ" else [])):
                stored[letter][(step.i if letter == "dQ" else step.j) or 0] = t
    for t in range(len(s) + 1):
        there = {letter: [at + 1.0 for at, last in stored[letter].items() if last <= t] for letter in LETTERS}
        assert kept.differences(t) == {letter: max(found) for letter, found in there.items() if found}, t


def test_the_comparison_costs_the_whole_map_and_is_made_once() -> None:
    kept = reverse_of(example())
    assert not kept.finish(14 * 14 - 1, never) and not kept.errors
    assert kept.finish(14 * 14, never) and set(kept.errors) == set(LETTERS)
    assert kept.finish(0, lambda: True), "it is known"


def test_after_a_jump_back_the_whole_sums_are_compared() -> None:
    kept, p = reverse_of(example()), example()
    middle = p.s.find("load_kv", None, 2)
    assert middle is not None
    for t in (len(p.s), middle):
        assert kept.gradients(t, EVER, never) is not None
    assert kept.at < p.s.key_blocks and kept.finish(EVER, never)
    assert set(kept.differences(len(p.s))) == set(LETTERS) and max(kept.differences(len(p.s)).values()) < 1e-5


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_rows_that_see_nothing_have_no_gradient(algorithm: str) -> None:
    p, mask = example(), causal(-2)
    s = schedule(14, 14, 4, block_q=4, block_k=3, algorithm=algorithm, direction="backward", mask=mask)
    p = replace(p, spec=Spec(0.5, mask=mask), s=s)
    found = reverse_of(p).gradients(len(s), EVER, never)
    assert found is not None and not found["dQ"][:2].any() and found["dQ"][2:].any()
    for letter, theirs in zip(LETTERS, autograd(p), strict=True):
        close(found[letter], theirs, 1e-5)


def test_what_was_cancelled_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reverse, "CELLS", 14 * 3)
    p = example()
    s, kept, whole = p.s, reverse_of(p), reverse_of(p)
    asked = iter([False] * 2 + [True] * 9)
    assert kept.gradients(len(s), EVER, lambda: next(asked)) is None and kept.at == 2
    found, fresh = kept.gradients(len(s), EVER, never), whole.gradients(len(s), EVER, never)
    assert found is not None and fresh is not None
    for letter in LETTERS:
        close(found[letter], fresh[letter], 1e-6)
    assert not kept.finish(EVER, lambda: True) and not kept.errors
    monkeypatch.setattr(reverse, "CELLS", 14 * 15)
    once = iter(range(1))
    assert reverse_of(p).gradients(len(s), EVER, lambda: next(once) < 0) is not None, "all at once where there is room"
