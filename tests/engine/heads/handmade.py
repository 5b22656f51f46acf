"""Captures whose maps are known, and every measure as a slow loop over one map, written from its definition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.capture import Capture, Layer, Token

NEVER = -1e4  # a score whose weight is 0
SLOW = (
    "previous",
    "next",
    "own",
    "first",
    "special",
    "separator",
    "duplicate",
    "induction",
    "entropy",
    "bits",
    "distance",
)


def tokens_of(text: str) -> tuple[Token, ...]:
    """Equal words are equal tokens, "a+b" two pieces of one word, "[...]" is special."""
    ids: dict[str, int] = {}
    tokens: list[Token] = []
    for word, part in enumerate(text.split()):
        special = part.startswith("[")
        for piece in part.split("+"):
            start = len(tokens)
            number = ids.setdefault(piece, len(ids))
            tokens.append(Token(number, piece, piece, start, start + 1, special, None if special else word))
    return tuple(tokens)


def with_maps(text: str, *maps: Any, heads: int = 1, mask: str = "none") -> Capture:
    """A capture with these weights (N, N), one a head, layer by layer: q is their logarithm, k the identity."""
    tokens = tokens_of(text)
    given = np.asarray(maps, float)
    q = np.log(given, out=np.full(given.shape, NEVER), where=given > 0).astype(np.float32)
    k = np.eye(len(tokens), dtype=np.float32)[None]
    layers = tuple(Layer(q[i : i + heads], k, k, 1.0, mask) for i in range(0, len(q), heads))
    return Capture("", "minilm", "", tokens, layers, 0, "float32", 8192)


def random(
    text: str,
    layers: int = 2,
    heads: int = 4,
    kv_heads: int = 2,
    d: int = 4,
    mask: str = "none",
    dtype: str = "float32",
    seed: int = 0,
) -> Capture:
    """Standard normal q, k and v."""
    tokens, draw = tokens_of(text), np.random.default_rng(seed).standard_normal
    made = []
    for _ in range(layers):
        q, k, v = (draw((h, len(tokens), d)).astype(dtype) for h in (heads, kv_heads, kv_heads))
        made.append(Layer(q, k, v, d**-0.5, mask))
    return Capture("", "minilm", "", tokens, tuple(made), 0, dtype, 8192)


def by_the_book(name: str, weights: Any, visible: Any, tokens: Sequence[Token]) -> tuple[float, int]:
    """A measure of one map (N, N), and how many rows it is the mean of; NaN of none."""
    total, rows = 0.0, 0
    for q in range(len(tokens)):
        seen = [k for k in range(len(tokens)) if visible[q, k]]
        if tokens[q].special or len(seen) < 2:
            continue
        row = [float(weights[q, k]) for k in range(len(tokens))]
        if name in ("entropy", "bits"):
            bits = -sum(w * math.log2(w) for w in row if w > 0)
            number = bits / math.log2(len(seen)) if name == "entropy" else bits
        elif name == "distance":
            number = sum(w * abs(q - k) for k, w in enumerate(row))
        else:
            cells = [k for k in range(len(tokens)) if _meant(name, q, k, tokens) and visible[q, k]]
            if not cells:
                continue
            number = sum(row[k] for k in cells)
        total, rows = total + number, rows + 1
    return (total / rows if rows else math.nan), rows


def _meant(name: str, q: int, k: int, tokens: Sequence[Token]) -> bool:
    return {
        "previous": k == q - 1,
        "next": k == q + 1,
        "own": k == q,
        "first": k == 0 and q != 0,
        "special": tokens[k].special,
        "separator": tokens[k].special and tokens[k].piece == "[SEP]",
        "duplicate": k != q and tokens[k].id == tokens[q].id,
        "induction": 0 < k <= q and tokens[k - 1].id == tokens[q].id,
    }[name]
