"""The picture of the Learn workspace as the window knows it: a scene that needs no text to be read."""

from __future__ import annotations

from dataclasses import dataclass

from engine.capture import Capture
from engine.scene import Scene


@dataclass(frozen=True, eq=False)
class Lesson:
    """What is read is in the scene (`chapter`); its live parts get their numbers themselves.

    `own` is what the model read of the person's text, if the live parts are to show that, else None.
    """

    scene: Scene
    own: Capture | None = None
    capture: None = None
