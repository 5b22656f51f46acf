"""How much memory attention needs: N x N for the standard way, N for tiles.

The formulas reproduce table 21 of FlashAttention (Dao et al., arXiv 2205.14135): 16 texts, 8 heads, d = 64, 16-bit
numbers, forward and backward, no mask and no dropout, sixteen entries in MiB.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.flash.plan.loops import WIDE

if TYPE_CHECKING:
    from engine.flash.plan.schedules import Schedule

MIB: Final = 2**20
HEADS: Final = 16 * 8  # of table 21: texts times heads
SIZE: Final = 64  # and the size of its keys
TABLE_21: Final[dict[str, dict[int, int]]] = {
    "standard": {128: 36, 256: 104, 512: 336, 1024: 1184, 2048: 4416, 4096: 17024},
    "flash": {
        128: 22,
        256: 44,
        512: 104,
        1024: 209,
        2048: 418,
        4096: 836,
        8192: 1672,
        16384: 3344,
        32768: 6688,
        65536: 13376,
    },
}
SMALL: Final = 256  # tokens that one tile of the table's kernel holds
STATISTICS: Final = {
    ("fa1", "forward"): ("ℓ", "m"),
    ("fa2", "forward"): ("L",),
    ("decoding", "forward"): ("L",),
    ("fa1", "backward"): ("ℓ", "m"),
    ("fa2", "backward"): ("L", "D"),
}


def standard_memory(n: int, d: int, heads: int = 1, itemsize: int = 2) -> int:
    """Bytes of standard attention over n tokens, forward and backward: 4 N^2 + 10 N d elements a head.

    S, P and their gradients; the rest is what the table leaves for matrices N x d.
    """
    return (4 * n * n + 10 * n * d) * heads * itemsize


def flash_memory(n: int, d: int, heads: int = 1, itemsize: int = 2) -> int:
    """Bytes of FlashAttention over n tokens, forward and backward: c N d elements and two 32-bit numbers a row, a head.

    c fits the table: 11 up to 256 tokens, where a tile of that kernel holds all keys; else 13, for dQ is then summed in
    32 bits, which take the place of two matrices more.
    """
    return ((11 if n <= SMALL else 13) * n * d * itemsize + 8 * n) * heads


def table_21() -> dict[str, dict[int, float]]:
    """Our own numbers for each entry of TABLE_21, in MiB, unrounded."""
    ours = {"standard": standard_memory, "flash": flash_memory}
    return {way: {n: ours[way](n, SIZE, HEADS) / MIB for n in entries} for way, entries in TABLE_21.items()}


def held(s: Schedule) -> dict[str, int]:
    """Bytes of each thing that lies in HBM for one head while a schedule runs; the sum is its footprint.

    What it reads, what it leaves, and what it writes for itself: whole matrices n_q x n_k in standard attention (the
    backward pass, algorithm 3, needs no O); a number or two a row with tiles; partial results in Flash-Decoding.
    """
    backward = s.direction == "backward"
    row, key = {"Q": s.d, "O": s.d_v}, {"K": s.d, "V": s.d_v}
    if backward:
        row, key = row | {"dO": s.d_v, "dQ": s.d}, key | {"dK": s.d, "dV": s.d_v}
    if s.algorithm == "standard":
        row = {name: width for name, width in row.items() if not (backward and name == "O")}
        row |= dict.fromkeys(("P", "dP", "dS") if backward else ("S", "P"), s.n_k)
    else:
        row |= dict.fromkeys(STATISTICS[s.algorithm, s.direction], 1)
    found = {name: s.n_q * width * s.itemsize for name, width in row.items()}
    found |= {name: s.n_k * width * s.itemsize for name, width in key.items()}
    return found | ({"partial": s.splits * s.n_q * (s.d_v + 1) * WIDE} if s.algorithm == "decoding" else {})
