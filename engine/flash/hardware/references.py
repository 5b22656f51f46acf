"""What the FlashAttention paper measured, beside what our schedules count, and why the two differ.

Dao et al., arXiv 2205.14135, figure 2: GPT-2 medium on an A100, N = 1024, d = 64, 16 heads, 64 texts, 16-bit numbers,
forward and backward. The paper's numbers are measured, ours are counted; none of ours is fitted to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.flash.hardware.presets import fa1_tile
from engine.flash.plan.schedules import schedule

N: Final = 1024
D: Final = 64
HEADS: Final = 16 * 64  # heads times texts
SRAM: Final = 192 * 2**10  # bytes, as the paper counts it
GB: Final = 10**9
BLOCKS: Final = (64, 128, 256, 512)  # key columns, in the middle of figure 2


@dataclass(frozen=True)
class Reference:
    """A published number of GB moved, ours, and the difference in words."""

    what: str
    published: float | None  # None: the paper draws it and prints no number
    ours: float
    why: str


def moved(algorithm: str, direction: str, block_q: int, block_k: int) -> int:
    """Bytes that all heads move together; statistics take two bytes an element, as all else does."""
    made = schedule(N, N, D, block_q=block_q, block_k=block_k, algorithm=algorithm, direction=direction)
    return (made.hbm_read + made.hbm_written) * HEADS


@cache
def references() -> tuple[Reference, ...]:
    """Figure 2 of the paper against our schedules, in GB; each says why the two are not the same."""
    tile = fa1_tile(SRAM, D)
    standard = sum(moved("standard", direction, *tile) for direction in ("forward", "backward")) / GB
    flash = sum(moved("fa1", direction, *tile) for direction in ("forward", "backward")) / GB
    masked = (18 * N * N + 12 * N * D) * 2 * HEADS / GB
    kernel = 33 * N * D * 2 * HEADS / GB
    return (
        Reference(
            "Standard attention, forward and backward",
            40.3,
            standard,
            "The paper’s run adds a mask and dropout as passes of their own over N × N numbers: with seven such passes "
            f"more, 18 N² + 12 N d, it is {masked:.2f} GB. We count algorithms 0 and 3 alone.",
        ),
        Reference(
            "Standard attention, another text of the paper",
            35.3,
            standard,
            "That run has a key padding mask and no dropout. We count algorithms 0 and 3 alone.",
        ),
        Reference(
            "FlashAttention, forward and backward",
            4.4,
            flash,
            f"We count algorithms 1 and 4 to the letter, in the {tile[0]} × {tile[1]} tiles of their rule for 192 KiB. "
            "With 256 columns, as its kernel has, and without the reads that a first pass can spare, it is 33 N d, or "
            f"{kernel:.2f} GB.",
        ),
        *(
            Reference(
                f"FlashAttention, forward, {columns} columns",
                None,
                moved("fa1", "forward", 64, columns) / GB,
                "The paper draws this as a curve without numbers. With 32-bit statistics it would be "
                f"{_wide(columns) / GB:.2f} GB.",
            )
            for columns in BLOCKS
        ),
    )


def _wide(columns: int) -> int:
    """Bytes of FlashAttention's forward pass with statistics of four bytes: two more for each of 4 Tc N."""
    return moved("fa1", "forward", 64, columns) + 4 * -(-N // columns) * N * 2 * HEADS
