"""The first look at a long map: rows of the exact one, marked, and no more than a person waits for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.maps import drawn
from engine.maps.rows import OF_ALL
from tests.engine.conftest import MakeCapture
from tests.engine.looking import SCENE, TEXT, forget, make_long, seen


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    make_long(monkeypatch)
    yield
    forget()


@pytest.mark.parametrize("stage", ["weights", "scaled", "value", "difference"])
@pytest.mark.parametrize("head", [0, "mean", "max"])
@pytest.mark.parametrize("variant", ["causal", "differential", "learned-sink"])
def test_each_row_of_a_first_look_is_a_row_of_the_map(
    random_capture: MakeCapture, stage: str, head: int | str, variant: str
) -> None:
    stage = stage if isinstance(head, int) or stage in OF_ALL else "weights"
    capture = random_capture(text=TEXT)
    scene = replace(SCENE, stage=stage, head=head, variant=variant)
    dense = seen(scene, capture).map
    forget()
    first = seen(scene, capture, estimate=True)
    rows, columns = first.map.row_edges, first.map.column_edges
    assert first.estimate
    assert first.sampled == -(-len(dense.values) // len(first.map.values))
    for place, row in enumerate((rows[:-1] + rows[1:] - 1) // 2):
        for column in range(len(columns) - 1):
            cells = dense.values[row, columns[column] : columns[column + 1]]
            best = cells[np.abs(cells).argmax()]
            assert abs(first.map.values[place, column]) == pytest.approx(abs(float(best)), abs=1e-5)
        assert first.map.special[place] == pytest.approx(float(dense.special[row]), abs=1e-6)
        assert (first.map.visible[place] == [dense.visible[row, a:b].any() for a, b in pairwise(columns)]).all()


def test_the_first_look_at_a_part_needs_no_other_keys_once_the_sums_are_known(random_capture: MakeCapture) -> None:
    capture = random_capture(300)
    scene = replace(SCENE, viewport=(30, 60, 200, 100))
    dense = seen(SCENE, capture).map.values
    first = seen(scene, capture, estimate=True).map
    assert first.estimate
    middle = (first.row_edges[:-1] + first.row_edges[1:] - 1) // 2
    for place, row in enumerate(middle):
        best = np.maximum.reduceat(dense[row], first.column_edges[:-1])[:-1]
        np.testing.assert_allclose(first.values[place, :-1], best, atol=1e-6)


@pytest.mark.parametrize("back", [0, 1])
def test_a_diagonal_goes_on_in_the_first_look(capture_of: MakeCapture, back: int) -> None:
    angles = np.arange(512) * 2 * np.pi / 512
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1) * 300
    capture = capture_of(np.roll(directions, back, axis=0), directions)
    first = seen(replace(SCENE, scale=1.0), capture, estimate=True, canvas=(100, 100)).map
    assert first.estimate
    steps = np.diff(first.values[back:].argmax(axis=1))
    assert (first.values[back:].max(axis=1) > 0.9).all()
    assert (np.abs(steps) <= 1 + (back > 0)).all()


def test_what_is_kept_or_quickly_made_is_no_estimate(
    random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch
) -> None:
    capture = random_capture(text=TEXT)
    assert seen(SCENE, capture, estimate=True).estimate
    exact = seen(SCENE, capture)
    assert not exact.estimate
    assert seen(SCENE, capture, estimate=True).map is exact.map
    forget()
    monkeypatch.setattr(drawn, "FIRST", 10**6)
    assert not seen(SCENE, capture, estimate=True).estimate


def test_the_range_of_colours_from_a_sample_marks_an_exact_part_too(random_capture: MakeCapture) -> None:
    first = seen(replace(SCENE, viewport=(0, 0, 2, 2)), random_capture(200), estimate=True)
    assert not first.map.estimate
    assert first.estimate
