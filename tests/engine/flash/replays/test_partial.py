"""Partial attention: findings over parts of the keys become the finding over all."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import Spec, attend
from engine.flash import Partial, merge
from tests.engine.numbers import close, numbers

NOTHING = Partial(np.zeros((1, 1, 3, 2)), np.full((1, 1, 3), -np.inf))
LSE = st.one_of(st.just(-np.inf), st.floats(-1000, 1000))


def same(a: Partial, b: Partial) -> None:
    close(a.output, b.output)
    close(a.lse, b.lse, 1e-10)


@st.composite
def partials(draw: Any) -> Partial:
    lse = np.array([[[draw(LSE) for _ in range(3)]]])
    output = numbers(1, 1, 3, 2, seed=draw(st.integers(0, 999)))
    return Partial(np.where(lse[..., None] == -np.inf, 0.0, output), lse)


@given(partials(), partials(), partials())
def test_merge_is_associative_and_commutative(a: Partial, b: Partial, c: Partial) -> None:
    same(merge(merge(a, b), c), merge(a, merge(b, c)))
    same(merge(a, b), merge(b, a))


@given(partials())
def test_a_part_that_nobody_saw_changes_nothing(a: Partial) -> None:
    for merged in (merge(a, NOTHING), merge(NOTHING, a)):
        np.testing.assert_array_equal(merged.output, a.output)
        np.testing.assert_array_equal(merged.lse, a.lse)


def test_any_parts_of_the_keys_make_attention_over_all_of_them() -> None:
    q, k, v = numbers(2, 2, 5, 4), numbers(2, 2, 9, 4, seed=1), numbers(2, 2, 9, 3, seed=2)
    whole = attend(q, k, v, Spec(scale=3.0))
    for as_ in (np.asarray, torch.as_tensor):
        parts = []
        for keys in ([4, 0], [8], [1, 2, 3, 5, 6, 7]):
            part = attend(as_(q), as_(k[:, :, keys]), as_(v[:, :, keys]), Spec(scale=3.0))
            parts.append(Partial(part.output, part.lse))
        merged = reduce(merge, parts)
        close(merged.output, whole.output)
        close(merged.lse, whole.lse)
