"""What is kept is counted rightly, and keeping one more thing is as much work among many as among few."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np

from engine.maps.bounded import Bounded
from tests.engine.conftest import MakeCapture


def work(does: Callable[[], object]) -> int:
    """How many lines of Python run."""
    lines = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        does()
    finally:
        sys.settrace(before)
    return lines


def test_a_thing_more_is_as_much_work_among_many(random_capture: MakeCapture) -> None:
    kept, capture, made = Bounded(10**6), random_capture(3), np.zeros(10, np.int8)
    few = [work(lambda name=name: kept.keep(capture, name, made)) for name in range(3)]  # type: ignore[misc]
    for name in range(3, 1000):
        kept.keep(capture, name, made)
    assert work(lambda: kept.keep(capture, 1000, made)) == few[-1]
    assert kept.nbytes == 10 * 1001


def test_the_bytes_are_those_of_what_is_kept(random_capture: MakeCapture) -> None:
    kept, capture, other = Bounded(40), random_capture(3), random_capture(3)
    kept.keep(capture, "a", np.zeros(10, np.int8))
    kept.keep(capture, "a", np.zeros(20, np.int8))  # in its place
    kept.keep(other, "a", np.zeros(5, np.int8))
    assert kept.nbytes == 25
    assert kept.take(capture, "a", np.ndarray) is not None
    assert kept.take(capture, "a", np.ndarray) is None
    assert kept.nbytes == 5
    kept.keep(capture, "b", np.zeros(36, np.int8))  # the other's has no room beside it
    assert kept.nbytes == 36
    kept.keep(capture, "c", np.zeros(41, np.int8))  # nor has anything beside this, which has none itself
    assert kept.nbytes == 0


def test_with_a_capture_all_that_was_made_of_it_goes(random_capture: MakeCapture) -> None:
    kept, capture, gone = Bounded(100), random_capture(3), random_capture(3)
    kept.keep(capture, "a", np.zeros(10, np.int8))
    kept.keep(gone, "a", np.zeros(10, np.int8))
    kept.keep(gone, "b", np.zeros(10, np.int8))
    del gone
    gc.collect()
    kept.keep(capture, "b", np.zeros(10, np.int8))
    assert kept.nbytes == 20
    assert all(kept.get(capture, name, np.ndarray) is not None for name in "ab")
