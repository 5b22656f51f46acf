"""One pass over all heads: no seam between strips, heads or layers; memory that never holds a map."""

from __future__ import annotations

import gc
import math
import tracemalloc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from engine.attention import Spec
from engine.capture import Capture, Layer
from engine.heads import measured as module
from engine.heads.measured import MEASURES, Measured, measure, measured_key, varied_in
from engine.maps.raster import Viewport, raster
from engine.maps.spans import CHUNK
from engine.maps.words import axis_in
from engine.scene import Scene
from engine.variants import CATALOGUE, Varied
from tests.engine.heads.handmade import by_the_book, random

WORDS = "[CLS] " + "the bank+s of the river was mud+d+y and the " * 16 + "[SEP]"


def whole(scene: Scene, capture: Capture, size: int = 12) -> Measured:
    found = measure(scene, capture, size, lambda: False)
    assert found is not None
    return found


def check(scene: Scene, capture: Capture, size: int) -> None:
    """Maps are the large map at that size, and scores what their definitions say, in every head of every layer."""
    found, axis = whole(scene, capture, size), axis_in(capture, scene.merge, scene.specials)
    for layer in range(len(capture.layers)):
        varied = varied_in(scene, capture, layer)
        for head in range(capture.heads):
            where = Viewport(height=size, width=size)
            large = raster(varied.capture, layer, head, varied.spec, "weights", axis, where)
            assert large is not None
            np.testing.assert_allclose(found.maps[layer, head], large.values, atol=1e-6)
            np.testing.assert_array_equal(found.visible[layer, head], large.visible)
            attention = varied.capture.attention(layer, head, varied.spec)
            for name in ("previous", "special", "duplicate", "induction", "entropy", "distance"):
                if varied.sums and name in ("entropy", "distance"):
                    continue
                book, rows = by_the_book(name, attention.weights[0, 0], attention.visible[0, 0], capture.tokens)
                assert found.scores[name][layer, head] == pytest.approx(book, abs=2e-5, nan_ok=True), name
                assert found.counted[name][layer, head] == rows, name


@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize(("merge", "specials", "size"), [(True, False, 9), (False, True, 40), (True, True, 300)])
@pytest.mark.parametrize("together", [1, 2**19])
def test_maps_and_scores_of_every_head(
    mask: str, merge: bool, specials: bool, size: int, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CELLS", together)
    capture = random(WORDS, layers=1, heads=3, kv_heads=1, mask=mask, dtype="float16")
    assert len(capture.tokens) > 3 * CHUNK
    check(Scene(source="x", merge=merge, specials=specials, scale=1.5), capture, size)


@pytest.mark.parametrize("variant", [name for name in CATALOGUE if name != "as-trained"])
def test_every_variant_in_every_layer(variant: str) -> None:
    text = " ".join(WORDS.split()[:50])
    check(Scene(source="x", variant=variant), random(text, d=8, mask="causal"), 20)


def test_the_scale_is_that_of_the_scene_in_every_layer() -> None:
    capture = random("a b c d e f g h", layers=3)
    flat = whole(Scene(source="x", scale=64.0), capture)
    own = whole(Scene(source="x"), capture)
    assert (flat.scores["entropy"] > 0.99).all()
    assert (own.scores["entropy"] < 0.99).any()


@pytest.mark.parametrize("together", [1, 2**19])
def test_heads_whose_masks_differ(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    capture, spec = random("a b c d e", layers=1), Spec(mask=lambda b, h, q, k: k <= q + h)
    monkeypatch.setattr(module, "CELLS", together)
    monkeypatch.setattr(module, "varied_in", lambda *given: Varied(capture, spec))
    found = whole(Scene(source="x"), capture)
    for head in range(4):
        np.testing.assert_array_equal(found.visible[0, head], np.tri(5, k=head, dtype=bool))
    assert found.counted["next"].tolist() == [[0, 4, 4, 4]]
    assert found.counted["own"].tolist() == [[4, 5, 5, 5]]


def test_layers_come_one_by_one_and_stay_as_they_were() -> None:
    capture, parts = random(WORDS, layers=3), list[Measured]()
    last = measure(Scene(source="x"), capture, 10, lambda: False, parts.append)
    assert last is parts[-1]
    assert [part.done for part in parts] == [1, 2, 3]
    for part in parts:
        np.testing.assert_array_equal(part.maps[: part.done], last.maps[: part.done])
        for name in MEASURES:
            np.testing.assert_array_equal(part.scores[name][: part.done], last.scores[name][: part.done])
            assert np.isnan(part.scores[name][part.done :]).all()
        with pytest.raises(ValueError, match="read-only"):
            part.maps[:] = 0


def test_it_can_be_cancelled_at_every_strip_of_every_layer() -> None:
    capture, asked = random(WORDS, layers=2), 0

    def counting() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert measure(Scene(source="x"), capture, 10, counting) is not None
    assert asked >= 2 * math.ceil(len(capture.tokens) / CHUNK)
    for last in range(1, asked + 1):
        left = iter([False] * (last - 1) + [True])
        assert measure(Scene(source="x"), capture, 10, lambda left=left: next(left)) is None  # type: ignore[misc]


def test_the_worst_row_of_any_layer_and_head_counts_even_where_it_is_folded_away() -> None:
    capture = random("[CLS] a b c [SEP]", layers=3)
    assert 0 <= whole(Scene(source="x"), capture).row_error < 1e-6
    for token in (0, 2):
        layer = capture.layers[1]
        q = layer.q.copy()
        q[3, token] = np.nan
        layers = (capture.layers[0], Layer(q, layer.k, layer.v, layer.scale, layer.mask), capture.layers[2])
        assert np.isnan(whole(Scene(source="x"), replace(capture, layers=layers)).row_error), token


def test_memory_does_not_grow_with_the_square_of_the_text() -> None:
    def peak(n: int) -> int:
        capture = random(" ".join(f"w{i % 700}" for i in range(n)), layers=1, heads=2, kv_heads=1, mask="causal")
        whole(Scene(source="x"), capture, 10)
        gc.collect()
        tracemalloc.start()
        whole(Scene(source="x"), capture, 10)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    short, long = peak(1024), peak(4096)
    assert long < 4.5 * short
    assert long < 4096 * 4096 * 4 / 3, "a third of one map"


@pytest.mark.parametrize(
    "choice",
    [
        {"measure": "own"},
        {"threshold": 0.5},
        {"sorting": "score"},
        {"up": "previous"},
        {"across": "own"},
        {"query": 1},
        {"key": 1},
        {"layer": 1},
        {"head": 1},
        {"workspace": "attention"},
    ],
    ids=str,
)
def test_what_takes_long_does_not_depend_on(choice: dict[str, object]) -> None:
    capture, scene = random("a b"), Scene(source="x")
    assert measured_key(replace(scene, **choice), capture, 8) == measured_key(scene, capture, 8)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "choice",
    [{"variant": "causal"}, {"scale": 2.0}, {"merge": False}, {"specials": True}],
    ids=str,
)
def test_what_takes_long_depends_on(choice: dict[str, object]) -> None:
    capture, scene = random("a b"), Scene(source="x")
    key = measured_key(scene, capture, 8)
    assert key != measured_key(replace(scene, **choice), capture, 8)  # type: ignore[arg-type]
    assert key != measured_key(scene, random("a b"), 8)
    assert key != measured_key(scene, capture, 9)
    window = [Scene(source="x", variant="window", parameters={"width": width}) for width in (2, 3)]
    assert measured_key(window[0], capture, 8) != measured_key(window[1], capture, 8)


def test_an_own_function_counts_from_when_it_is_approved(monkeypatch: pytest.MonkeyPatch) -> None:
    capture, scene = random("a b"), Scene(source="x", function="mine.py")
    before, approved = measured_key(scene, capture, 8), object()
    assert before == measured_key(replace(scene, function=""), capture, 8)
    monkeypatch.setattr("engine.heads.measured.function_of", lambda path: approved if path == "mine.py" else None)
    assert measured_key(scene, capture, 8) != before


def test_a_key_keeps_no_capture_alive() -> None:
    capture = random("a b")
    keys, gone = {measured_key(Scene(source="x"), capture, 8)}, weakref.ref(capture)
    del capture
    gc.collect()
    assert gone() is None and len(keys) == 1
