"""What is written by some step, against going through all steps before it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import masks
from engine.flash import Schedule, schedule
from engine.flash.frame.progress import final, written
from tests.engine.flash.scenes import WAYS

MASKS = (
    None,
    masks.causal(),
    masks.window(3),
    masks.chunk(4),
    masks.sinks(2),
    masks.negate(masks.causal(-5)),
    masks.causal(-3),
)


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    algorithm, direction = draw(st.sampled_from(WAYS))
    n_q, n_k, block_q, block_k = (draw(st.integers(1, most)) for most in (11, 11, 5, 5))
    splits = draw(st.integers(1, min(3, -(-n_k // block_k)))) if algorithm == "decoding" else 1
    mask = draw(st.sampled_from(MASKS))
    kind: dict[str, Any] = {"algorithm": algorithm, "direction": direction, "mask": mask, "splits": splits}
    return schedule(n_q, n_k, 2, block_q=block_q, block_k=block_k, **kind)


def stores(s: Schedule) -> dict[str, str]:
    """The operations that write whole blocks, and whether these are of rows or keys."""
    of_keys = {"store_dk", "store_dv", "store_dkv"}
    ops = {step.op for step in s if step.op.startswith("store")} - {"store_partial"}
    return {op: "j" if op in of_keys else "i" for op in ops}


@settings(max_examples=150)
@given(schedules(), st.floats(0, 1))
def test_written_blocks_are_those_of_the_steps_before(s: Schedule, share: float) -> None:
    t, steps = round(share * len(s)), list(s)
    for op, axis in stores(s).items():
        whole = s.algorithm == "standard" and op in ("store_s", "store_dp")  # a block is there when its last tile is
        here = [
            getattr(step, axis) for step in steps[:t] if step.op == op and (not whole or step.j == s.key_blocks - 1)
        ]
        later = {getattr(step, axis) for step in steps[t:] if step.op == op}
        blocks = s.row_blocks if axis == "i" else s.key_blocks
        assert np.flatnonzero(written(s, op, t)).tolist() == sorted(set(here))
        for_good = [b for b in range(blocks) if b not in later and (b in here or t == len(s))]
        assert np.flatnonzero(written(s, op, t, for_good=True)).tolist() == for_good


def test_a_block_of_fa1_is_final_when_its_last_key_tile_has_gone_by() -> None:
    s = schedule(8, 8, 2, block_q=4, block_k=4, algorithm="fa1", mask=masks.causal())
    last = s.find("store", 0, 0)
    assert last is not None
    assert final(s, last).tolist() == [False, False] and final(s, last + 1).tolist() == [True, False]
    assert final(s, len(s) - 1).tolist() == [True, False] and final(s, len(s)).tolist() == [True, True]


def test_a_block_that_sees_nothing_is_final_with_the_last_step() -> None:
    s = schedule(8, 8, 2, block_q=4, block_k=4, algorithm="fa1", mask=masks.causal(-4))
    assert s.kinds(0, 2, 0, 2).tolist() == [[0, 0], [1, 0]]
    assert final(s, len(s)).tolist() == [True, True] and written(s, "store", len(s)).tolist() == [False, True]


def test_before_a_backward_pass_all_output_is_there() -> None:
    assert final(schedule(8, 8, 2, block_q=4, block_k=4, direction="backward"), 0).all()


@pytest.mark.parametrize("tokens", [2**17])
def test_of_many_blocks_none_is_gone_through(tokens: int) -> None:
    s = schedule(tokens, tokens, 64, block_q=128, block_k=128, mask=masks.causal())
    assert final(s, len(s) // 2).sum() == pytest.approx(s.row_blocks / 2**0.5, abs=2)
