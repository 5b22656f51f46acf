"""What each variant costs against plain attention: all weights and outputs of one head at 512 tokens, as ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from engine.capture import Capture, Layer, Token
from engine.maps.rows import head_rows
from engine.variants import CATALOGUE, vary

TOKENS, HEADS, SIZE, ROUNDS = 512, 12, 32, 15
Report = Callable[[str, float, float, str], None]


def variants(report: Report) -> None:
    """One line a variant. What is made once and kept for a choice (other keys and values) is timed apart."""
    capture, plain = _capture(), []
    took: dict[str, list[float]] = {name: [] for name in CATALOGUE}
    made = {name: _seconds(lambda name=name: vary(capture, 0, name)) for name in CATALOGUE}  # type: ignore[misc]
    for _ in range(ROUNDS):  # in turn, so that a slow moment of the machine meets all of them
        plain.append(_seconds(lambda: _run(capture, "as-trained")))
        for name in CATALOGUE:
            vary(capture, 0, name)
            took[name].append(_seconds(lambda name=name: _run(capture, name)))  # type: ignore[misc]
    own = statistics.median(plain)
    for name, times in took.items():
        step = statistics.median(times)
        detail = f"{1000 * step:.2f} ms, made once in {1000 * made[name]:.1f} ms"
        report(f"{name} / plain attention, {TOKENS} tokens, one head", step / own, float("nan"), detail)


def _run(capture: Capture, name: str) -> None:
    varied = vary(capture, 0, name)
    rows = head_rows(varied.capture, 0, 3, varied.spec, 0, TOKENS)
    assert rows.output.shape[2] == rows.weights.shape[2] == TOKENS


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _capture() -> Capture:
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal((HEADS, TOKENS, SIZE)).astype(np.float32) for _ in range(3))
    tokens = tuple(Token(0, f"w{i}", f"w{i}", i, i + 1, False, i) for i in range(TOKENS))
    return Capture("", "minilm", "", tokens, (Layer(q, k, v, SIZE**-0.5, "none"),), 0, "float32", TOKENS)
