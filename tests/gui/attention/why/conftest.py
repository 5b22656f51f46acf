"""What the lenses' tests need: the numbers of a view's lens, and a head that was turned."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.capture import Capture
from engine.layers.rotation import Rotation
from engine.scene import Scene
from engine.shown.view import View, view_of
from engine.why.why import Why, why_of
from tests.engine.why.conftest import turned

Explain = Callable[..., Why]


def explained(view: View) -> Why:
    """The numbers of the view's lens."""
    made = why_of(view, None, lambda share: None, lambda: False)
    assert made is not None
    return made


@pytest.fixture
def explain(look: Callable[..., View]) -> Explain:
    """explain("values", head=3) is what the lens shows of the first start with these choices."""

    def made(lens: str, of: Capture | None = None, **choices: object) -> Why:
        return explained(look(lens=lens, **choices) if of is None else look(of=of, lens=lens, **choices))

    return made


@pytest.fixture
def rotated() -> Why:
    """Of a causal capture with RoPE on half of its dimensions, the products of token 5 and token 2."""
    capture = turned(Rotation(base=100.0, fraction=0.5))
    scene = Scene(source="x", head=1, layer=1, query=5, key=2, merge=False, lens="dimensions", theme="light")
    view = view_of(scene, capture, (40, 40), lambda: False)
    assert view is not None
    return explained(view)
