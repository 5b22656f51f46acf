"""The claims of the chapters that the app itself can count: each as the words that stand there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.flash import schedule
from engine.flash.hardware.memory import table_21

MIB: Final = 2**20
GIB: Final = 2**30


def moved_1024() -> str:
    """What standard attention and FlashAttention-2 move for one head of 1,024 tokens, d = 64, in MiB."""
    moved = []
    for algorithm in ("standard", "fa2"):
        s = schedule(1024, 1024, 64, block_q=128, block_k=128, algorithm=algorithm)
        moved.append((s.hbm_read + s.hbm_written) / MIB)
    return f"{moved[0]:.1f} → {moved[1]:.2f} MiB"


def table_21_4096() -> str:
    """Memory with 4,096 tokens by the formulas of table 21, standard and flash, in MiB."""
    ours = table_21()
    return f"{ours['standard'][4096]:,.0f} → {ours['flash'][4096]:,.0f} MiB"


def table_21_65536() -> str:
    """The same with 65,536 tokens, flash alone."""
    return f"{table_21()['flash'][65536]:,.0f} MiB"


def llama_cache() -> str:
    """Keys and values of 131,072 tokens in Llama 3.1 8B: 32 layers, 8 key heads of 128, 2 bytes each, K and V."""
    return f"{131072 * 32 * 8 * 128 * 2 * 2 / GIB:.0f} GiB"


COMPUTED: Final[dict[str, Callable[[], str]]] = {
    "moved_1024": moved_1024,
    "table_21_4096": table_21_4096,
    "table_21_65536": table_21_65536,
    "llama_cache": llama_cache,
}
