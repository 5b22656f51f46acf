"""The paper's numbers beside ours: all sixteen entries, all references with their reason, readable and scrollable."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.flash.hardware.memory import TABLE_21
from engine.flash.hardware.references import references
from gui.flash.traffic.pane import TrafficPane
from gui.flash.traffic.paper import COLUMNS, EDGE, WIDTH, PaperSheet, rows, text
from gui.look.drawing import text_width
from gui.look.theme import font, theme
from gui.parts.buttons import words_font
from gui.store import Store
from tests.gui.flash.handmade import picture
from tests.gui.flash.pixels import has


def number(cell: str) -> float:
    return float(cell.replace(",", ""))


def test_all_sixteen_entries_stand_beside_ours() -> None:
    cells = [row.cells for row in rows() if row.kind == "cells"]
    assert [number(row[0]) for row in cells] == list(TABLE_21["flash"])
    pairs = [(row[at], row[at + 1]) for row in cells for at in (1, 3) if row[at] != "–"]
    assert len(pairs) == 16 and all(number(paper) == round(number(ours)) for paper, ours in pairs)
    assert sorted(number(paper) for paper, _ in pairs) == sorted(n for way in TABLE_21.values() for n in way.values())


def test_every_reference_has_both_numbers_its_difference_and_its_reason() -> None:
    pairs = [row.cells for row in rows() if row.kind == "pair"]
    assert [what for what, _ in pairs] == [each.what for each in references()]
    assert pairs[0][1] == "40.3 in the paper, ours 25.23, −37 %" and pairs[2][1] == "4.4 in the paper, ours 4.06, −8 %"
    assert all(
        "not printed" in said for (_, said), each in zip(pairs, references(), strict=True) if each.published is None
    )
    reasons = " ".join(row.cells[0] for row in rows() if row.kind == "why")
    assert all(each.why in reasons for each in references()) and "arXiv 2205.14135" in reasons


def test_every_line_fits() -> None:
    inner = WIDTH - 2 * EDGE
    for row in rows():
        if row.kind in ("says", "why"):
            assert text_width(row.cells[0], words_font("caption")) <= inner
        if row.kind == "pair":
            widths = (
                text_width(row.cells[0], words_font("caption", 600)),
                text_width(row.cells[1], font("caption", 500)),
            )
            assert sum(widths) + 8 <= inner, row.cells
        if row.kind == "cells":
            assert all(text_width(c, font("caption")) <= wide for c, (_, wide) in zip(row.cells, COLUMNS, strict=True))


@pytest.mark.parametrize("name", ["light", "dark"])
def test_lines_do_not_meet(qtbot: QtBot, name: str) -> None:
    sheet = PaperSheet(theme(name))
    qtbot.addWidget(sheet)
    image = picture(sheet)
    assert sheet.accessibleDescription() == text()
    boxes = [sheet.line_rect(n) for n in range(len(rows()))]
    assert all(a.bottom() + 1 == b.top() for a, b in pairwise(boxes))
    assert boxes[-1].bottom() < sheet.height()
    for row, box in zip(rows(), boxes, strict=True):
        written = {"why": "ink3", "says": "ink2", "title": "ink", "pair": "ink", "cells": "ink"}.get(row.kind)
        assert written is None or has(image, box, theme(name)[written], 40), row


def test_it_opens_scrolls_copies_and_closes(qtbot: QtBot, store: Store) -> None:
    pane = TrafficPane(store)
    qtbot.addWidget(pane)
    pane.resize(700, 420)
    pane.show()
    popup = pane.open_paper()
    assert popup.isVisible() and popup.height() <= 420
    bar = popup.area.verticalScrollBar()
    QTest.keyClick(popup, Qt.Key.Key_Down)
    assert 0 < bar.value() < bar.maximum()
    QTest.keyClick(popup, Qt.Key.Key_End)
    assert bar.value() == bar.maximum() == popup.sheet.height() - popup.area.viewport().height()
    QTest.keyClick(popup, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text()
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not pane.isHidden()
    qtbot.waitUntil(lambda: pane.findChild(type(popup)) is None, timeout=2000)
    QTest.mouseClick(pane.about, Qt.MouseButton.LeftButton)
    assert pane.findChild(type(popup)) is not None
