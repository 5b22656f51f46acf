"""Attention of random numbers by torch's flex_attention, on the CPU and without tracing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from hypothesis import strategies as st
from torch.nn.attention import flex_attention as flex

Mod = Callable[..., Any]


@dataclass(frozen=True)
class Shape:
    """Sizes of one attention, and where its random numbers come from."""

    batch: int
    kv_heads: int
    group: int
    n_q: int
    n_k: int
    d: int
    d_v: int
    seed: int

    @property
    def heads(self) -> int:
        return self.kv_heads * self.group

    @property
    def longest(self) -> int:
        return max(self.n_q, self.n_k)

    def numbers(self, *shape: int) -> Any:
        return np.random.default_rng([self.seed, *shape]).standard_normal(shape)

    def qkv(self) -> tuple[Any, Any, Any]:
        keys = self.batch, self.kv_heads, self.n_k
        return (
            self.numbers(self.batch, self.heads, self.n_q, self.d),
            self.numbers(*keys, self.d),
            self.numbers(*keys, self.d_v),
        )


SHAPES = st.builds(
    Shape,
    batch=st.integers(1, 3),
    kv_heads=st.integers(1, 3),
    group=st.integers(1, 3),
    n_q=st.integers(1, 9),
    n_k=st.integers(1, 9),
    d=st.integers(1, 8),
    d_v=st.integers(1, 8),
    seed=st.integers(0, 2**16),
)


def by_torch(shape: Shape, mask_mod: Mod | None = None, score_mod: Mod | None = None) -> tuple[Any, Any]:
    """Output and log-sum-exp of flex_attention on the CPU, without compile."""
    block_mask = mask_mod and flex.create_block_mask(
        mask_mod, shape.batch, shape.heads, shape.n_q, shape.n_k, device="cpu"
    )
    q, k, v = map(torch.as_tensor, shape.qkv())
    wanted = flex.AuxRequest(lse=True)
    output, more = flex.flex_attention(q, k, v, score_mod, block_mask, enable_gqa=True, return_aux=wanted)
    return output, more.lse
