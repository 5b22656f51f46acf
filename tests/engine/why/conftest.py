"""Captures and views of them: one that a model made, one whose queries and keys were turned, made by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture, Layer, Token
from engine.layers.rotation import Rotation
from engine.positions import rope
from engine.scene import Scene
from engine.shown.view import View, view_of

EXAMPLES = Path(__file__).parents[3] / "resources" / "examples"
Look = Callable[..., View]


@pytest.fixture
def bank() -> Capture:
    """MiniLM on "The bank of the river was muddy."."""
    return Capture.load(EXAMPLES / "bank-muddy.safetensors")


@pytest.fixture
def pieces() -> Capture:
    """MiniLM on a text with words in pieces."""
    return Capture.load(EXAMPLES / "pieces.safetensors")


def turned(rotation: Rotation, layers: int = 3, n: int = 7) -> Capture:
    """[CLS] and words, the last one in two pieces; causal, four query heads on two key heads, d = 8, dv = 6."""
    random = np.random.default_rng(5)
    tokens = [Token(1, "[CLS]", "[CLS]", 0, 0, True, None)]
    tokens += [Token(1 + i, f"w{i}", f"w{i}", 2 * i, 2 * i + 2, False, min(i, n - 2)) for i in range(1, n)]
    made = []
    for _ in range(layers):
        q, k, v = (random.standard_normal(shape) for shape in ((4, n, 8), (2, n, 8), (2, n, 6)))
        q, k = (rope(x, np.arange(n), **rotation.choices) for x in (q, k))
        parts = [np.asarray(x, np.float32) for x in (q, k, v)]
        made.append(Layer(parts[0], parts[1], parts[2], 0.4, "causal", rotation))
    return Capture(" " * 2 * n, "", "Made by hand", tuple(tokens), tuple(made), 2 * n, "float32", 512)


@pytest.fixture
def look() -> Look:
    """look(capture, layer=1, ...) is the view of a scene with these choices."""

    def made(capture: Capture, **choices: Any) -> View:
        source = {} if capture.model else {"source": "made.safetensors"}
        view = view_of(Scene(**source | choices), capture, (40, 40), lambda: False)
        assert view is not None
        return view

    return made
