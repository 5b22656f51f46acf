"""A schedule executed on numbers is attention: whole, at every step, in every type."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention as sdpa

from engine import masks, normalizers
from engine.attention import Spec
from engine.flash import Execution, State, replay, schedule
from engine.variants.headed import LessPartner
from tests.engine.flash.tiled import ALGORITHMS, Problem, problems
from tests.engine.numbers import close, numbers

ARRAYS = ("m", "l", "accumulated", "output", "lse")
CAUSAL = masks.causal(2)


def run(p: Problem, upto: int | None = None, rows: int | None = None) -> State:
    return replay(*p.arrays, p.s, p.spec, upto, rows, p.lazy)


def example(algorithm: str = "fa2", spec: Spec = Spec(mask=CAUSAL), **more: Any) -> Problem:  # noqa: B008
    more = {"mask": spec.mask, "splits": 2 if algorithm == "decoding" else 1, "reverse": False} | more
    s = schedule(11, 13, 4, block_q=4, block_k=3, d_v=3, algorithm=algorithm, **more)
    return Problem(numbers(2, 4, 11, 4), numbers(2, 2, 13, 4, seed=1), numbers(2, 2, 13, 3, seed=2), spec, s, False)


# Laws


@settings(deadline=None, max_examples=100)
@given(problems())
def test_a_whole_schedule_is_dense_attention(p: Problem) -> None:
    got, dense = run(p), p.dense()
    close(got.output, dense.output)
    close(got.lse, dense.lse)


@settings(deadline=None, max_examples=40)
@given(problems(("fa1", "fa2")), st.data())
def test_at_every_step_the_output_is_attention_over_the_keys_that_are_summed(p: Problem, data: Any) -> None:
    i, t = data.draw(st.integers(0, p.s.row_blocks - 1)), data.draw(st.integers(0, len(p.s)))
    done = np.flatnonzero(p.s.done(t, i, i + 1, 0, p.s.key_blocks)[0])
    got, rows = run(p, t, i), slice(*p.s.rows(i))
    plain = Problem(*p.arrays, Spec(p.spec.scale, p.spec.score, p.spec.mask), p.s, p.lazy).dense(p.keys(done))
    last = p.s.find("store", i, None if p.s.algorithm == "fa2" else int(max(done, default=-1)))
    if last is None or last >= t or len(done) < np.count_nonzero(p.s.kinds(i, i + 1, 0, p.s.key_blocks)):
        close(got.output, plain.output[:, :, rows])  # what stands beside the keys has not joined
        close(got.lse, plain.lse[:, :, rows])  # type: ignore[index]
    else:
        close(got.output, p.dense().output[:, :, rows])


@settings(deadline=None, max_examples=40)
@given(problems(), st.data())
def test_a_row_block_alone_is_its_part_of_all_rows(p: Problem, data: Any) -> None:
    i, t = data.draw(st.integers(0, p.s.row_blocks - 1)), data.draw(st.integers(0, len(p.s)))
    whole, alone, kept = run(p, t), run(p, t, i), Execution(*p.arrays, p.s, p.spec, p.lazy).row(i)
    for at, fresh in ((len(p.s), run(p, rows=i)), (t, alone), (len(p.s), run(p, rows=i))):  # forth, back, forth
        for name in ARRAYS:
            close(getattr(kept.state(at), name), getattr(fresh, name), 0)
    for name in ARRAYS:
        close(getattr(alone, name), getattr(whole, name)[:, :, slice(*p.s.rows(i))], 0)


@settings(deadline=None, max_examples=40)
@given(problems(largest=1))
def test_float32_is_as_near_as_torch(p: Problem) -> None:
    near_torch(Problem(*p.arrays, Spec(p.spec.scale, mask=p.spec.mask), p.s, p.lazy))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_float32_is_as_near_as_torch_where_scores_are_large(algorithm: str) -> None:
    q, k, v = 4 * numbers(1, 4, 150, 32), numbers(1, 2, 150, 32, seed=1), numbers(1, 2, 150, 32, seed=2)
    mask, splits = masks.causal(), 3 if algorithm == "decoding" else 1
    s = schedule(150, 150, 32, block_q=32, block_k=16, algorithm=algorithm, mask=mask, splits=splits)
    near_torch(Problem(q, k, v, Spec(mask=mask), s, False))


def near_torch(p: Problem) -> None:
    """At most twice the error of torch's own attention, plus 1e-6 of the largest value."""
    single = p.of(lambda x: x.astype(np.float32))
    seen, exact = np.array(single.dense().visible), single.of(lambda x: x.astype(np.float64)).dense().output
    q, k, v = single.of(torch.as_tensor).arrays
    theirs = sdpa(q, k, v, attn_mask=torch.as_tensor(seen), scale=p.spec.scale, enable_gqa=True).numpy()
    got = run(single)
    assert got.output.dtype == got.lse.dtype == np.float32
    worst = np.abs(theirs - exact)[seen.any(-1)].max(initial=0)
    assert np.abs(got.output - exact).max() <= 2 * worst + 1e-6 * np.abs(p.v).max()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_sums_of_half_precision_are_float32(algorithm: str, dtype: str) -> None:
    p = example(algorithm).of(lambda x: torch.as_tensor(x).to(getattr(torch, dtype)))
    got, exact = run(p, len(p.s) - 1), p.of(lambda x: x.double()).dense().output
    assert got.output.dtype == p.q.dtype
    assert {x.dtype for x in (got.m, got.l, got.accumulated, got.lse)} == {
        torch.float64 if dtype == "float64" else torch.float32
    }
    close(run(p).output.double(), exact, 8 * torch.finfo(p.q.dtype).eps)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_numpy_and_torch_agree_at_every_step(algorithm: str) -> None:
    p = example(algorithm, Spec(mask=CAUSAL, normalizer=normalizers.off_by_one))
    mine, yours = (Execution(*each.arrays, p.s, p.spec).row(1) for each in (p, p.of(torch.as_tensor)))
    for t in range(len(p.s) + 1):
        a, b = mine.state(t), yours.state(t)
        assert isinstance(b.output, torch.Tensor) and a.rescales == b.rescales
        for name in ARRAYS:
            close(getattr(a, name), getattr(b, name))


# What is not finite


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_is_hidden_may_be_nan(algorithm: str) -> None:
    p = example(algorithm, Spec(mask=masks.causal()))
    q, k, v = (x.copy() for x in p.arrays)
    k[:, :, 11:], v[:, :, 11:], v[0, 0, 8, 1] = np.nan, np.nan, np.inf
    got = replay(q, k, v, p.s, p.spec)
    dense = Problem(q, k, v, p.spec, p.s, False).dense().output
    assert np.isnan(dense[0, :2, 8:, 1]).all() and np.isnan(dense).sum() == 6
    close(got.output, dense)
    np.testing.assert_array_equal(np.isnan(got.output), np.isnan(dense))


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_bad_score_takes_its_row_alone(bad: float, lazy: bool) -> None:
    p = example(spec=Spec(score=lambda s, b, h, q, k: np.where((q == 5) & (k == 7), bad, s)))
    got = replay(*p.arrays, p.s, p.spec, lazy=lazy).output
    assert np.isnan(got[:, :, 5]).all() and np.isfinite(np.delete(got, 5, 2)).all()


# Refusals


def message(p: Problem, *more: Any, **and_more: Any) -> str:
    with pytest.raises(ValueError, match=r"\.$") as error:
        replay(*p.arrays, p.s, p.spec, *more, **and_more)
    return str(error.value)


def test_what_cannot_be_replayed_is_refused_in_a_sentence() -> None:
    p = example()
    assert message(p, len(p.s) + 1) == f"The schedule has {len(p.s)} steps, so there is nothing after {len(p.s) + 1}."
    assert "nothing after -1" in message(p, -1)
    assert message(p, rows=3) == "There is no row block 3: the last is 2."
    assert "no row block -1" in message(p, rows=-1)
    assert "(11, 13, 4, 3), and the arrays have (10, 13, 4, 3)" in message(
        Problem(p.q[:, :, 1:], p.k, p.v, p.spec, p.s, False)
    )
    assert "replay_backward" in message(example(direction="backward"))
    assert "must agree" in message(Problem(p.q, p.k[:, :1], p.v, p.spec, p.s, False))


@pytest.mark.parametrize(
    ("normalizer", "why"),
    [
        (normalizers.sigmoid(), "by itself"),
        (normalizers.sparsemax, "threshold of sparsemax"),
        (normalizers.entmax15, "threshold of entmax"),
        (lambda scores: (scores, None), "no denominator"),
    ],
)
def test_a_normaliser_without_an_online_form_says_why(normalizer: Any, why: str) -> None:
    assert why in message(example(spec=Spec(mask=CAUSAL, normalizer=normalizer)))


def test_differential_attention_has_no_online_form(random_capture: Any) -> None:
    layer = random_capture(13).layers[0]
    assert "another head" in message(example(spec=Spec(mask=CAUSAL, normalizer=LessPartner(layer, Spec(), 0.2))))


def test_a_tile_that_is_skipped_must_be_hidden() -> None:
    assert "the same mask" in message(example(spec=Spec(mask=masks.causal(5)), mask=masks.causal(2)))
    assert "the same mask" in message(example(spec=Spec(), mask=masks.causal(2)), rows=0)
    for mask in (masks.causal(2), masks.both(masks.causal(2), masks.window(3))):  # hides at least as much
        p = example(spec=Spec(mask=mask), mask=masks.causal(2))
        close(run(p).output, p.dense().output)
    assert run(example(spec=Spec(), mask=masks.causal(2)), rows=2).output.shape == (2, 4, 3, 3)  # skips nothing
