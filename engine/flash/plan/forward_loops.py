"""The loops of each algorithm, forward: operations, what they move and compute, and what lies in SRAM."""

from __future__ import annotations

from engine.flash.plan.costs import Buffer, Cost, Op
from engine.flash.plan.loops import WIDE, Loop, Sizes


def _inner(s: Sizes) -> tuple[Op, ...]:
    """One tile of the online softmax."""
    return (
        Op("scores", operations=Cost(cells=2 * s.d)),
        Op("mask"),
        Op("max"),
        Op("rescale"),
        Op("accumulate", operations=Cost(cells=2 * s.v)),
    )


def _on_chip(s: Sizes, rows: str, keys: str, until: str = "") -> tuple[Buffer, ...]:
    """Q, K, V, S, O and the statistics, brought by the operations `rows` and `keys`."""
    return (
        Buffer("Q", "i", Cost(rows=s.d * s.z), rows, until),
        Buffer("K", "j", Cost(columns=s.d * s.z), keys),
        Buffer("V", "j", Cost(columns=s.v * s.z), keys),
        Buffer("S", "i", Cost(cells=WIDE), "scores", "accumulate"),
        Buffer("O", "i", Cost(rows=s.v * WIDE), rows, until),
        Buffer("m,ℓ", "i", Cost(rows=2 * WIDE), rows, until),
    )


def fa2(s: Sizes) -> tuple[Loop, ...]:
    """Dao, FlashAttention-2, arXiv 2307.08691, Algorithm 1: L = m + ln l is the only statistic that is stored."""
    return (
        Loop(
            (Op("load_q", Cost(rows=s.d * s.z)),),
            (Op("load_kv", Cost(columns=(s.d + s.v) * s.z)), *_inner(s)),
            (Op("store", written=Cost(rows=(s.v + 1) * s.z)),),
            _on_chip(s, "load_q", "load_kv"),
        ),
    )


def fa1(s: Sizes) -> tuple[Loop, ...]:
    """Dao et al., FlashAttention, arXiv 2205.14135, Algorithm 1: O, l and m go to HBM and back at every tile."""
    return (
        Loop(
            (Op("load_kv", Cost(columns=(s.d + s.v) * s.z)),),
            (
                Op("load_q", Cost(rows=(s.d + s.v + 2) * s.z)),
                *_inner(s),
                Op("store", written=Cost(rows=(s.v + 2) * s.z)),
            ),
            (),
            _on_chip(s, "load_q", "load_kv", "store"),
            by_key=True,
        ),
    )


def decoding(s: Sizes) -> tuple[Loop, ...]:
    """Dao et al., Flash-Decoding (2023): each range of keys leaves O and L in float32, a second pass merges them."""
    partial = Cost(rows=(s.v + 1) * WIDE)
    (first,) = fa2(s)
    merged = (
        Buffer("O", "i", Cost(rows=s.v * WIDE), "", "store"),
        Buffer("L", "i", Cost(rows=WIDE), "", "store"),
        Buffer("O part", "i", Cost(rows=s.v * WIDE), "merge", "store"),
        Buffer("L part", "i", Cost(rows=WIDE), "merge", "store"),
    )
    return (
        Loop(first.opening, first.tile, (Op("store_partial", written=partial),), first.buffers, parts=s.splits),
        Loop((*[Op("merge", partial)] * s.splits, *first.closing), buffers=merged, visits="none"),
    )


def standard(s: Sizes) -> tuple[Loop, ...]:
    """FlashAttention, arXiv 2205.14135, Algorithm 0, at its best: each operand comes once from HBM, whatever the tiles.

    S and P are written whole, and read whole; the softmax holds one row at a time.
    """
    q, k, v, cell = Cost(rows=s.d * s.z), Cost(columns=s.d * s.z), Cost(columns=s.v * s.z), Cost(cells=s.z)
    row = Cost(rows=s.n_k * s.z)
    scores, mask, *_, accumulate = _inner(s)
    return (
        Loop(
            (Op("load_q", q),),
            (Op("load_k", k, once=True), scores, mask, Op("store_s", written=cell)),
            buffers=(
                Buffer("Q", "i", q, "load_q"),
                Buffer("K", "j", k, "load_k"),
                Buffer("S", "i", Cost(cells=WIDE), "scores", "store_s"),
            ),
            visits="all",
        ),
        Loop(
            (Op("load_s", row), Op("softmax"), Op("store_p", written=row)),
            buffers=(Buffer("S", "i", since="load_s", until="store_p", fixed=s.n_k * WIDE),),
            visits="none",
        ),
        Loop(
            (),
            (Op("load_p", cell), Op("load_v", v, once=True), accumulate),
            (Op("store", written=Cost(rows=s.v * s.z)),),
            buffers=(
                Buffer("V", "j", v, "load_v"),
                Buffer("P", "i", cell, "load_p", "accumulate"),
                Buffer("O", "i", Cost(rows=s.v * WIDE)),
            ),
            visits="all",
        ),
    )
