"""What every widget's test of the Heads workspace needs: a store, a real capture, and all its heads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.heads.view import HeadsView, heads_of
from engine.scene import Scene
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Pointed
from gui.look.theme import load_fonts, theme
from gui.store import Store

P = TypeVar("P", bound=HeadsPane)
Look = Callable[..., HeadsView]


@pytest.fixture(autouse=True)
def looks(qapp: QApplication) -> None:
    """The application as it runs: Fusion, our fonts, our palette."""
    qapp.setStyle("Fusion")
    load_fonts()
    qapp.setPalette(theme("light").palette())


@pytest.fixture
def store() -> Store:
    """The first start, in light, in the Heads workspace."""
    return Store(Scene(theme="light", workspace="heads"))


@pytest.fixture
def capture() -> Capture:
    """MiniLM on "The bank of the river was muddy."."""
    return Capture.load(GALLERY["bank-muddy"].path)


@pytest.fixture
def pointed() -> Pointed:
    return Pointed()


@pytest.fixture
def look(store: Store, capture: Capture) -> Look:
    """look(measure="entropy", ...) is what the store's scene shows with these choices."""

    def made(of: Capture = capture, **choices: Any) -> HeadsView:
        view = heads_of(replace(store.scene, **choices), of, 64, lambda: False)
        assert view is not None
        return view

    return made


@pytest.fixture
def view(look: Look) -> HeadsView:
    """All 72 heads, by the weight on the previous token."""
    return look()


def shown(qtbot: QtBot, pane: P, width: int, height: int, look: Look) -> P:
    """The pane on screen at this size, following its store; it goes with the test."""
    pane.resize(width, height)
    qtbot.addWidget(pane)
    pane.show()
    follow(pane.store, look, pane)
    return pane


def follow(store: Store, look: Look, *panes: Any) -> None:
    """Show the store's scene in the panes now and whenever it changes, as the window does."""

    def show() -> None:
        view = look()
        for pane in panes:
            pane.show_view(view)

    store.changed.connect(show)
    show()
