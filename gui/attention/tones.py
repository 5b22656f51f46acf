"""How the weights of a view are shown: some have both signs, some are no shares."""

from __future__ import annotations

from typing import Final

from engine.shown.view import View
from engine.variants import CATALOGUE, names_of

BY_SIGN: Final = "difference"


def signed(view: View) -> bool:
    """Whether weights of this view may be below 0."""
    return any(CATALOGUE[name].signed for name in names_of(view.scene.variant))


def tone(view: View) -> str:
    """The stage whose colours the map takes: weights with both signs are drawn as a difference is."""
    return BY_SIGN if view.stage in ("weights", "value") and signed(view) else view.stage


def weighed(view: View) -> bool:
    """Whether weights are plain numbers, no shares: their rows do not sum to 1."""
    return view.head == "max" or view.sums is not None
