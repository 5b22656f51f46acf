"""What the scene shows of all heads: which match, in which order, and what need not be computed again."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture
from engine.heads import view as module
from engine.heads.histograms import BINS, histogram_of
from engine.heads.measured import measure
from engine.heads.pair import pair_scores
from engine.heads.patterns import PATTERNS
from engine.heads.view import HeadsView, heads_of, matching, ranked
from engine.maps.rows import stage_rows
from engine.scene import Scene
from engine.shown.view import varied_of
from tests.engine.heads.handmade import random, with_maps

NAN = float("nan")
SOME = np.array([[0.1, NAN, 0.5], [0.5, 0.9, 0.0]])


def seen(capture: Capture, **choices: Any) -> HeadsView:
    view = heads_of(Scene(**{"source": "x"} | choices), capture, 8, lambda: False)
    assert view is not None
    return view


def previous(share: float, n: int = 4) -> Any:
    """Each word but the first gives a share to the one before, the rest to itself."""
    weights = np.diag([1.0] + [1 - share] * (n - 1))
    return weights + np.diag([share] * (n - 1), -1)


def test_heads_on_the_telling_side_of_the_threshold_match() -> None:
    at_least, at_most = PATTERNS["previous"], PATTERNS["entropy"]
    np.testing.assert_array_equal(matching(at_least, SOME, 0.5), [[0, 0, 1], [1, 1, 0]])
    np.testing.assert_array_equal(matching(at_most, SOME, 0.5), [[1, 0, 1], [1, 0, 1]])


def test_by_score_the_most_telling_head_is_first_and_those_without_a_score_are_last() -> None:
    order = [(1, 1), (0, 2), (1, 0), (0, 0), (1, 2), (0, 1)]
    assert [tuple(at) for at in ranked(PATTERNS["previous"], SOME)] == order
    assert [tuple(at) for at in ranked(PATTERNS["distance"], SOME)] == [
        (1, 2),
        (0, 0),
        (0, 2),
        (1, 0),
        (1, 1),
        (0, 1),
    ]


def test_a_scene_filters_and_sorts() -> None:
    capture = with_maps("a b c d", *(previous(share) for share in (0.1, 0.6, 0.3, 0.9)), heads=2)
    view = seen(capture, measure="previous", threshold=0.29)
    np.testing.assert_allclose(view.scores["previous"], [[0.1, 0.6], [0.3, 0.9]], atol=1e-6)
    np.testing.assert_array_equal(view.matching, [[0, 1], [1, 1]])
    assert view.matches == 3
    assert [tuple(at) for at in view.order] == [(1, 1), (0, 1), (1, 0), (0, 0)]
    assert seen(capture, measure="previous").matches == 4
    own = seen(capture, measure="own", threshold=0.5)
    assert [tuple(at) for at in own.order] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert own.matches == 3, "the first word, which looks at itself alone, counts too"
    assert view.rows["previous"] == 3 and view.complete and view.top == 1


def test_histograms_count_each_head_once() -> None:
    histogram = histogram_of(PATTERNS["previous"], np.array([[0, 1 / BINS, 0.5], [0.999, 1, NAN]]))
    assert (histogram.edges[0], histogram.edges[-1], len(histogram.edges)) == (0, 1, BINS + 1)
    counts = np.zeros(BINS)
    counts[[0, 1, 12]] = 1
    counts[-1] = 2
    np.testing.assert_array_equal(histogram.counts, counts)
    apart = histogram_of(PATTERNS["distance"], np.array([1.0, 4.2]))
    assert apart.edges[-1] == 5
    assert np.flatnonzero(apart.counts).tolist() == [int(BINS / 5), int(4.2 / 5 * BINS)]
    assert histogram_of(PATTERNS["bits"], np.full(3, NAN)).counts.sum() == 0


def test_a_measure_that_no_head_has_says_what_it_needs() -> None:
    view = seen(random("a b c"))
    assert view.missing["induction"] == "Needs a text that repeats itself."
    assert view.missing.keys() == {"special", "separator", "duplicate", "induction", "pair"}
    assert np.isnan(view.scores["induction"]).all() and view.matches == view.scores["induction"].size
    assert seen(random("a b"), threshold=0.0).matches == 8
    assert seen(random("a b c"), measure="induction", threshold=0.0).matches == 0
    sigmoid = seen(random("a b c"), variant="sigmoid")
    assert sigmoid.sums is not None and sigmoid.missing["entropy"].endswith(sigmoid.sums)
    assert "distance" in sigmoid.missing and "previous" not in sigmoid.missing


def test_a_pair_is_one_cell_of_every_head() -> None:
    capture = random("[CLS] a b c", layers=2)
    view = seen(capture, query=2, key=0, variant="causal", measure="pair")
    for layer in range(2):
        for head in range(4):
            spec = varied_of(Scene(source="x", layer=layer, variant="causal"), capture).spec
            weights, _ = stage_rows(capture, layer, head, spec, "weights", 2, 3)
            assert view.scores["pair"][layer, head] == pytest.approx(weights[0, 0], abs=1e-6)
    assert view.rows["pair"] == 1 and "pair" not in view.missing
    assert not np.isnan(seen(capture, query=0, key=2).scores["pair"]).any(), "a special query was chosen on purpose"
    for query, key in ((2, None), (2, 3), (9, 0), (0, 9)):
        hidden = seen(capture, query=query, key=key, variant="causal")
        assert np.isnan(hidden.scores["pair"]).all() and hidden.rows["pair"] == 0
        assert hidden.missing["pair"] == "Choose a query and a key it sees."


def test_it_names_what_it_was_measured_on_and_whether_the_model_ran_so() -> None:
    capture = random("a b")
    assert seen(capture).measured_on == "this text"
    repeat = {"measured_on": "repeat", "seed": 3, "repeats": 16}
    assert seen(capture, source="", **repeat).measured_on == "random repeat, seed 3, 16 tokens twice"
    assert seen(capture, **repeat).measured_on == "this text"  # a file has no model that could read other tokens
    assert not seen(capture).changed
    assert seen(capture, variant="causal").changed and seen(capture, scale=3.0).changed
    assert not seen(capture, scale=1 / capture.layers[0].scale).changed


def test_colours_of_a_long_text_run_to_the_largest_weight_of_any_head() -> None:
    capture = random(" ".join(f"w{i}" for i in range(70)), d=2)
    view = seen(capture, scale=64.0)
    assert view.maps.max() < 0.02
    assert view.maps.max() <= view.top <= 2 * view.maps.max()
    assert seen(random("a b c d"), scale=64.0).top == 1


@pytest.mark.parametrize("field", ["measure", "up", "across"])
def test_a_measure_that_is_unknown_is_refused(field: str) -> None:
    with pytest.raises(ValueError, match=rf"^Unknown {field} 'beauty'; known: previous, next, .*pair\.$"):
        seen(random("a b"), **{field: "beauty"})


def test_parts_show_what_is_there() -> None:
    capture, parts = random("a b a b", layers=3), list[HeadsView]()
    view = heads_of(Scene(source="x", key=0, query=1), capture, 8, lambda: False, parts.append)
    assert view is not None and view.complete
    assert [part.done for part in parts] == [1, 2], "the last is what comes back"
    for part in parts:
        assert not part.complete
        assert not part.matching[part.done :].any() and part.matching[: part.done].all()
        assert all(np.isnan(scores[part.done :]).all() for scores in part.scores.values())
        assert {layer for layer, _ in part.order[: 4 * part.done]} == set(range(part.done))
        assert part.histograms["own"].counts.sum() == 4 * part.done
        assert "induction" not in part.missing


def test_nothing_is_measured_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    times = []

    def counting(*given: Any) -> Any:
        times.append(1)
        return measure(*given)

    monkeypatch.setattr(module, "measure", counting)
    capture = random("a b c")
    first = seen(capture)
    for choices in ({"measure": "own"}, {"threshold": 0.5}, {"up": "own"}, {"query": 1, "key": 0}, {"layer": 1}):
        again = seen(capture, **choices)
        assert again.maps is first.maps
    assert len(times) == 1
    seen(capture, variant="causal")
    assert seen(capture).maps is first.maps
    assert len(times) == 2
    for scale in (1.0, 2.0, 3.0):
        seen(capture, scale=scale)
    assert seen(capture).maps is not first.maps, "old ones go"


def test_a_pair_is_looked_up_once_while_the_threshold_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    times = []

    def counting(*given: Any) -> Any:
        times.append(1)
        return pair_scores(*given)

    monkeypatch.setattr(module, "pair_scores", counting)
    capture = random("a b c")
    for threshold in (0.1, 0.2, 0.3):
        seen(capture, query=2, key=1, threshold=threshold)
    assert len(times) == 1
    seen(capture, query=1, key=2)
    seen(capture, query=1, key=2, scale=2.0)
    assert len(times) == 3


def test_what_is_kept_keeps_no_capture_alive() -> None:
    capture = random("a b c")
    seen(capture)
    gone = weakref.ref(capture)
    del capture
    gc.collect()
    assert gone() is None


def test_cancelled_is_none_and_is_not_kept() -> None:
    capture = random("a b c")
    assert heads_of(Scene(source="x"), capture, 8, lambda: True) is None
    assert seen(capture).complete
