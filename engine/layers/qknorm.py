"""Queries and keys of one length before they meet, so that scores cannot grow without bound.

RMS: Qwen3, Gemma 3, OLMo 2 (there over all heads at once, with learned gains). L2: Henry et al. 2020, Query-Key
Normalization for Transformers, arXiv 2010.04245, whose scale is learned. ViT-22B (arXiv 2302.05442) has LayerNorm.
"""

from __future__ import annotations

from typing import Literal

from engine.arrays import Array, namespace, wide


def qk_norm(
    q: Array,
    k: Array,
    kind: Literal["rms", "l2"] = "rms",
    gains: tuple[Array | None, Array | None] = (None, None),
    eps: float = 1e-6,
) -> tuple[Array, Array]:
    """q and k (..., d), each vector divided by its RMS (its length becomes sqrt(d)) or by its length (becomes 1).

    So |q.k| <= d or 1. `gains` (d,) multiply q and k afterwards; no model's gains are assumed. Without them it does
    not matter whether RoPE came before: a rotation keeps lengths. ValueError for another kind.
    """
    if kind not in ("rms", "l2"):
        raise ValueError(f"There is no norm {kind}: choose rms or l2.")
    norm = rms_norm if kind == "rms" else l2_norm
    return norm(q, gains[0], eps), norm(k, gains[1], eps)


def rms_norm(x: Array, gain: Array | None = None, eps: float = 1e-6) -> Array:
    """x / sqrt(mean(x^2) + eps) over the last axis, times `gain`: Zhang and Sennrich 2019, arXiv 1910.07467."""
    xp, full = namespace(x), wide(x)
    return _gained(x, full / xp.sqrt(xp.mean(full * full, axis=-1, keepdims=True) + eps), gain)


def l2_norm(x: Array, gain: Array | None = None, eps: float = 1e-6) -> Array:
    """x / sqrt(sum(x^2) + eps) over the last axis, times `gain`; a vector of zeros stays one."""
    xp, full = namespace(x), wide(x)
    return _gained(x, full / xp.sqrt(xp.sum(full * full, axis=-1, keepdims=True) + eps), gain)


def _gained(x: Array, normed: Array, gain: Array | None) -> Array:
    return namespace(x).astype(normed if gain is None else normed * gain, x.dtype, copy=False)
