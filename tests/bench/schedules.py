"""What a schedule of FlashAttention costs: making one of 131,072 tokens, and a jump to any step of 82,000."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

import numpy as np

from engine import masks
from engine.algebra import See
from engine.flash.plan.schedules import Schedule, schedule

LONG, ROUNDS, JUMPS = 131_072, 5, 400
Report = Callable[[str, float, float, str], None]
MASKS: dict[str, See | None] = {
    "no mask": None,
    "causal": masks.causal(),
    "sinks and window": masks.both(masks.causal(), masks.either(masks.sinks(4), masks.window(4096))),
    "dilated": masks.dilated(2048, 2),
    "dilated, all of the text": masks.dilated(LONG, 2),
    "dilated, all of the text, causal": masks.both(masks.causal(), masks.dilated(LONG, 200)),
    "window and global tokens": masks.either(masks.window(512), masks.global_tokens([0, 5000, 100_000])),
    "kept keys": masks.keep(np.random.default_rng(0).random(LONG) < 0.5),
    "BigBird": masks.bigbird(LONG, 64),
    "300 documents that return": masks.document(np.arange(LONG) * 3000 // LONG % 300),
    "300 documents": masks.both(masks.causal(), masks.document(np.arange(LONG) * 300 // LONG)),
}


def schedules(report: Report) -> None:
    """Long ones for each kind of mask, against a second; a step and all that is true after it, against 50 ms."""
    for name, mask in MASKS.items():
        took = statistics.median(_seconds(lambda mask=mask: _made(mask)) for _ in range(ROUNDS))  # type: ignore[misc]
        report(f"schedule of {LONG:,} tokens, {name} / 1 s", took, 1.0, f"{1000 * took:.0f} ms")
    s = schedule(2048, 2048, 64, block_q=16, block_k=16)
    at = Random(0).sample(range(len(s)), JUMPS)
    took = statistics.median(_seconds(lambda t=t: _jump(s, t)) for t in at)  # type: ignore[misc]
    report(f"jump among {len(s):,} steps, 128 x 128 tiles / 50 ms", took / 0.05, 1.0, f"{1000 * took:.2f} ms")


def _made(mask: See | None) -> None:
    s = schedule(LONG, LONG, 128, block_q=128, block_k=128, mask=mask)
    assert len(s) > 1024 and s.hbm_read > s.hbm_written > 0 and s.sram_peak > 0


def _jump(s: Schedule, t: int) -> None:
    size = s.row_blocks, s.key_blocks
    assert s[t].op and s.totals(t).tiles <= s.tiles_total and s.position(t + 1) and s.resident(t) is not None
    assert s.kinds(0, size[0], 0, size[1]).shape == s.done(t, 0, size[0], 0, size[1]).shape == size


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
