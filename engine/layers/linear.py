"""Linear attention: a kernel in place of exp, so that a state of fixed size replaces all past keys.

Katharopoulos et al. 2020, Transformers are RNNs, arXiv 2006.16236. numpy in, numpy out; torch in, torch out.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.arrays import Array, namespace, wide
from engine.attention import Attention, Mask, Spec, attend
from engine.normalizers import QUIET


def elu_plus_one(x: Array) -> Array:
    """x + 1 above 0, exp(x) below: a feature map that is never negative (eq. 7 of the paper)."""
    xp = namespace(x)
    return xp.where(x > 0, x + 1, xp.exp(xp.clip(x, None, 0)))


@QUIET
def proportion(scores: Array) -> tuple[Array, None]:
    """A normaliser for scores >= 0: each one's share of its row's sum. 0 where hidden and in a row of zeros."""
    xp = namespace(scores)
    parts = xp.where(scores == -xp.inf, xp.zeros_like(scores), scores)
    total = xp.sum(parts, axis=-1, keepdims=True)
    return parts / xp.where(total == 0, xp.ones_like(total), total), None


def linear(
    q: Array, k: Array, v: Array, mask: Mask | None = None, feature: Callable[[Array], Array] = elu_plus_one
) -> Attention:
    """The weights that linear attention implies, f(q).f(k) as a share of the row's sum (eq. 4), to set beside softmax.

    Shapes as in `attend`; N x N here, `by_state` is how it runs. There is no scale and no log-sum-exp.
    """
    return attend(feature(wide(q)), feature(wide(k)), wide(v), Spec(scale=1.0, mask=mask, normalizer=proportion))


def by_state(q: Array, k: Array, v: Array, feature: Callable[[Array], Array] = elu_plus_one) -> Array:
    """The output (B, Hq, N, dv) of causal `linear`, token by token over a state of (d, dv + 1) (eq. 16 to 20)."""
    xp = namespace(v)
    counted = xp.concat((wide(v), xp.ones_like(wide(v)[..., :1])), axis=-1)  # the 1s sum up the normaliser
    sums, _ = recurrence(feature(wide(q)), feature(wide(k)), counted, scale=1.0)
    total = xp.where(sums[..., -1:] == 0, xp.ones_like(sums[..., -1:]), sums[..., -1:])
    return xp.astype(sums[..., :-1] / total, v.dtype, copy=False)


def recurrence(
    q: Array,
    k: Array,
    v: Array,
    decay: Array | None = None,
    beta: Array | None = None,
    state: Array | None = None,
    scale: float | None = None,
) -> tuple[Array, Array]:
    """The ONNX operator LinearAttention: output (B, Hq, N, dv) and the state after the last token, (B, Hkv, d, dv).

    Each token: S = exp(decay) S + k (beta (v - S'k))', output = scale q'S; without `beta` (the delta rule) the value
    is added as it is. q (B, Hq, N, d), k (B, Hkv, N, d), v (B, Hkv, N, dv); decay in log space, (B, Hkv, N, d or 1):
    RetNet (arXiv 2307.08621), GLA (2312.06635); beta (B, Hkv or 1, N, 1): DeltaNet (2406.06484), with both Gated
    DeltaNet (2412.06464), for which k should have length 1. `scale` None is 1/sqrt(d). The state is float32 or wider.
    """
    xp, (batch, heads, n, d) = namespace(q, k, v), k.shape
    grouped = xp.reshape(wide(q), (batch, heads, q.shape[1] // heads, n, d)) * (d**-0.5 if scale is None else scale)
    keys, values = wide(k), wide(v)
    if state is None:
        state = xp.zeros((batch, heads, d, v.shape[-1]), dtype=values.dtype, device=v.device)
    state = wide(state)
    outputs = [grouped[:, :, :, :0] @ state[:, :, None]]
    for t in range(n):
        key, value = keys[:, :, t, :, None], values[:, :, t, None, :]
        if decay is not None:
            state = state * xp.exp(wide(decay)[:, :, t, :, None])
        if beta is not None:
            value = wide(beta)[:, :, t, :, None] * (value - xp.matrix_transpose(key) @ state)
        state = state + key * value
        outputs.append(grouped[:, :, :, t : t + 1] @ state[:, :, None])
    output = xp.reshape(xp.concat(outputs, axis=-2), (batch, q.shape[1], n, v.shape[-1]))
    return xp.astype(output, q.dtype, copy=False), state
