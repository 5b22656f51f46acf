"""The raster against a plain loop over the whole map, and its rectangles and chunks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import masks
from engine.attention import Spec
from engine.capture import Capture
from engine.maps import blocks, spans
from engine.maps.raster import Viewport, raster
from engine.maps.rows import STAGES, stage_rows
from engine.maps.spans import CHUNK
from engine.maps.words import Axis, axis_of
from tests.engine.conftest import MakeCapture
from tests.engine.maps.drawing import WORDS, draw


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
