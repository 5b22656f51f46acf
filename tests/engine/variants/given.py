"""One layer for the oracles, and attention over it by torch's own SDPA."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.nn import functional

Tensor = torch.Tensor
Numbers = dict[str, float]


@dataclass(frozen=True)
class Given:
    """One layer in double precision, and what a model's own mask lets through."""

    q: Tensor  # (Hq, N, d)
    k: Tensor  # (Hkv, N, d)
    v: Tensor  # (Hkv, N, dv)
    scale: float
    own: Tensor  # (N, N) bool

    @property
    def n(self) -> int:
        return int(self.q.shape[1])

    @property
    def heads(self) -> int:
        return int(self.q.shape[0])

    def for_each_head(self, x: Tensor) -> Tensor:
        return x.repeat_interleave(self.heads // x.shape[0], dim=0)

    def seen(self, sees: Callable[[int, int], bool]) -> Tensor:
        """The model's own mask, and one written as a question about a query and a key."""
        rule = torch.tensor([[bool(sees(q, k)) for k in range(self.n)] for q in range(self.n)])
        return self.own & rule.reshape(self.n, self.n)

    def scores(self) -> Tensor:
        """What a normaliser gets, (Hq, N, N)."""
        return (self.scale * self.q @ self.for_each_head(self.k).mT).masked_fill(~self.own, -math.inf)


Answer = tuple[Tensor, Tensor]  # weights (Hq, N, N) and output (Hq, N, dv)


def sdpa(at: Given, mask: Tensor | None = None) -> Answer:
    """torch's scaled_dot_product_attention; its weights are what it makes of the identity as values."""
    k, v, eye = at.for_each_head(at.k), at.for_each_head(at.v), torch.eye(at.n, dtype=at.q.dtype)
    mask = at.own if mask is None else mask
    weights, output = (
        functional.scaled_dot_product_attention(at.q[None], k[None], x[None], attn_mask=mask, scale=at.scale)[0]
        for x in (eye.expand(at.heads, -1, -1), v)
    )
    return weights, output


def biased(at: Given, bias: Tensor, seen: Tensor | None = None) -> Answer:
    """With a bias on the scores, (N, N) or (Hq, N, N)."""
    return sdpa(at, bias.masked_fill(~(at.own if seen is None else seen), -math.inf))


def weighted(at: Given, weights: Tensor) -> Answer:
    """What weights (Hq, N, N) make of the values."""
    return weights, weights @ at.for_each_head(at.v)
