"""What the tour says, and at which controls: a record a stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.scene import Scene

Did = Callable[[Scene, Scene], bool]


@dataclass(frozen=True)
class Stop:
    """`names` are the object names of the controls, the arrow points at the first; `workspace` "" is any.

    `did(new, old)` says whether a change of the scene is what the stop asks for.
    """

    title: str
    says: str
    asks: str
    names: tuple[str, ...]
    did: Did
    workspace: str = "attention"


def other(*fields: str) -> Did:
    """Whether one of these fields of the scene is another."""
    return lambda new, old: any(getattr(new, name) != getattr(old, name) for name in fields)


STOPS: Final = (
    Stop(
        "Click a word",
        "Each word asks all words which of them matter to it. The stronger its colour, the more attention a word gets; "
        "the thickest arc goes to the word that gets most.",
        "Click another word.",
        ("tokenStrip",),
        other("query"),
    ),
    Stop(
        "Turn the scale",
        "Scores are divided by √d before they become weights. A smaller number makes attention sharper, a larger one "
        "flatter. The mark is the model’s own value.",
        "Drag the handle.",
        ("scaleSlider",),
        other("scale"),
    ),
    Stop(
        "Look through another head",
        "Each picture is a head of this layer, with a pattern of its own. The variant, above, changes the rules by "
        "which they look.",
        "Open another head, or choose a variant.",
        ("headStrip", "variantPicker"),
        other("head", "layer", "variant"),
    ),
    Stop(
        "See it from four sides",
        "Heads shows all heads of the model, Flash computes the same numbers tile by tile, and Learn explains it all, "
        "chapter by chapter.",
        "Open Flash or Learn.",
        ("workspaces",),
        other("workspace"),
        "",
    ),
)
AWAY: Final = "This is shown in Attention, with a sentence in it. Go back there, or go on."
