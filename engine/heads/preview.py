"""One head at a larger size, while the pointer is on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.capture import Capture
from engine.heads.measured import varied_in
from engine.heads.patterns import PATTERNS
from engine.heads.text import Ints, Text
from engine.maps.raster import Raster, Viewport, raster
from engine.maps.rows import Bools, head_rows
from engine.maps.words import Axis, axis_in
from engine.scene import Scene
from engine.shown.view import FEW_WORDS


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
    marked = np.zeros((0, 2), np.int_)
    if len(drawn.values) == len(axis.groups) <= FEW_WORDS:
        seen = head_rows(varied.capture, layer, head, varied.spec, 0, len(capture.tokens)).visible[0, 0]
        marked = _marked(scene, capture, axis, seen)
    return Preview(layer, head, varied.capture.kv_group(head, layer), axis, drawn, marked)


def _marked(scene: Scene, capture: Capture, axis: Axis, seen: Bools) -> Ints:
    """Folded cells are left out, and hidden ones: `seen` (N, N) is of tokens."""
    cells = PATTERNS[scene.measure].cells
    if cells is None:
        return np.zeros((0, 2), np.int_)
    pair = None if scene.key is None else (scene.query, scene.key)
    text = Text.of(capture.tokens, pair)
    queries, keys = cells(text, 0, len(capture.tokens))
    counts = seen[queries, keys] & (~text.special[queries] | (scene.measure == "pair"))
    group_of = np.array(axis.group_of)
    marked: Ints = np.unique(group_of[np.stack([queries, keys], axis=1)[counts]], axis=0)
    return marked[(marked >= 0).all(axis=1)]
