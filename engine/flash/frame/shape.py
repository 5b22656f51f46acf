"""A schedule for so many tokens without any numbers: only what the scene's masks hide is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.attention import Mask
from engine.capture import Capture, Layer
from engine.flash.frame.inputs import placed
from engine.own import function_of
from engine.variants import CATALOGUE, TRAINED, names_of, vary

if TYPE_CHECKING:
    from engine.scene import Scene

HIDING: Final = ("mask", "score")  # families of variants; of the scores, the forgetting gate hides what is to come


def shape_mask(scene: Scene, capture: Capture | None, tokens: int, first: int = 0) -> Mask | None:
    """What the scene's variants and its own function hide of `tokens` tokens, and the mask of the model itself.

    Row 0 is query `first`. The model's mask is that of the capture's layer; without one it hides nothing. Variants of
    other families hide nothing. ValueError with one sentence.
    """
    layers = () if capture is None else capture.layers
    trained = layers[scene.layer].mask if scene.layer < len(layers) else "none"
    names = [name for name in names_of(scene.variant) if CATALOGUE[name].family in HIDING]
    numbers = {key: number for key, number in scene.parameters.items() if key.partition(".")[0] in names}
    nothing = np.broadcast_to(np.float32(0), (1, tokens, 1))  # takes no memory
    stand_in = Capture("", "", "", (), (Layer(nothing, nothing, nothing, 1.0, trained),), 0, "float32", tokens)
    varied = vary(stand_in, 0, "+".join(names) or TRAINED, numbers, own=function_of(scene.function))
    return placed(varied.spec.mask, 0, first)
