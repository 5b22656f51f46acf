"""Maps kept between frames: nobody else's numbers, no more memory than allowed, and a first look that is marked."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.maps import blocks, drawn, spans
from engine.maps import raster as maps
from engine.maps.bounded import Bounded
from engine.maps.drawn import KEPT, Maps
from engine.maps.raster import Raster
from engine.maps.words import axis_in
from engine.shown.view import View, varied_of
from tests.engine.conftest import MakeCapture
from tests.engine.looking import SCENE, TEXT, forget, look, make_long, seen

PLACES = st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 12), st.integers(1, 12))


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    make_long(monkeypatch)
    yield
    forget()


def same(a: View, b: View) -> None:
    """All numbers alike; a part may come from its own keys or from whole rows, which round differently."""
    for name in ("values", "special"):
        np.testing.assert_allclose(getattr(a.map, name), getattr(b.map, name), atol=1e-6, rtol=1e-5)
    assert (a.map.visible == b.map.visible).all()
    assert a.map.row_edges.tolist() == b.map.row_edges.tolist()
    assert a.map.column_edges.tolist() == b.map.column_edges.tolist()
    assert (a.row.weights == b.row.weights).all()
    assert (a.top, a.limit, a.query, a.key, a.ranked, a.stage) == (b.top, b.limit, b.query, b.key, b.ranked, b.stage)
    assert a.map.row_error == pytest.approx(b.map.row_error, abs=1e-6)
    assert (a.cell is None, a.saturation is None) == (b.cell is None, b.saturation is None)
    if a.cell is not None and b.cell is not None:
        assert (a.cell.query, a.cell.key, a.cell.raw, a.cell.weight) == (
            b.cell.query,
            b.cell.key,
            b.cell.raw,
            b.cell.weight,
        )
    if a.saturation is not None and b.saturation is not None:
        assert a.saturation.entropy_now == b.saturation.entropy_now


CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "head": st.sampled_from([0, 1, "mean", "max"]),
    "variant": st.sampled_from(["as-trained", "causal", "off-by-one", "alibi"]),
    "scale": st.sampled_from([None, 1.0, 7.5]),
    "stage": st.sampled_from(["raw", "masked", "weights", "value", "difference"]),
    "merge": st.booleans(),
    "specials": st.booleans(),
    "viewport": PLACES,
    "query": st.integers(0, 9),
    "key": st.none() | st.integers(0, 9),
}
CHANGES = st.one_of(*(choice.map(lambda x, name=name: {name: x}) for name, choice in CHOICES.items()))  # type: ignore[misc]


@settings(max_examples=60, deadline=None)
@given(st.lists(CHANGES, min_size=3, max_size=8), st.booleans(), st.lists(st.booleans(), min_size=8, max_size=8))
def test_what_is_kept_is_what_a_fresh_computation_says(
    random_capture: MakeCapture, changes: list[dict[str, Any]], causal: bool, quick: list[bool]
) -> None:
    forget()
    capture = random_capture(text=TEXT, mask="causal" if causal else "none")
    scene, shown = SCENE, []
    for change, first in zip(changes, quick, strict=False):
        scene = replace(scene, **change)
        if first:
            seen(scene, capture, estimate=True)
        shown.append((scene, seen(scene, capture)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "LONG", 10**9)  # whole rows
        for scene, kept in shown:
            forget()
            same(kept, seen(scene, capture))
            assert not kept.estimate


def test_two_texts_and_two_layers_are_kept_apart(random_capture: MakeCapture) -> None:
    one, two = (random_capture(text=TEXT, seed=seed) for seed in (0, 1))
    both = replace(one, layers=(*one.layers, *two.layers))
    seen(SCENE, one), seen(SCENE, both)
    np.testing.assert_array_equal(seen(replace(SCENE, layer=1), both).map.values, seen(SCENE, two).map.values)
    assert (seen(SCENE, one).map.values != seen(SCENE, two).map.values).any()


def test_a_part_is_drawn_from_its_own_keys_alone(random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch) -> None:
    capture, widths = random_capture(300), []
    scene = replace(SCENE, viewport=(20, 40, 50, 30))
    whole = seen(SCENE, capture, canvas=(300, 300)).map.values
    plain = blocks.block_of

    def watched(run: Any, *choice: Any) -> Any:
        widths.append(run.capture.layers[0].k.shape[1])
        return plain(run, *choice)

    monkeypatch.setattr(maps, "block_of", watched)
    part = seen(scene, capture)
    assert set(widths) == {30}
    np.testing.assert_allclose(part.map.values, whole[20:70, 40:70], atol=1e-6)
    widths.clear()
    seen(scene, capture), seen(SCENE, capture)
    assert widths == []


def test_the_row_and_the_cell_are_found_once_while_the_viewport_moves(random_capture: MakeCapture) -> None:
    capture = random_capture(text=TEXT)
    first = seen(SCENE, capture)
    moved = seen(replace(SCENE, viewport=(1, 1, 5, 5)), capture)
    assert moved.row is first.row
    assert moved.cell is first.cell
    assert seen(replace(SCENE, query=5), capture).row is not first.row
    assert seen(replace(SCENE, key=9), capture).cell is not first.cell


# Memory and patience


def test_a_cancelled_map_goes_on_where_it_stopped(random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "CHUNK", 10)
    capture, asked, rows = random_capture(100), [0], []
    plain = blocks.block_of

    def watched(run: Any, stage: str, spans_: Any, *more: Any) -> Any:
        rows.extend(spans_.starts.tolist())
        return plain(run, stage, spans_, *more)

    def at_the_fourth() -> bool:
        asked[0] += 1
        return asked[0] > 3

    monkeypatch.setattr(maps, "block_of", watched)
    assert look(SCENE, capture, stop=at_the_fourth) is None
    assert rows == list(range(30))
    again = seen(SCENE, capture).map.values
    assert rows == list(range(100))
    forget()
    np.testing.assert_array_equal(again, seen(SCENE, capture).map.values)


@pytest.mark.parametrize("head", [0, "mean", "max"])
def test_little_is_computed_between_two_questions(
    random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch, head: int | str
) -> None:
    monkeypatch.setattr(maps, "STRIP", 4000)
    capture, sizes = random_capture(200, heads=4), []
    plain = blocks.block_of

    def watched(run: Any, stage: str, rows: Any, *more: Any) -> Any:
        sizes.append(len(rows.starts) * 200 * run.heads(stage))
        return plain(run, stage, rows, *more)

    monkeypatch.setattr(maps, "block_of", watched)
    seen(replace(SCENE, head=head), capture)
    assert max(sizes) <= 4000


def test_no_more_bytes_than_allowed_are_kept(random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KEPT, "most", 200_000)
    capture = random_capture(120)
    for step in range(12):
        seen(replace(SCENE, scale=1.0 + step), capture)
        assert 0 < KEPT.nbytes <= 200_000
    last = seen(replace(SCENE, scale=12.0), capture)
    assert seen(replace(SCENE, scale=12.0), capture).map is last.map


def test_nothing_kept_holds_a_capture(random_capture: MakeCapture) -> None:
    capture = random_capture(text=TEXT, seed=5)
    asked = iter([False, False, True])
    look(replace(SCENE, head=1), capture, stop=lambda: next(asked, True))
    seen(SCENE, capture), seen(replace(SCENE, viewport=(1, 1, 3, 3)), capture, estimate=True)
    gone = weakref.ref(capture)
    del capture
    gc.collect()
    assert gone() is None
    KEPT.keep(random_capture(3), "x", np.zeros(1))
    assert len(KEPT._of) <= 1


def test_the_oldest_goes_first_and_what_is_asked_for_is_young(random_capture: MakeCapture) -> None:
    kept, capture = Bounded(30), random_capture(3)
    for name in "abc":
        kept.keep(capture, name, np.zeros(10, np.int8))
    assert kept.get(capture, "a", np.ndarray) is not None
    kept.keep(capture, "d", np.zeros(10, np.int8))
    assert [name for name in "abcd" if kept.get(capture, name, np.ndarray) is not None] == ["a", "c", "d"]
    kept.keep(capture, "large", np.zeros(31, np.int8))
    assert kept.get(capture, "large", np.ndarray) is None
    assert kept.get(capture, "a", Raster) is None


def test_maps_of_an_empty_axis(random_capture: MakeCapture) -> None:
    capture = random_capture(text="[CLS] [SEP]")
    scene = replace(SCENE, query=0, specials=False, viewport=(0, 0, 1, 1))
    drawn_maps = Maps(scene, capture, varied_of(scene, capture), axis_in(capture, True, False), (9, 9), lambda: False)
    for found in (drawn_maps.exact("weights", (0, 0, 1, 1)), drawn_maps.quick("weights")):
        assert found is not None
        assert found.values.shape == (0, 0)
