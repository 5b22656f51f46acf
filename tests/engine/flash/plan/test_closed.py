"""Traffic in closed form equals the sum over the steps, to the byte."""

from __future__ import annotations

from itertools import product

import pytest

from engine import masks
from engine.flash.plan import closed
from engine.flash.plan.orders import LOOPS
from engine.flash.plan.schedules import Schedule, schedule

CHOICES = list(LOOPS)
SQUARE = [(algorithm, direction) for algorithm, direction in CHOICES if algorithm != "decoding"]
FACTS = {  # of N, d, Tr, Tc: as they are printed, n_q = n_k = N and d_v = d
    ("standard", "forward"): lambda n, d, tr, tc: 4 * n * n + 4 * n * d,
    ("fa1", "forward"): lambda n, d, tr, tc: (2 + 3 * tc) * n * d + 4 * tc * n,
    ("fa2", "forward"): lambda n, d, tr, tc: 2 * n * d + 2 * n * d * tr + n,
    ("standard", "backward"): lambda n, d, tr, tc: 7 * n * n + 8 * n * d,
    ("fa1", "backward"): lambda n, d, tr, tc: (4 + 5 * tc) * n * d + 2 * tc * n,
    ("fa2", "backward"): lambda n, d, tr, tc: (6 + 4 * tc) * n * d + (1 + 2 * tc) * n,
}


def moved(s: Schedule) -> int:
    assert s.hbm_read + s.hbm_written == sum(step.read + step.written for step in s)
    return s.hbm_read + s.hbm_written


@pytest.mark.parametrize("choice", SQUARE, ids="-".join)
@pytest.mark.parametrize("n", [1, 16, 63, 100])
def test_steps_add_up_to_the_printed_forms(choice: tuple[str, str], n: int) -> None:
    algorithm, direction = choice
    for d, block_q, block_k in product((1, 8, 32), (1, 7, 16, 200), (4, 16, 33)):
        s = schedule(n, n, d, block_q=block_q, block_k=block_k, algorithm=algorithm, direction=direction, itemsize=1)
        assert moved(s) == FACTS[choice](n, d, -(-n // block_q), -(-n // block_k)), (d, block_q, block_k)


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
def test_and_to_the_general_ones(choice: tuple[str, str]) -> None:
    algorithm, direction = choice
    grid = product((1, 30), (17, 64), (2, 8), (5, 8), (3, 8), (7, 16), (2, 8))
    for n_q, n_k, d, d_v, block_q, block_k, itemsize in grid:
        splits = min(3, -(-n_k // block_k)) if algorithm == "decoding" else 1
        s = schedule(
            n_q,
            n_k,
            d,
            d_v=d_v,
            block_q=block_q,
            block_k=block_k,
            algorithm=algorithm,
            direction=direction,
            splits=splits,
            itemsize=itemsize,
        )
        extent = closed.full(n_q, n_k, d, d_v=d_v, block_q=block_q, block_k=block_k, splits=splits)
        assert moved(s) == closed.elements(algorithm, direction, extent).bytes(itemsize), s


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
def test_causal(choice: tuple[str, str]) -> None:
    algorithm, direction = choice
    for n, block_q, block_k in product((1, 31, 64, 100), (4, 16, 33), (4, 16, 21)):
        splits = min(2, -(-n // block_k)) if algorithm == "decoding" else 1
        mask = masks.causal()
        s = schedule(
            n,
            n,
            8,
            block_q=block_q,
            block_k=block_k,
            algorithm=algorithm,
            direction=direction,
            mask=mask,
            splits=splits,
        )
        extent = closed.causal(n, 8, block_q=block_q, block_k=block_k, splits=splits)
        assert moved(s) == closed.elements(algorithm, direction, extent).bytes(2), s


def test_forward_and_backward_of_standard_attention() -> None:
    extent = closed.full(64, 64, 8, block_q=16, block_k=16)
    both = sum(closed.elements("standard", way, extent).matrices for way in ("forward", "backward"))
    assert both == 11 * 64**2 + 12 * 64 * 8


def test_a_mask_counts_what_it_lets_visit() -> None:
    """The sums over visited tiles, taken tile by tile, are all that a mask changes."""
    mask = masks.both(masks.causal(), masks.either(masks.sinks(3), masks.window(20)))
    for algorithm, direction in CHOICES:
        s = schedule(90, 90, 8, block_q=8, block_k=16, algorithm=algorithm, direction=direction, mask=mask)
        seen = [(i, j) for i in range(s.row_blocks) for j in range(s.key_blocks) if s.kind(i, j) != "empty"]
        keys = sum(s.keys(j)[1] - s.keys(j)[0] for _, j in seen)
        rows = sum(s.rows(i)[1] - s.rows(i)[0] for i, _ in seen)
        extent = closed.Extent(90, 90, 8, 8, keys, rows)
        assert moved(s) == closed.elements(algorithm, direction, extent).bytes(2), (algorithm, direction)


def test_what_is_no_schedule() -> None:
    with pytest.raises(KeyError):
        closed.elements("decoding", "backward", closed.full(1, 1, 1, block_q=1, block_k=1))
