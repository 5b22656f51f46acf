"""Variants that change queries and keys before they meet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.layers.qknorm import qk_norm
from engine.positions import rope
from engine.variants.records import Change, Numbers, Parameter, Variant

if TYPE_CHECKING:
    from engine.capture import Layer


def _rope(layer: Layer, numbers: Numbers) -> Change:
    size = int(layer.q.shape[-1])
    turned = min(max(2 * round(size * numbers["fraction"] / 2), 2), size - size % 2)  # RoPE turns pairs

    def rotated(x: np.ndarray) -> np.ndarray:
        places = np.arange(x.shape[1]) / numbers["stretch"]
        wide: np.ndarray = rope(np.asarray(x, np.float32), places, numbers["base"], fraction=turned / size)
        return wide

    return Change(layer=replace(layer, q=rotated(layer.q), k=rotated(layer.k)))


def _qk_norm(layer: Layer, numbers: Numbers) -> Change:
    q, k = qk_norm(np.asarray(layer.q, np.float32), np.asarray(layer.k, np.float32))
    return Change(layer=replace(layer, q=q * np.float32(numbers["gain"]), k=k))


RECORDS = (
    Variant(
        name="rope",
        title="RoPE",
        family="position",
        idea="Queries and keys turn with their position, on top of the model’s own positions: scores know distances.",
        formula="softmax(scale · (R_q q)·(R_k k)), R turns pair i by position · base^(−2i/d)",
        source="Su et al., RoFormer, arXiv 2104.09864, sec. 3.2.2",
        year=2021,
        good_for="Relative positions at no cost in parameters; it can be stretched to longer texts.",
        used_by="Llama, Mistral, Qwen, Gemma, GPT-NeoX, SmolLM2",
        build=_rope,
        parameters=(
            Parameter("base", "Base", 10, 1e6, 1e4, logarithmic=True, hint="Llama 2 has 10,000, Llama 3 500,000"),
            Parameter("fraction", "Fraction", 0.05, 1, 1, hint="Share of the dimensions that turns"),
            Parameter("stretch", "Stretch", 1, 32, 1, logarithmic=True, hint="Positions are divided by it"),
        ),
        parameters_from="you",
        by_distance=True,
    ),
    Variant(
        name="qk-norm",
        title="QK-norm",
        family="position",
        idea="Queries and keys get one length, so that scores stay below √d · gain; the model’s own scale stays.",
        formula="softmax(scale · gain · rms(q)·rms(k))",
        source="Henry et al., Query-Key Normalization, arXiv 2010.04245, sec. 3; with RMS norm as in Qwen3",
        year=2020,
        good_for="Training of large models that does not diverge.",
        used_by="Qwen3, Gemma 3, OLMo 2, ViT-22B",
        build=_qk_norm,
        parameters=(Parameter("gain", "Gain", 0.1, 20, 1, logarithmic=True, hint="Models learn one a dimension"),),
        parameters_from="you",
    ),
)
