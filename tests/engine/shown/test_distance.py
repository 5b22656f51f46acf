"""Mean scores by distance, against the whole map, averaged along its diagonals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture
from engine.layers.rotation import Rotation
from engine.maps.rows import stage_rows
from engine.scene import Scene
from engine.shown.distance import rotation_by_distance, scores_by_distance
from engine.shown.view import varied_of, view_of
from tests.engine.why.conftest import turned

BANK = Path(__file__).parents[3] / "resources" / "examples" / "bank-muddy.safetensors"


@pytest.mark.parametrize("scale", [None, 2.0])
def test_they_are_the_means_of_the_diagonals_of_the_scaled_scores(scale: float | None) -> None:
    capture = Capture.load(BANK)
    scene = replace(Scene(), variant="rope", scale=scale, layer=1, head=3)
    view = view_of(scene, capture, (100, 100), lambda: False)
    assert view is not None
    found = scores_by_distance(view)
    assert found is not None
    now = varied_of(scene, capture)
    for made, of in ((found.now, now.capture), (found.model, capture)):
        scaled = stage_rows(of, 1, 3, now.spec, "scaled", 0, 10)[0]
        assert found.distances.tolist() == list(range(-9, 10))
        means = [np.diagonal(scaled, -distance).mean() for distance in range(-9, 10)]
        assert made == pytest.approx(means, abs=1e-5)


def test_mean_and_max_have_no_scores() -> None:
    capture = Capture.load(BANK)
    view = view_of(replace(Scene(), variant="rope", head="mean"), capture, (100, 100), lambda: False)
    assert view is not None
    assert scores_by_distance(view) is None


def test_a_heads_own_rotation_is_taken_out() -> None:
    capture = turned(Rotation(base=100.0, fraction=0.5), n=12)
    scene = Scene(source="x", layer=1, head=2, query=3, scale=2.0)
    view = view_of(scene, capture, (20, 20), lambda: False)
    assert view is not None
    found = rotation_by_distance(view)
    assert found is not None
    layer = capture.layers[1]
    flat = layer.unrotated()
    for made, q, k in ((found.now, layer.q, layer.k), (found.model, *flat)):
        scores = q[2].astype(np.float64) @ k[1].astype(np.float64).T / 2.0
        means = [np.diagonal(scores, -int(distance)).mean() for distance in found.distances]
        np.testing.assert_allclose(made, means, atol=1e-5)
    assert np.abs(found.now - found.model).max() > 0.1


@pytest.mark.parametrize(("rotation", "head"), [(None, 1), (Rotation(), "mean")])
def test_without_a_rotation_or_a_head_of_its_own_there_is_none(rotation: Rotation | None, head: int | str) -> None:
    capture = turned(Rotation())
    layers = tuple(replace(layer, rotation=rotation) for layer in capture.layers)
    scene = Scene(source="x", head=head, query=3)
    view = view_of(scene, replace(capture, layers=layers), (20, 20), lambda: False)
    assert view is not None
    assert rotation_by_distance(view) is None
