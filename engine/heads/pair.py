"""Which heads look from one token to another: one cell of every head's map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.heads.measured import rows_at, varied_in
from engine.heads.patterns import PATTERNS
from engine.heads.text import Text
from engine.scene import Scene


def pair_scores(scene: Scene, capture: Capture) -> NDArray[np.float64]:
    """The weight that the scene's query gives to its key in every head, (L, H).

    NaN where the mask hides the key, and everywhere while no key is chosen or one of both is not in the text.
    """
    found = np.full((len(capture.layers), capture.heads), np.nan)
    if scene.key is None or max(scene.query, scene.key) >= len(capture.tokens):
        return found
    text = Text.of(capture.tokens, (scene.query, scene.key))
    for layer in range(len(capture.layers)):
        rows = rows_at(varied_in(scene, capture, layer), layer, text, scene.query)
        weights, seen = PATTERNS["pair"].of_rows(rows)
        found[layer] = np.where(seen, weights, np.nan)[:, 0]
    return found
