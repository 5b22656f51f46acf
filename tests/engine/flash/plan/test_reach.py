"""How far an operation has come is what the steps until then say, and each range of keys has its own steps."""

from __future__ import annotations

import pytest

from engine.flash.plan.schedules import schedule


@pytest.mark.parametrize(
    ("choice", "op"),
    [
        ("fa1 forward", "accumulate"),
        ("fa1 backward", "grad_k"),
        ("fa2 backward", "grad_q"),
        ("standard backward", "grad_v"),
        ("standard backward", "grad_q"),
        ("standard backward", "grad_k"),
    ],
)
def test_an_operation_has_reached_the_tokens_of_its_tiles(choice: str, op: str) -> None:
    algorithm, direction = choice.split()
    s = schedule(13, 10, 3, block_q=4, block_k=3, algorithm=algorithm, direction=direction)
    by_key = (algorithm, op) != ("standard", "grad_q")
    tokens = 0
    for t in range(len(s) + 1):
        blocks, more = s.timeline.reach(op, t)
        assert blocks * (13 if by_key else 10) + more == tokens, t
        step = s[t] if t < len(s) else None
        if step is not None and step.op == op:
            assert step.i is not None and step.j is not None
            tokens += len(range(*(s.rows(step.i) if by_key else s.keys(step.j))))
    assert tokens == 13 * s.key_blocks if by_key else tokens == 10 * s.row_blocks


def test_a_step_of_a_range_of_keys_is_found_in_it() -> None:
    s = schedule(2, 70, 4, block_q=1, block_k=10, algorithm="decoding", splits=3)
    for t, step in enumerate(s):
        assert s.find(step.op, step.i, step.j, step.split) == t, step
