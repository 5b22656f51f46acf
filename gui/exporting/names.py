"""What an exported file is called before the person says otherwise."""

from __future__ import annotations

import re
from typing import Final

from engine.capture import Capture
from engine.scene import Scene
from engine.variants import TRAINED
from gui.export.page import title_of

WORDS: Final = 6
LONGEST: Final = 40  # characters of the text's words


def suggested(scene: Scene, capture: Capture | None, suffix: str) -> str:
    """From what is shown: "the-bank-of-the-river-was L0 H4 attention.png"."""
    words = re.findall(r"[^\W_]+", title_of(scene, capture)[: 10 * LONGEST].lower())[:WORDS]
    parts = ["-".join(words)[:LONGEST].strip("-") or "qkvista"]
    if scene.workspace in ("attention", "flash") and capture is not None:
        head = f"H{scene.head}" if isinstance(scene.head, int) else scene.head
        parts += [f"L{scene.layer}", head]
    if scene.variant != TRAINED and scene.workspace != "learn":
        parts.append(scene.variant)
    return " ".join((*parts, scene.workspace)) + suffix
