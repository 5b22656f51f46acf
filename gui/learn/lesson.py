"""The picture of the Learn workspace as the window knows it: a scene that needs no text to be read."""

from __future__ import annotations

from dataclasses import dataclass

from engine.scene import Scene


@dataclass(frozen=True)
class Lesson:
    """What is read is in the scene (`chapter`); its live parts get their numbers themselves."""

    scene: Scene
    capture: None = None
