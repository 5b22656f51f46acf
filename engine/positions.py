"""Where a token stands: rotary and sinusoidal positions, and what rotation does to scores by distance.

numpy in, numpy out; torch in, torch out. Half precision is rotated in float32.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from engine.arrays import Array, as_array, namespace, wide
from engine.layers.frequencies import Floats, Scaling, frequencies


def rope(
    x: Array,
    positions: Array,
    base: float = 1e4,
    layout: Literal["half", "interleaved"] = "half",
    fraction: float = 1.0,
    scaling: Scaling | None = None,
    inverse: bool = False,
) -> Array:
    """x (..., N, d) with its dimensions rotated in pairs by position x frequency (RoFormer, arXiv 2104.09864).

    `positions` (N,), or any shape that broadcasts to (..., N). "half" pairs i with i + d/2 (Llama, GPT-NeoX),
    "interleaved" 2i with 2i + 1 (GPT-J, DeepSeek). Only the first `fraction` of the dimensions turns (GPT-NeoX, Phi).
    `scaling` is a rule of engine.layers.frequencies; YaRN's attention factor multiplies what is turned. "dynamic" takes
    the largest position + 1 for the text's "length" unless it says one: say it when x is only a part of the tokens.
    `inverse` takes the rotation, and the factor, back. ValueError, in a sentence, for what cannot be rotated so.
    """
    if layout not in ("half", "interleaved"):
        raise ValueError(f"There is no RoPE layout {layout}: choose half or interleaved.")
    xp, size = namespace(x), int(x.shape[-1] * fraction + 1e-6)  # 98 * (2/98) is 1.99...
    if not 0 < size <= x.shape[-1]:
        raise ValueError(f"RoPE needs a fraction above 0 and up to 1, not {fraction:g} of {x.shape[-1]} dimensions.")
    cos, sin = _turn(x, positions, size, base, scaling, inverse)
    halves = (slice(size // 2), slice(size // 2, size)) if layout == "half" else (slice(0, size, 2), slice(1, size, 2))
    first, second = (x[..., half] for half in halves)
    pairs = (first * cos - second * sin, second * cos + first * sin)
    turned = xp.concat(pairs, axis=-1) if layout == "half" else xp.stack(pairs, axis=-1)
    turned = xp.reshape(turned, (*x.shape[:-1], size))
    return xp.astype(xp.concat((turned, x[..., size:]), axis=-1), x.dtype, copy=False)


def sinusoidal(n: int, d: int, base: float = 1e4) -> Floats:
    """What is added to the input of position 0..n-1, float64 (n, d): sin and cos by turns.

    Vaswani et al. 2017, Attention Is All You Need, arXiv 1706.03762, sec. 3.5.
    """
    angles = np.arange(n)[:, None] * base ** -(np.arange(0, d, 2) / d)
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(n, d + d % 2)[:, :d]


def rope_by_distance(q: Array, k: Array, **rotation: Any) -> tuple[Array, Array, Array]:
    """Distances q - k, and the mean q.k at each with and without rotation: (Nq+Nk-1,), (..., Nq+Nk-1) twice, float64.

    q (..., Nq, d) and k (..., Nk, d) are not rotated yet (else first `rope(..., inverse=True)`); `rotation` are the
    choices of `rope`. Distances run from -(Nk-1) to Nq-1; multiply by the head's scale for its scores. Time
    O(d N log N), memory O(d N): the N x N scores are never made.
    """
    n = max(q.shape[-2], k.shape[-2])
    if rotation.get("scaling"):
        rotation["scaling"] = told(rotation["scaling"], n)
    turned = (rope(x, np.arange(x.shape[-2]), **rotation) for x in (q, k))
    distances, rotated = by_distance(*turned)
    return distances, rotated, by_distance(q, k)[1]


def by_distance(q: Array, k: Array) -> tuple[Array, Array]:
    """The mean of q.k over all pairs of one distance q - k, as a cross-correlation: shapes of `rope_by_distance`."""
    xp, (n_q, n_k) = namespace(q, k), (q.shape[-2], k.shape[-2])
    n = n_q + n_k - 1
    waves_q, waves_k = (xp.fft.rfft(xp.astype(x, xp.float64), n, -2) for x in (q, k))
    sums = xp.fft.irfft(xp.sum(waves_q * xp.conj(waves_k), axis=-1), n)  # from distance 0 on, then the negative ones
    distances = xp.arange(1 - n_k, n_q, device=q.device)
    pairs = xp.clip(distances + n_k, None, n_q) - xp.clip(distances, 0, None)
    return distances, xp.concat((sums[..., n_q:], sums[..., :n_q]), axis=-1) / pairs


def _turn(
    x: Array, positions: Array, size: int, base: float, scaling: Scaling | None, back: bool
) -> tuple[Array, Array]:
    """cos and sin of every angle, (..., N, size / 2), as wide as x is computed in; the angles are float64."""
    xp = namespace(x)
    places = as_array(positions, x, xp.float64)
    if scaling is not None:
        scaling = told(scaling, int(xp.max(places)) + 1 if 0 not in places.shape else 0)
    speeds, factor = frequencies(size, base, scaling)
    angles = places[..., None] * as_array(speeds, x)
    cos, sin = (xp.cos(angles), -xp.sin(angles)) if back else (xp.cos(angles), xp.sin(angles))
    cos, sin = (part / factor if back else part * factor for part in (cos, sin))
    kind = wide(x).dtype
    return xp.astype(cos, kind), xp.astype(sin, kind)


def told(scaling: Scaling, length: int) -> Scaling:
    """The rule, told how many tokens the whole text has: a dynamic one wants to know."""
    return {"length": length, **scaling} if "dynamic" in (scaling.get("type"), scaling.get("rope_type")) else scaling
