"""Variants that change scores before the mask and the normaliser."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from engine import masks, scores
from engine.variants.records import Change, Numbers, Parameter, Variant

if TYPE_CHECKING:
    from engine.capture import Layer

BUCKETS = 32


def _t5_bias(layer: Layer, numbers: Numbers) -> Change:
    """A table as T5 has it: of both sides 16 buckets each, or of one side all; each bucket `slope` below the last."""
    both_sides = layer.mask == "none"
    side = BUCKETS // 2 if both_sides else BUCKETS
    column = -numbers["slope"] * (np.arange(BUCKETS) % side) + numbers["ahead"] * (np.arange(BUCKETS) >= side)
    return Change(score=scores.t5_bias(column[:, None], both_sides, BUCKETS))


def _forgetting(layer: Layer, numbers: Numbers) -> Change:
    gates = np.full(int(layer.k.shape[1]), math.log(numbers["gate"]))
    return Change(score=scores.forgetting(gates), mask=masks.causal())


RECORDS = (
    Variant(
        name="alibi",
        title="ALiBi",
        family="score",
        idea="The further away a key, the lower its score; each head has its own slope.",
        formula="softmax(scale · q·k − slope_h · |q − k|)",
        source="Press et al., Train Short, Test Long, arXiv 2108.12409, sec. 3",
        year=2021,
        good_for="Texts longer than those of the training.",
        used_by="BLOOM, MPT, Falcon (small), Jina’s embeddings",
        build=lambda layer, numbers: Change(score=scores.alibi(int(layer.q.shape[0]))),
    ),
    Variant(
        name="t5-bias",
        title="T5 bias",
        family="score",
        idea="A bias for each bucket of distances: T5 learns it a head, here it falls by one slope in all.",
        formula="softmax(scale · q·k + b[bucket(k − q)])",
        source="Raffel et al., T5, arXiv 1910.10683, sec. 2.1",
        year=2019,
        good_for="Positions without changing queries or keys.",
        used_by="T5, FLAN-T5, mT5; T5’s own scale is 1, here the model’s stays",
        build=_t5_bias,
        parameters=(
            Parameter("slope", "Slope", -2, 2, 0.25, hint="How much a bucket lies below the one before it"),
            Parameter("ahead", "Ahead", -8, 8, 0, hint="Added to keys after the query"),
        ),
        parameters_from="you",
    ),
    Variant(
        name="softcap",
        title="Softcap",
        family="score",
        idea="Scores are bent so that none goes beyond a limit.",
        formula="softmax(c · tanh(scale · q·k / c))",
        source="Gemma Team, Gemma 2, arXiv 2408.00118, sec. 2",
        year=2024,
        good_for="Training that does not blow up.",
        used_by="Gemma 2 (c = 50), Grok-1 (c = 30)",
        build=lambda layer, numbers: Change(score=scores.softcap(numbers["limit"])),
        parameters=(Parameter("limit", "Limit", 0.5, 100, 5, logarithmic=True, hint="c; Gemma 2 has 50"),),
        parameters_from="you",
    ),
    Variant(
        name="forgetting",
        title="Forgetting gate",
        family="score",
        idea="Causal: with each token all earlier ones fade by a gate: the paper’s depends on the token.",
        formula="softmax(scale · q·k + (q − k) · ln f where k ≤ q)",
        source="Lin et al., Forgetting Transformer, arXiv 2503.02130, sec. 3",
        year=2025,
        good_for="A memory that fades as the text says.",
        used_by="Forgetting Transformer (FoX)",
        build=_forgetting,
        mask="causal",
        parameters=(Parameter("gate", "Gate f", 0.01, 1, 0.8, hint="What stays of an earlier token at each step"),),
        parameters_from="you",
    ),
)
