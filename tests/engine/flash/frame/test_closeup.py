"""One row, key by key: the weights so far are dense softmax over the keys that have arrived."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import scene_of, scores_of, shown, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2, d=4)


def softmax(scores: np.ndarray) -> np.ndarray:
    parts = np.exp(scores - scores.max())
    whole: np.ndarray = parts / parts.sum()
    return whole


@pytest.mark.parametrize("algorithm", ["fa1", "fa2"])
def test_weights_so_far_are_softmax_over_the_keys_so_far(algorithm: str, capture: Capture) -> None:
    scores, counts = scores_of(capture)[8], set()
    for view in walk(scene_of(algorithm), capture):
        row = view.closeup
        assert row is not None
        summed = int(row.edges[row.arrived])
        expected = np.zeros(len(row.keys))
        if summed:
            expected[:summed] = softmax(scores[row.keys[:summed]])
        np.testing.assert_allclose(row.weights, expected, atol=1e-6)
        if row.arrived > 1:
            earlier = int(row.edges[row.arrived - 1])
            np.testing.assert_allclose(row.before[:earlier], softmax(scores[row.keys[:earlier]]), atol=1e-6)
        counts.add(row.arrived)
    assert counts == {0, 1, 2, 3, 4} and summed == 12
    assert row is not None
    np.testing.assert_allclose(row.final, softmax(scores[:12]), atol=1e-6)


def test_a_tile_arrives_with_its_last_product_and_is_active_before(capture: Capture) -> None:
    for view in walk(scene_of(), capture):
        row, step = view.closeup, view.step
        assert row is not None
        if step is None or step.i != row.i or step.j is None:
            assert row.active is None
        else:
            assert row.active is not None and row.tiles[row.active] == step.j
            assert row.arrived == row.active + (step.op == "accumulate")


def test_running_numbers_follow_each_other(capture: Capture) -> None:
    row = shown(scene_of(query=12), capture).closeup
    assert row is not None
    assert row.factors[0] == 1 and (row.factors < 1).any()
    for n in range(1, len(row.tiles)):
        part = row.scores[row.edges[n] : row.edges[n + 1]]
        assert row.m[n] == max(row.m[n - 1], part.max())
        np.testing.assert_allclose(row.factors[n], np.exp(row.m[n - 1] - row.m[n]), rtol=1e-6)
        np.testing.assert_allclose(row.l[n], row.factors[n] * row.l[n - 1] + np.exp(part - row.m[n]).sum(), rtol=1e-5)


def test_hidden_keys_of_a_visited_tile_are_there_and_weigh_nothing(capture: Capture) -> None:
    row = shown(scene_of(query=9, step=10**6), capture).closeup
    assert row is not None
    assert row.keys.tolist() == list(range(12)) and row.labels[:2] == ("w0", "w1")
    assert np.isneginf(row.scores[10:]).all() and (row.weights[10:] == 0).all()
    assert (row.label, row.i) == ("w9", 2)


def test_parts_weigh_for_themselves_until_they_are_merged(capture: Capture) -> None:
    scores, sums = scores_of(capture)[13], []
    for view in walk(scene_of("decoding", query=13), capture):
        row = view.closeup
        assert row is not None
        sums.append(round(float(row.weights.sum()), 5))
    assert row is not None
    assert row.splits.tolist() == [0, 1, 1, 2, 2] and sorted(set(sums)) == [0, 1, 2, 3]
    assert sums == [*sorted(sums[:-1]), 1]
    np.testing.assert_allclose(row.weights, softmax(scores), atol=1e-6)
    second = scores[row.keys[row.edges[1] : row.edges[3]]]
    np.testing.assert_allclose((row.m[2], row.l[2]), (second.max(), np.exp(second - second.max()).sum()), atol=1e-5)


@pytest.mark.parametrize("way", [("standard", "forward"), ("fa2", "backward")])
def test_there_is_none_where_nothing_is_summed_tile_by_tile(way: tuple[str, str], capture: Capture) -> None:
    assert shown(scene_of(*way, step=9), capture).closeup is None
    assert shown(scene_of(shape=(14, 4)), capture).closeup is None
