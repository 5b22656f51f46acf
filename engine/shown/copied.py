"""What a person sees as a PyTorch file, and why that is not possible for some of it."""

from __future__ import annotations

from engine.capture import Capture
from engine.learn.pseudocode import LONGEST, program
from engine.normalizers import softmax
from engine.scene import Scene
from engine.shown.view import varied_of
from engine.variants import TRAINED, titled


def not_copied(scene: Scene, capture: Capture | None) -> str:
    """Why there is no PyTorch file of the scene's head, in one sentence; "" where there is one."""
    if capture is None:
        return "There is no head on screen whose numbers it could hold."
    if not isinstance(scene.head, int):
        return f"The {scene.head} is of all heads: choose one."
    if len(capture.tokens) > LONGEST:
        return f"The file would hold the numbers of {len(capture.tokens):,} tokens; {LONGEST} are the most."
    spec = varied_of(scene, capture).spec
    if spec.score is None and spec.normalizer is softmax:
        return ""
    changed = "scores" if spec.score is not None else "the softmax"
    whose = "The own function" if scene.variant == TRAINED else f"“{titled(scene.variant)}”"
    return f"{whose} changes {changed}, which the nine lines of the file do not have."


def copied(scene: Scene, capture: Capture) -> str:
    """A Python file that needs torch alone and prints the weights on screen. ValueError where `not_copied` says why."""
    why = not_copied(scene, capture)
    if why or not isinstance(scene.head, int):
        raise ValueError(why)
    now = varied_of(scene, capture)
    return program(now.capture, scene.layer, scene.head, spec=now.spec)
