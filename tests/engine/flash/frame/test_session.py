"""A session is there again for the same choices, and goes with its capture."""

from __future__ import annotations

import gc
import weakref

import pytest

from engine.capture import Capture
from engine.flash.frame.session import session_of
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import never, scene_of, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2)


def test_sessions_do_not_keep_a_capture_alive(random_capture: MakeCapture) -> None:
    capture = random_capture(9, heads=2, seed=7)
    for view in walk(scene_of(variant="causal+rope"), capture):
        last = view
    gone = weakref.ref(capture)
    del capture, view, last
    gc.collect()
    assert gone() is None


def test_a_step_finds_its_session_again_and_other_tiles_keep_the_numbers(capture: Capture) -> None:
    session = session_of(scene_of(), capture, never)
    assert session_of(scene_of(step=9, query=3, device="h100"), capture, never) is session
    other = session_of(scene_of(block_q=5), capture, never)
    assert session is not None and other is not None
    assert other is not session and other.inputs is session.inputs


@pytest.mark.parametrize(
    "fields",
    [
        {"head": 0},
        {"variant": "full"},
        {"scale": 3.0},
        {"block_q": 2},
        {"block_k": 2},
        {"algorithm": "fa1"},
        {"direction": "backward"},
        {"lazy": True},
        {"variant": "causal+window", "parameters": {"window.width": 3}},
        {"algorithm": "decoding", "splits": 2},
        {"algorithm": "decoding", "splits": 2, "query": 4},
        {"shape": (14, 4)},
        {"shape": (14, 4), "variant": "full"},
        {"shape": (15, 4)},
    ],
)
def test_every_choice_that_matters_has_its_own_session(fields: dict[str, object], capture: Capture) -> None:
    others = [scene_of(), scene_of("decoding"), scene_of("decoding", splits=2, query=5), scene_of(shape=(14, 5))]
    others += [scene_of(variant="causal+window", parameters={"window.width": 4})]
    session = session_of(scene_of(**fields), capture, never)  # type: ignore[arg-type]
    assert all(session_of(other, capture, never) is not session for other in others)
