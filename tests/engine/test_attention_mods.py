"""Functions of FlexAttention run unchanged, in numpy and in torch, and keep their numbers in a slice."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.attention.flex_attention import flex_attention

from engine import masks
from engine.attention import Spec, attend
from tests.engine.numbers import close, qkv, tensors

STAGES = ("raw", "scaled", "scored", "masked", "visible", "weights", "output", "lse")


def soft_cap(score: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return 2 * torch.tanh(score / 2)


def by_distance(score: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return score - (h + 1) * abs(q - k) + b


def bottom_right(b: Any, h: Any, q: Any, k: Any) -> Any:
    return k <= q + 2


def own_block(b: Any, h: Any, q: Any, k: Any) -> Any:
    return ((q // 2 == k // 2) | (h == 3)) & (k != b)


@pytest.mark.parametrize("mask", [None, masks.causal(), bottom_right, own_block])
@pytest.mark.parametrize("score", [None, soft_cap, by_distance])
def test_any_score_mod_and_mask_mod_of_flex_attention_runs_unchanged(
    score: Callable[..., Any] | None, mask: Callable[..., Any] | None
) -> None:
    q, k, v = tensors(qkv(d_v=8))

    def both(s: Any, b: Any, h: Any, q_idx: Any, k_idx: Any) -> Any:  # flex masks by blocks of 128; this is the same
        scored = score(s, b, h, q_idx, k_idx) if score else s
        return torch.where(mask(b, h, q_idx, k_idx), scored, -math.inf) if mask else scored

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # flex_attention says that it is slow without compile
        expected, lse = flex_attention(q, k, v, score_mod=both, enable_gqa=True, return_lse=True)
    got = attend(q, k, v, Spec(score=score, mask=mask))
    close(got.output, expected)
    sees = got.visible.any(-1)
    close(np.asarray(got.lse)[sees], lse[sees], atol=1e-6)


@pytest.mark.parametrize("stage", STAGES)
def test_numpy_and_torch_agree(stage: str) -> None:
    spec = Spec(scale=0.7, score=by_distance, mask=masks.either(masks.causal(-1), masks.causal(-2)))
    arrays = qkv()
    ours, theirs = attend(*arrays, spec), attend(*tensors(arrays), spec)
    assert isinstance(getattr(ours, stage), np.ndarray)
    assert isinstance(getattr(theirs, stage), torch.Tensor)
    close(getattr(ours, stage), getattr(theirs, stage))


def test_the_index_arrays_lie_along_their_own_axes() -> None:
    seen: list[tuple[int, ...]] = []

    def watch(*index: Any) -> Any:
        seen.extend(i.shape for i in index)
        return index[3] >= 0

    assert attend(*qkv(), Spec(mask=watch)).visible.all()
    assert seen == [(2, 1, 1, 1), (1, 4, 1, 1), (1, 1, 5, 1), (1, 1, 1, 7)]


@given(st.integers(0, 3), st.integers(0, 4), st.integers(1, 5))
def test_a_shifted_spec_gives_a_slice_the_numbers_of_the_whole(head: int, start: int, rows: int) -> None:
    spec = Spec(scale=0.5, score=by_distance, mask=own_block)
    q, k, v = qkv()
    whole = attend(q, k, v, spec)
    kv = slice(head // 2, head // 2 + 1)
    part = attend(q[:, head : head + 1, start : start + rows], k[:, kv], v[:, kv], spec.shifted(head, start))
    close(part.weights, whole.weights[:, head : head + 1, start : start + rows])
    close(part.output, whole.output[:, head : head + 1, start : start + rows])
