"""Variants with something else than softmax between scores and weights."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine import normalizers
from engine.layers.linear import elu_plus_one, proportion
from engine.variants.records import Change, Numbers, Parameter, Variant

if TYPE_CHECKING:
    from engine.capture import Layer


def _learned_sink(layer: Layer, numbers: Numbers) -> Change:
    sums = "Rows sum to less than 1: the sink takes the rest."
    return Change(normalizer=normalizers.sink(np.array([numbers["logit"]])), sums=sums, denominator="e^sink + Σ eˢ")


def _off_by_one(layer: Layer, numbers: Numbers) -> Change:
    sums = "Rows sum to less than 1: a head may look nowhere."
    return Change(normalizer=normalizers.off_by_one, sums=sums, denominator="1 + Σ eˢ")


def _sigmoid(layer: Layer, numbers: Numbers) -> Change:
    sums = "Rows do not sum to 1: sigmoid weighs each key by itself."
    bias = numbers["bias"] - float(np.log(max(layer.k.shape[1], 1)))
    return Change(normalizer=normalizers.sigmoid(bias), sums=sums, chain=f"The weight is 1 / (1 + e^−(s {bias:+.4g})).")


def _linear(layer: Layer, numbers: Numbers) -> Change:
    q, k = (elu_plus_one(np.asarray(x, np.float32)) for x in (layer.q, layer.k))
    return Change(layer=replace(layer, q=q, k=k), normalizer=proportion, chain=_SHARE)


_SHARE = "The weight is the score’s share of its row."
_ONE = frozenset(("normaliser",))
_PLACE = "each takes the place of softmax"

RECORDS = (
    Variant(
        name="learned-sink",
        title="Learned sink",
        family="normaliser",
        idea="One more logit in the denominator takes a share that no key gets; the model learns it a head.",
        formula="exp(s) / (exp(sink) + Σ exp(s))",
        source="OpenAI, gpt-oss model card, arXiv 2508.10925, sec. 2",
        year=2025,
        good_for="Heads that have nothing to look for; it frees the first token from being the sink.",
        used_by="gpt-oss",
        build=_learned_sink,
        parameters=(Parameter("logit", "Sink", -20, 20, 4, hint="The sink’s logit, beside the scores"),),
        parameters_from="you",
        against=_ONE,
        because=_PLACE,
    ),
    Variant(
        name="off-by-one",
        title="Softmax off by one",
        family="normaliser",
        idea="A 1 in the denominator lets a head look nowhere.",
        formula="exp(s) / (1 + Σ exp(s))",
        source="Evan Miller, Attention Is Off By One (2023), the equation of softmax₁",
        year=2023,
        good_for="Quantised models: without sinks there are no outliers.",
        used_by="torch’s MultiheadAttention (add_zero_attn), experiments",
        build=_off_by_one,
        against=_ONE,
        because=_PLACE,
    ),
    Variant(
        name="sigmoid",
        title="Sigmoid",
        family="normaliser",
        idea="Each key is weighed by itself; nothing competes.",
        formula="1 / (1 + exp(−(s − ln n + b)))",
        source="Ramapuram et al., Sigmoid Self-Attention, arXiv 2409.04431, sec. 3",
        year=2024,
        good_for="Faster kernels: no sum over the row.",
        used_by="Apple’s FlashSigmoid models",
        build=_sigmoid,
        parameters=(Parameter("bias", "Bias b", -10, 10, 0, hint="Added to −ln n, n the number of keys"),),
        parameters_from="you",
        against=_ONE,
        because=_PLACE,
    ),
    Variant(
        name="sparsemax",
        title="Sparsemax",
        family="normaliser",
        idea="The nearest distribution to the scores: far lower keys get exactly nothing.",
        formula="max(s − τ, 0), τ such that the row sums to 1",
        source="Martins and Astudillo, From Softmax to Sparsemax, arXiv 1602.02068, alg. 1",
        year=2016,
        good_for="Attention that can be read: few keys, true zeros.",
        used_by="sparse sequence models, TabNet",
        build=lambda layer, numbers: Change(normalizer=normalizers.sparsemax, chain="The weight is max(s − τ, 0)."),
        against=_ONE,
        because=_PLACE,
    ),
    Variant(
        name="entmax15",
        title="Entmax 1.5",
        family="normaliser",
        idea="Half way between softmax and sparsemax: true zeros, and a smooth edge.",
        formula="max(s / 2 − τ, 0)², τ such that the row sums to 1",
        source="Peters et al., Sparse Sequence-to-Sequence Models, arXiv 1905.05702, alg. 2",
        year=2019,
        good_for="Sparse attention that trains well.",
        used_by="translation and inflection models, DEEP-SPIN",
        build=lambda layer, numbers: Change(normalizer=normalizers.entmax15, chain="The weight is max(s / 2 − τ, 0)²."),
        against=_ONE,
        because=_PLACE,
    ),
    Variant(
        name="linear",
        title="Linear attention",
        family="normaliser",
        idea="A kernel in place of exp, so that a state of fixed size replaces all keys; the scale cancels out.",
        formula="φ(q)·φ(k) / Σ φ(q)·φ(k), φ(x) = elu(x) + 1",
        source="Katharopoulos et al., Transformers are RNNs, arXiv 2006.16236, eq. 4 and 7",
        year=2020,
        good_for="Very long texts: time grows with the length, memory not at all.",
        used_by="the first of RetNet, GLA, DeltaNet, Kimi Linear",
        build=_linear,
        against=frozenset(("normaliser", "score", "differential")),
        because="linear attention has no softmax",
    ),
)
