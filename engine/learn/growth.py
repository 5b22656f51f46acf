"""How memory grows with the text: the map of N x N weights against what FlashAttention keeps, one head, forward."""

from __future__ import annotations

from typing import Final

WEIGHT: Final = 2  # bytes of a weight
KEPT: Final = 4  # bytes of a row's log-sum-exp


def map_bytes(n: int) -> int:
    """Bytes of the map of n tokens, in 16 bits."""
    return WEIGHT * n * n


def flash_bytes(n: int) -> int:
    """Bytes that FlashAttention-2 keeps besides Q, K, V and O: one number a row (arXiv 2307.08691, sec. 3.1)."""
    return KEPT * n
