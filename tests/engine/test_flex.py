"""Every mask and score change against torch's flex_attention: beside functions written for it, and run by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.attention import flex_attention as flex

from engine import masks, scores
from engine.attention import Attention, Spec, attend
from tests.engine.flexed import SHAPES, Mod, Shape, by_torch

Draw = Callable[..., int]  # (least, most) -> a whole number
SETTINGS = settings(deadline=None, max_examples=10)


@pytest.fixture(autouse=True, scope="module")
def without_tracing() -> Iterator[None]:
    """flex_attention as plain calls: it would trace its functions anew each time, for seconds, to the same numbers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flex, "_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG", True)
        yield


def check(got: Attention, expected: tuple[Any, Any]) -> None:
    np.testing.assert_allclose(np.asarray(got.output), expected[0], atol=1e-12, rtol=0)
    np.testing.assert_allclose(np.asarray(got.lse), expected[1], atol=1e-5, rtol=0)  # which torch gives in float32


# Masks: ours, and the same written for torch


def causal(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    offset = draw(-9, 9)
    return masks.causal(offset), lambda b, h, q, k: q + offset >= k


def window(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    from transformers.masking_utils import sliding_window_causal_mask_function

    width = draw(1, 9)
    return masks.window(width), sliding_window_causal_mask_function(width)


def prefix(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    length = torch.tensor([draw(0, 9)])
    return masks.prefix(int(length)), lambda b, h, q, k: (q >= k) | (k < length[b * 0])


def padding(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    from transformers.masking_utils import padding_mask_function

    lengths = [draw(0, 9) for _ in range(at.batch)]
    return masks.padding(lengths), padding_mask_function(torch.arange(at.n_k) < torch.tensor(lengths)[:, None])


def dilated(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    width, rate = draw(0, 9), draw(1, 4)
    return masks.dilated(width, rate), lambda b, h, q, k: (torch.abs(q - k) <= width) & (torch.abs(q - k) % rate == 0)


def global_tokens(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    chosen = {draw(0, 9) for _ in range(draw(0, 4))}
    is_global = torch.tensor([token in chosen for token in range(10)])
    ours = masks.either(masks.global_tokens(chosen), masks.dilated(1, 1))
    return ours, lambda b, h, q, k: is_global[q] | is_global[k] | ((q - k) ** 2 <= 1)


def sinks(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    count, width = draw(0, 4), draw(1, 4)
    ours = masks.both(masks.causal(), masks.either(masks.sinks(count), masks.window(width)))
    return ours, lambda b, h, q, k: (q >= k) & ((k < count) | (q - k < width))


def document(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    from transformers.masking_utils import packed_sequence_mask_function

    ids = torch.tensor([[draw(0, 2) for _ in range(at.longest)] for _ in range(at.batch)])
    return masks.document(ids), packed_sequence_mask_function(ids)


def chunk(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    from transformers.masking_utils import chunked_causal_mask_function

    size = draw(1, 6)
    theirs = chunked_causal_mask_function(size, torch.zeros(at.batch, dtype=torch.int64))
    return masks.both(masks.causal(), masks.chunk(size)), theirs


def bigbird(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    size = draw(1, 3)
    blocks = -(-at.longest // size)

    def mod(b: Any, h: Any, q: Any, k: Any) -> Any:
        row, column = q // size, k // size
        ends = (row == 0) | (row == blocks - 1) | (column == 0) | (column == blocks - 1)
        return ends | ((row - column).abs() <= 1)

    return masks.bigbird(at.longest, size, random=0), mod


def keep(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    tensor = torch.as_tensor(at.numbers(at.heads, at.n_q, at.n_k) > 0)
    return masks.keep(tensor), lambda b, h, q, k: tensor[h, q, k]


def negated(at: Shape, draw: Draw) -> tuple[masks.Mask, Mod]:
    return masks.negate(masks.causal()), lambda b, h, q, k: ~(q >= k)


MASKS = [causal, window, prefix, padding, dilated, global_tokens, sinks, document, chunk, bigbird, keep, negated]


@pytest.mark.parametrize("pair", MASKS, ids=lambda pair: pair.__name__)
@SETTINGS
@given(at=SHAPES, data=st.data())
def test_a_mask_is_what_torch_makes_of_it(pair: Any, at: Shape, data: st.DataObject) -> None:
    ours, theirs = pair(at, lambda least, most: data.draw(st.integers(least, most)))
    expected = by_torch(at, theirs)
    check(attend(*at.qkv(), Spec(mask=ours)), expected)
    q, k, v = map(torch.as_tensor, at.qkv())
    check(attend(q, k, v, Spec(mask=ours)), expected)
    check(attend(q, k, v, Spec(mask=theirs)), expected)  # somebody else's runs here unchanged
    check(attend(q, k, v, Spec(mask=theirs)), by_torch(at, ours))  # and ours in torch


# Score changes


def softcap(at: Shape, draw: Draw) -> tuple[Mod, Mod]:
    limit = draw(1, 50) / 10
    return scores.softcap(limit), lambda s, b, h, q, k: limit * torch.tanh(s / limit)


def alibi(at: Shape, draw: Draw) -> tuple[Mod, Mod]:
    def geometric(heads: int) -> torch.Tensor:  # the paper's rule, in double precision
        return torch.cumprod(torch.full((heads,), 2.0 ** (-8 / heads), dtype=torch.float64), 0)

    power = 1 << (at.heads.bit_length() - 1)
    slopes = torch.cat([geometric(power), geometric(2 * power)[0::2][: at.heads - power]])
    return scores.alibi(at.heads), lambda s, b, h, q, k: s - (q - k).abs() * slopes[h]


def t5_bias(at: Shape, draw: Draw) -> tuple[Mod, Mod]:
    from transformers.models.t5.modeling_t5 import T5Attention

    two_sides = bool(draw(0, 1))
    table = torch.as_tensor(at.numbers(8, at.heads))
    buckets = T5Attention._relative_position_bucket(torch.arange(-8, 9), two_sides, 8, 6)
    return scores.t5_bias(table, two_sides, 8, 6), lambda s, b, h, q, k: s + table[buckets[k - q + 8], h]


def bias(at: Shape, draw: Draw) -> tuple[Mod, Mod]:
    table = torch.as_tensor(at.numbers(at.batch, at.heads, at.n_q, at.n_k))
    return scores.bias(table), lambda s, b, h, q, k: s + table[b, h, q, k]


def forgetting(at: Shape, draw: Draw) -> tuple[Mod, Mod]:
    gates = -torch.as_tensor(at.numbers(at.batch, at.heads, at.longest)).abs()
    sums = gates.cumsum(-1)
    return scores.forgetting(gates), lambda s, b, h, q, k: s + sums[b, h, q] - sums[b, h, k]


def capped_bias(at: Shape, draw: Draw) -> tuple[Mod, Mod]:
    (ours, theirs), limit = bias(at, draw), draw(1, 5)
    both = scores.chain(ours, scores.softcap(limit))
    return both, lambda s, *index: limit * torch.tanh(theirs(s, *index) / limit)


SCORES = [softcap, alibi, t5_bias, bias, forgetting, capped_bias]


@pytest.mark.parametrize("pair", SCORES, ids=lambda pair: pair.__name__)
@SETTINGS
@given(at=SHAPES, data=st.data())
def test_a_score_change_is_what_torch_makes_of_it(pair: Any, at: Shape, data: st.DataObject) -> None:
    ours, theirs = pair(at, lambda least, most: data.draw(st.integers(least, most)))
    expected = by_torch(at, score_mod=theirs)
    check(attend(*at.qkv(), Spec(score=ours)), expected)
    q, k, v = map(torch.as_tensor, at.qkv())
    check(attend(q, k, v, Spec(score=ours)), expected)
    check(attend(q, k, v, Spec(score=theirs)), expected)
    check(attend(q, k, v, Spec(score=theirs)), by_torch(at, score_mod=ours))


@SETTINGS
@given(at=SHAPES, data=st.data())
def test_any_mask_goes_with_any_score_change(at: Shape, data: st.DataObject) -> None:
    def draw(least: int, most: int) -> int:
        return data.draw(st.integers(least, most))

    mask, mask_mod = data.draw(st.sampled_from(MASKS))(at, draw)
    score, score_mod = data.draw(st.sampled_from(SCORES))(at, draw)
    check(attend(*at.qkv(), Spec(mask=mask, score=score)), by_torch(at, mask_mod, score_mod))
