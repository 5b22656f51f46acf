"""What the tests of exported pictures need: pages of a workspace, as `render` makes them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.scene import Scene
from gui.export.page import Page
from gui.frame.shell import dress

MakePage = Callable[..., Page]


@pytest.fixture(scope="session")
def capture() -> Capture:
    return Capture.load(GALLERY["bank-muddy"].path)


@pytest.fixture
def page(qapp: QApplication, capture: Capture) -> Iterator[MakePage]:
    """page("flash", step=3, ...) is a settled page of the bank."""
    dress(qapp, "light")
    made: list[Page] = []

    def make(workspace: str, size: tuple[int, int] = (1440, 900), of: Capture | None = capture, **choices: Any) -> Page:
        scene = replace(Scene(theme="light"), workspace=workspace, **choices)
        made.append(Page(scene, of, QSize(*size)))
        assert made[-1].settle()
        return made[-1]

    yield make
    for each in made:
        each.close_room()
        each.deleteLater()
    qapp.processEvents()
