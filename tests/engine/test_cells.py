"""Functions written for one cell, on all cells."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention.flex_attention import create_mask
from torch.overrides import TorchFunctionMode

from engine.cells import on_cells

SHAPE = (2, 3, 4, 5)
SCORES = torch.as_tensor(np.random.default_rng(0).standard_normal(SHAPE))
TABLE, ROPE_Q, ROPE_K = (torch.as_tensor(np.random.default_rng(i).standard_normal((2, 3, 5, 6))) for i in (1, 2, 3))
DOCUMENTS = torch.tensor([[0, 0, 1, 1, 2], [0, 1, 1, 1, 1]])


def numbers(b: Any, h: Any, q: Any, k: Any) -> Any:
    return 1000 * b + 100 * h + 10 * q + k


@pytest.mark.parametrize("xp", [np, torch])
def test_each_cell_gets_its_own_indices(xp: Any) -> None:
    got = on_cells(numbers, like=xp.ones(1), shape=SHAPE)
    assert (np.asarray(got) == numbers(*np.indices(SHAPE))).all()


@pytest.mark.parametrize("xp", [np, torch])
def test_each_cell_gets_its_own_score(xp: Any) -> None:
    scores = xp.asarray(numbers(*np.indices(SHAPE)))
    got = on_cells(lambda s, *index: s - numbers(*index), scores, like=scores, shape=SHAPE)
    assert got.shape == SHAPE and not got.any()


@pytest.mark.parametrize("xp", [np, torch])
def test_no_queries_have_no_cells(xp: Any) -> None:
    got = on_cells(numbers, like=xp.ones(1), shape=(2, 3, 0, 5))
    assert np.broadcast_to(got, (2, 3, 0, 5)).size == 0


def latent_rope(s: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return s + torch.dot(ROPE_Q[b, h, q], ROPE_K[b, h // 3, k])


def index_after_index(s: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return s * TABLE[b][h][q][k]


def relative(s: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return torch.where(q >= k, s + TABLE[0, h, 0, (q - k) % 6], -float("inf"))


def by_head_slope(s: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
    return s + torch.exp2(-((h + 1) * 8.0 / 3)) * (k - q)


@pytest.mark.parametrize("score_mod", [latent_rope, index_after_index, relative, by_head_slope])
def test_a_score_mod_is_run_cell_by_cell(score_mod: Callable[..., Any]) -> None:
    expected = torch.empty(SHAPE, dtype=torch.float64)
    for cell in product(*map(range, SHAPE)):
        expected[cell] = score_mod(SCORES[cell], *map(torch.tensor, cell))
    torch.testing.assert_close(on_cells(score_mod, SCORES, like=SCORES, shape=SHAPE), expected, atol=1e-12, rtol=0)


class AsInOlderTorch(TorchFunctionMode):
    """An index that is a single number is asked for its value, which vmap does not know."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is torch.Tensor.__getitem__:
            raise RuntimeError("vmap: It looks like you're calling .item() on a Tensor.")
        return func(*args, **(kwargs or {}))


def test_a_table_may_be_asked_in_each_cell_in_any_torch() -> None:
    with AsInOlderTorch():
        on_cells(index_after_index, SCORES, like=SCORES, shape=SHAPE)
        on_cells(relative, SCORES, like=SCORES, shape=SHAPE)


def packed(b: Any, h: Any, q: Any, k: Any) -> Any:
    return (DOCUMENTS[b, q] == DOCUMENTS[b][k]) & (q >= k)


def neighbours(b: Any, h: Any, q: Any, k: Any) -> Any:
    (q_x, q_y), (k_x, k_y) = (q // 2, q % 2), (k // 2, k % 2)
    return ((q_x.clamp(1, 1) - k_x).abs() <= 1) & ((q_y - k_y).abs() <= h)


@pytest.mark.parametrize("mask_mod", [packed, neighbours])
def test_a_mask_mod_is_run_as_torch_runs_it(mask_mod: Callable[..., Any]) -> None:
    got = on_cells(mask_mod, like=SCORES, shape=SHAPE)
    assert got.equal(create_mask(mask_mod, *SHAPE, device="cpu"))
