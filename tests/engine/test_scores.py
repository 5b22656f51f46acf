"""Score changes against the models that use them, against plain loops, and as numbers one can follow."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks, scores
from engine.attention import Spec, attend

SHAPE = (2, 3, 4, 5)  # B, H, Nq, Nk
INDEX = np.ogrid[tuple(slice(size) for size in SHAPE)]


def numbers(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape)


def close(a: Any, b: Any, atol: float = 1e-12) -> None:
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=atol, rtol=0)


LOG_FORGET = -abs(numbers(2, 3, 5))
EACH: dict[str, Callable[[Any], Any]] = {
    "softcap": lambda xp: scores.softcap(0.7),
    "alibi": lambda xp: scores.alibi(3),
    "t5 bias": lambda xp: scores.t5_bias(xp.asarray(numbers(8, 3)), buckets=8, max_distance=4),
    "t5 bias, one side": lambda xp: scores.t5_bias(xp.asarray(numbers(8, 3)), False, 8, 20),
    "bias": lambda xp: scores.bias(xp.asarray(numbers(*SHAPE))),
    "forgetting": lambda xp: scores.forgetting(xp.asarray(LOG_FORGET)),
    "chain": lambda xp: scores.chain(scores.alibi(3), scores.softcap(2)),
}


@pytest.mark.parametrize("make", EACH.values(), ids=EACH)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numpy_and_torch_give_the_same_numbers_and_keep_the_type(make: Callable[[Any], Any], dtype: str) -> None:
    s = numbers(*SHAPE).astype(dtype)
    ours = make(np)(s, *INDEX)
    theirs = make(torch)(torch.as_tensor(s), *map(torch.as_tensor, INDEX))
    assert ours.dtype == s.dtype and theirs.dtype == getattr(torch, dtype)
    close(ours, theirs, atol=1e-6 if dtype == "float32" else 1e-12)
    mixed = make(np)(torch.as_tensor(s), *map(torch.as_tensor, INDEX))  # tables may be of the other library
    close(mixed, theirs)


@pytest.mark.parametrize("make", EACH.values(), ids=EACH)
def test_gradients(make: Callable[[Any], Any]) -> None:
    inputs = [torch.as_tensor(numbers(1, 3, n, 2, seed=n)).requires_grad_() for n in (2, 3, 3)]
    spec = Spec(score=make(torch), mask=masks.causal())
    assert torch.autograd.gradcheck(lambda q, k, v: attend(q, k, v, spec).output, inputs)


@pytest.mark.parametrize("of_table", [lambda t: scores.t5_bias(t, buckets=4, max_distance=4), scores.bias])
def test_gradients_reach_the_table(of_table: Callable[[Any], Any]) -> None:
    q, k, v = (torch.as_tensor(numbers(1, 4, 4, 2, seed=n)) for n in range(3))
    table = torch.as_tensor(numbers(4, 4)).requires_grad_()
    assert torch.autograd.gradcheck(lambda t: attend(q, k, v, Spec(score=of_table(t))).output, [table])


def test_gradients_reach_the_forget_gate() -> None:
    q, k, v = (torch.as_tensor(numbers(1, 1, 5, 2, seed=n)) for n in range(3))
    gate = torch.as_tensor(LOG_FORGET[0, 0]).requires_grad_()
    mask = masks.causal()
    assert torch.autograd.gradcheck(
        lambda g: attend(q, k, v, Spec(score=scores.forgetting(g), mask=mask)).output, [gate]
    )


# Each one


@settings(deadline=None)
@given(st.floats(-100, 100), st.floats(0.1, 50))
def test_softcap_is_gemma_2s(score: float, limit: float) -> None:
    from transformers.models.gemma2.modeling_gemma2 import eager_attention_forward

    one = torch.ones(1, 1, 1, 1, dtype=torch.float64)
    got = attend(one * score, one, one, Spec(scale=1, score=scores.softcap(limit)))
    close(got.scored, limit * math.tanh(score / limit))
    q, k, v = (torch.as_tensor(numbers(1, 4, 5, 3, seed=n)) for n in range(3))
    module = SimpleNamespace(num_key_value_groups=1, training=False, head_dim=3)
    expected, _ = eager_attention_forward(module, q, k, v, None, softcap=limit)
    close(attend(q, k, v, Spec(score=scores.softcap(limit))).output, expected.transpose(1, 2), atol=1e-6)


@pytest.mark.parametrize("xp", [np, torch])
def test_softcap_comes_before_the_mask(xp: Any) -> None:
    x = xp.asarray([1e4, 3.0, -1e4]).reshape(1, 1, 3, 1)
    got = attend(x[:, :, :1], x, x, Spec(scale=1, score=scores.softcap(2), mask=masks.sinks(2)))
    close(got.masked[0, 0, 0], [2, 2, -np.inf])
    assert got.weights[0, 0, 0].tolist() == [0.5, 0.5, 0]


def test_the_slopes_of_alibi() -> None:
    close(scores.alibi_slopes(8), [2**-i for i in range(1, 9)])
    close(scores.alibi_slopes(12)[:8], scores.alibi_slopes(8))
    close(scores.alibi_slopes(12)[8:], [0.70711, 0.35355, 0.17678, 0.08839], atol=5e-6)
    close(scores.alibi_slopes(1), [2**-8])


@pytest.mark.parametrize("heads", range(1, 34))
def test_the_slopes_of_alibi_are_blooms(heads: int) -> None:
    from transformers.models.bloom.modeling_bloom import _get_alibi_slopes

    close(scores.alibi_slopes(heads), _get_alibi_slopes(heads, torch.device("cpu")), atol=1e-6)


def test_alibi_subtracts_by_distance_on_both_sides() -> None:
    got = scores.alibi(2)(np.zeros((1, 2, 3, 3)), *np.ogrid[:1, :2, :3, :3])
    close(got[0, 0] * 16, [[0, -1, -2], [-1, 0, -1], [-2, -1, 0]])
    close(got[0, 1], got[0, 0] / 16)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("buckets", "max_distance"), [(32, 128), (8, 20), (64, 256), (10, 33), (4, 7)])
def test_the_buckets_of_t5_are_t5s(bidirectional: bool, buckets: int, max_distance: int) -> None:
    from transformers.models.t5.modeling_t5 import T5Attention

    places = torch.arange(-max_distance, max_distance + 1)
    expected = T5Attention._relative_position_bucket(places, bidirectional, buckets, max_distance)
    assert scores.t5_buckets(bidirectional, buckets, max_distance) == expected.tolist()


@pytest.mark.parametrize("is_decoder", [True, False])
def test_the_bias_of_t5_is_t5s(is_decoder: bool) -> None:
    from transformers.models.t5.modeling_t5 import T5Attention, T5Config

    config = T5Config(d_model=8, num_heads=4, d_kv=2, is_decoder=is_decoder)
    module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
    table = module.relative_attention_bias.weight.detach()
    expected = module.compute_bias(150, 290).detach()  # beyond the largest distance on both sides
    got = scores.t5_bias(table, not is_decoder)(
        torch.zeros(expected.shape), *map(torch.as_tensor, np.ogrid[:1, :4, :150, :290])
    )
    assert got.equal(expected)


def test_axes_of_size_one_repeat_in_a_bias_and_missing_ones_too() -> None:
    s, by_head = numbers(*SHAPE), numbers(3, 1, 1)
    close(scores.bias(by_head)(s, *INDEX), s + by_head)
    close(scores.bias(numbers(5))(s, *INDEX), s + numbers(5))
    close(scores.bias(numbers(2, 1, 4, 1))(s, *INDEX), s + numbers(2, 1, 4, 1))


def test_minus_infinity_in_a_bias_hides() -> None:
    q, k, v = (numbers(2, 3, 4, 2, seed=n) for n in range(3))
    keep = np.tri(4, dtype=bool)
    hiding = attend(q, k, v, Spec(score=scores.bias(np.where(keep, 0, -np.inf))))
    close(hiding.weights, attend(q, k, v, Spec(mask=masks.keep(keep))).weights)


def test_infinities_that_meet_show_as_nan_without_a_warning() -> None:
    q = np.full((1, 1, 1, 1), 1e200)
    assert np.isnan(attend(q, q, q, Spec(scale=1, score=scores.bias(np.array(-np.inf)[None]))).scored).all()


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_forgetting_multiplies_the_gates_between_key_and_query(axes: int) -> None:
    gates = LOG_FORGET[(0,) * (3 - axes)]
    got = scores.forgetting(gates)(np.zeros((2, 3, 5, 5)), *np.ogrid[:2, :3, :5, :5])
    each = np.broadcast_to(gates, (2, 3, 5))
    for b, h, q, k in product(range(2), range(3), range(5), range(5)):
        if k <= q:
            close(got[b, h, q, k], sum(each[b, h, k + 1 : q + 1]))


def test_a_chain_runs_from_the_first_to_the_last() -> None:
    s = numbers(*SHAPE)
    capped = scores.chain(scores.bias(np.ones(1)), scores.softcap(2))
    close(capped(s, *INDEX), 2 * np.tanh((s + 1) / 2))
    close(scores.chain()(s, *INDEX), s)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2), st.integers(0, 3), st.integers(1, 2))
def test_a_shifted_spec_gives_a_slice_the_numbers_of_the_whole(head: int, start: int, rows: int) -> None:
    q, k, v = (numbers(2, 3, n, 2, seed=n) for n in (4, 5, 5))
    for make in EACH.values():
        spec = Spec(score=make(np))
        whole, at = attend(q, k, v, spec), (slice(None), slice(head, head + 1))
        part = attend(q[at][:, :, start : start + rows], k[at], v[at], spec.shifted(head, start))
        close(part.scored, whole.scored[at][:, :, start : start + rows])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: scores.softcap(0), "finite number above 0, not 0"),
        (lambda: scores.softcap(-1.5), "finite number above 0, not -1.5"),
        (lambda: scores.softcap(math.inf), "finite number above 0"),
        (lambda: scores.softcap(math.nan), "finite number above 0"),
        (lambda: scores.alibi(0), "The number of heads must be a whole number from 1 "),
        (lambda: scores.t5_bias(np.ones((31, 2))), r"must be \(32, heads\), not \(31, 2\)"),
        (lambda: scores.t5_bias(np.ones(32)), r"must be \(32, heads\)"),
        (lambda: scores.t5_buckets(True, 3), "cannot part 128 distances into 3 buckets"),
        (lambda: scores.t5_buckets(False, 32, 16), "cannot part 16 distances into 32 buckets"),
        (lambda: scores.t5_buckets(True, 32, 2**17), "cannot part"),
        (lambda: scores.bias(np.ones((1,) * 5)), "at most four axes, not 5"),
        (lambda: scores.forgetting(np.array([0.1])), "finite logarithms of at most 0"),
        (lambda: scores.forgetting(np.array([-np.inf])), "finite logarithms of at most 0"),
        (lambda: scores.forgetting(np.array([np.nan])), "finite logarithms of at most 0"),
        (lambda: scores.forgetting(np.zeros((1,) * 4)), "one to three axes"),
    ],
)
def test_impossible_parameters_are_refused_in_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()
