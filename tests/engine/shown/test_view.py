"""The view: its numbers against the whole attention matrix, computed here the plain way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.maps.words import axis_of
from engine.scene import Scene
from engine.shown.probe import probe
from engine.shown.view import View, round_up, view_of
from engine.variants import CATALOGUE

BANK = Capture.load(GALLERY["bank-muddy"].path)
PIECES = Capture.load(GALLERY["pieces"].path)


def shown(scene: Scene, capture: Capture = BANK) -> View:
    view = view_of(scene, capture, (300, 300), lambda: False)
    assert view is not None
    return view


def weights(capture: Capture, scene: Scene) -> np.ndarray:
    layer, head = capture.layers[scene.layer], int(scene.head)
    scores = layer.q[head].astype(float) @ layer.k[head].astype(float).T * layer.scale
    if scene.scale is not None:
        scores = scores / layer.scale / scene.scale
    if scene.variant == "causal":
        scores[np.triu_indices(len(scores), 1)] = -np.inf
    exponentials = np.exp(scores - scores.max(1, keepdims=True))
    normalized: np.ndarray = exponentials / exponentials.sum(1, keepdims=True)
    return normalized


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 5),
    st.integers(0, 11),
    st.integers(0, 30),
    st.none() | st.floats(0.5, 64),
    st.sampled_from(["as-trained", "full", "causal"]),
    st.booleans(),
    st.booleans(),
)
def test_the_row_is_the_row_of_the_matrix(
    layer: int, head: int, query: int, scale: float | None, variant: str, merge: bool, specials: bool
) -> None:
    scene = Scene(layer=layer, head=head, query=query, scale=scale, variant=variant, merge=merge, specials=specials)
    view = shown(scene, PIECES)
    matrix = weights(PIECES, scene)
    axis = axis_of(PIECES.tokens, merge, specials)
    np.testing.assert_allclose(view.row.weights, matrix[view.query], atol=2e-6)
    pieces = axis.groups[view.query_group].tokens if view.query_group >= 0 else (view.query,)
    row = matrix[list(pieces)].mean(0)
    np.testing.assert_allclose(view.row.shown, [row[list(g.tokens)].sum() for g in axis.groups], atol=2e-6)
    assert view.row.shown.sum() + view.row.folded == pytest.approx(1, abs=1e-5)
    assert view.row.total == pytest.approx(1, abs=1e-5)
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.nansum(-matrix * np.log2(matrix), 1)[list(pieces)].mean()
    assert view.row.entropy == pytest.approx(bits, abs=1e-4)


def test_the_first_picture_says_that_bank_looks_at_river() -> None:
    view = shown(Scene())
    assert BANK.tokens[view.query].label == "bank"
    assert BANK.tokens[view.key].label == "river"
    assert view.row.weights[5] == pytest.approx(0.5232, abs=2e-4)
    assert not view.changed
    assert view.top == 1.0


def test_the_cell_follows_from_its_own_numbers() -> None:
    for scene in (Scene(), Scene(scale=0.5), Scene(scale=64.0), Scene(layer=3, head=1, query=5)):
        view = shown(scene)
        cell = view.cell
        assert cell is not None
        assert cell.products.sum() == pytest.approx(cell.raw, abs=1e-4)
        assert cell.raw / view.divisor == pytest.approx(cell.scaled, rel=1e-5)
        assert math.exp(cell.scaled - cell.lse) == pytest.approx(cell.weight, rel=1e-4)
        assert cell.weight == pytest.approx(float(view.row.weights[view.key]), abs=1e-7)


def test_a_merged_cell_shows_its_strongest_pair() -> None:
    view = shown(Scene(query=2, layer=1, head=0), PIECES)
    cell = view.cell
    assert cell is not None
    assert cell.of_pieces > 1
    matrix = weights(PIECES, Scene(layer=1, head=0))
    block = matrix[np.ix_(view.axis.groups[view.query_group].tokens, view.axis.groups[view.key_group].tokens)]
    assert cell.weight == pytest.approx(block.max(), abs=1e-6)


def test_a_hidden_key_has_no_weight_and_is_not_ranked() -> None:
    view = shown(Scene(variant="causal", key=5))
    assert view.cell is not None
    assert not view.cell.visible
    assert view.cell.weight == 0
    assert view.changed
    assert {view.axis.groups[g].label for g in view.ranked} == {"the", "bank"}
    assert view.row.trained[5] == pytest.approx(0.5232, abs=2e-4)


def test_the_curves_end_flat_and_gather_at_the_mark() -> None:
    view = shown(Scene(scale=4.0))
    curve = view.saturation
    assert curve is not None
    assert curve.gradient is not None
    assert curve.entropy[0] < 0.01 < 0.99 < curve.entropy[-1] <= 1
    assert curve.gradient.max() == pytest.approx(1, abs=1e-12)
    assert np.interp(4.0, curve.divisors, curve.entropy) == pytest.approx(curve.entropy_now, abs=0.003)
    assert np.interp(4.0, curve.divisors, curve.gradient) == pytest.approx(curve.gradient_now, abs=0.003)


@pytest.mark.parametrize("head", ["mean", "max"])
def test_mean_and_max_have_weights_alone(head: str) -> None:
    view = shown(Scene(head=head, stage="raw"))
    assert view.stage == "weights"
    assert view.cell is None
    assert view.saturation is None
    assert view.kv_head is None
    assert (view.row.entropy is None) == (head == "max"), "its rows do not sum to 1"
    layers = [weights(BANK, Scene(head=h)) for h in range(12)]
    expected = np.mean(layers, 0) if head == "mean" else np.max(layers, 0)
    np.testing.assert_allclose(view.row.weights, expected[view.query], atol=2e-6)


def test_a_query_beyond_the_text_falls_to_its_last_word() -> None:
    assert BANK.tokens[shown(Scene(query=99)).query].label == "."
    assert shown(Scene(key=99)).key == 5


def test_a_folded_special_token_can_be_the_query() -> None:
    view = shown(Scene(query=0))
    assert view.query_group == -1
    np.testing.assert_allclose(view.row.weights, weights(BANK, Scene())[0], atol=2e-6)


def test_a_row_that_sees_nothing_is_empty_and_finite() -> None:
    view = shown(Scene(variant="padding", parameters={"padding.last": 99}))
    assert view.row.total == 0
    assert view.row.entropy == 0
    assert view.ranked == ()
    assert view.saturation is not None
    assert np.isfinite(view.saturation.entropy).all()


def test_a_layer_that_the_capture_lacks_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="layers 0 to 5, not 7"):
        shown(Scene(source="x", layer=7))
    with pytest.raises(ValueError, match="heads 0 to 11, not 12"):
        shown(Scene(source="x", head=12))


@pytest.mark.parametrize(
    ("peak", "limit"), [(0, 1), (28.6, 30), (5.05, 6), (0.52, 0.6), (10, 10), (math.nan, 1), (9.1, 10), (1e-9, 1e-9)]
)
def test_limits_are_round(peak: float, limit: float) -> None:
    assert round_up(peak) == pytest.approx(limit)


def test_the_maximum_over_heads_of_a_word_in_pieces_is_one_head_s_share() -> None:
    view = shown(Scene(head="max", query=2), PIECES)
    pieces = list(view.axis.groups[view.query_group].tokens)
    heads = [weights(PIECES, Scene(head=head))[pieces].mean(0) for head in range(12)]
    words = [[row[list(group.tokens)].sum() for group in view.axis.groups] for row in heads]
    np.testing.assert_allclose(view.row.shown, np.max(words, 0), atol=2e-6)
    np.testing.assert_allclose(view.map.values[view.query_group], np.max(words, 0), atol=2e-6)
    cell = probe(view, view.query_group, view.key_group).numbers["weights"]
    assert cell == pytest.approx(float(np.max(words, 0)[view.key_group]), abs=2e-6)
    assert view.map.values.max() <= 1


@pytest.mark.parametrize("variant", CATALOGUE)
def test_no_variant_turns_the_scale_that_the_slider_shows(variant: str) -> None:
    view = shown(Scene(variant=variant))
    assert view.divisor == pytest.approx(view.trained_divisor)
