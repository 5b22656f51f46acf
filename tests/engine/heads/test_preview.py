"""The head under the pointer: its map is that of the Attention workspace, its marks the cells of the measure."""

from __future__ import annotations

import numpy as np
import pytest

from engine.heads.preview import preview_of
from engine.scene import Scene
from engine.shown.view import view_of
from tests.engine.heads.handmade import random

TEXT = "[CLS] a b+c a b+c [SEP]"


@pytest.mark.parametrize("variant", ["as-trained", "causal"])
def test_it_is_the_map_that_opens(variant: str) -> None:
    capture = random(TEXT, layers=3, kv_heads=2)
    scene = Scene(source="x", variant=variant, scale=1.5)
    preview = preview_of(scene, capture, 2, 3, 90)
    opened = view_of(Scene(source="x", variant=variant, scale=1.5, layer=2, head=3), capture, (90, 90), lambda: False)
    assert opened is not None
    np.testing.assert_array_equal(preview.map.values, opened.map.values)
    np.testing.assert_array_equal(preview.map.visible, opened.map.visible)
    assert (preview.layer, preview.head, preview.kv_head) == (2, 3, 1)
    assert preview.axis is opened.axis


@pytest.mark.parametrize(
    ("measure", "merge", "specials", "marked"),
    [
        ("previous", False, True, [(q, q - 1) for q in range(1, 7)]),
        ("previous", False, False, [(q, q - 1) for q in range(1, 6)]),
        ("induction", False, True, [(4, 2), (5, 3), (6, 4)]),
        ("induction", True, False, [(2, 1), (3, 1), (3, 2)]),
        ("special", True, False, []),
        ("special", True, True, [(q, k) for q in range(1, 5) for k in (0, 5)]),
        ("entropy", True, True, []),
        ("pair", False, True, [(2, 1)]),
    ],
)
def test_cells_of_the_measure_are_marked(
    measure: str, merge: bool, specials: bool, marked: list[tuple[int, int]]
) -> None:
    scene = Scene(source="x", measure=measure, merge=merge, specials=specials, query=2, key=1)
    assert [tuple(at) for at in preview_of(scene, random(TEXT), 0, 0, 90).marked] == marked


def test_hidden_cells_are_not_marked_and_long_texts_have_no_marks() -> None:
    scene = Scene(source="x", measure="next", variant="causal")
    assert not preview_of(scene, random(TEXT), 0, 0, 90).marked.size
    assert preview_of(Scene(source="x", measure="next"), random(TEXT), 0, 0, 90).marked.size
    assert not preview_of(Scene(source="x"), random("a " * 65), 0, 0, 300).marked.size
    assert not preview_of(Scene(source="x"), random("a b c d"), 0, 0, 2).marked.size, "pixels are no cells"


@pytest.mark.parametrize(("layer", "head"), [(2, 0), (0, 4), (-1, 0)])
def test_a_head_that_is_not_there_is_refused(layer: int, head: int) -> None:
    with pytest.raises(ValueError, match=r"^There is no layer .*: 2 layers of 4 heads\.$"):
        preview_of(Scene(source="x"), random(TEXT), layer, head, 90)
