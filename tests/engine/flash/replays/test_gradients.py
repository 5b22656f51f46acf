"""A backward schedule executed on numbers gives the gradients that torch finds, and its sums step by step."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from torch.nn.functional import scaled_dot_product_attention as sdpa

from engine import masks, scores
from engine.attention import Spec, attend
from engine.flash import Execution, replay_backward, schedule
from engine.flash.replays.gradients import Backward
from tests.engine.flash.tiled import Problem, problems
from tests.engine.numbers import close, numbers

BACKWARD = ("standard", "fa1", "fa2")


def gradient_of(output: Any, p: Problem) -> Any:
    """Some gradient of the output, as large and in the library of `output`."""
    made = numbers(*p.q.shape[:3], p.v.shape[3], seed=99)
    return torch.as_tensor(made) if isinstance(output, torch.Tensor) else made


def by_torch(p: Problem) -> tuple[Any, Any, Any]:
    """Gradients of dense attention, by torch itself."""
    leaves = q, k, v = p.of(lambda x: torch.as_tensor(x).clone().requires_grad_()).arrays
    attend(q, k, v, p.spec).output.backward(gradient_of(q, p))
    dq, dk, dv = (torch.zeros_like(x) if x.grad is None else x.grad for x in leaves)
    return dq, dk, dv


def example(algorithm: str, **more: Any) -> Problem:
    spec = Spec(mask=masks.causal(2))
    s = schedule(7, 9, 4, d_v=3, block_q=3, block_k=2, algorithm=algorithm, direction="backward", mask=spec.mask)
    return Problem(numbers(2, 4, 7, 4), numbers(2, 2, 9, 4, seed=1), numbers(2, 2, 9, 3, seed=2), spec, s, False)


def check(p: Problem, atol: float) -> None:
    got = replay_backward(*p.arrays, gradient_of(p.q, p), p.s, p.spec)
    for ours, theirs in zip((got.dq, got.dk, got.dv), by_torch(p), strict=True):
        close(ours, theirs, atol)


@settings(deadline=None, max_examples=40)
@given(problems(BACKWARD, "backward", largest=4))
def test_a_whole_schedule_gives_the_gradients_of_dense_attention(p: Problem) -> None:
    check(p, 1e-8 if p.spec.score else 1e-11)


@settings(deadline=None, max_examples=8)
@given(problems(BACKWARD, "backward", largest=4))
def test_torch_differentiates_a_score_change_itself(p: Problem) -> None:
    check(p.of(torch.as_tensor), 1e-11)


@pytest.mark.parametrize("algorithm", BACKWARD)
@pytest.mark.parametrize("causal", [False, True])
def test_equals_torch_sdpa(algorithm: str, causal: bool) -> None:
    leaves = [torch.tensor(numbers(1, heads, 9, 4, seed=heads), requires_grad=True) for heads in (4, 2, 1)]
    q, k, v = leaves[0], leaves[1], leaves[1] + 1
    v.retain_grad()
    do = torch.as_tensor(numbers(1, 4, 9, 4, seed=5))
    torch.autograd.backward(sdpa(q, k, v, is_causal=causal, enable_gqa=True), do)
    mask = masks.causal() if causal else None
    s = schedule(9, 9, 4, block_q=4, block_k=2, algorithm=algorithm, direction="backward", mask=mask)
    got = replay_backward(q.detach(), k.detach(), v.detach(), do, s, Spec(mask=mask))
    assert q.grad is not None and k.grad is not None and v.grad is not None
    close(got.dq, q.grad)
    close(got.dk, k.grad - v.grad)  # v is made from k: what came through it
    close(got.dv, v.grad)


@pytest.mark.parametrize("algorithm", BACKWARD)
def test_every_step_adds_its_own_tile(algorithm: str) -> None:
    """A sum changes at the step that is named for it, in the rows of its blocks, and nowhere else."""
    p = example(algorithm)
    pass_ = Backward(Execution(*p.arrays, replace(p.s, direction="forward"), p.spec), gradient_of(p.q, p))
    for step in p.s:
        before = {name: getattr(pass_, name).copy() for name in ("dq", "dk", "dv")}
        pass_.take(step)
        for name, was in before.items():
            changed = np.flatnonzero(np.any(getattr(pass_, name) != was, axis=(0, 1, 3)))
            if {"grad_q": "dq", "grad_k": "dk", "grad_v": "dv"}.get(step.op) != name:
                assert not changed.size, (step, name)
                continue
            assert step.i is not None and step.j is not None
            block = p.s.rows(step.i) if name == "dq" else p.s.keys(step.j)
            assert set(changed.tolist()) <= set(range(*block))
            assert changed.size or p.s.kind(step.i, step.j) == "empty"


@pytest.mark.parametrize("algorithm", BACKWARD)
def test_any_step_can_be_asked_for(algorithm: str) -> None:
    p = example(algorithm)
    t = len(p.s) // 2
    pass_ = Backward(Execution(*p.arrays, replace(p.s, direction="forward"), p.spec), gradient_of(p.q, p))
    for step in islice(p.s, t):
        pass_.take(step)
    got = replay_backward(*p.arrays, gradient_of(p.q, p), p.s, p.spec, upto=t)
    for name in ("dq", "dk", "dv", "delta"):
        np.testing.assert_array_equal(getattr(got, name), getattr(pass_.gradients, name))


@pytest.mark.parametrize("algorithm", BACKWARD)
def test_delta_is_the_sum_of_gradients_times_outputs(algorithm: str) -> None:
    p = example(algorithm)
    do = gradient_of(p.q, p)
    close(replay_backward(*p.arrays, do, p.s, p.spec).delta, (do * p.dense().output).sum(-1))
    close(replay_backward(*p.arrays, do, p.s, p.spec, upto=0).delta, np.zeros((2, 4, 7)))


@pytest.mark.parametrize("algorithm", BACKWARD)
def test_what_is_hidden_may_be_nan_in_v(algorithm: str) -> None:
    p = example(algorithm)
    v = p.v.copy()
    v[:, :, 8:] = np.nan  # the last query sees keys up to 8: no row of the others does
    p = Problem(p.q[:, :, :6], p.k, v, p.spec, p.s, False)
    s = schedule(6, 9, 4, d_v=3, block_q=3, block_k=2, algorithm=algorithm, direction="backward", mask=p.spec.mask)
    got = replay_backward(*p.arrays, numbers(2, 4, 6, 3), s, p.spec)
    assert np.isfinite(got.dq).all() and np.isfinite(got.dk).all() and np.isfinite(got.dv).all()
    assert np.abs(got.dq).max() > 0.1


@pytest.mark.parametrize("algorithm", BACKWARD)
@pytest.mark.parametrize("score", [None, scores.softcap(5.0)], ids=["plain", "softcap"])
def test_a_hidden_key_that_is_nan_takes_no_gradient(algorithm: str, score: Any) -> None:
    p = example(algorithm)
    k = p.k.copy()
    k[:, :, 8:] = np.nan
    s = schedule(6, 9, 4, d_v=3, block_q=3, block_k=2, algorithm=algorithm, direction="backward", mask=p.spec.mask)
    got = replay_backward(p.q[:, :, :6], k, p.v, numbers(2, 4, 6, 3), s, replace(p.spec, score=score))
    assert (got.dk[:, :, 8] == 0).all() and (got.dv[:, :, 8] == 0).all()
    assert np.isfinite(got.dk).all() and np.isfinite(got.dv).all()
    k[:, :, 8:] = 0  # and gives none to the queries, which are as if it stood for nothing
    clean = replay_backward(p.q[:, :, :6], k, p.v, numbers(2, 4, 6, 3), s, replace(p.spec, score=score))
    np.testing.assert_allclose(got.dq, clean.dq, rtol=1e-6)


@pytest.mark.parametrize("algorithm", BACKWARD)
def test_a_query_that_is_nan_reaches_only_the_keys_that_it_sees(algorithm: str) -> None:
    p = example(algorithm)
    q = p.q.copy()
    q[:, :, 3, 1] = np.nan
    got = replay_backward(q, p.k, p.v, numbers(2, 4, 7, 3), p.s, p.spec)
    visible = p.dense().visible[:, :, 3]  # (B, Hq, Nk)
    seen = visible.reshape(2, got.dk.shape[1], -1, 9).any(axis=2)
    assert 0 < seen.sum() < seen.size
    for gradient in (got.dk, got.dv):
        np.testing.assert_array_equal(np.isnan(gradient).any(axis=-1), seen)
    np.testing.assert_array_equal(np.isnan(got.dq).any(axis=(0, 1, 3)), np.arange(7) == 3)


def test_types_are_those_of_the_inputs() -> None:
    p = example("fa2").of(lambda x: x.astype(np.float16))
    got = replay_backward(*p.arrays, gradient_of(p.q, p).astype(np.float16), p.s, p.spec)
    assert {x.dtype.name for x in (got.dq, got.dk, got.dv)} == {"float16"} and got.delta.dtype == np.float32


def test_refusals_are_sentences() -> None:
    p = example("fa2")
    do = gradient_of(p.q, p)
    forward = schedule(7, 9, 4, d_v=3, block_q=3, block_k=2)
    for arguments, words in (
        ((do, forward), "replay runs it"),
        ((do[..., 1:], p.s), "must be (2, 4, 7, 3), not (2, 4, 7, 2)"),
        ((do, p.s, p.spec, len(p.s) + 1), "nothing after"),
        ((do, p.s, Spec()), "the same mask"),
    ):
        with pytest.raises(ValueError, match=r"\.$") as error:
            replay_backward(*p.arrays, *arguments)
        assert words in str(error.value)


@pytest.mark.parametrize("convert", [np.asarray, torch.as_tensor])
def test_a_score_change_that_ignores_the_score_has_no_slope(convert: Any) -> None:
    s = schedule(7, 9, 4, d_v=3, block_q=3, block_k=2, direction="backward")
    spec = Spec(score=lambda s, b, h, q, k: s * 0 + k)
    p = example("fa2").of(convert)
    got = replay_backward(*p.arrays, gradient_of(p.q, p), s, spec)
    close(got.dq, np.zeros((2, 4, 7, 4)))
    close(got.dv, by_torch(Problem(*example("fa2").arrays, spec, s, False))[2])


def test_slopes_of_numpy_are_near_the_true_ones() -> None:
    from engine.flash.replays.slopes import slopes

    s = np.linspace(-40, 40, 24).reshape(1, 1, 4, 6)
    close(slopes(scores.softcap(5.0), s), 1 / np.cosh(s / 5) ** 2, 1e-9)
    close(slopes(scores.alibi(8), s), np.ones_like(s), 1e-9)
