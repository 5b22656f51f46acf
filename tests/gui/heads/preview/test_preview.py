"""One head, cell by cell, with every score."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.heads.patterns import PATTERNS
from engine.heads.preview import preview_of
from engine.heads.view import HeadsView
from gui.heads.pointed import Pointed
from gui.heads.preview.pane import PreviewPane
from gui.store import Store
from tests.gui.heads.conftest import Look, shown

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def preview(qtbot: QtBot, store: Store, pointed: Pointed, look: Look, capture: Capture) -> PreviewPane:
    made = shown(qtbot, PreviewPane(store, pointed), 344, 480, look)
    made.show_preview(preview_of(store.scene, capture, 0, 4, 200))
    return made


def test_the_preview_reads_cell_by_cell(preview: PreviewPane, view: HeadsView) -> None:
    box, cells = preview.map_rect(), len(view.axis.groups)
    bank, river = 1, 4
    at = QPoint(
        box.left() + box.width() * (2 * river + 1) // (2 * cells),
        box.top() + box.width() * (2 * bank + 1) // (2 * cells),
    )
    assert "bank → river, 0.5232" in preview.tip_at(at.x(), at.y())
    QTest.mouseClick(preview, LEFT, pos=at)
    scene = preview.store.scene
    assert (scene.query, scene.key, scene.measure) == (2, 5, "pair")


def test_which_heads_look_from_bank_to_river(look: Look) -> None:
    view = look(query=2, key=5, measure="pair")
    assert view.scores["pair"][0, 4] == pytest.approx(0.52321, abs=1e-4)
    assert tuple(view.order[0]) == (0, 4)


def test_the_preview_is_of_the_head_under_the_pointer(preview: PreviewPane, pointed: Pointed) -> None:
    assert preview.place == (0, 4)
    pointed.point((2, 9))
    assert preview.place == (2, 9)
    preview.open.click()
    scene = preview.store.scene
    assert (scene.layer, scene.head, scene.workspace) == (2, 9, "attention")


def test_without_an_open_head_there_is_nothing_to_open(preview: PreviewPane) -> None:
    preview.store.update(head="max")
    assert preview.place is None and not preview.open.isEnabled()
    preview.pointed.point((1, 1))
    assert preview.open.isEnabled()


def test_the_preview_has_every_score_exactly(preview: PreviewPane, view: HeadsView) -> None:
    box = preview.map_rect()
    tips = [preview.tip_at(x, y) for x in (40, 250) for y in range(box.bottom() + 17, preview.height(), 8)]
    for name in PATTERNS:
        score = float(view.scores[name][0, 4])
        assert np.isnan(score) or any(f"{PATTERNS[name].title} {score:.6f}" in tip for tip in tips), name
