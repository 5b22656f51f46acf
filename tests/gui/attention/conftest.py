"""What every widget's test needs: a store, a real capture, and the view of the two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.scene import Scene
from engine.shown.view import View, view_of
from gui.look.theme import load_fonts, theme
from gui.store import Store

EXAMPLES = Path(__file__).parents[3] / "resources" / "examples"
W = TypeVar("W", bound=QWidget)


class OnScreen(Protocol):
    """What the fixture `on_screen` is."""

    def __call__(self, widget: W, width: int, height: int) -> W: ...


@pytest.fixture(autouse=True)
def looks(qapp: QApplication) -> None:
    """The application as it runs: Fusion, our fonts, our palette."""
    qapp.setStyle("Fusion")
    load_fonts()
    qapp.setPalette(theme("light").palette())


@pytest.fixture
def store() -> Store:
    """The first start, in light."""
    return Store(Scene(theme="light"))


@pytest.fixture
def capture() -> Capture:
    """MiniLM on "The bank of the river was muddy.": [CLS] the bank of the river was muddy . [SEP]."""
    return Capture.load(EXAMPLES / "bank-muddy.safetensors")


@pytest.fixture
def look(store: Store, capture: Capture) -> Callable[..., View]:
    """look(stage="raw", ...) is the view of the store's scene with these choices; look(of=...) of another capture."""

    def made(canvas: tuple[int, int] = (400, 400), of: Capture = capture, **choices: Any) -> View:
        view = view_of(replace(store.scene, **choices), of, canvas, lambda: False)
        assert view is not None
        return view

    return made


@pytest.fixture
def view(look: Callable[..., View]) -> View:
    """What the first start shows: layer 0, head 4, "bank" looks at "river" with 0.5232."""
    return look()


@pytest.fixture
def on_screen(qtbot: QtBot) -> OnScreen:
    """on_screen(Bars(store), 408, 406) shows a widget at this size, without the focus; it goes with the test."""

    def shown(widget: W, width: int, height: int) -> W:
        widget.resize(width, height)
        qtbot.addWidget(widget)
        widget.show()
        widget.clearFocus()
        return widget

    return shown


@pytest.fixture
def long_store() -> Store:
    """A scene on 61 tokens, its query in their middle."""
    return Store(Scene(theme="light", query=30))


@pytest.fixture
def long_capture() -> Capture:
    """The 61 tokens: more words than the bars have rows, or the strip has room for."""
    return Capture.load(EXAMPLES / "keys-and-locks.safetensors")
