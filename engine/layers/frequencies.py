"""How fast RoPE turns each pair of dimensions, and the rules that stretch it to longer texts.

The names of a rule's numbers are those of a transformers configuration, which can be passed on as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Scaling = Mapping[str, Any]  # {"type": "linear" | "dynamic" | "yarn" | "llama3", "factor": ..., and the type's numbers}


def frequencies(d: int, base: float = 1e4, scaling: Scaling | None = None) -> tuple[Floats, float]:
    """Radians per position of each of the d/2 pairs, float64 (d/2,), and what multiplies cos and sin.

    base^(-2i/d), fastest pair first: Su et al. 2021, RoFormer, arXiv 2104.09864, sec. 3.2.2. The second number is 1
    but for YaRN. `scaling` may name its rule "type" or, as configurations do, "rope_type". ValueError for an odd d,
    a base of 1 or less, an unknown rule, and a number that the rule lacks, does not know or cannot use.
    """
    if d < 2 or d % 2 or not 1 < base < math.inf:
        raise ValueError(f"RoPE needs an even number of dimensions and a base above 1, not {d} and {base:g}.")
    plain = base ** -(np.arange(0, d, 2) / d)
    if scaling is None:
        return plain, 1.0
    numbers = {name: value for name, value in scaling.items() if value is not None}
    kind = numbers.pop("type", numbers.pop("rope_type", None))
    if kind not in _RULES:
        raise ValueError(f"There is no RoPE scaling {kind}: choose one of {', '.join(_RULES)}.")
    try:
        bound = signature(_RULES[kind]).bind(plain, base, **numbers)
        wrong = [name for name, value in numbers.items() if not _LEAST.get(name, 1e-9) <= value < math.inf]
    except TypeError as error:
        raise ValueError(f"RoPE scaling {kind}: {error}.") from error
    if wrong:
        raise ValueError(f"RoPE scaling {kind}: {wrong[0]} cannot be {numbers[wrong[0]]}.")
    return _RULES[kind](*bound.args, **bound.kwargs)


def _linear(plain: Floats, base: float, *, factor: float) -> tuple[Floats, float]:
    """Position interpolation: Chen et al. 2023, arXiv 2306.15595."""
    return plain / factor, 1.0


def _dynamic(
    plain: Floats, base: float, *, factor: float, original_max_position_embeddings: int, length: int
) -> tuple[Floats, float]:
    """Dynamic NTK (bloc97 and emozilla 2023): the base grows once `length`, the text, outgrows the training."""
    d, trained = 2 * len(plain), original_max_position_embeddings
    if d == 2:
        raise ValueError("Dynamic RoPE scaling needs more than two dimensions.")
    growth = factor * max(length, trained) / trained - (factor - 1)
    return plain * growth ** -(np.arange(0, d, 2) / (d - 2)), 1.0


def _yarn(
    plain: Floats,
    base: float,
    *,
    factor: float,
    original_max_position_embeddings: int,
    beta_fast: float = 32,
    beta_slow: float = 1,
    attention_factor: float | None = None,
    mscale: float | None = None,
    mscale_all_dim: float | None = None,
    truncate: bool = True,
) -> tuple[Floats, float]:
    """YaRN: Peng et al. 2023, arXiv 2309.00071, sec. 3.2 and 3.4.

    Pairs that turn more than `beta_fast` times within the training length keep their speed, those below `beta_slow`
    are divided by the factor, a ramp lies between. q.k grows by the square of the attention factor (the paper's
    1/t); DeepSeek divides it by a second one (`mscale_all_dim`) that its softmax scale brings back.
    """
    half = len(plain)

    def pair(turns: float) -> float:  # which pair turns so often within the training length
        return half * math.log(original_max_position_embeddings / (2 * math.pi * turns)) / math.log(base)

    low, high = pair(beta_fast), pair(beta_slow)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, 2 * half - 1)
    ramp = np.clip((np.arange(half) - low) / (high - low or 1e-3), 0, 1)
    if attention_factor is None:
        shares = (mscale, mscale_all_dim) if mscale and mscale_all_dim else (1.0, 0.0)
        above, below = (0.1 * share * math.log(factor) + 1 for share in shares)
        attention_factor = above / below
    return plain * (1 - ramp) + plain / factor * ramp, attention_factor


def _llama3(
    plain: Floats,
    base: float,
    *,
    factor: float,
    original_max_position_embeddings: int = 8192,
    low_freq_factor: float = 1,
    high_freq_factor: float = 4,
) -> tuple[Floats, float]:
    """Llama 3.1 (Grattafiori et al. 2024, arXiv 2407.21783; reference code): by turns within the training length.

    Up to `low_freq_factor` turns are divided by the factor, from `high_freq_factor` turns kept, linear between.
    """
    if not low_freq_factor < high_freq_factor:
        raise ValueError("RoPE scaling llama3 needs a low_freq_factor below its high_freq_factor.")
    turns = original_max_position_embeddings * plain / (2 * math.pi)
    kept = np.clip((turns - low_freq_factor) / (high_freq_factor - low_freq_factor), 0, 1)
    return plain * kept + plain / factor * (1 - kept), 1.0


_LEAST = {
    "factor": 1,
    "original_max_position_embeddings": 1,
    **dict.fromkeys(("length", "mscale", "mscale_all_dim", "truncate"), 0),
}
_RULES: dict[str, Callable[..., tuple[Floats, float]]] = {
    "linear": _linear,
    "dynamic": _dynamic,
    "yarn": _yarn,
    "llama3": _llama3,
}
