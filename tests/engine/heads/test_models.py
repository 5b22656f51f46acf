"""Heads of real models that are known for what they do."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from engine.heads.view import HeadsView, heads_of
from engine.models import MODELS, open_model
from engine.scene import Scene
from tests.engine.heads.handmade import SLOW, by_the_book

SENTENCE = "The bank of the river was muddy."


def seen(capture: Capture) -> HeadsView:
    view = heads_of(Scene(source="a file"), capture, 24, lambda: False)
    assert view is not None
    return view


@pytest.fixture(scope="module")
def minilm() -> Capture:
    return open_model("minilm").capture(SENTENCE)


def test_head_2_of_minilm_looks_at_the_previous_token(minilm: Capture) -> None:
    view = seen(minilm)
    assert view.scores["previous"][0, 2] >= 0.99
    assert view.rows["previous"] == 8, "without special tokens"
    assert tuple(view.order[0]) == (0, 2)
    assert view.missing.keys() == {"pair"}
    assert 0 < view.row_error < 1e-6


def test_all_heads_of_minilm_as_defined(minilm: Capture) -> None:
    view = seen(minilm)
    for layer, head in ((0, 0), (2, 11), (5, 3)):
        attention = minilm.attention(layer, head)
        for name in SLOW:
            expected, _ = by_the_book(name, attention.weights[0, 0], attention.visible[0, 0], minilm.tokens)
            assert view.scores[name][layer, head] == pytest.approx(expected, abs=1e-6), name


@pytest.mark.skipif("smollm2" not in MODELS, reason="this model is not here")
def test_heads_of_smollm2_on_random_tokens_twice() -> None:
    from engine.models.repeated import repeated

    model = open_model("smollm2")
    for seed in (0, 1):
        view = seen(model.capture(repeated(model.info, 32, seed)))
        assert view.scores["induction"][18, 6] >= 0.8
        assert view.scores["first"][18, 8] >= 0.95
        assert view.scores["previous"][16, 0] >= 0.7
        assert view.rows["induction"] == 32
        assert view.missing.keys() == {"next", "separator", "pair"}
        assert np.isfinite(view.scores["entropy"]).all()
