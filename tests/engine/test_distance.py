"""Mean scores by distance, against the whole map, averaged along its diagonals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture
from engine.distance import scores_by_distance
from engine.rows import stage_rows
from engine.scene import Scene
from engine.view import varied_of, view_of

BANK = Path(__file__).parents[2] / "resources" / "examples" / "bank-muddy.safetensors"


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
