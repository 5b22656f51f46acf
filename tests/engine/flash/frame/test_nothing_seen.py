"""A mask that hides every key: no tile is visited, every output is 0, and each frame can be shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.attention import attend
from engine.capture import Capture
from engine.flash.frame.instep import in_step
from engine.flash.words.sentences import plain
from engine.normalizers import off_by_one, sigmoid, softmax
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import WAYS, detailed, scene_of, shown

STANDARD = [way for way in WAYS if way[0] == "standard"]
HIDDEN: dict[str, Any] = {"variant": "padding", "parameters": {"padding.last": 99}}


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(10, heads=2, d=4)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("beside", ["", "standard"])
def test_every_frame_is_there_and_exact(way: tuple[str, str], beside: str, capture: Capture) -> None:
    scene = scene_of(*way, beside=beside, **HIDDEN)
    steps = len(shown(scene, capture).schedule)
    for step in range(steps + 1):
        view, detail = shown(replace(scene, step=step), capture), detailed(replace(scene, step=step), capture)
        assert 0 <= view.share <= 1 and (detail.error or 0) == 0
        assert detail.output is not None and not detail.output.any()
    assert way in (("fa1", "forward"), *STANDARD) or "The mask hides every tile" in plain(detail.sentence)
    assert not beside or (view.beside is not None and view.beside.t == len(view.beside.schedule))


def test_without_work_it_is_the_share_of_the_steps(capture: Capture) -> None:
    fa2, standard = (shown(scene_of(name, **HIDDEN), capture).schedule for name in ("fa2", "standard"))
    for one, other in ((fa2, standard), (standard, fa2)):
        assert [in_step(one, t, other) for t in (0, len(one))] == [0, len(other)]
        assert in_step(one, len(one) // 2, other) == pytest.approx(len(other) / 2, abs=2)


@pytest.mark.parametrize("normalizer", [softmax, off_by_one, sigmoid()])
def test_a_row_without_a_key_sees_nothing(normalizer: object) -> None:
    scores = np.zeros((1, 1, 3, 0), np.float32)
    weights, lse = normalizer(scores)  # type: ignore[operator]
    assert weights.shape == scores.shape
    assert lse is None or (lse == (-np.inf if normalizer is softmax else 0)).all()


def test_attention_over_no_key_is_0() -> None:
    q, none = np.ones((1, 2, 3, 4), np.float32), np.ones((1, 2, 0, 4), np.float32)
    made = attend(q, none, none)
    assert made.output.shape == q.shape and not made.output.any()
    assert made.lse is not None and np.isneginf(made.lse).all()
