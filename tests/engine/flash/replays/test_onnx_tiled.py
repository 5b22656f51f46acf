"""The node tests of ONNX for Attention through tiles: every case, by FlashAttention and by Flash-Decoding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.flash import Schedule, replay, schedule
from tests.engine.test_onnx import ATTENTION, Case, check_output, problem, tensor

RUNS = [(case, tensor if case.dtype == "bfloat16" else lambda x: x) for case in ATTENTION]  # torch alone has bfloat16


def tiles(q: Any, k: Any, v: Any, mask: Any, algorithm: str) -> Schedule:
    """Tiles of 2 x 3, of 1 x 1 for the smallest."""
    n_q, n_k, d, d_v = q.shape[2], k.shape[2], q.shape[3], v.shape[3]
    rows, columns = (2, 3) if n_k > 3 else (1, 1)
    splits = 2 if algorithm == "decoding" else 1
    return schedule(n_q, n_k, d, d_v=d_v, block_q=rows, block_k=columns, mask=mask, algorithm=algorithm, splits=splits)


def test_no_case_goes_missing() -> None:
    assert len({case.name for case, _ in RUNS}) == len(RUNS) == 93
    skipping = 0
    for case, _ in RUNS:
        q, k, v, spec = problem(case)
        s = tiles(q, k, v, spec.mask, "fa2")
        assert s.tiles_total > 1 and not s.asked
        skipping += s.tiles_visited < s.tiles_total
    assert skipping > 25


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
@pytest.mark.parametrize(("case", "convert"), RUNS, ids=[case.name for case, _ in RUNS])
def test_attention(case: Case, convert: Callable[[Any], Any], algorithm: str) -> None:
    q, k, v, spec = problem(case)
    s = tiles(q, k, v, spec.mask, algorithm)
    check_output(case, replay(convert(q), convert(k), convert(v), s, spec).output)
