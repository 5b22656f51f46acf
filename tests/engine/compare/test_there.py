"""Which words of the pinned text stand for what the newest scene has chosen, when the view is older than that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.capture import Capture
from engine.compare.compared import Compared, compared_of
from engine.compare.pinned import pin
from engine.scene import Scene
from engine.shown.view import view_of

EXAMPLES = Path(__file__).parents[3] / "resources" / "examples"
MUDDY = Capture.load(EXAMPLES / "bank-muddy.safetensors")  # [CLS] the bank of the river was muddy . [SEP]
RIVER = Capture.load(EXAMPLES / "bank-river.safetensors")  # [CLS] we sat on the bank and watched the river . [SEP]
SHOWN = Scene(text=RIVER.text, query=5, pinned=pin(Scene()))


def compared(scene: Scene = SHOWN) -> Compared:
    view = view_of(scene, RIVER, (400, 400), lambda: False)
    assert view is not None
    found = compared_of(view, MUDDY, (400, 400), lambda: False)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("newer", "there"),
    [
        ({}, {"query": 2, "key": None, "viewport": None}),
        ({"query": 9}, {"query": 5, "key": None, "viewport": None}),
        ({"query": 4, "key": 9}, {"query": 1, "key": 5, "viewport": None}),
        ({"query": 2, "key": 7}, {"key": None, "viewport": None}),
        ({"viewport": (3, 3, 6, 6)}, {"query": 2, "key": None, "viewport": (0, 0, 5, 5)}),
        ({"text": "Another one", "query": 1, "key": 9}, {"query": 2, "key": None, "viewport": None}),
    ],
    ids=["the view's own", "another query", "query and key", "words without counterpart", "a part", "another text"],
)
def test_the_newest_choices_are_found_in_the_pinned_text(newer: dict[str, Any], there: dict[str, Any]) -> None:
    assert compared().there(replace(SHOWN, **newer)) == there
