"""The raster: against a plain loop over the whole map, and by what must be seen in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec
from engine.capture import Capture
from engine.maps import blocks, spans
from engine.maps.raster import Raster, Viewport, raster
from engine.maps.rows import STAGES, stage_rows
from engine.maps.spans import CHUNK
from engine.maps.words import Axis, axis_of
from tests.engine.conftest import MakeCapture

PLAIN = Spec()
ALL = Viewport()
WORDS = st.lists(st.sampled_from(["[S]", "a", "b", "c+d", "e+f+g"]), min_size=1, max_size=12).map(" ".join)


def draw(
    capture: Capture,
    head: int | str = 0,
    spec: Spec = PLAIN,
    stage: str = "weights",
    merge: bool = False,
    specials: bool = True,
    viewport: Viewport = ALL,
    **size: int,
) -> Raster:
    axis = axis_of(capture.tokens, merge, specials)
    result = raster(capture, 0, head, spec, stage, axis, replace(viewport, **size))
    assert result is not None
    return result


def merged_cell(values: Any, visible: Any, rows: list[int], columns: list[int], stage: str) -> tuple[float, bool]:
    cells, seen = values[np.ix_(rows, columns)], visible[np.ix_(rows, columns)]
    if not seen.any():
        return 0.0, False
    if stage in ("weights", "value"):
        return float(cells.sum(axis=1, where=seen).mean()), True
    return float(cells[seen].mean()), True


def cells_by_the_book(capture: Capture, head: int | str, spec: Spec, stage: str, axis: Axis) -> tuple[Any, Any]:
    """Every merged cell with whether it is seen, and each row's share on folded tokens."""
    n, groups = len(capture.tokens), [list(group.tokens) for group in axis.groups]
    maps = []
    for one in range(capture.heads) if head == "max" else (head,):  # "max" takes each head's merged cells
        values, visible = stage_rows(capture, 0, one, spec, stage, 0, n)
        weights, _ = stage_rows(capture, 0, one, spec, "weights", 0, n)
        cells = [[merged_cell(values, visible, row, column, stage) for column in groups] for row in groups]
        maps.append((cells, [weights[np.ix_(row, axis.folded)].sum(axis=1).mean() for row in groups]))
    cells = [[max(pair) for pair in zip(*rows, strict=True)] for rows in zip(*(m[0] for m in maps), strict=True)]
    return cells, [max(each) for each in zip(*(m[1] for m in maps), strict=True)]


def by_the_book(
    capture: Capture, head: int | str, spec: Spec, stage: str, axis: Axis, view: Viewport
) -> dict[str, Any]:
    """Every pixel by a loop over all cells it covers, from the whole map."""
    groups = [list(group.tokens) for group in axis.groups]
    cells, share = cells_by_the_book(capture, head, spec, "weights" if stage == "difference" else stage, axis)
    if stage == "difference":
        own, _ = cells_by_the_book(capture, head, Spec(scale=capture.layers[0].scale), "weights", axis)
        pairs = [zip(*rows, strict=True) for rows in zip(cells, own, strict=True)]
        cells = [[(now[0] - was[0], now[1] or was[1]) for now, was in row] for row in pairs]
    spans = []
    for first, count, pixels in ((view.top, view.rows, view.height), (view.left, view.columns, view.width)):
        count = min(count or len(groups), len(groups) - first)
        size = min(count, pixels)
        spans.append([range(first + p * count // size, first + (p + 1) * count // size) for p in range(size)])
    shown = np.zeros((len(spans[0]), len(spans[1])))
    seen = np.zeros(shown.shape, bool)
    for (i, rows), (j, columns) in ((a, b) for a in enumerate(spans[0]) for b in enumerate(spans[1])):
        covered = [cells[row][column][0] for row in rows for column in columns if cells[row][column][1]]
        seen[i, j] = bool(covered)
        shown[i, j] = max(covered, key=abs) if covered else 0
    return {"values": shown, "visible": seen, "special": [max(share[row] for row in rows) for rows in spans[0]]}


@given(
    text=WORDS,
    stage=st.sampled_from(STAGES),
    head=st.sampled_from([0, 1, "mean", "max"]),
    spec=st.sampled_from([Spec(), Spec(scale=0.4, mask=masks.causal()), Spec(mask=masks.causal(-2))]),
    merge=st.booleans(),
    specials=st.booleans(),
    corner=st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 9), st.integers(0, 9)),
    pixels=st.tuples(st.integers(1, 30), st.integers(1, 30)),
    chunk=st.integers(1, 9),
)
def test_the_raster_is_what_a_loop_over_all_cells_says(
    random_capture: MakeCapture,
    text: str,
    stage: str,
    head: int | str,
    spec: Spec,
    merge: bool,
    specials: bool,
    corner: tuple[int, ...],
    pixels: tuple[int, int],
    chunk: int,
) -> None:
    capture = random_capture(text=text, d=3)
    axis = axis_of(capture.tokens, merge, specials)
    stage = stage if isinstance(head, int) or stage == "difference" else "weights"
    size = len(axis.groups)
    view = Viewport(min(corner[0], size), min(corner[1], size), corner[2], corner[3], *pixels)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spans, "CHUNK", chunk)
        got = raster(capture, 0, head, spec, stage, axis, view)
    assert got is not None
    expected = by_the_book(capture, head, spec, stage, axis, view)
    np.testing.assert_allclose(got.values, expected["values"], atol=1e-5)
    assert (got.visible == expected["visible"]).all()
    np.testing.assert_allclose(got.special, expected["special"], atol=1e-5)
    assert got.peak == pytest.approx(np.abs(expected["values"]).max(initial=0), abs=1e-5)
    assert got.values.dtype == np.float32


# What must be seen


@pytest.fixture(scope="session")
def diagonal(capture_of: MakeCapture) -> Capture:
    """512 tokens, each of which sees itself with weight 0.99 and more."""
    angles = np.arange(512) * 2 * np.pi / 512
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return capture_of(directions * 300, directions * 300)


@pytest.mark.parametrize("stage", ["weights", "scaled"])
def test_a_one_token_diagonal_never_breaks(diagonal: Capture, stage: str) -> None:
    least = 0.9 if stage == "weights" else 0.999 * 300**2
    for pixels in range(40, 601, 7):
        shown = draw(diagonal, spec=Spec(scale=1.0), stage=stage, height=pixels, width=pixels)
        assert len(shown.values) == min(pixels, 512)
        assert shown.values.diagonal().min() > least, pixels


def test_a_diagonal_never_breaks_in_a_part_or_a_rectangle(diagonal: Capture) -> None:
    for top, height, width in ((0, 97, 300), (13, 300, 97), (200, 40, 41)):
        shown = draw(
            diagonal, spec=Spec(scale=1.0), top=top, rows=300, left=top, columns=300, height=height, width=width
        )
        for token in range(top, top + 300):
            row = np.searchsorted(shown.row_edges, token, "right") - 1
            column = np.searchsorted(shown.column_edges, token, "right") - 1
            assert shown.values[row, column] > 0.9


def test_queries_go_down_and_keys_across(capture_of: MakeCapture) -> None:
    keys = np.eye(4)
    shown = draw(capture_of(100 * keys[[3, 3, 0, 1]], keys), spec=Spec(scale=1.0))
    assert shown.values.round().tolist() == [[0, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]


def test_the_largest_magnitude_keeps_its_sign(capture_of: MakeCapture) -> None:
    capture = capture_of(np.ones((4, 1)), [[1], [-3], [2], [0.5]])
    assert draw(capture, spec=Spec(scale=1.0), stage="raw", width=2).values[0].tolist() == [-3, 2]
    assert draw(capture, spec=Spec(scale=1.0), stage="raw", width=1, height=1).peak == 3
    a_tie = draw(capture_of([[1], [-1]], [[2], [2]]), spec=Spec(scale=1.0), stage="raw", height=1)
    assert a_tie.values.tolist() == [[2, 2]]


def test_what_is_hidden_does_not_count(capture_of: MakeCapture) -> None:
    capture = capture_of(np.ones((4, 1)), [[1], [-3], [2], [9]])
    causal = Spec(scale=1.0, mask=masks.causal())
    shown = draw(capture, spec=causal, stage="masked", height=2, width=2)
    assert shown.values.tolist() == [[-3, 0], [-3, 9]]
    assert shown.visible.tolist() == [[True, False], [True, True]]
    assert draw(capture, spec=causal, stage="masked", height=4, width=1).values[:, 0].tolist() == [1, -3, -3, 9]
    assert draw(capture, spec=causal, stage="scaled", height=2, width=2).visible.all()


def test_merged_words_sum_their_keys_and_average_their_queries(random_capture: MakeCapture) -> None:
    capture = random_capture(text="a b+c d")
    weights, _ = stage_rows(capture, 0, 0, Spec(), "weights", 0, 4)
    shown = draw(capture, merge=True)
    assert shown.values.shape == (3, 3)
    assert shown.values[0, 1] == pytest.approx(weights[0, 1] + weights[0, 2])
    assert shown.values[1, 0] == pytest.approx((weights[1, 0] + weights[2, 0]) / 2)
    np.testing.assert_allclose(shown.values.sum(axis=1), 1, atol=1e-6)


@given(WORDS, st.booleans())
def test_a_row_and_its_special_share_sum_to_1(random_capture: MakeCapture, text: str, causal: bool) -> None:
    spec = Spec(mask=masks.causal() if causal else None)
    shown = draw(random_capture(text=text), spec=spec, merge=True, specials=False)
    np.testing.assert_allclose(shown.values.sum(axis=1) + shown.special, 1, atol=1e-6)
    assert shown.row_error < 1e-6


@pytest.mark.parametrize("stage", STAGES)
def test_the_special_share_is_stated_at_every_stage(random_capture: MakeCapture, stage: str) -> None:
    capture = random_capture(text="[CLS] a b+c [SEP] d [SEP]")
    weights, _ = stage_rows(capture, 0, 0, Spec(), "weights", 0, 7)
    shown = draw(capture, stage=stage, specials=False)
    np.testing.assert_allclose(shown.special, weights[[1, 2, 3, 5]][:, [0, 4, 6]].sum(axis=1), atol=1e-6)
    assert not draw(capture, stage=stage).special.any()


def test_a_nan_shows_as_nan_at_any_size_and_leaves_what_does_not_see_it(random_capture: MakeCapture) -> None:
    capture = random_capture(8)
    capture.layers[0].k[0, 5] = np.nan
    for pixels in (8, 4, 3):
        shown = draw(capture, spec=Spec(mask=masks.causal()), height=pixels, width=pixels)
        poisoned = [bool(edge > 5) for edge in shown.row_edges[1:]]
        assert np.isnan(shown.values).any(axis=1).tolist() == poisoned
        assert (shown.values[~shown.visible] == 0).all()
        assert 0 < shown.peak <= 1
        assert np.isnan(shown.row_error)


def test_a_nan_score_shows_in_its_pixel_only(capture_of: MakeCapture) -> None:
    capture = capture_of(np.ones((4, 1)), [[1], [-3], [np.nan], [2]])
    values = draw(capture, spec=Spec(scale=1.0), stage="raw", width=2).values
    assert (values[:, 0] == -3).all()
    assert np.isnan(values[:, 1]).all()


def test_row_error_tells_rows_that_do_not_sum_to_1(random_capture: MakeCapture) -> None:
    def half(scores: Any) -> tuple[Any, None]:
        return np.where(np.isfinite(scores), 0.5 / scores.shape[-1], 0), None

    capture = random_capture(4)
    for stage, error in (("weights", 0.5), ("value", 0.5), ("masked", 0)):
        assert draw(capture, spec=Spec(normalizer=half), stage=stage).row_error == pytest.approx(error)
    assert draw(capture, "mean", spec=Spec(normalizer=half)).row_error == pytest.approx(0.5)
    sees_all_but_one = Spec(normalizer=half, mask=masks.causal(2))
    assert draw(capture, spec=sees_all_but_one, rows=1).row_error == pytest.approx(0.5 + 0.5 / 4)
    assert draw(capture, "max").row_error == 0


def test_rows_that_see_nothing_are_no_error(random_capture: MakeCapture) -> None:
    shown = draw(random_capture(4), spec=Spec(mask=masks.causal(-2)))
    assert shown.row_error < 1e-6
    assert not shown.visible[:2].any()


# The rectangle


@pytest.mark.parametrize(
    ("viewport", "row_edges", "column_edges"),
    [
        (Viewport(), [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]),
        (Viewport(height=3, width=2), [0, 1, 3, 5], [0, 2, 5]),
        (Viewport(1, 4, 3, 9, height=2), [1, 2, 4], [4, 5]),
        (Viewport(9, 5), [5], [5]),
        (Viewport(height=0), [0], [0, 1, 2, 3, 4, 5]),
    ],
)
def test_edges(random_capture: MakeCapture, viewport: Viewport, row_edges: list[int], column_edges: list[int]) -> None:
    shown = draw(random_capture(5), viewport=viewport)
    assert (shown.row_edges.tolist(), shown.column_edges.tolist()) == (row_edges, column_edges)
    assert shown.values.shape == (len(row_edges) - 1, len(column_edges) - 1)


def test_only_special_tokens_and_all_of_them_folded(random_capture: MakeCapture) -> None:
    assert draw(random_capture(text="[CLS] [SEP]"), specials=False).values.shape == (0, 0)


def test_it_works_in_small_chunks_and_asks_between_them(random_capture: MakeCapture) -> None:
    capture = random_capture(3 * CHUNK)
    axis = axis_of(capture.tokens, merge=False, specials=True)
    asked: list[bool] = []

    def at_the_third_question() -> bool:
        asked.append(True)
        return len(asked) == 3

    assert raster(capture, 0, 0, Spec(), "weights", axis, Viewport(), at_the_third_question) is None
    assert len(asked) == 3


def test_no_more_than_a_chunk_of_rows_is_ever_asked_for(
    random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def watched(*choice: Any) -> Any:
        asked.append(choice[-1] - choice[-2])
        return stage_rows(*choice)

    monkeypatch.setattr(blocks, "stage_rows", watched)
    capture = random_capture(text=" ".join(["[S]", "a", "b+c", "[S]"] * CHUNK))
    draw(capture, "mean", merge=True, specials=False)
    assert max(asked) <= CHUNK
    asked.clear()
    draw(capture, "mean", top=10, rows=3)
    assert asked == [3]
