"""How HBM traffic grows with the length of the text, the size of a key, and the size of the SRAM.

Each point is a whole schedule's sum, exact. The theorem behind the curves (FlashAttention, arXiv 2205.14135, theorem 2,
M the size of the SRAM): standard attention moves Theta(N d + N^2), tiles Theta(N^2 d^2 / M) for d <= M <= N d.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.algebra import whole
from engine.flash.hardware.presets import fa1_tile
from engine.flash.plan.schedules import schedule
from engine.masks import causal

Along = Literal["n", "d", "sram"]
KEPT: Final = 4096  # points
ALGORITHMS: Final = ("standard", "fa1", "fa2")


@dataclass(frozen=True)
class Setting:
    """One head over a text: what stays the same along a curve."""

    n: int  # queries, and keys
    d: int  # the size of a key and of a value
    block_q: int = 128
    block_k: int = 128
    sram: int | None = None  # bytes: tiles follow from it by Algorithm 1's rule, not from block_q and block_k
    causal: bool = False
    direction: str = "forward"
    itemsize: int = 2

    @property
    def tile(self) -> tuple[int, int]:
        """Rows x columns of a tile, which is never larger than the text."""
        tile = (self.block_q, self.block_k) if self.sram is None else fa1_tile(self.sram, self.d, self.itemsize)
        return min(tile[0], self.n), min(tile[1], self.n)

    def at(self, along: Along, value: int) -> Setting:
        """The same with another length, size of a key, or size of the SRAM."""
        match along:
            case "n":
                return replace(self, n=value)
            case "d":
                return replace(self, d=value)
            case "sram":
                return replace(self, sram=value)


@lru_cache(KEPT)
def moved(setting: Setting, algorithm: str) -> int:
    """Bytes between HBM and SRAM in all."""
    block_q, block_k = setting.tile
    made = schedule(
        setting.n,
        setting.n,
        setting.d,
        block_q=block_q,
        block_k=block_k,
        algorithm=algorithm,
        direction=setting.direction,
        mask=causal() if setting.causal else None,
        itemsize=setting.itemsize,
    )
    return made.hbm_read + made.hbm_written


@dataclass(frozen=True, eq=False)
class Growth:
    """Bytes moved at each value of what grows; `moved` has a line an algorithm."""

    along: Along
    at: NDArray[np.int64]  # (P,)
    moved: dict[str, NDArray[np.int64]]  # (P,) each


def spaced(first: int, last: int, points: int) -> tuple[int, ...]:
    """Whole numbers from first to last, rising, about evenly apart on a logarithmic scale; less than `points` of them
    where they would repeat. ValueError unless 1 <= first <= last and points >= 2."""
    low = whole("The first value", first, 1)
    high = whole("The last value", last, low)
    found = np.geomspace(low, high, whole("The number of points", points, 2)).round().astype(np.int64)
    return tuple(int(value) for value in np.unique(found))
