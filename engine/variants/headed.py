"""Variants that change how heads share keys and values, or what a head makes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from engine.arrays import Array
from engine.attention import Spec, attend
from engine.layers import latent, multihead
from engine.variants.records import Change, Numbers, Parameter, Variant

if TYPE_CHECKING:
    from engine.capture import Layer


def _pooled(layer: Layer, groups: int) -> Layer:
    k, v = multihead.gqa(np.asarray(layer.k, np.float32), np.asarray(layer.v, np.float32), groups)
    return replace(layer, k=k, v=v)


def _gqa(layer: Layer, numbers: Numbers) -> Change:
    heads, asked = int(layer.k.shape[0]), int(numbers["groups"])
    groups = max(n for n in range(1, min(asked, heads) + 1) if heads % n == 0)
    return Change(layer=_pooled(layer, groups), instead={} if groups == asked else {"groups": groups})


_LATENTS: WeakKeyDictionary[Layer, latent.Latent] = WeakKeyDictionary()  # a decomposition takes 0.1 s, a cut nothing


def _mla(layer: Layer, numbers: Numbers) -> Change:
    whole = _LATENTS.get(layer)
    if whole is None:
        if not (np.isfinite(layer.k).all() and np.isfinite(layer.v).all()):
            raise ValueError("Latent (MLA) needs finite keys and values, and this layer has others.")
        whole = _LATENTS[layer] = latent.compress(layer.k, layer.v)
    cut = whole.truncated(min(int(numbers["rank"]), int(whole.c.shape[-1])))
    return Change(layer=replace(layer, k=cut.k, v=cut.v))


@dataclass(frozen=True, eq=False)
class LessPartner:
    """A normaliser that takes lambda times the weights of the next head off; the last head's partner is the first.

    On scores (1, H, Nq, N) whose first head and query are number `head` and `query`.
    """

    layer: Layer
    spec: Spec
    lam: float
    head: int = 0
    query: int = 0

    def __call__(self, scores: Array) -> tuple[Array, None]:
        common = np.concatenate([self._weights(self.head + i + 1, scores.shape[2]) for i in range(scores.shape[1])], 1)
        return self.spec.shifted(self.head, self.query).normalizer(scores)[0] - np.float32(self.lam) * common, None

    def _weights(self, head: int, rows: int) -> Array:
        """The partner's own weights (1, 1, rows, N)."""
        at, heads = self.layer, int(self.layer.q.shape[0])
        one, kv = head % heads, head % heads // (heads // int(at.k.shape[0]))
        q = np.asarray(at.q[one, self.query : self.query + rows], np.float32)[None, None]
        k, v = (np.asarray(x[kv], np.float32)[None, None] for x in (at.k, at.v))
        return attend(q, k, v, self.spec.shifted(one, self.query)).weights

    def shifted(self, head: int, query: int = 0) -> LessPartner:
        """The same for scores that begin `head` heads and `query` queries later."""
        return replace(self, head=self.head + head, query=self.query + query)


def _differential(layer: Layer, numbers: Numbers) -> Change:
    """Values are those of both heads, (H, N, 2 dv); keys and values are repeated where heads share them."""
    lam, group = numbers["lambda"], int(layer.q.shape[0]) // int(layer.k.shape[0])
    k, v = (np.repeat(np.asarray(x, np.float32), group, axis=0) for x in (layer.k, layer.v))
    return Change(
        layer=replace(layer, k=k, v=np.concatenate((v, np.roll(v, -1, axis=0)), axis=-1)),
        wrap=(lambda at, spec: LessPartner(at, spec, lam)) if lam else None,
        sums=f"Rows sum to 1 − λ = {1 - lam:g}: a part of the next head’s weights is taken off." if lam else None,
        chain="The weight is the head’s own less λ times that of the next head." if lam else None,
    )


def _gated(layer: Layer, numbers: Numbers) -> Change:
    return Change(layer=replace(layer, v=multihead.gated(np.asarray(layer.v, np.float32), numbers["gate"])))


_SHARING = frozenset(("mqa", "gqa", "mla", "differential"))
_KEYS = "each changes what keys and values the heads have"

RECORDS = (
    Variant(
        name="mqa",
        title="Multi-query",
        family="heads",
        idea="All heads share one key and one value head: here the mean of the layer’s own, not trained on.",
        formula="softmax(scale · q_h·k̄) v̄",
        source="Shazeer, Fast Transformer Decoding, arXiv 1911.02150, sec. 3",
        year=2019,
        good_for="The smallest cache, fast decoding.",
        used_by="PaLM, Falcon 7B, StarCoder, Gemma 2B",
        build=lambda layer, numbers: Change(layer=_pooled(layer, 1)),
        parameters_from="you",
        against=_SHARING,
        because=_KEYS,
    ),
    Variant(
        name="gqa",
        title="Grouped-query",
        family="heads",
        idea="Groups of heads share a key and a value head: here the mean of the layer’s own, not trained on.",
        formula="softmax(scale · q_h·k̄_g) v̄_g, g = ⌊h / (H / groups)⌋",
        source="Ainslie et al., GQA, arXiv 2305.13245, sec. 2.1",
        year=2023,
        good_for="A smaller cache at almost no loss.",
        used_by="Llama 2 70B, Llama 3, Mistral, Qwen, Gemma 2, SmolLM2",
        build=_gqa,
        parameters=(
            Parameter("groups", "Groups", 1, 64, 4, whole=True, hint="Key heads; they divide those of the model"),
        ),
        parameters_from="you",
        against=_SHARING,
        because=_KEYS,
    ),
    Variant(
        name="mla",
        title="Latent (MLA)",
        family="heads",
        idea="All keys and values come from one small vector a token: here the best approximation of the layer’s own.",
        formula="softmax(scale · q_h·(c W_h)), c of rank r, by truncated SVD of [K | V]",
        source="DeepSeek-V2, arXiv 2405.04434, sec. 2.1",
        year=2024,
        good_for="A small cache with all heads different.",
        used_by="DeepSeek-V2 and V3, Kimi K2",
        build=_mla,
        parameters=(
            Parameter("rank", "Rank r", 1, 768, 8, whole=True, logarithmic=True, hint="At most tokens or all k and v"),
        ),
        parameters_from="you",
        against=_SHARING,
        because=_KEYS,
    ),
    Variant(
        name="differential",
        title="Differential",
        family="heads",
        idea="What the next head sees too is taken off, as noise; weights may be negative.",
        formula="(softmax(scale · q_h·k_h) − λ softmax(scale · q_{h+1}·k_{h+1})) [v_h, v_{h+1}]",
        source="Ye et al., Differential Transformer, arXiv 2410.05258, sec. 2.1",
        year=2024,
        good_for="Long texts with little that matters in them.",
        used_by="DIFF Transformer, Phi-4-mini-flash",
        build=_differential,
        parameters=(Parameter("lambda", "λ", 0, 1, 0.2, hint="0.2 is where the paper’s first layer starts"),),
        parameters_from="you",
        against=_SHARING,
        because=_KEYS,
        signed=True,
    ),
    Variant(
        name="gated",
        title="Gated",
        family="heads",
        idea="A gate after the weights lets a head say nothing: weights stay, values shrink.",
        formula="sigmoid(gate) · softmax(scale · q·k) v",
        source="Qiu et al., Gated Attention, arXiv 2505.06708, sec. 2",
        year=2025,
        good_for="No attention sinks, stable training.",
        used_by="Qwen3-Next; the paper makes the gate from each token, here it is one",
        build=_gated,
        parameters=(Parameter("gate", "Gate", -8, 8, 0, hint="Before the sigmoid: 0 halves the values"),),
        parameters_from="you",
    ),
)
