"""What a tile looks like at a step follows from the steps themselves, also where many tiles share a pixel."""

from __future__ import annotations

import numpy as np
import pytest

from engine import masks
from engine.flash import Schedule, schedule
from gui.flash.grid.geometry import Side
from gui.flash.grid.stamps import stamp
from gui.flash.grid.states import DONE, EMPTY, SKIPPED, STORED, WAITING, kinds_on_screen, states_on_screen
from gui.look.theme import theme

WAYS = [("fa2", "forward"), ("fa1", "forward"), ("standard", "forward"), ("fa2", "backward"), ("standard", "backward")]
LAST = {"forward": "accumulate", "backward": "grad_k"}


def sides(s: Schedule, pixels: int = 600) -> tuple[Side, Side]:
    return Side(s.n_q, s.block_q, pixels, 0), Side(s.n_k, s.block_k, pixels, 0)


@pytest.mark.parametrize(("algorithm", "direction"), WAYS)
def test_states_follow_from_the_steps(algorithm: str, direction: str) -> None:
    s = schedule(40, 40, 8, block_q=16, block_k=8, algorithm=algorithm, direction=direction, mask=masks.causal(0))
    rows, keys = sides(s)
    kinds = kinds_on_screen(s, rows, keys)
    expected = np.full((3, 5), WAITING)
    if algorithm != "standard":
        expected[kinds == EMPTY] = SKIPPED
    written = {"forward": "store_s", "backward": "store_dp"}[direction]
    for t, step in enumerate(s):
        assert (states_on_screen(s, t, kinds, rows, keys) == expected).all(), (t, step)
        if step.op == LAST[direction]:
            expected[step.i, step.j] = DONE
        elif algorithm == "standard" and step.op == written and expected[step.i, step.j] == WAITING:
            expected[step.i, step.j] = STORED
    assert (states_on_screen(s, len(s), kinds, rows, keys) == expected).all()
    assert set(np.unique(expected)) <= {DONE, SKIPPED}


@pytest.mark.parametrize(
    "mask",
    [None, masks.causal(0), masks.window(3), masks.dilated(40, 7), masks.both(masks.causal(0), masks.window(90))],
)
def test_a_pixel_of_many_tiles_shows_the_one_that_shows_most(mask: masks.Mask | None) -> None:
    s = schedule(300, 300, 8, block_q=2, block_k=3, mask=mask)
    rows, keys = sides(s, 37)
    whole = s.kinds(0, s.row_blocks, 0, s.key_blocks)
    pooled = np.maximum.reduceat(np.maximum.reduceat(whole, rows.first[:-1], 0), keys.first[:-1], 1)
    assert (kinds_on_screen(s, rows, keys) == pooled).all()
    assert pooled.shape == (37, 37)


def test_a_pixel_of_many_tiles_is_done_when_all_of_them_are() -> None:
    s = schedule(300, 300, 8, block_q=2, block_k=3, mask=masks.causal(0))
    rows, keys = sides(s, 37)
    kinds = kinds_on_screen(s, rows, keys)
    empty = s.kinds(0, s.row_blocks, 0, s.key_blocks) == EMPTY
    for t in (0, 1, len(s) // 3, len(s) // 2, len(s) - 1, len(s)):
        done = s.done(t, 0, s.row_blocks, 0, s.key_blocks) | empty
        expected = np.logical_and.reduceat(np.logical_and.reduceat(done, rows.first[:-1], 0), keys.first[:-1], 1)
        found = states_on_screen(s, t, kinds, rows, keys)
        seen = kinds != EMPTY
        last = ~empty[rows.first[1:] - 1][:, keys.first[1:] - 1]  # elsewhere the cell waits for its whole row
        assert (found[~seen] == SKIPPED).all()
        assert ((found == DONE)[seen & last] == expected[seen & last]).all()
        assert not ((found == DONE) & seen & ~expected).any()


def test_tiles_of_an_enormous_schedule_are_found_at_once() -> None:
    s = schedule(2**21, 2**21, 64, block_q=64, block_k=64, mask=masks.causal(0))
    rows, keys = sides(s, 450)
    kinds = kinds_on_screen(s, rows, keys)
    assert (kinds == EMPTY).sum() == 450 * 449 // 2
    states = states_on_screen(s, len(s) // 4, kinds, rows, keys)
    assert abs(np.flatnonzero((states == DONE).any(1)).max() / 450 - 0.5) < 0.01


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("state", [WAITING, STORED, DONE])
def test_a_tile_of_one_pixel_is_what_the_legend_shows(state: int, name: str, qapp: object) -> None:
    look = theme(name)
    large = stamp((400, 400), 1.0, state, None, False, look)[3:-3, 3:-3].copy()  # without its outline
    mean = large.view(np.uint8).reshape(-1, 4).mean(0)
    small = np.frombuffer(stamp((1, 1), 1.0, state, None, False, look).tobytes(), np.uint8)
    assert np.abs(small - mean).max() <= 1.5
