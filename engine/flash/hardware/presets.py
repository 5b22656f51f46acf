"""Tile sizes of real kernels: what they choose for a head dimension, 16-bit inputs, forward, without dropout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.algebra import whole

Tile = tuple[int, int]  # rows (queries) x columns (keys)


@dataclass(frozen=True)
class Preset:
    """The tile that a kernel uses, and the schedule it belongs to."""

    kernel: str  # a key of KERNELS
    title: str
    algorithm: str  # of `engine.flash.schedule`
    block_q: int
    block_k: int
    source: str


@dataclass(frozen=True)
class Kernel:
    """A kernel and its table: head dimension -> tile, and tile under a causal mask where that is another."""

    name: str
    title: str
    algorithm: str
    full: dict[int, Tile]
    causal: dict[int, Tile]
    otherwise: Tile | None  # None: a head dimension takes the tile of the next larger one in the table
    source: str

    def tile(self, d: int, causal: bool) -> Tile | None:
        """Rows x columns for keys of size d; None if the kernel does not take such keys."""
        if self.otherwise is not None and d not in self.full:
            return self.otherwise if d <= max(self.full) else None
        size = min((size for size in self.full if size >= d), default=None)
        if size is None:
            return None
        return self.causal.get(size, self.full[size]) if causal else self.full[size]


_FA2: Final = "Dao-AILab/flash-attention, csrc/flash_attn/src/flash_fwd_launch_template.h"
_FLEX: Final = "PyTorch 2.13, torch/_inductor/template_heuristics/triton.py"
KERNELS: Final = {
    kernel.name: kernel
    for kernel in (
        Kernel(
            name="fa2-a100",
            title="FlashAttention-2, A100",
            algorithm="fa2",
            full={32: (128, 128), 64: (128, 128), 96: (128, 64), 128: (128, 64), 192: (128, 64), 256: (128, 64)},
            causal={},
            otherwise=None,
            source=_FA2,
        ),
        Kernel(
            name="fa3-h100",
            title="FlashAttention-3, H100",
            algorithm="fa2",
            full={64: (192, 192), 96: (192, 144), 128: (128, 176), 192: (128, 112), 256: (128, 80)},
            causal={64: (192, 128), 128: (128, 128)},
            otherwise=None,
            source="Dao-AILab/flash-attention, hopper/tile_size.h",
        ),
        Kernel(
            name="flex-a100",
            title="FlexAttention, A100",
            algorithm="fa2",
            full={64: (128, 64), 128: (128, 64), 192: (128, 32), 256: (32, 64)},
            causal={},
            otherwise=(64, 64),
            source=_FLEX,
        ),
        Kernel(
            name="flex-h100",
            title="FlexAttention, H100",
            algorithm="fa2",
            full={64: (128, 128), 128: (128, 64), 256: (64, 32)},
            causal={},
            otherwise=(64, 64),
            source=_FLEX,
        ),
        Kernel(
            name="decoding-a100",
            title="Flash-Decoding, A100",
            algorithm="decoding",
            full={64: (64, 256), 128: (64, 128), 256: (64, 64)},
            causal={},
            otherwise=None,
            source=_FA2,
        ),
    )
}


def preset_for(kernel: str, d: int, causal: bool = False) -> Preset | None:
    """The tile that a kernel uses for keys of size d; None where it takes no such keys.

    ValueError with one sentence for a kernel that is not in KERNELS, and for a d that is no size.
    """
    if kernel not in KERNELS:
        raise ValueError(f"Unknown kernel {kernel!r}; known: {', '.join(KERNELS)}.")
    made = KERNELS[kernel]
    tile = made.tile(whole("The size of a key", d, 1), causal)
    return None if tile is None else Preset(made.name, made.title, made.algorithm, *tile, made.source)


def presets_for(d: int, causal: bool = False) -> tuple[Preset, ...]:
    """What each kernel uses for keys of size d, in the order of KERNELS."""
    return tuple(preset for name in KERNELS if (preset := preset_for(name, d, causal)) is not None)


def fa1_tile(sram: int, d: int, itemsize: int = 2) -> Tile:
    """The tile of FlashAttention's Algorithm 1 for `sram` bytes: Bc = ceil(M / 4d), Br = min(Bc, d), M in elements.

    Dao et al., arXiv 2205.14135, Algorithm 1, line 1. The rule holds up to a constant factor: what then lies in SRAM
    can be a quarter more than fits, see `Schedule.sram_peak`.
    """
    columns = -(-(whole("The size of the SRAM", sram, 1) // itemsize) // (4 * whole("The size of a key", d, 1)))
    return min(max(columns, 1), d), max(columns, 1)
