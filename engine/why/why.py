"""What a lens of the Attention workspace shows of the chosen query and key."""

from __future__ import annotations

from dataclasses import dataclass

from engine.models.projections import lacking
from engine.own import GivenUp, function_of, patience
from engine.scene import Scene
from engine.shown.view import Cancelled, View, varied_of
from engine.why.dimensions import Dimensions, dimensions_of
from engine.why.rollout import Rollout, Tell, rollout_of
from engine.why.shares import Shares, shares_of
from engine.why.values import Values, values_of

Found = Dimensions | Values | Shares | Rollout


@dataclass(frozen=True, eq=False)
class Why:
    """The numbers of a view's lens, or the sentence that says why there are none."""

    view: View
    found: Found | None
    reason: str = ""

    @property
    def scene(self) -> Scene:
        """The scene it was made for."""
        return self.view.scene


@dataclass(frozen=True, eq=False)
class Underway:
    """How far the numbers of a lens are that take long: a share from 0 to 1."""

    scene: Scene
    share: float


def why_of(view: View, before: Why | None, tell: Tell, cancelled: Cancelled) -> Why | None:
    """What the lens of a view's scene shows; None when cancelled, and for "weights", which the view itself shows.

    `before` is what was made last: its numbers are taken where they are the same. `tell(share)` hears of progress.
    """
    if view.scene.lens == "weights":
        return None
    if before is not None and before.found is not None and _depends(before.view) == _depends(view):
        return Why(view, before.found)
    reason = greyed(view, view.scene.lens)
    try:
        with patience(cancelled):
            found = None if reason else _found(view, tell, cancelled)
    except GivenUp:
        return None
    except ValueError as error:  # a reason, and no failure: the map beside stands as it is
        found, reason = None, str(error)
    return None if found is None and not reason else Why(view, found, reason)


def greyed(view: View, lens: str) -> str:
    """Why a lens has nothing to show of a view, in a sentence; "" where it has."""
    if lens in ("dimensions", "values") and not isinstance(view.head, int):
        what = "q·k" if lens == "dimensions" else "values"
        return f"The {view.head} of all heads has no {what} of its own: choose one head."
    if lens == "shares":
        return lacking(view.capture.own.model)
    if lens == "rollout" and view.sums is not None:
        return f"A rollout follows shares, and rows must sum to 1 for that. {view.sums}"
    return ""


def _found(view: View, tell: Tell, cancelled: Cancelled) -> Found | None:
    lens = view.scene.lens
    if lens == "rollout":
        return rollout_of(view, tell, cancelled)
    varied = varied_of(view.scene, view.capture)
    if lens == "shares":
        return shares_of(view, varied, cancelled)
    return dimensions_of(view, varied) if lens == "dimensions" else values_of(view, varied)


def _depends(view: View) -> tuple[object, ...]:
    """What the numbers of the lens depend on."""
    scene = view.scene
    computed = (scene.variant, tuple(sorted(scene.parameters.items())), scene.scale, function_of(scene.function))
    shown = (scene.lens, id(view.capture), view.layer, view.query, scene.merge, scene.specials)
    chosen = {"values": (view.head,), "dimensions": (view.head, view.key)}.get(scene.lens, ())
    return (*shown, *computed, *chosen)
