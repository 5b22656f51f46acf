"""What stands around the heads: W_Q, W_K, W_V before, a gate and W_O after, and key heads shared by queries.

Vaswani et al. 2017, Attention Is All You Need, arXiv 1706.03762, sec. 3.2.2. numpy in, numpy out; torch in, torch
out. Half precision is summed in float32. Matrices are laid out as torch's: y = x @ weight.T + bias.
"""

from __future__ import annotations

from engine.arrays import Array, as_array, namespace, wide
from engine.normalizers import QUIET


def project(x: Array, weight: Array, bias: Array | None, heads: int) -> Array:
    """Queries, keys or values of every head, (..., H, N, d), from x (..., N, D), weight (H d, D) and bias (H d,)."""
    xp = namespace(x)
    flat = wide(x) @ wide(weight).T
    flat = flat if bias is None else flat + bias
    split = xp.reshape(flat, (*flat.shape[:-1], heads, flat.shape[-1] // heads))
    return xp.astype(xp.moveaxis(split, -2, -3), x.dtype, copy=False)


def head_parts(output: Array, weight: Array) -> Array:
    """What each head adds to the layer's output, (..., H, N, D), from its own output (..., H, N, dv).

    weight (D, H dv) is W_O; head h meets its columns h dv to (h + 1) dv. `joined` adds the parts up.
    """
    xp, heads, size = namespace(output), output.shape[-3], output.shape[-1]
    rows = xp.reshape(wide(weight).T, (heads, size, weight.shape[0]))
    return xp.astype(wide(output) @ rows, output.dtype, copy=False)


def joined(parts: Array, bias: Array | None = None) -> Array:
    """The layer's output (..., N, D): the sum of its heads' parts (..., H, N, D), and W_O's bias (D,)."""
    xp = namespace(parts)
    total = xp.sum(wide(parts), axis=-3)
    return xp.astype(total if bias is None else total + bias, parts.dtype, copy=False)


@QUIET
def gated(output: Array, gate: Array | float) -> Array:
    """sigmoid(gate) * output: Qiu et al. 2025, Gated Attention, arXiv 2505.06708; Qwen3-Next.

    `gate`, before the sigmoid, is a number or broadcasts to output (..., H, N, dv). A gate that is the same for all
    queries may as well act on v.
    """
    xp, full = namespace(output), wide(output)
    return xp.astype(full / (1 + xp.exp(-as_array(gate, full, full.dtype))), output.dtype, copy=False)


def gqa(k: Array, v: Array, groups: int) -> tuple[Array, Array]:
    """Keys and values of `groups` heads, (..., groups, N, d), each the mean of neighbouring ones of (..., Hkv, N, d).

    Mean-pooling the heads is mean-pooling their projections (Ainslie et al. 2023, GQA, arXiv 2305.13245, sec. 2.1);
    there the model is trained on afterwards, here it is not. ValueError if the heads do not divide evenly.
    """
    heads = k.shape[-3]
    if not 0 < groups <= heads or heads % groups:
        raise ValueError(f"{heads} key heads do not divide evenly into {groups} groups.")
    return _pooled(k, groups), _pooled(v, groups)


def mqa(k: Array, v: Array) -> tuple[Array, Array]:
    """One key and value head for all queries (Shazeer 2019, arXiv 1911.02150): the mean of the layer's own."""
    return gqa(k, v, 1)


def _pooled(x: Array, groups: int) -> Array:
    xp, shape = namespace(x), x.shape
    apart = xp.reshape(wide(x), (*shape[:-3], groups, shape[-3] // groups, *shape[-2:]))
    return xp.astype(xp.mean(apart, axis=-3), x.dtype, copy=False)
