"""What rows carry along is what dense arithmetic says of the keys that they have seen."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.capture import Capture
from engine.flash import Schedule
from engine.flash.frame.view import FlashView, RowState
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import CARRYING, scene_of, scores_of, shown, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2, d=4)


def split_of(s: Schedule, j: int) -> int:
    """The part of the keys that holds key tile j: as many tiles each as can be."""
    return max(part for part in range(s.splits) if part * s.key_blocks // s.splits <= j)


def seen(view: FlashView, row: RowState, summed: int) -> np.ndarray:
    """The scores of the rows over the keys of the first `summed` tiles of their walk (Flash-Decoding: of the part)."""
    assert view.capture is not None
    scores = scores_of(view.capture)
    s, first = view.schedule, (view.query or 0) if view.schedule.algorithm == "decoding" else 0
    tiles = [j for j in range(s.key_blocks) if s.kind(row.i, j) != "empty"]
    if s.algorithm == "decoding" and view.step is not None and view.step.op not in ("merge", "store"):
        tiles = [j for j in tiles if split_of(s, j) == view.step.split]
    keys = [key for j in tiles[:summed] for key in range(*s.keys(j))]
    start, stop = s.rows(row.i)
    return scores[first + start : first + stop][:, keys]


def check(scores: np.ndarray, m: np.ndarray, total: np.ndarray) -> None:
    highest = scores.max(axis=1, initial=-np.inf)
    base = np.where(np.isneginf(highest), 0, highest)
    np.testing.assert_allclose(m, highest, atol=1e-5)
    np.testing.assert_allclose(total, np.exp(scores - base[:, None]).sum(axis=1), atol=1e-5)


@pytest.mark.parametrize("algorithm", CARRYING)
def test_before_and_after_every_tile_it_is_dense_arithmetic_over_the_keys_so_far(
    algorithm: str, capture: Capture
) -> None:
    met = set()
    for view in walk(scene_of(algorithm, query=9), capture):
        step, row, s = view.step, view.row, view.schedule
        if step is None or row is None or step.j is None:
            continue
        tiles = [j for j in range(s.key_blocks) if s.kind(row.i, j) != "empty"]
        if algorithm == "decoding":
            tiles = [j for j in tiles if split_of(s, j) == step.split]
        place = tiles.index(step.j)
        met.add(step.op)
        check(seen(view, row, place), row.m_before, row.l_before)
        if step.op in ("accumulate", "store"):
            check(seen(view, row, place + 1), row.m, row.l)
        elif step.op in ("max", "rescale"):
            np.testing.assert_allclose(row.m, seen(view, row, place + 1).max(axis=1), atol=1e-5)
            shrink = row.factor if step.op == "rescale" else 1
            np.testing.assert_allclose(row.l, shrink * row.l_before, rtol=1e-6)
        else:
            assert np.array_equal(row.m, row.m_before) and np.array_equal(row.l, row.l_before)
            assert (row.factor == 1).all()
    assert met >= {"scores", "mask", "max", "rescale", "accumulate"}


def test_the_factor_is_by_how_much_the_maximum_rose_and_1_where_nothing_was_there(capture: Capture) -> None:
    rescales = [view.row for view in walk(scene_of(), capture) if view.step and view.step.op == "rescale"]
    rows = [row for row in rescales if row is not None]
    for row in rows:
        fresh = np.isneginf(row.m_before)
        assert (row.factor[fresh] == 1).all()
        np.testing.assert_allclose(row.factor[~fresh], np.exp(row.m_before - row.m)[~fresh], rtol=1e-6)
    assert any((row.factor < 1).any() for row in rows) and any(np.isneginf(row.m_before).any() for row in rows)


def test_a_new_row_block_starts_from_nothing_and_a_stored_one_has_seen_all(capture: Capture) -> None:
    for view in walk(scene_of(), capture):
        if view.row is not None and view.step is not None and view.step.op in ("load_q", "store"):
            check(seen(view, view.row, 0 if view.step.op == "load_q" else 99), view.row.m, view.row.l)
            assert np.array_equal(view.row.l_before, view.row.l)


def test_parts_are_merged_to_the_whole_row(capture: Capture) -> None:
    view = list(walk(scene_of("decoding"), capture))[-1]
    assert view.row is not None and view.step is not None and view.step.op == "store"
    whole = np.log(np.exp(scores_of(capture)[8]).sum())
    np.testing.assert_allclose(view.row.m + np.log(view.row.l), whole, atol=1e-5)


def test_what_stands_beside_the_keys_joins_at_the_store(capture: Capture) -> None:
    views = list(walk(scene_of(variant="causal+off-by-one"), capture))
    before, stored = next((a.row, b.row) for a, b in pairwise(views) if b.step is not None and b.step.op == "store")
    assert before is not None and stored is not None
    with_one = np.exp(before.m.astype(float)) * before.l + 1
    np.testing.assert_allclose(np.exp(stored.m.astype(float)) * stored.l, with_one, rtol=1e-5)


def test_lazy_rescaling_keeps_the_old_maximum(capture: Capture) -> None:
    eager, lazy = (
        [view.row for view in walk(scene_of(lazy=lazy), capture) if view.step and view.step.op == "rescale"]
        for lazy in (False, True)
    )
    assert any((row.factor < 1).any() for row in eager if row)
    assert all((row.factor == 1).all() for row in lazy if row)


def test_the_chosen_query_is_pointed_out_in_its_block(capture: Capture) -> None:
    views = list(walk(scene_of(query=9), capture))
    places = {view.row.query for view in views if view.row is not None and view.row.i == 2}
    assert places == {1}


def test_elsewhere_it_is_the_row_that_shrinks_most_all_through_a_tile(capture: Capture) -> None:
    tiles: dict[tuple[int, int], set[int]] = {}
    for view in walk(scene_of(query=0), capture):
        if view.row is not None and view.step is not None and view.step.j is not None and view.row.i > 0:
            tiles.setdefault((view.row.i, view.step.j), set()).add(view.row.query)
            if view.step.op == "rescale" and (view.row.factor < 1).any():
                assert view.row.query == np.argmin(view.row.factor)
    assert tiles and all(len(rows) == 1 for rows in tiles.values())


def test_the_rows_are_named_by_their_words(random_capture: MakeCapture) -> None:
    capture = random_capture(14, heads=2)
    by_op = {view.step.op: view.row for view in walk(scene_of(), capture) if view.step and view.step.i == 2}
    row = by_op["load_q"]
    assert row is not None and (row.start, row.labels) == (8, ("w8", "w9", "w10", "w11"))
    decoding = shown(scene_of("decoding", step=1), capture).row
    assert decoding is not None and (decoding.start, decoding.labels) == (0, ("w8",))


@pytest.mark.parametrize("way", [("standard", "forward"), ("fa2", "backward"), ("fa1", "backward")])
def test_nothing_runs_along_without_a_running_maximum(way: tuple[str, str], capture: Capture) -> None:
    assert all(view.row is None for view in walk(scene_of(*way), capture))


def test_and_nothing_without_numbers(capture: Capture) -> None:
    assert all(view.row is None for view in walk(replace(scene_of(), shape=(14, 4)), capture))
