"""Small captures with made-up numbers, for tests of the mathematics: no model, no file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture, Layer, Token

MakeTokens = Callable[[str], tuple[Token, ...]]
MakeCapture = Callable[..., Capture]


@pytest.fixture(scope="session")
def tokens_of() -> MakeTokens:
    """Tokens of a text whose words are parted by spaces, their pieces by "+"; "[...]" is a special token."""

    def make(text: str) -> tuple[Token, ...]:
        tokens: list[Token] = []
        start = word = 0
        for part in text.split():
            if part.startswith("["):
                tokens.append(Token(0, part, part, start, start, True, None))
                continue
            for piece in part.split("+"):
                tokens.append(Token(0, piece, piece, start, start + len(piece), False, word))
                start += len(piece)
            start, word = start + 1, word + 1
        return tuple(tokens)

    return make


@pytest.fixture(scope="session")
def random_capture(tokens_of: MakeTokens) -> MakeCapture:
    """A capture of one layer of standard normal q, k, v; `text` (see tokens_of) says the tokens, or n words do."""

    def make(
        n: int = 0,
        heads: int = 2,
        d: int = 4,
        seed: int = 0,
        *,
        kv_heads: int = 0,
        text: str = "",
        mask: str = "none",
        dtype: str = "float32",
    ) -> Capture:
        tokens = tokens_of(text or " ".join(f"w{i}" for i in range(n)))
        random = np.random.default_rng(seed)
        q, k, v = (random.standard_normal((h, len(tokens), d)).astype(dtype) for h in (heads, *[kv_heads or heads] * 2))
        return Capture("", "minilm", "", tokens, (Layer(q, k, v, d**-0.5, mask),), 0, dtype, 512)

    return make


@pytest.fixture(scope="session")
def capture_of(tokens_of: MakeTokens) -> MakeCapture:
    """A capture of one head with given q and k (N, d); v is k, its scale is 1."""

    def make(q: Any, k: Any, text: str = "") -> Capture:
        queries, keys = (np.asarray(x, np.float32)[None] for x in (q, k))
        tokens = tokens_of(text or " ".join(f"w{i}" for i in range(len(q))))
        return Capture("", "minilm", "", tokens, (Layer(queries, keys, keys, 1.0, "none"),), 0, "float32", 512)

    return make
