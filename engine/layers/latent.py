"""Multi-head latent attention (MLA): all heads' keys and values made from one small vector a token.

DeepSeek-V2, arXiv 2405.04434, sec. 2.1; DeepSeek-V3, arXiv 2412.19437, sec. 2.1.1. numpy in, numpy out; torch in,
torch out. Half-precision inputs give float32.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.arrays import Array, namespace, wide
from engine.attention import Attention, Spec, attend


@dataclass(frozen=True, eq=False)
class Latent:
    """One vector a token, and what makes it each head's key and value."""

    c: Array  # (..., N, r)
    k_up: Array  # (..., Hkv, r, d), or without the first axes
    v_up: Array  # (..., Hkv, r, dv)

    @property
    def k(self) -> Array:
        """The keys (..., Hkv, N, d)."""
        return wide(self.c)[..., None, :, :] @ wide(self.k_up)

    @property
    def v(self) -> Array:
        """The values (..., Hkv, N, dv)."""
        return wide(self.c)[..., None, :, :] @ wide(self.v_up)

    def truncated(self, rank: int) -> Latent:
        """The first `rank` numbers of each vector; of `compress`, the best approximation of that rank."""
        if not 0 < rank <= self.c.shape[-1]:
            raise ValueError(f"The rank is 1 to {self.c.shape[-1]} here, not {rank}.")
        return Latent(self.c[..., :rank], self.k_up[..., :rank, :], self.v_up[..., :rank, :])


def compress(k: Array, v: Array) -> Latent:
    """A layer's own keys (..., Hkv, N, d) and values (..., Hkv, N, dv) as latents, exact at full rank.

    The singular value decomposition of [all heads' k | all heads' v], (N, Hkv (d + dv)), strongest direction first,
    so that cutting it (`truncated`) loses the least squared error (Eckart and Young 1936). Full rank is
    min(N, Hkv (d + dv)). Keys that were rotated by position are taken as they are. At N = 512 with 12 heads of 32 + 32
    it takes about 0.1 s, a cut 0.3 ms: keep it.
    """
    xp, heads = namespace(k, v), k.shape[-3]
    rows = xp.moveaxis(xp.concat((wide(k), wide(v)), axis=-1), -3, -2)  # (..., N, Hkv, d + dv)
    flat = xp.reshape(xp.astype(rows, xp.float64), (*rows.shape[:-2], heads * rows.shape[-1]))
    across = xp.matrix_transpose(flat)
    tall = flat.shape[-2] > flat.shape[-1]  # eigenvectors of the smaller Gram matrix, five times as fast as an SVD
    turn = xp.flip(xp.linalg.eigh(across @ flat if tall else flat @ across)[1], axis=-1)
    c, up = (flat @ turn, xp.matrix_transpose(turn)) if tall else (turn, xp.matrix_transpose(turn) @ flat)
    c, up = xp.astype(c, rows.dtype), xp.astype(up, rows.dtype)
    up = xp.moveaxis(xp.reshape(up, (*up.shape[:-1], heads, rows.shape[-1])), -2, -3)
    return Latent(c, up[..., : k.shape[-1]], up[..., k.shape[-1] :])


def naive(q: Array, latent: Latent, spec: Spec | None = None, pe: tuple[Array, Array] | None = None) -> Attention:
    """Attention over keys and values made from the latents: q_nope.k_nope + q_pe.k_pe.

    q (B, Hq, Nq, d). `pe` is the decoupled part that carries the position, rotated already: q_pe (B, Hq, Nq, dr) and
    k_pe (B, Nk, dr), one for all heads. Without a scale it is 1/sqrt(d + dr).
    """
    xp, keys = namespace(q), latent.k
    if pe is not None:
        shared = xp.broadcast_to(wide(pe[1])[:, None], (*keys.shape[:3], pe[1].shape[-1]))
        q, keys = (xp.concat((wide(a), wide(b)), axis=-1) for a, b in ((q, pe[0]), (keys, shared)))
    return attend(wide(q), keys, latent.v, spec or Spec())


def absorbed(
    q: Array, latent: Latent, spec: Spec | None = None, pe: tuple[Array, Array] | None = None
) -> tuple[Attention, Array]:
    """The same numbers without making keys or values: multi-query attention over the latents themselves.

    The key projection moves to the query side, the value projection behind the weights: what a decoder caches is
    (r + dr) numbers a token. Arguments as in `naive`. Returns the attention in the latent space, whose output is
    (B, Hq, Nq, r), and the heads' output (B, Hq, Nq, dv).
    """
    xp, size = namespace(q), q.shape[-1] + (pe[0].shape[-1] if pe is not None else 0)
    group = q.shape[1] // latent.k_up.shape[-3]
    k_up, v_up = (xp.repeat(wide(up), group, axis=-3) for up in (latent.k_up, latent.v_up))
    queries, keys = wide(q) @ xp.matrix_transpose(k_up), wide(latent.c)
    if pe is not None:
        queries, keys = (xp.concat((a, wide(b)), axis=-1) for a, b in ((queries, pe[0]), (keys, pe[1])))
    spec = spec or Spec()
    spec = spec if spec.scale is not None else replace(spec, scale=size**-0.5)
    found = attend(queries, keys[:, None], wide(latent.c)[:, None], spec)
    return found, found.output @ v_up
