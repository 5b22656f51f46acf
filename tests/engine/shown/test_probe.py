"""The numbers of one cell are those of the map, at every stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.capture import Capture
from engine.maps.raster import Viewport, raster
from engine.maps.rows import STAGES
from engine.scene import Scene
from engine.shown.probe import probe
from engine.shown.view import View, varied_of, view_of

TEXT = "[CLS] the un+break+able bank of+f a [SEP]"


def viewed(capture: Capture, **choices: object) -> View:
    view = view_of(replace(Scene(head=1), **choices), capture, (50, 50), lambda: False)  # type: ignore[arg-type]
    assert view is not None
    return view


@pytest.mark.parametrize("variant", ["full", "causal"])
@pytest.mark.parametrize("merge", [True, False])
def test_the_numbers_are_those_of_the_map(random_capture: Callable[..., Capture], variant: str, merge: bool) -> None:
    capture = random_capture(text=TEXT, heads=12)
    view = viewed(capture, variant=variant, merge=merge)
    maps = {
        stage: raster(capture, 0, 1, varied_of(view.scene, capture).spec, stage, view.axis, Viewport())
        for stage in STAGES
    }
    for q in range(len(view.axis.groups)):
        for k in range(len(view.axis.groups)):
            found = probe(view, q, k)
            for stage, shown in maps.items():
                assert shown is not None
                assert found.numbers[stage] == pytest.approx(float(shown.values[q, k]), rel=1e-5, abs=1e-7), (
                    stage,
                    q,
                    k,
                )
            assert maps["weights"] is not None
            assert found.visible == maps["weights"].visible[q, k]
    assert {probe(view, q, k).visible for q in range(3) for k in range(3)} == (
        {True, False} if variant == "causal" else {True}
    )


def test_only_what_is_asked_for_is_computed(random_capture: Callable[..., Capture]) -> None:
    view = viewed(random_capture(text=TEXT, heads=12), variant="causal")
    every = probe(view, 1, 0)
    for stage in STAGES:
        found = probe(view, 1, 0, (stage,))
        assert found.numbers == {name: every.numbers[name] for name in {"weights", stage}}
        assert found.visible


@pytest.mark.parametrize("head", ["mean", "max"])
def test_mean_and_max_have_weights_only(random_capture: Callable[..., Capture], head: str) -> None:
    capture = random_capture(text=TEXT, heads=12)
    view = viewed(capture, head=head)
    found = probe(view, 1, 2)
    assert found.numbers == {"weights": pytest.approx(float(view.map.values[1, 2]), rel=1e-6), "difference": 0}
