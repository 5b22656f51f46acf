"""Traffic between HBM and SRAM in closed form, in elements, for one head: what the steps of a schedule must add up to.

Tr = ceil(n_q / block_q) row blocks, Tc = ceil(n_k / block_k) key blocks. Two sums say which tiles are visited:
`keys`, over row blocks, of the keys that each one visits (Tr n_k where all are), and `rows`, over key blocks, of the
queries that visit each (Tc n_q). With n_q = n_k = N and d_v = d, elements of matrices + of statistics:

    standard  forward   4 N^2 + 4 N d            backward   7 N^2 + 8 N d
    fa1       forward   (2 + 3 Tc) N d + 4 Tc N  backward   (4 + 5 Tc) N d + 2 Tc N
    fa2       forward   2 N d + 2 N d Tr + N     backward   (6 + 4 Tc) N d + (1 + 2 Tc) N

Dao et al., FlashAttention, arXiv 2205.14135, Algorithms 0, 1, 3 and 4; Dao, FlashAttention-2, arXiv 2307.08691,
Algorithms 1 and 2. Flash-Decoding has no published form; ours, for s ranges of keys: each range reads all queries,
s n_q d; the ranges part the keys, so that each row block reads its keys and values once in all, (d + d_v) keys; each
range writes O and L of all queries and the merge reads them, 2 s n_q (d_v + 1) partial results in float32; the merge
writes O and L, n_q (d_v + 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.flash.plan.loops import WIDE


@dataclass(frozen=True)
class Extent:
    """The sizes of a head, and how much of it is visited."""

    n_q: int
    n_k: int
    d: int
    d_v: int
    keys: int  # visited keys, summed over row blocks
    rows: int  # visiting queries, summed over key blocks
    splits: int = 1


@dataclass(frozen=True)
class Elements:
    """Elements that go to HBM or come from there; `partials` are float32 whatever the others are."""

    matrices: int
    statistics: int = 0
    partials: int = 0

    def bytes(self, itemsize: int) -> int:
        return (self.matrices + self.statistics) * itemsize + self.partials * WIDE


def full(n_q: int, n_k: int, d: int, *, block_q: int, block_k: int, d_v: int | None = None, splits: int = 1) -> Extent:
    """Every tile is visited."""
    keys, rows = -(-n_q // block_q) * n_k, -(-n_k // block_k) * n_q
    return Extent(n_q, n_k, d, d if d_v is None else d_v, keys, rows, splits)


def causal(n: int, d: int, *, block_q: int, block_k: int, d_v: int | None = None, splits: int = 1) -> Extent:
    """k <= q, as many keys as queries: a row block visits all tiles up to that of its last query."""
    t_r, t_c = -(-n // block_q), -(-n // block_k)
    keys = sum(min(min(-(-(i + 1) * block_q // block_k), t_c) * block_k, n) for i in range(t_r))
    rows = sum(n - j * block_k // block_q * block_q for j in range(t_c))
    return Extent(n, n, d, d if d_v is None else d_v, keys, rows, splits)


def elements(algorithm: str, direction: str, extent: Extent) -> Elements:
    """Elements moved in all; backward means backward alone. Raises KeyError for what is no schedule."""
    return FORMS[algorithm, direction](extent)


def _standard_forward(e: Extent) -> Elements:
    return Elements(4 * e.n_q * e.n_k + (e.n_q + e.n_k) * (e.d + e.d_v))


def _standard_backward(e: Extent) -> Elements:
    return Elements(7 * e.n_q * e.n_k + 2 * (e.n_q + e.n_k) * (e.d + e.d_v))


def _fa1_forward(e: Extent) -> Elements:
    """K and V once; Q and O read, O written, l and m both read and written by every visiting row."""
    return Elements(e.n_k * (e.d + e.d_v) + e.rows * (e.d + 2 * e.d_v), 4 * e.rows)


def _fa1_backward(e: Extent) -> Elements:
    """K, V, dK, dV once; Q, O, dO, dQ, l, m read and dQ written by every visiting row."""
    return Elements(2 * e.n_k * (e.d + e.d_v) + e.rows * (3 * e.d + 2 * e.d_v), 2 * e.rows)


def _fa2_forward(e: Extent) -> Elements:
    """Q and O once, and L; K and V by every row block."""
    return Elements(e.n_q * (e.d + e.d_v) + e.keys * (e.d + e.d_v), e.n_q)


def _fa2_backward(e: Extent) -> Elements:
    """O and dO once before, and D; K, V, dK, dV once; Q, dO, dQ, L, D read and dQ written by every visiting row."""
    return Elements(
        2 * e.n_q * e.d_v + 2 * e.n_k * (e.d + e.d_v) + e.rows * (3 * e.d + e.d_v),
        e.n_q + 2 * e.rows,
    )


def _decoding(e: Extent) -> Elements:
    return Elements(
        e.splits * e.n_q * e.d + e.keys * (e.d + e.d_v) + e.n_q * e.d_v,
        e.n_q,
        2 * e.splits * e.n_q * (e.d_v + 1),
    )


FORMS: Final[dict[tuple[str, str], Callable[[Extent], Elements]]] = {
    ("standard", "forward"): _standard_forward,
    ("standard", "backward"): _standard_backward,
    ("fa1", "forward"): _fa1_forward,
    ("fa1", "backward"): _fa1_backward,
    ("fa2", "forward"): _fa2_forward,
    ("fa2", "backward"): _fa2_backward,
    ("decoding", "forward"): _decoding,
}
