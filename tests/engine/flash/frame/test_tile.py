"""A tile shows the scores of the map that it is cut from, as far as its steps have come."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from engine.flash.frame.frames import tile_at
from engine.flash.frame.tile import of_keys
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import WAYS, scene_of, scores_of, shown, walk

UNSEEN = {"load_q", "load_k", "load_kv", "reload_ds", "load_ds", "store_dp"}


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=4, kv_heads=2, d=4)


@pytest.mark.parametrize("way", WAYS)
def test_scores_are_there_once_computed_and_are_those_of_the_map(way: tuple[str, str], capture: Capture) -> None:
    scores, first = scores_of(capture), 8 if way[0] == "decoding" else 0
    met = set()
    for view in walk(scene_of(*way), capture):
        step, tile = view.step, view.tile
        if step is None or step.i is None or step.j is None:
            assert tile is None
            continue
        assert tile is not None and (tile.i, tile.j) == (step.i, step.j)
        assert tile.kind == view.schedule.kind(step.i, step.j)
        if tile.scores is None:
            assert tile.visible is None and tile.weights is None
            continue
        met.add(step.op)
        rows, keys = slice(*(first + row for row in tile.rows)), slice(*tile.keys)
        cells, raw = scores[rows, keys], scores_of_all(capture)[rows, keys]
        np.testing.assert_allclose(tile.scores, raw, atol=1e-5)
        if step.op == "scores" and tile.kind != "full":
            assert tile.visible is not None and tile.visible.all(), "nothing is hidden before the mask step"
        else:
            assert tile.visible is not None and np.array_equal(tile.visible, np.isfinite(cells))
    assert met and not met & (UNSEEN if way != ("standard", "backward") else {"load_v", "load_kv"})


def scores_of_all(capture: Capture) -> np.ndarray:
    layer = capture.layers[0]
    whole: np.ndarray = layer.q[1].astype(np.float64) @ layer.k[0].astype(np.float64).T * layer.scale
    return whole


def test_weights_of_a_tile_stand_about_the_running_maximum(capture: Capture) -> None:
    for view in walk(scene_of(), capture):
        if view.step is None or view.step.op != "accumulate":
            assert view.tile is None or view.tile.weights is None
            continue
        assert view.tile is not None and view.tile.weights is not None and view.row is not None
        cells = scores_of(capture)[slice(*view.tile.rows), slice(*view.tile.keys)]
        np.testing.assert_allclose(view.tile.weights, np.exp(cells - view.row.m[:, None]), atol=1e-5)


@pytest.mark.parametrize("way", [("standard", "forward"), ("standard", "backward"), ("fa2", "backward")])
def test_weights_that_were_divided_are_those_of_the_map(way: tuple[str, str], capture: Capture) -> None:
    parts = np.exp(scores_of(capture))
    whole = parts / parts.sum(axis=1, keepdims=True)
    tiles = [view.tile for view in walk(scene_of(*way), capture)]
    weighed = [tile for tile in tiles if tile is not None and tile.weights is not None]
    assert len({(tile.i, tile.j) for tile in weighed}) > 10
    for tile in weighed:
        assert tile.weights is not None
        np.testing.assert_allclose(tile.weights, whole[slice(*tile.rows), slice(*tile.keys)], atol=1e-5)


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2"])
def test_backward_a_tile_has_the_gradients_of_half_the_squared_output(algorithm: str, capture: Capture) -> None:
    parts, v = np.exp(scores_of(capture)), capture.layers[0].v[0].astype(np.float64)
    whole = parts / parts.sum(axis=1, keepdims=True)
    output = whole @ v
    dp = output @ v.T
    ds = whole * (dp - (output * output).sum(axis=1, keepdims=True))
    about = set()
    for view in walk(scene_of(algorithm, "backward"), capture):
        tile = view.tile or view.band
        if tile is None or tile.cells is None:
            continue
        here = slice(*tile.rows), slice(*tile.keys)
        about.add(tile.shown)
        for ours, theirs in ((tile.weights, whole), (tile.dp, dp), (tile.ds, ds)):
            if ours is not None:
                np.testing.assert_allclose(ours, theirs[here], atol=1e-5)
        there = [tile.weights is not None, tile.dp is not None, tile.ds is not None]
        assert there == [tile.shown != "S", tile.shown in ("dP", "dS"), tile.shown == "dS"]
        if tile.shown != "S":
            assert tile.limit is not None and tile.visible is not None
            assert np.abs(tile.cells[tile.visible]).max(initial=0) <= tile.limit
    assert about == ({"P", "dP", "dS"} if algorithm == "standard" else {"S", "P", "dP", "dS"})


@pytest.mark.parametrize("algorithm", ["fa2", "decoding"])
def test_any_tile_can_be_pointed_at(algorithm: str, capture: Capture) -> None:
    view = shown(scene_of(algorithm), capture)
    for i in range(view.schedule.row_blocks):
        for j in range(view.schedule.key_blocks):
            tile = tile_at(view, i, j)
            first = 8 if algorithm == "decoding" else 0
            rows, keys = slice(first + tile.rows[0], first + tile.rows[1]), slice(*tile.keys)
            assert tile.scores is not None and tile.visible is not None
            np.testing.assert_allclose(tile.scores, scores_of_all(capture)[rows, keys], atol=1e-5)
            assert np.array_equal(tile.visible, np.isfinite(scores_of(capture)[rows, keys]))
            words = (tuple(f"w{n}" for n in range(*axis.indices(99))) for axis in (rows, keys))
            assert tile.labels == tuple(words)
    with pytest.raises(IndexError):
        tile_at(view, view.schedule.row_blocks, 0)


def test_beside_it_is_the_other_schedules_tile(capture: Capture) -> None:
    beside = shown(scene_of(beside="decoding", splits=2), capture).beside
    assert beside is not None and tile_at(beside, 0, 2).labels == (("w8",), ("w6", "w7", "w8"))


def test_without_numbers_it_has_a_kind_alone(capture: Capture) -> None:
    view = shown(scene_of(shape=(14, 4), step=5), capture)
    assert view.tile is not None and view.tile.kind == "cut" and view.tile.scores is None
    tile = tile_at(view, 0, 3)
    assert (tile.kind, tile.rows, tile.keys, tile.scores, tile.labels) == ("empty", (0, 4), (9, 12), None, ((), ()))


def test_no_visible_score_is_beyond_the_limit_of_the_colours(capture: Capture) -> None:
    limit, scores = shown(scene_of(), capture).limit, scores_of(capture)
    largest = np.abs(scores[np.isfinite(scores)]).max()
    assert largest <= limit < 2 * largest
    assert {view.limit for view in walk(scene_of(), capture)} == {limit}


def test_whole_rows_of_standard_attention_are_one_wide_tile(capture: Capture) -> None:
    """Between the tiles that make dP and those that read dS: P and dP of a row block, then its dS."""
    seen = [(view.step.op, view.band.shown) for view in walk(scene_of("standard", "backward"), capture) if view.band]  # type: ignore[union-attr]
    assert seen == [("load_p_dp", "dP"), ("grad_s", "dS"), ("store_ds", "dS")] * 4
    step = shown(scene_of("standard", "backward"), capture).schedule.find("grad_s", 2)
    assert step is not None
    view = shown(scene_of("standard", "backward", step=step + 1), capture)
    band, s = view.band, view.schedule
    assert band is not None and (band.i, band.rows, band.keys) == (2, (8, 12), (0, 14)) and view.tile is None
    for j in range(s.key_blocks):
        part = of_keys(band, j, s.keys(j))
        assert (part.j, part.keys, part.kind, part.shown) == (j, s.keys(j), s.kind(2, j), "dS")
        assert band.cells is not None and part.cells is not None
        np.testing.assert_array_equal(part.cells, band.cells[:, slice(*s.keys(j))])
        assert part.labels[1] == band.labels[1][slice(*s.keys(j))]
    assert shown(scene_of("standard", "backward", shape=(14, 4), step=step + 1), None).band is None
    assert shown(scene_of("fa2", "backward", step=30), capture).band is None
