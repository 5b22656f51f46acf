"""One head at a larger size, while the pointer is on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.capture import Capture
from engine.heads.measured import varied_in
from engine.heads.patterns import PATTERNS
from engine.heads.text import Ints, Text
from engine.maps import Raster, Viewport, raster
from engine.scene import Scene
from engine.view import FEW_WORDS
from engine.words import Axis, axis_in


@dataclass(frozen=True, eq=False)
class Preview:
    """The map of one head; its labels are those of the axis."""

    layer: int
    head: int
    kv_head: int
    axis: Axis
    map: Raster  # weights
    marked: Ints  # (P, 2): shown query and key of each cell that the scene's measure adds up, up to FEW_WORDS words


def preview_of(scene: Scene, capture: Capture, layer: int, head: int, size: int) -> Preview:
    """The weights of any head as the scene shows its own, at most `size` x `size` pixels.

    ValueError with one sentence where there is no such head, or the layer cannot run the scene's variants.
    """
    if not (0 <= layer < len(capture.layers) and 0 <= head < capture.heads):
        raise ValueError(
            f"There is no layer {layer}, head {head}: {len(capture.layers)} layers of {capture.heads} heads."
        )
    varied, axis = varied_in(scene, capture, layer), axis_in(capture, scene.merge, scene.specials)
    drawn = raster(varied.capture, layer, head, varied.spec, "weights", axis, Viewport(height=size, width=size))
    assert drawn is not None  # nobody cancels it
    return Preview(layer, head, varied.capture.kv_group(head, layer), axis, drawn, _marked(scene, capture, axis, drawn))


def _marked(scene: Scene, capture: Capture, axis: Axis, drawn: Raster) -> Ints:
    """Folded and hidden cells are left out."""
    cells, count = PATTERNS[scene.measure].cells, len(axis.groups)
    if cells is None or count > FEW_WORDS or drawn.values.shape != (count, count):
        return np.zeros((0, 2), np.int_)
    pair = None if scene.key is None else (scene.query, scene.key)
    text = Text.of(capture.tokens, pair)
    queries, keys = cells(text, 0, len(capture.tokens))
    if scene.measure != "pair":
        queries, keys = queries[~text.special[queries]], keys[~text.special[queries]]
    group_of = np.array(axis.group_of)
    inside: Ints = np.unique(np.stack([group_of[queries], group_of[keys]], axis=1), axis=0)
    inside = inside[(inside >= 0).all(axis=1)]
    seen = drawn.visible[inside[:, 0], inside[:, 1]]
    return inside[seen]
