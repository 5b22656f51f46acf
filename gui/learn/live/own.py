"""What a live part begins with: its example, or the person's own sentence, model and head."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.capture import Capture
from engine.learn.pseudocode import LONGEST
from engine.scene import Scene

LENT: Final = ("text", "source", "model", "layer", "head", "query")  # what a live part takes of the person's scene
FIXED: Final = ("memory",)  # which show no sentence
ONE_HEAD: Final = ("code", "rope", "tiles", "closeup")


@dataclass(frozen=True, eq=False)
class Lent:
    """The person's scene, and what the model read of its text."""

    scene: Scene
    capture: Capture

    def has_read(self, scene: Scene) -> bool:
        """Whether the capture is that of this scene's text."""
        return all(getattr(scene, name) == getattr(self.scene, name) for name in ("text", "source", "model"))

    def same_as(self, other: Lent | None) -> bool:
        """Whether live parts would show the same."""
        if other is None or other.capture is not self.capture:
            return False
        return all(getattr(self.scene, name) == getattr(other.scene, name) for name in LENT)

    def whose(self) -> str:
        """The model and the head: "MiniLM-L6-v2, layer 0, head 4"."""
        head = f"head {self.scene.head}" if isinstance(self.scene.head, int) else f"{self.scene.head} of all heads"
        return f"{self.capture.title}, layer {self.scene.layer}, {head}"


def begun(kind: str, example: Scene, lent: Lent | None) -> Scene:
    """The scene that a live part begins with."""
    if lent is None or not uses_own(kind, lent):
        return example
    return replace(example, key=None, **{name: getattr(lent.scene, name) for name in LENT})


def reason(kind: str, lent: Lent) -> str:
    """Why a live part of this kind keeps its example, a sentence; "" if it can show the person's own."""
    scene, capture = lent.scene, lent.capture
    if kind in FIXED:
        return ""
    if kind == "product":
        return "The weights here are those of the example."
    if scene.layer >= len(capture.layers) or (isinstance(scene.head, int) and scene.head >= capture.heads):
        return "Your text has no such head: this is the example."
    if kind in ONE_HEAD and not isinstance(scene.head, int):
        return f"Yours is the {scene.head} of all heads, and this part shows one: this is the example."
    if kind == "rope" and capture.layers[scene.layer].rotation is None:
        return "Your model does not turn its queries: this is the example."
    if kind == "code" and len(capture.tokens) > LONGEST:
        return f"Your text has {len(capture.tokens):,} tokens, and this part shows {LONGEST}: this is the example."
    return ""


def uses_own(kind: str, lent: Lent | None) -> bool:
    """Whether a live part of this kind shows the person's own sentence."""
    return lent is not None and kind not in FIXED and not reason(kind, lent)
