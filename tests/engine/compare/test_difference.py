"""The map of the difference is the dense matrices' own, where both have the words; nothing else is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture, Layer, Token
from engine.compare import compared as module
from engine.compare import difference
from engine.compare.compared import Compared, compared_of
from engine.compare.pinned import pin
from engine.maps.drawn import KEPT
from engine.maps.rows import STAGES
from engine.scene import Scene
from engine.shown.view import round_up, varied_of, view_of

EXAMPLES = Path(__file__).parents[3] / "resources" / "examples"
MATCHED = ((3, 0), (4, 1), (7, 3), (8, 4), (9, 7))  # words of bank-river and of bank-muddy


@pytest.fixture
def muddy() -> Capture:
    return Capture.load(EXAMPLES / "bank-muddy.safetensors")


@pytest.fixture
def river() -> Capture:
    return Capture.load(EXAMPLES / "bank-river.safetensors")


def compared(scene: Scene, now: Capture, pinned: Capture, canvas: tuple[int, int] = (400, 400), **how: Any) -> Compared:
    view = view_of(scene, now, canvas, lambda: False)
    assert view is not None
    found = compared_of(view, pinned, canvas, lambda: False, **how)
    assert found is not None
    return found


def dense(scene: Scene, capture: Capture, stage: str = "weights") -> Any:
    """A stage over all tokens, straight from the core."""
    varied = varied_of(scene, capture)
    assert isinstance(scene.head, int)
    return getattr(varied.capture.attention(scene.layer, scene.head, varied.spec), stage)[0, 0]


def against(**pinned: Any) -> Scene:
    """The first start's scene, compared with one that differs so."""
    scene = Scene(comparison="difference")
    return replace(scene, pinned=pin(replace(scene, **pinned)))


@pytest.mark.parametrize("stage", ["raw", "scaled", "weights"])
@pytest.mark.parametrize("pinned", [{"layer": 2, "head": 7}, {"scale": 2.0}], ids=str)
def test_heads_and_scales_differ_as_the_dense_matrices_do(muddy: Capture, stage: str, pinned: dict[str, Any]) -> None:
    scene = replace(against(**pinned), stage=stage, merge=False, specials=True)
    found = compared(scene, muddy, muddy).difference
    assert found is not None
    expected = dense(scene, muddy, stage) - dense(replace(scene, **pinned), muddy, stage)
    np.testing.assert_allclose(found.map.values, expected, rtol=1e-6, atol=1e-6 if stage != "weights" else 5e-7)
    assert found.map.visible.all()
    assert found.limit == round_up(float(np.abs(expected).max()))


def test_the_difference_is_now_less_pinned(muddy: Capture) -> None:
    found = compared(against(layer=2, head=7), muddy, muddy)
    assert found.difference is not None
    assert found.difference.map.values[1, 4] == pytest.approx(0.5232 - 0.0318, abs=1e-4), "bank gives river"
    assert found.weights()[4] == pytest.approx(dense(Scene(layer=2, head=7), muddy)[2, 5])
    turned = compared(against(scale=2.0), muddy, muddy)
    assert turned.weights()[4] == pytest.approx(dense(Scene(scale=2.0), muddy)[2, 5]), "as pinned, not as trained"
    assert found.folded == pytest.approx(dense(Scene(layer=2, head=7), muddy)[2, [0, 9]].sum())


def test_words_of_one_text_alone_have_no_difference(muddy: Capture, river: Capture) -> None:
    scene = replace(against(), text=river.text, query=5)
    found = compared(scene, river, muddy)
    assert found.difference is not None
    now, was = dense(Scene(), river)[1:-1, 1:-1], dense(Scene(), muddy)[1:-1, 1:-1]
    expected, seen = np.zeros((10, 10)), np.zeros((10, 10), bool)
    for i, a in MATCHED:
        for j, b in MATCHED:
            expected[i, j], seen[i, j] = now[i, j] - was[a, b], True
    np.testing.assert_allclose(found.difference.map.values, expected, atol=5e-7)
    assert (found.difference.map.visible == seen).all()
    assert (found.pinned.query, found.pinned.key) == (2, 5), "bank and river, as the other text counts them"
    assert (found.pinned.query_group, found.pinned.key_group) == (1, 4), "its second and fifth word"
    assert np.isnan(found.weights()).tolist() == [i not in dict(MATCHED) for i in range(10)]


def test_the_first_word_of_the_pinned_text_is_one_too(muddy: Capture, river: Capture) -> None:
    found = compared(replace(against(), text=river.text, query=4), river, muddy)  # the bank
    assert found.answered and found.pinned.query_group == 0
    assert found.weights()[9] == pytest.approx(dense(Scene(), muddy)[1, 8], abs=1e-6)


def test_a_query_without_counterpart_has_no_row(muddy: Capture, river: Capture) -> None:
    found = compared(replace(against(), text=river.text, query=7), river, muddy)  # watched
    assert not found.answered
    assert found.pinned.query_group == -1
    assert np.isnan(found.weights()).all()
    assert np.isnan(found.folded)
    lost = compared(replace(against(), text=river.text, query=4, key=7), river, muddy)
    assert lost.answered and lost.pinned.key_group == -1


def test_a_hidden_weight_is_0_and_a_hidden_score_has_no_difference(muddy: Capture) -> None:
    causal = replace(against(), variant="causal")
    weights, scores = (compared(replace(causal, stage=s), muddy, muddy).difference for s in ("weights", "masked"))
    assert weights is not None
    assert scores is not None
    upper = np.triu(np.ones((8, 8), bool), 1)
    assert weights.map.visible.all()
    np.testing.assert_allclose(weights.map.values[upper], -dense(Scene(), muddy)[1:-1, 1:-1][upper], atol=5e-7)
    assert (scores.map.visible == ~upper).all()


def test_where_nothing_matches_or_no_stage_is_shared_there_is_a_reason(muddy: Capture) -> None:
    other = replace(muddy, tokens=tuple(replace(t, label=t.label + "x") for t in muddy.tokens))
    assert compared(against(), other, muddy).difference is None
    assert compared(against(), other, muddy).reason == module.NO_WORDS
    assert compared(replace(against(head="mean"), stage="scaled"), muddy, muddy).reason == module.OTHER_STAGE
    assert compared(replace(against(head="mean"), stage="weights"), muddy, muddy).reason == ""


def test_a_part_is_cut_from_the_whole_and_keeps_its_colours(muddy: Capture) -> None:
    whole = compared(against(head=0), muddy, muddy).difference
    part = compared(replace(against(head=0), viewport=(2, 1, 3, 4)), muddy, muddy).difference
    assert whole is not None
    assert part is not None
    np.testing.assert_allclose(part.map.values, whole.map.values[2:5, 1:5], atol=5e-7)  # BLAS rounds by shape
    assert part.limit == whole.limit > round_up(part.map.peak)


@pytest.mark.parametrize("stage", STAGES)
def test_few_pixels_show_the_largest_of_their_cells(muddy: Capture, stage: str) -> None:
    scene = replace(against(head=0), stage=stage)
    fine, coarse = (compared(scene, muddy, muddy, (n, n)).difference for n in (400, 3))
    assert fine is not None
    assert coarse is not None
    edges = coarse.map.row_edges
    for i in range(3):
        for j in range(3):
            cells = fine.map.values[edges[i] : edges[i + 1], edges[j] : edges[j + 1]].ravel()
            assert abs(coarse.map.values[i, j]) == pytest.approx(np.abs(cells).max(), abs=5e-7)


def test_a_long_text_is_sampled_first_and_every_sampled_row_is_exact(
    muddy: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = compared(against(head=0), muddy, muddy).difference
    KEPT.clear()
    monkeypatch.setattr(difference, "AT_ONCE", 60)
    monkeypatch.setattr("engine.maps.sampled.LEAST", 3)
    found = compared(against(head=0), muddy, muddy, (400, 200), estimate=True)
    assert found.estimate
    assert found.difference is not None
    assert exact is not None
    rows, columns = found.difference.map.row_edges, found.difference.map.column_edges
    assert len(columns) < len(rows) < 9 and found.difference.map.sampled == -(-8 // (len(rows) - 1))
    for i, middle in enumerate((rows[:-1] + rows[1:] - 1) // 2):
        for j in range(len(columns) - 1):
            cells = exact.map.values[middle, columns[j] : columns[j + 1]]
            assert abs(found.difference.map.values[i, j]) == pytest.approx(np.abs(cells).max(), abs=5e-7)
    assert not compared(against(head=0), muddy, muddy).estimate


def test_what_was_cancelled_goes_on_where_it_stopped(muddy: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    KEPT.clear()
    monkeypatch.setattr(difference, "STRIP", 20)  # a row at once
    scene = against(head=0)
    view = view_of(scene, muddy, (400, 400), lambda: False)
    assert view is not None
    asked, most = [0], 4

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > most

    assert compared_of(view, muddy, (400, 400), stop) is None
    asked, most = [0], 10**6
    again, resumed = compared_of(view, muddy, (400, 400), stop), asked[0]
    KEPT.clear()
    asked = [0]
    anew = compared_of(view, muddy, (400, 400), stop)
    assert again is not None
    assert anew is not None
    assert again.difference is not None
    assert anew.difference is not None
    assert (again.difference.map.values == anew.difference.map.values).all()
    assert resumed < asked[0]


def test_words_far_apart_are_computed_by_their_own_rows() -> None:
    far = made(["the", *"abcdefghijklmnopqrst", "river"])
    scene = Scene(source="far.safetensors", layer=0, head=0, variant="alibi", comparison="difference")
    scene = replace(scene, pinned=pin(replace(scene, source="near.safetensors", head=1)))
    near = made(["the", "river"])
    for now, was, matched in ((far, near, (0, 21)), (near, far, (0, 1))):
        found = compared(scene, now, was).difference
        assert found is not None
        a, b = dense(scene, now), dense(replace(scene, head=1), was)
        there = (0, 1) if now is far else (0, 21)
        for i, j in np.ndindex(2, 2):
            cell = found.map.values[matched[i], matched[j]]
            assert cell == pytest.approx(a[matched[i], matched[j]] - b[there[i], there[j]], abs=1e-6)
        assert found.map.visible.sum() == 4


def made(words: list[str]) -> Capture:
    """Words, a token each, with random numbers, under no mask."""
    random = np.random.default_rng(len(words))
    tokens = tuple(Token(i, word, word, i, i + 1, False, i) for i, word in enumerate(words))
    q, k, v = (random.standard_normal((2, len(words), 8)).astype(np.float32) for _ in range(3))
    return Capture("x", "", "Made", tokens, (Layer(q, k, v, 0.3, "none"),), 1, "float32", 512)
