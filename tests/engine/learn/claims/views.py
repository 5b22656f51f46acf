"""What the examples of Learn show: their captures, views, and numbers as the chapters write them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.heads.patterns import PATTERNS
from engine.heads.rows import Rows
from engine.heads.text import Text
from engine.scene import Scene
from engine.shown.view import View, view_of

BANK_AT, RIVER_AT, MUDDY_AT = 2, 5, 7


@cache
def capture_of(example: str) -> Capture:
    return Capture.load(GALLERY[example].path)


def view(scale: float | None = None, example: str = "bank-muddy", **fields: Any) -> View:
    at = GALLERY[example]
    chosen: dict[str, Any] = {"layer": at.layer, "head": at.head, "query": at.query, "scale": scale} | fields
    scene = Scene(**({"text": at.text, "model": at.model} | chosen))
    found = view_of(scene, capture_of(example), (8, 8), lambda: False)
    assert found is not None
    return found


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def mean_of(measure: str, example: str, layer: int, head: int) -> float:
    capture = capture_of(example)
    weights = capture.attention(layer).weights[0]
    rows = Rows(weights, np.ones_like(weights, bool), 0, Text.of(capture.tokens))
    numbers, counts = PATTERNS[measure].of_rows(rows)
    return float(numbers[head][np.broadcast_to(counts, numbers.shape)[head]].mean())
