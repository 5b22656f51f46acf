"""What the tests of the Flash workspace need: a store, a real capture, and frames of the two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from engine.capture import Capture
from engine.flash.frame.view import FlashView
from engine.scene import Scene
from gui.look.theme import load_fonts, theme
from gui.store import Store
from tests.gui.flash.handmade import frame_of

EXAMPLES = Path(__file__).parents[3] / "resources" / "examples"


@pytest.fixture(autouse=True)
def looks(qapp: QApplication) -> None:
    """The application as it runs: Fusion, our fonts, our palette."""
    qapp.setStyle("Fusion")
    load_fonts()
    qapp.setPalette(theme("light").palette())


@pytest.fixture
def store() -> Store:
    """Causal, 16 x 16 tiles, FlashAttention-2, nothing done yet."""
    return Store(Scene(theme="light", variant="causal", query=30, block_q=16, block_k=16))


@pytest.fixture
def capture() -> Capture:
    """MiniLM on 59 tokens: four row blocks, the last with 11 rows."""
    return Capture.load(EXAMPLES / "keys-and-locks.safetensors")


@pytest.fixture
def look(store: Store, capture: Capture) -> Callable[..., FlashView]:
    """look(step=20, ...) is the frame of the store's scene with these choices."""

    def made(**choices: Any) -> FlashView:
        return frame_of(replace(store.scene, **choices), capture)

    return made
