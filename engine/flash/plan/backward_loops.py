"""The loops of each algorithm, backward alone: dV = P^T dO, dP = dO V^T, dS = P (dP - D), dQ = dS K, dK = dS^T Q."""

from __future__ import annotations

from engine.flash.plan.costs import Buffer, Cost, Op
from engine.flash.plan.loops import WIDE, Loop, Sizes


def fa1(s: Sizes) -> tuple[Loop, ...]:
    """Dao et al., FlashAttention, arXiv 2205.14135, Algorithm 4: S is computed anew, D = rowsum(dO O) at every tile."""
    load = Op("load_q", Cost(rows=(2 * s.d + 2 * s.v + 2) * s.z))  # Q, O, dO, dQ, l, m
    rows = (
        Buffer("O", "i", Cost(rows=s.v * s.z), "load_q", "delta"),
        Buffer("m,ℓ", "i", Cost(rows=2 * WIDE), "load_q", "weights"),
        Buffer("D", "i", Cost(rows=WIDE), "delta", "grad_s"),
    )
    return (_by_key(s, load, rows, (Op("delta"),)),)


def fa2(s: Sizes) -> tuple[Loop, ...]:
    """Dao, FlashAttention-2, arXiv 2307.08691, Algorithm 2: a first pass writes D = rowsum(dO O), once for each row."""
    before = Loop(
        (Op("load_o", Cost(rows=2 * s.v * s.z)), Op("delta"), Op("store_delta", written=Cost(rows=s.z))),
        buffers=(
            Buffer("O", "i", Cost(rows=s.v * s.z), "load_o", "delta"),
            Buffer("dO", "i", Cost(rows=s.v * s.z), "load_o", "delta"),
            Buffer("D", "i", Cost(rows=WIDE), "delta", "store_delta"),
        ),
        visits="none",
    )
    load = Op("load_q", Cost(rows=(2 * s.d + s.v + 2) * s.z))  # Q, dO, dQ, L, D
    return before, _by_key(s, load, (Buffer("L,D", "i", Cost(rows=2 * WIDE), "load_q", "grad_s"),), ())


def _by_key(s: Sizes, load: Op, rows: tuple[Buffer, ...], delta: tuple[Op, ...]) -> Loop:
    """K, V, dK and dV stay while the rows go by: `load` brings a row block, `rows` are its buffers beside Q and dO."""
    key, value = Cost(cells=2 * s.d), Cost(cells=2 * s.v)
    return Loop(
        (Op("load_kv", Cost(columns=(s.d + s.v) * s.z)),),
        (
            load,
            Op("scores", operations=key),
            Op("mask"),
            Op("weights"),
            Op("grad_v", operations=value),
            Op("grad_p", operations=value),
            *delta,
            Op("grad_s"),
            Op("grad_q", operations=key),
            Op("store_dq", written=Cost(rows=s.d * s.z)),
            Op("grad_k", operations=key),
        ),
        (Op("store_dkv", written=Cost(columns=(s.d + s.v) * s.z)),),
        (
            Buffer("Q", "i", Cost(rows=s.d * s.z), "load_q"),
            Buffer("K", "j", Cost(columns=s.d * s.z), "load_kv"),
            Buffer("V", "j", Cost(columns=s.v * s.z), "load_kv"),
            Buffer("S", "i", Cost(cells=WIDE), "scores", "grad_s"),
            Buffer("dP", "i", Cost(cells=WIDE), "grad_p"),
            Buffer("dO", "i", Cost(rows=s.v * s.z), "load_q", "grad_p" if not delta else "delta"),
            Buffer("dQ", "i", Cost(rows=s.d * WIDE), "load_q", "store_dq"),
            Buffer("dK", "j", Cost(columns=s.d * WIDE), "load_kv"),
            Buffer("dV", "j", Cost(columns=s.v * WIDE), "load_kv"),
            *rows,
        ),
        by_key=True,
    )


def standard(s: Sizes) -> tuple[Loop, ...]:
    """FlashAttention, arXiv 2205.14135, Algorithm 3: five passes over matrices of N x N; P is the forward pass's.

    At its best: each operand comes once from HBM in a pass, whatever the tiles.
    """
    v, o, row = Cost(columns=s.v * s.z), Cost(rows=s.v * s.z), s.n_k * s.z
    grad_p = Loop(
        (Op("reload_do", o),),
        (
            Op("load_v", v, once=True),
            Op("grad_p", operations=Cost(cells=2 * s.v)),
            Op("store_dp", written=Cost(cells=s.z)),
        ),
        buffers=(
            Buffer("V", "j", v, "load_v"),
            Buffer("dP", "i", Cost(cells=WIDE), "grad_p", "store_dp"),
            Buffer("dO", "i", o, "reload_do"),
        ),
        visits="all",
    )
    grad_s = Loop(  # a row at a time
        (Op("load_p_dp", Cost(rows=2 * row)), Op("grad_s"), Op("store_ds", written=Cost(rows=row))),
        buffers=(
            Buffer("P", "i", since="load_p_dp", until="grad_s", fixed=s.n_k * WIDE),
            Buffer("dP", "i", since="load_p_dp", until="store_ds", fixed=s.n_k * WIDE),
        ),
        visits="none",
    )
    return (
        _product(s.z, s.v, ("P", "load_p"), ("dO", "load_do"), ("dV", "grad_v"), by_key=True),
        grad_p,
        grad_s,
        _product(s.z, s.d, ("dS", "load_ds"), ("K", "load_k"), ("dQ", "grad_q")),
        _product(s.z, s.d, ("dS", "reload_ds"), ("Q", "load_q"), ("dK", "grad_k"), by_key=True),
    )


Named = tuple[str, str]  # what it is, and the operation that brings or makes it


def _product(z: int, width: int, matrix: Named, operand: Named, gradient: Named, *, by_key: bool = False) -> Loop:
    """A matrix (N x N) times an operand (N x width), summed up on chip and stored; by_key: the matrix transposed."""
    (letter, load), (other, bring), (sum_, product) = matrix, operand, gradient
    rows, columns = Cost(rows=width * z), Cost(columns=width * z)
    bytes_of_operand, written = (rows, columns) if by_key else (columns, rows)
    return Loop(
        (),
        (
            Op(load, Cost(cells=z)),
            Op(bring, bytes_of_operand, once=True),
            Op(product, operations=Cost(cells=2 * width)),
        ),
        (Op(f"store_{sum_.lower()}", written=written),),
        (
            Buffer(other, "i" if by_key else "j", bytes_of_operand, bring),
            Buffer(letter, "i", Cost(cells=z), load, product),
            Buffer(sum_, "j" if by_key else "i", Cost(width * WIDE * (not by_key), width * WIDE * by_key)),
        ),
        by_key=by_key,
        visits="all",
    )
