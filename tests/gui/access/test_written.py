"""Every text that the window paints is read on what really lies behind it, pixel for pixel, in both themes."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.look.drawing import mix
from tests.gui.access.written import grounds, written_on
from tests.gui.driving import PATIENCE, person
from tests.gui.look.test_theme import contrast

TEXT, LARGE = 4.5, 3.0
SCENES: dict[str, dict[str, Any]] = {
    "attention": {"key": 7},
    "folded": {"query": 1, "variant": "causal"},
    "unfolded": {"specials": True, "merge": False, "query": 5, "stage": "raw"},
    "values": {"lens": "values", "query": 5},
    "changed": {"stage": "difference", "variant": "causal", "colours": "viridis"},
    "mean": {"head": "mean", "colours": "cividis", "specials": True},
    "heads": {"workspace": "heads"},
    "grey": {"workspace": "heads", "colours": "grey", "sorting": "score"},
    "backward": {"workspace": "flash", "direction": "backward", "step": 20},
    "flash": {"workspace": "flash", "step": 9},
    "shape": {"workspace": "flash", "shape": (64, 32), "step": 30, "beside": "standard"},
    "learn": {"workspace": "learn", "chapter": "formula"},
    "tasks": {"workspace": "learn", "chapter": "tasks"},
}


def unread(widget: Any, quiet: QColor, least: int = 20) -> list[tuple[str, str, str, float]]:
    """Texts with too little contrast: what, its colour, what lies behind, and the contrast.

    `quiet` is the colour of what is greyed, which needs none (WCAG 2.2, 1.4.3); there are at least so many texts.
    """
    texts, pixels = written_on(widget)
    assert len(texts) >= least
    found = []
    for each in texts:
        if each.colour.rgb() == quiet.rgb():
            continue
        for ground in grounds(each.box, pixels):
            ink = mix(each.colour, ground, each.opacity * each.colour.alphaF())
            got = contrast(ink, ground)
            if got < (LARGE if each.large else TEXT):
                found.append((each.text, each.colour.name(), ground.name(), round(got, 2)))
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SCENES)
def test_every_text_is_read_where_it_stands(qtbot: QtBot, name: str, theme: str) -> None:
    with person(qtbot, Scene(theme=theme, **SCENES[name])) as who:
        qtbot.waitUntil(lambda: who.window.ready, timeout=PATIENCE)
        who.window.messages.show_warning("Not all of this view is there", "Its device is not known.")
        greyed = who.window.room.theme["disabled"]
        assert unread(who.window, greyed) == []
        who.window.messages.show_notice("Copied: the chosen cell.", "Undo", lambda: None)
        assert unread(who.window.messages._notice, greyed, least=2) == []


def test_what_is_hard_to_read_is_found(qtbot: QtBot) -> None:
    pale = QLabel("\n".join(f"pale {number}" for number in range(20)))
    qtbot.addWidget(pale)
    pale.setStyleSheet("background: #ffffff; color: #8a8a8a")
    pale.resize(200, 500)
    assert {row[1:] for row in unread(pale, QColor("#123456"))} == {("#8a8a8a", "#ffffff", 3.45)}
