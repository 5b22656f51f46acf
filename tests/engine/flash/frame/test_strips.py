"""The matrices in HBM: how large they are, what they hold by now, and which block of them is in SRAM."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import WAYS, scene_of, shown, walk

LETTERS = {
    ("standard", "forward"): "Q K V O S P",
    ("fa1", "forward"): "Q K V O",
    ("fa2", "forward"): "Q K V O",
    ("decoding", "forward"): "Q K V O O parts",
    ("standard", "backward"): "Q K V O dO P dP dS dQ dK dV",
    ("fa1", "backward"): "Q K V O dO dQ dK dV",
    ("fa2", "backward"): "Q K V O dO dQ dK dV",
}


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2, d=4)


@pytest.mark.parametrize("way", WAYS)
def test_every_algorithm_has_its_matrices(way: tuple[str, str], capture: Capture) -> None:
    start, *_, end = walk(scene_of(*way), capture)
    assert " ".join(strip.letter for strip in end.strips) == LETTERS[way]
    assert all(strip.held == strip.blocks for strip in end.strips), "in the end all is there"
    given = {"Q", "K", "V", "O", "dO"} if way[1] == "backward" else {"Q", "K", "V"}
    given |= {"P"} if way == ("standard", "backward") else set()
    assert {strip.letter for strip in start.strips if strip.held} == given
    assert all(strip.active is None for strip in start.strips)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_held_never_goes_and_what_is_in_sram_is_marked(way: tuple[str, str], capture: Capture) -> None:
    before: dict[str, int] = {}
    for view in walk(scene_of(*way), capture):
        inside = {each.name: each.block for each in view.resident}
        for strip in view.strips:
            assert strip.held >= before.get(strip.letter, 0)
            before[strip.letter] = strip.held
            if strip.letter != "O parts":
                assert strip.active == inside.get(strip.letter)


def test_blocks_and_bytes(capture: Capture) -> None:
    view = shown(scene_of("standard"), capture)
    sizes = {strip.letter: (strip.tokens, strip.width, strip.block, strip.blocks, strip.bytes) for strip in view.strips}
    assert sizes["Q"] == (14, 4, 4, 4, 14 * 4 * 2) and sizes["K"] == (14, 4, 3, 5, 14 * 4 * 2)
    assert sizes["S"] == (14, 14, 4, 4, 14 * 14 * 2)


def test_numbers_are_the_heads_own(capture: Capture) -> None:
    view, layer = shown(scene_of(), capture), capture.layers[0]
    for letter, own in (("Q", layer.q[1]), ("K", layer.k[1]), ("V", layer.v[1])):
        strip = view.strip(letter)
        assert strip.values is not None and np.array_equal(strip.values, own)
        assert np.abs(own).max() <= strip.limit < 2 * np.abs(own).max()
    assert view.strip("O").limit == view.strip("V").limit
    with pytest.raises(KeyError):
        view.strip("S")


def test_parts_wait_for_the_merge(capture: Capture) -> None:
    held = [
        (view.step and view.step.op, view.strip("O parts")) for view in walk(scene_of("decoding", query=13), capture)
    ]
    assert [strip.held for op, strip in held if op == "store_partial"] == [1, 2, 3]
    assert [strip.active for op, strip in held if op == "merge"] == [0, 1, 2]
    assert held[0][1].bytes == 3 * (4 + 1) * 4, "float32, log-sum-exp included"
