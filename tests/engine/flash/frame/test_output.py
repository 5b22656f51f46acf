"""The output by some step is the replay's, and in the end it is dense attention."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.attention import Spec
from engine.capture import Capture
from engine.flash import replay
from engine.flash.frame.finished import difference
from engine.flash.frame.frames import flash_detail
from engine.flash.frame.session import session_of
from engine.flash.replays.streams import Stream
from engine.masks import causal
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import detailed, never, scene_of, scores_of, shown, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2, d=4)


def dense(capture: Capture) -> np.ndarray:
    parts = np.exp(scores_of(capture))
    whole: np.ndarray = parts / parts.sum(axis=1, keepdims=True) @ capture.layers[0].v[1].astype(np.float64)
    return whole


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2"])
def test_at_every_step_it_is_what_the_schedule_has_stored(algorithm: str, capture: Capture) -> None:
    q, k, v = (x[None, 1:2] for x in (capture.layers[0].q, capture.layers[0].k, capture.layers[0].v))
    spec = Spec(0.5, mask=causal())
    stored: dict[int, np.ndarray] = {}  # row block -> what was stored of it last
    for view in walk(scene_of(algorithm), capture):
        s, step, output = view.schedule, view.step, view.strip("O").values
        if step is not None and step.op == "store" and step.i is not None:
            stored[step.i] = replay(q, k, v, s, replace(spec, mask=s.mask), upto=view.t, rows=step.i).output[0, 0]
        assert output is not None
        for i in range(s.row_blocks):
            np.testing.assert_allclose(output[slice(*s.rows(i))], stored.get(i, 0), atol=1e-6)
    assert output is not None
    np.testing.assert_allclose(output, dense(capture), atol=1e-5)


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2", "decoding"])
def test_the_error_is_that_to_dense_attention_in_the_finished_rows(algorithm: str, capture: Capture) -> None:
    exact = dense(capture)[8:9] if algorithm == "decoding" else dense(capture)
    finished = set()
    for view in walk(scene_of(algorithm), capture):
        detail = detailed(view.scene, capture)
        finished.add(view.finished)
        assert view.error == detail.error and (detail.error is None) == (view.finished == 0)
        assert detail.error is None or 0 <= detail.error < 1e-6
    assert finished == set(range(view.schedule.row_blocks + 1))
    assert detail.output is not None
    np.testing.assert_allclose(detail.output, exact, atol=1e-5)


def test_a_wrong_output_shows_as_error(capture: Capture) -> None:
    scene = scene_of(step=10**6, scale=7.0)
    session = session_of(scene, capture, never)
    assert session is not None and session.inputs is not None
    row = session.row(2)
    row.__dict__["online"] = tuple(
        replace(each, scores=each.scores + 0.1 * np.eye(4)[:, :1, None]) for each in row.online
    )
    spoiled = row.state(len(session.schedule)).output[0, 0]
    assert difference(spoiled, session.inputs.rows(8, 12).output[0, 0]) < 1e-6, "a shift of a whole row changes nothing"
    finished = session.finished
    assert finished is not None
    joined = finished.joined

    def spoiled_rows(first: int, last: int) -> Stream:
        stream = joined(first, last)
        stream.__dict__["online"] = tuple(replace(each, scores=each.scores * 1.1) for each in stream.online)
        return stream

    object.__setattr__(finished, "joined", spoiled_rows)
    error = detailed(scene, capture).error
    assert error is not None and error > 1e-3


def test_a_difference_of_numbers_that_are_not_finite() -> None:
    nan, inf = np.nan, np.inf
    assert difference(np.array([1.0, nan, inf]), np.array([1.5, nan, inf])) == 0.5
    assert difference(np.array([1.0, nan]), np.array([1.0, 0.0])) == inf
    assert difference(np.array([inf]), np.array([-inf])) == inf
    assert difference(np.zeros(0), np.zeros(0)) == 0


def test_what_was_cancelled_goes_on_where_it_stopped(random_capture: MakeCapture) -> None:
    capture = random_capture(600, heads=2, seed=3)
    scene = scene_of(step=10**7, block_q=64, block_k=64)
    view = shown(scene, capture)
    assert view.strip("O").values is None and view.error is None, "too much for a frame"
    session = session_of(scene, capture, never)
    assert session is not None and session.finished is not None
    asked = []

    def third_time() -> bool:
        asked.append(session.finished.known.sum())  # type: ignore[union-attr]
        return len(asked) > 8

    assert flash_detail(scene, capture, third_time) is None
    done = int(session.finished.known.sum())
    assert 0 < done < 10
    detail = detailed(scene, capture)
    assert detail.error is not None and session.finished.known.all()
    assert shown(scene, capture).error == detail.error, "a frame has it once it is computed"
    assert detail.sentence[-1].text.endswith("dense attention is " + detail.sentence[-1].text.split(" is ")[-1])


@pytest.mark.parametrize("algorithm", ["fa1", "fa2", "decoding"])
def test_a_step_that_stores_nothing_leaves_the_output_as_it_is(algorithm: str, capture: Capture) -> None:
    before, changed = None, 0
    for view in walk(scene_of(algorithm), capture):
        output = view.strip("O").values
        turns = ("store", "load_kv", "load_q") if algorithm == "fa1" else ("store",)  # to the next keys, or past rows
        assert view.step is None or view.step.op in turns or output is before
        changed += output is not before
        before = output
    assert changed > 1


def test_a_detail_takes_the_frame_that_is_there(capture: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    view = shown(scene_of(step=40, beside="fa1"), capture)
    whole = detailed(view.scene, capture)
    monkeypatch.setattr("engine.flash.frame.frames._view", lambda *given: pytest.fail("made again"))
    quick = flash_detail(view.scene, capture, never, view)
    assert quick is not None and quick.beside is not None and whole.beside is not None
    assert (quick.error, quick.sentence, quick.beside.error) == (whole.error, whole.sentence, whole.beside.error)


def test_scrubbing_back_takes_rows_away_again(capture: Capture) -> None:
    whole = shown(scene_of(step=10**6), capture).strip("O").values
    first = shown(scene_of(step=40), capture).strip("O").values
    assert whole is not None and first is not None
    shown_rows = (first != 0).any(axis=1)
    assert 0 < shown_rows.sum() < 14 and np.array_equal(first[shown_rows], whole[shown_rows])
    assert (whole != 0).any(axis=1).all()


def test_lazy_rescaling_leaves_the_output(capture: Capture) -> None:
    eager, lazy = (detailed(scene_of(step=10**6, lazy=lazy), capture) for lazy in (False, True))
    assert lazy.output is not None and eager.output is not None
    np.testing.assert_allclose(lazy.output, eager.output, atol=1e-5)


def test_backward_all_output_is_there_and_without_numbers_no_error(capture: Capture) -> None:
    backward = detailed(scene_of("fa2", "backward", step=10**6), capture)
    assert backward.output is not None
    np.testing.assert_allclose(backward.output, dense(capture), atol=1e-5)
    shape = detailed(scene_of(shape=(14, 4), step=10**6), None)
    assert (shape.output, shape.error) == (None, None) and shape.sentence


def test_the_other_algorithm_has_its_own_detail(capture: Capture) -> None:
    detail = detailed(scene_of(step=10**6, beside="standard"), capture)
    assert detail.beside is not None and detail.beside.error is not None
