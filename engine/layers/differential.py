"""Differential attention: what two heads have in common is taken off.

Ye et al. 2024, Differential Transformer, arXiv 2410.05258, sec. 2.1.
"""

from __future__ import annotations

import math
from dataclasses import replace

from engine.arrays import Array, namespace
from engine.attention import Attention


def lambda0(depth: int) -> float:
    """Where lambda starts in training: 0.8 - 0.6 exp(-0.3 depth), depth 0 for the first layer."""
    return 0.8 - 0.6 * math.exp(-0.3 * depth)


def differential(first: Attention, second: Attention, lam: float | Array) -> Attention:
    """(weights of `first` - lam * weights of `second`) [v of both], over the same queries and keys.

    Weights may be negative; a row sums to 1 - lam (after softmax), or to 0 if it sees nothing. The scores, mask and
    stages before the weights are those of `first`; values are (B, Hkv, Nk, dv + dv), those of both heads. The paper
    then takes the RMS norm of each head's output times 1 - lambda0. ValueError if the two do not match.
    """
    sizes = [(*one.raw.shape, one.v.shape[1]) for one in (first, second)]
    if sizes[0] != sizes[1]:
        names = "batch, query heads, queries, keys, value heads"
        raise ValueError(f"Two heads of one shape are needed ({names}), not {sizes[0]} and {sizes[1]}.")
    common, normalizer = second.spec.normalizer(second.masked)[0], first.spec.normalizer
    values = namespace(first.v).concat((first.v, second.v), axis=-1)
    less = replace(first.spec, normalizer=lambda scores: (normalizer(scores)[0] - lam * common, None))
    return replace(first, v=values, spec=less)
