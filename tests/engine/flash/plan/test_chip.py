"""What lies in SRAM: the blocks that the operations brought, and no more of them than is said."""

from __future__ import annotations

import pytest

from engine import masks
from engine.flash.plan.orders import LOOPS
from engine.flash.plan.schedules import Schedule, schedule


def blocks(s: Schedule, t: int) -> list[tuple[str, int, int]]:
    return [tuple(each) for each in s.resident(t)]  # type: ignore[misc]


def test_the_designed_moment() -> None:
    s = schedule(128, 128, 32, block_q=16, block_k=16, mask=masks.causal())
    held = [("Q", 5, 1024), ("K", 4, 1024), ("V", 4, 1024), ("S", 5, 1024), ("O", 5, 2048), ("m,ℓ", 5, 128)]
    assert s[114].op == "rescale"
    assert blocks(s, 115) == held
    assert s.sram_peak == sum(size for *_, size in held)


def test_from_the_first_load_to_the_store() -> None:
    s = schedule(8, 8, 2, block_q=4, block_k=4)
    letters = {t: " ".join(name for name, *_ in blocks(s, t)) for t in range(len(s) + 1)}
    assert letters[0] == ""
    assert letters[1] == "Q O m,ℓ"  # load_q
    assert letters[2] == "Q K V O m,ℓ"  # load_kv
    assert letters[3] == letters[4] == letters[5] == "Q K V S O m,ℓ"  # scores, max, rescale
    assert letters[6] == letters[2]  # accumulate: the scores are gone
    assert letters[7] == letters[2] and blocks(s, 7)[1] == ("K", 1, 16)
    assert s[11].op == "store" and letters[12] == "" and letters[13] == letters[1]


@pytest.mark.parametrize(
    ("choice", "after", "expected"),
    [
        ("fa1 forward", "scores", "Q K V S O m,ℓ"),
        ("fa1 forward", "store", "K V"),
        ("standard forward", "scores", "Q K S"),
        ("standard forward", "store_s", "Q K"),
        ("standard forward", "softmax", "S"),
        ("standard forward", "load_p", "P O"),
        ("standard forward", "load_v", "V P O"),
        ("decoding forward", "merge", "O L O part L part"),
        ("fa1 backward", "load_q", "Q K V dO dQ dK dV O m,ℓ"),
        ("fa1 backward", "delta", "Q K V S dP dQ dK dV D"),
        ("fa1 backward", "grad_k", "Q K V dP dK dV"),
        ("fa2 backward", "load_o", "O dO"),
        ("fa2 backward", "delta", "D"),
        ("fa2 backward", "grad_p", "Q K V S dP dQ dK dV L,D"),
        ("standard backward", "grad_v", "dO dV"),
        ("standard backward", "grad_p", "V dP dO"),
        ("standard backward", "store_dp", "V dO"),
        ("standard backward", "load_ds", "dS dQ"),
        ("standard backward", "load_k", "K dS dQ"),
        ("standard backward", "load_p_dp", "P dP"),
        ("standard backward", "grad_s", "dP"),
    ],
)
def test_after_an_operation(choice: str, after: str, expected: str) -> None:
    algorithm, direction = choice.split()
    splits = 2 if algorithm == "decoding" else 1
    s = schedule(8, 8, 2, block_q=4, block_k=4, algorithm=algorithm, direction=direction, splits=splits)
    t = next(t for t, step in enumerate(s) if step.op == after)
    assert " ".join(name for name, *_ in blocks(s, t + 1)) == expected


@pytest.mark.parametrize(
    "mask", [None, masks.causal(), masks.causal(-8), masks.window(2), masks.negate(masks.causal())]
)
@pytest.mark.parametrize("choice", LOOPS, ids="-".join)
def test_the_peak_is_the_largest_sum(choice: tuple[str, str], mask: masks.Mask | None) -> None:
    algorithm, direction = choice
    for n_q, n_k, block_q, block_k in [(13, 13, 4, 5), (3, 11, 4, 4), (9, 3, 4, 8), (8, 8, 4, 4), (5, 9, 8, 4)]:
        splits = min(2, -(-n_k // block_k)) if algorithm == "decoding" else 1
        s = schedule(
            n_q,
            n_k,
            3,
            block_q=block_q,
            block_k=block_k,
            algorithm=algorithm,
            direction=direction,
            mask=mask,
            splits=splits,
            d_v=2,
        )
        sums = [sum(size for *_, size in blocks(s, t)) for t in range(len(s) + 1)]
        assert s.sram_peak == max(sums), s


@pytest.mark.parametrize("choice", LOOPS, ids="-".join)
def test_a_step_has_its_own_blocks_and_nothing_stays_at_the_end(choice: tuple[str, str]) -> None:
    algorithm, direction = choice
    s = schedule(13, 10, 3, block_q=4, block_k=4, algorithm=algorithm, direction=direction, mask=masks.causal())
    for t, step in enumerate(s):
        for name, block, size in blocks(s, t + 1):
            own = {step.i, step.j}
            assert block in own and size > 0, (step, name)
    assert s.resident(0) == s.resident(len(s)) == ()
    with pytest.raises(IndexError):
        s.resident(len(s) + 1)


def test_the_ragged_last_block_is_smaller() -> None:
    s = schedule(6, 6, 2, block_q=4, block_k=4)
    t = s.find("scores", 1, 1)
    assert t is not None
    assert blocks(s, t + 1) == [("Q", 1, 8), ("K", 1, 8), ("V", 1, 8), ("S", 1, 16), ("O", 1, 16), ("m,ℓ", 1, 16)]


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2"])
def test_backward_each_block_is_as_large_as_what_it_holds(algorithm: str) -> None:
    """What comes from HBM takes the bytes of an element, 2 here; what is computed on the chip is float32."""
    s = schedule(13, 10, 3, d_v=5, block_q=4, block_k=6, itemsize=2, algorithm=algorithm, direction="backward")
    row = {"Q": 3 * 2, "O": 5 * 2, "dO": 5 * 2, "dQ": 3 * 4, "D": 4, "m,ℓ": 2 * 4, "L,D": 2 * 4}
    key = {"K": 3 * 2, "V": 5 * 2, "dK": 3 * 4, "dV": 5 * 4}
    cell = {"S": 4, "dP": 4, "P": 2, "dS": 2}
    met = set()
    for t, step in enumerate(s):
        rows = 0 if step.i is None else len(range(*s.rows(step.i)))
        keys = 0 if step.j is None else len(range(*s.keys(step.j)))
        for name, block, size in blocks(s, t + 1):
            met.add(name)
            if name in key:
                assert (block, size) == (step.j, keys * key[name]), (step, name)
            elif name in row:
                assert (block, size) == (step.i, rows * row[name]), (step, name)
            elif step.j is None:  # all keys of one row at a time, as floats
                assert (block, size) == (step.i, 10 * 4), (step, name)
            else:
                assert (block, size) == (step.i, rows * keys * cell[name]), (step, name)
    assert (
        met
        == {
            "standard": {"P", "dO", "dV", "V", "dP", "dS", "K", "dQ", "Q", "dK"},
            "fa1": {"Q", "K", "V", "S", "dP", "dO", "dQ", "dK", "dV", "O", "m,ℓ", "D"},
            "fa2": {"Q", "K", "V", "S", "dP", "dO", "dQ", "dK", "dV", "O", "D", "L,D"},
        }[algorithm]
    )
