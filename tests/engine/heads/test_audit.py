"""Each layer's mask, counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine import masks
from engine.attention import Spec
from engine.heads import audit as module
from engine.heads.audit import LayerMask, audit_of, joined
from engine.scene import Scene
from engine.tiles import tiles_of
from engine.variants import Varied
from tests.engine.heads.handmade import random

TEXT = "a b c d e f"


def audit(variant: str = "as-trained", mask: str = "none", **choices: object) -> tuple[LayerMask, ...]:
    found = audit_of(Scene(source="x", variant=variant, **choices), random(TEXT, mask=mask), lambda: False)  # type: ignore[arg-type]
    assert found is not None
    return found


def custom(monkeypatch: pytest.MonkeyPatch, mask: object, heads: int = 4, text: str = TEXT) -> LayerMask:
    capture = random(text, layers=1, heads=heads)
    monkeypatch.setattr(module, "varied_in", lambda *given: Varied(capture, Spec(mask=mask)))  # type: ignore[arg-type]
    found = audit_of(Scene(source="x"), capture, lambda: False)
    assert found is not None
    return found[0]


def test_a_mask_that_hides_nothing() -> None:
    one, two = audit()
    assert (one.named, one.least, one.most, one.first, one.last) == ("none", 6, 6, 6, 6)
    assert (one.blind, one.ahead, one.alike) == ((), 5, True)
    assert one.sentence == "Layer 0 hides nothing: every query sees all 6 keys."
    assert two.layer == 1 and two.sentence.startswith("Layer 1 hides nothing")


def test_a_causal_mask() -> None:
    one = audit(mask="causal")[0]
    assert (one.named, one.least, one.most, one.first, one.last, one.ahead) == ("causal", 1, 6, 1, 6, 0)
    assert one.sentence == (
        "Layer 0 is causal: each query sees itself and all before it, from 1 key in the first row to 6 in the last."
    )


def test_the_scene_s_variant_is_in_force() -> None:
    one = audit("window", parameters={"width": 2})[0]
    assert (one.named, one.least, one.most, one.first, one.last) == ("none", 1, 2, 1, 2)
    assert one.sentence == "Layer 0 lets a query see 1 to 2 of 6 keys, none after itself."


def test_layers_of_different_masks() -> None:
    capture = random(TEXT)
    mixed = replace(capture, layers=(capture.layers[0], replace(capture.layers[1], mask="causal")))
    found = audit_of(Scene(source="x"), mixed, lambda: False)
    assert found is not None
    assert [at.least for at in found] == [6, 1]


def test_rows_that_see_nothing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = np.eye(6, dtype=bool)
    seen[[1, 4]] = False
    one = custom(monkeypatch, masks.keep(seen))
    assert (one.blind, one.least, one.most) == ((1, 4), 0, 1)
    assert one.sentence == "Layer 0 lets a query see 0 to 1 of 6 keys, none after itself; 2 of 6 see nothing: 1, 4."
    none = custom(monkeypatch, masks.keep(np.zeros((9, 9), bool)), text="a b c d e f g h i")
    assert none.blind == tuple(range(9))
    assert none.sentence.endswith("9 of 9 see nothing: 0, 1, 2, 3, 4 and 4 more.")


def test_counts_of_a_causal_mask_alone_do_not_make_one(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = np.tri(6, dtype=bool)
    seen[2] = [0, 0, 0, 1, 1, 1]
    one = custom(monkeypatch, masks.keep(seen))
    assert one.ahead == 1
    assert one.sentence == "Layer 0 lets a query see 1 to 6 of 6 keys, 1 of 6 look ahead."


def test_heads_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    one = custom(monkeypatch, lambda b, h, q, k: (k <= q) & ((h > 0) | (k == q)))
    assert not one.alike
    assert one.sentence.endswith("; the heads differ.")
    assert custom(monkeypatch, lambda b, h, q, k: (k <= q) & (h >= 0)).alike


def test_strips_leave_no_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    one = custom(monkeypatch, masks.causal(), text="a " * 150)
    assert (one.least, one.most, one.last, one.ahead) == (1, 150, 150, 0)
    assert "is causal" in one.sentence


def test_it_can_be_cancelled() -> None:
    assert audit_of(Scene(source="x"), random(TEXT), lambda: True) is None


def test_layers_of_one_mask_are_joined_whatever_it_is_called() -> None:
    capture = random(TEXT)
    causal = replace(capture.layers[1], mask="causal")
    mixed = replace(capture, layers=(*capture.layers, causal, causal, capture.layers[0]))
    found = audit_of(Scene(source="x"), mixed, lambda: False)
    assert found is not None
    assert [[at.layer for at in same] for same in joined(found)] == [[0, 1, 4], [2, 3]]
    varied = audit("window", parameters={"width": 2}, mask="causal")
    assert [len(same) for same in joined(varied)] == [2]
    assert varied[0].words == "lets a query see 1 to 2 of 6 keys, none after itself."


def test_equal_counts_are_not_an_equal_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = np.eye(6, dtype=bool)
    one, other = custom(monkeypatch, masks.keep(seen)), custom(monkeypatch, masks.keep(seen[[1, 0, *range(2, 6)]]))
    assert (one.least, one.most) == (other.least, other.most)
    assert len(joined((one, other))) == 2


def test_the_picture_is_made_of_the_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = np.tri(6, dtype=bool)
    seen[5, 0] = False
    one = custom(monkeypatch, lambda b, h, q, k: np.array(seen)[q, k])
    letters = {"empty": ".", "cut": "/", "full": "x"}
    assert ["".join(letters[kind] for kind in row) for row in one.tiles.kinds] == [
        "x.....",
        "xx....",
        "xxx...",
        "xxxx..",
        "xxxxx.",
        ".xxxxx",
    ]
    differ = custom(monkeypatch, lambda b, h, q, k: (k <= q) & ((h > 0) | (k == q)))
    assert [letters[kind] for kind in differ.tiles.kinds[2]] == ["/", "/", "x", ".", ".", "."]


@pytest.mark.parametrize("count", [9, 64, 65, 150])
def test_a_long_mask_has_eight_tiles_a_side(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    one = custom(monkeypatch, masks.causal(), text="a " * count)
    assert one.tiles == tiles_of(masks.causal(), count)


def test_heads_that_differ_in_one_strip_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    one = custom(monkeypatch, lambda b, h, q, k: (k <= q) & ((h > 0) | (q != 100)), text="a " * 150)
    assert (one.blind, one.alike, one.most) == ((100,), False, 150)
