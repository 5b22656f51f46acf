"""The card of masks: what it says of layers and rows, and that it comes and goes without being in the way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine import masks
from engine.attention import Spec
from engine.capture import Capture
from engine.heads import audit as engine_audit
from engine.heads.audit import audit_of
from engine.scene import Scene
from engine.shown.view import View, view_of
from engine.variants import Varied
from gui.audit import card as module
from gui.audit.card import COUNTING, AuditCard
from gui.audit.lines import Line, lines_of
from gui.look.theme import load_fonts, theme

BANK = Path(__file__).parents[3] / "resources" / "examples" / "bank-muddy.safetensors"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def capture() -> Capture:
    return Capture.load(BANK)


def view_on(capture: Capture, **choices: object) -> View:
    made = view_of(Scene(**choices), capture, (20, 20), lambda: False)  # type: ignore[arg-type]
    assert made is not None
    return made


def said(capture: Capture) -> tuple[Line, ...]:
    found = audit_of(Scene(source="x", head=0), capture, lambda: False)
    assert found is not None
    return lines_of(found, capture)


@pytest.fixture
def card(qtbot: QtBot) -> Iterator[AuditCard]:
    load_fonts()
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 600)
    strip = QWidget(window)
    strip.setObjectName("strip")
    strip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    strip.setGeometry(0, 572, 800, 28)
    made = AuditCard(window)
    made.apply_theme(theme("light"))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    strip.setFocus()
    yield made
    made.stop()


def window_of(card: AuditCard) -> QWidget:
    found = card.parentWidget()
    assert found is not None
    return found


def strip_of(card: AuditCard) -> QWidget:
    found = window_of(card).findChild(QWidget, "strip")
    assert found is not None
    return found


def opened(card: AuditCard, qtbot: QtBot) -> None:
    card.open_above(strip_of(card), 300)
    qtbot.waitUntil(lambda: card.plain() != COUNTING, timeout=20_000)


def test_layers_of_one_mask_have_one_line(capture: Capture) -> None:
    assert [line.plain() for line in said(capture)] == ["Layers 0 to 5: Hides nothing: every query sees all 10 keys."]
    layers = [replace(layer, mask="causal" if at in (2, 3) else "none") for at, layer in enumerate(capture.layers)]
    lines = said(replace(capture, layers=tuple(layers)))
    assert [line.layers for line in lines] == ["Layers 0 to 1, 4 to 5", "Layers 2 to 3"]
    assert lines[1].says.startswith("Is causal: each query sees itself and all before it")


def test_rows_that_see_nothing_are_named(capture: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = np.ones((10, 10), bool)
    seen[[0, 5]] = False
    varied = Varied(capture, Spec(mask=masks.keep(seen)))
    monkeypatch.setattr(engine_audit, "varied_in", lambda *given: varied)
    (line,) = said(capture)
    assert line.says == "Lets a query see 0 to 10 of 10 keys, 7 of 10 look ahead."
    assert line.blind == "2 of 10 rows see nothing: “[CLS]” (0), “river” (5)."
    seen[:] = False
    (line,) = said(capture)
    assert line.blind.startswith("10 of 10 rows see nothing: “[CLS]” (0), “the” (1), ")
    assert line.blind.endswith("“river” (5) and 4 more.")


def test_it_opens_above_the_strip_and_escape_closes_it(card: AuditCard, capture: Capture, qtbot: QtBot) -> None:
    card.show_view(view_on(capture, variant="causal"))
    assert card.isHidden()
    opened(card, qtbot)
    assert card.isVisible()
    assert card.hasFocus()
    assert card.geometry().bottom() < strip_of(card).y()
    assert window_of(card).rect().contains(card.geometry())
    assert "Layers 0 to 5: Is causal" in card.accessibleDescription()
    picture = card.grab().toImage()
    assert picture.pixelColor(30, 12).name() == theme("light")["raised"].name()
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert card.isHidden()
    assert strip_of(card).hasFocus()


def test_the_same_entry_and_the_cross_close_it_too(card: AuditCard, capture: Capture, qtbot: QtBot) -> None:
    card.show_view(view_on(capture))
    opened(card, qtbot)
    card.open_above(strip_of(card), 300)
    assert card.isHidden()
    opened(card, qtbot)
    QTest.mouseClick(card.cross, LEFT)
    assert card.isHidden()


def test_it_follows_what_is_shown(card: AuditCard, capture: Capture, qtbot: QtBot) -> None:
    card.show_view(view_on(capture))
    opened(card, qtbot)
    assert "Hides nothing" in card.plain()
    card.show_view(view_on(capture, variant="window", parameters={"window.width": 3.0}))
    qtbot.waitUntil(lambda: "see 1 to 3 of 10 keys" in card.plain(), timeout=20_000)


def test_it_counts_only_while_it_is_open_and_once(
    card: AuditCard, capture: Capture, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[Scene] = []

    def count(scene: Scene, *rest: object) -> object:
        counted.append(scene)
        return audit_of(scene, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "audit_of", count)
    card.show_view(view_on(capture))
    qtbot.wait(20)
    assert counted == []
    opened(card, qtbot)
    card.show_view(view_on(capture, query=4, layer=2))
    card.open_above(strip_of(card), 300)
    opened(card, qtbot)
    assert len(counted) == 1


def test_closing_stops_the_counting(
    card: AuditCard, capture: Capture, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []
    ended: list[bool] = []

    def forever(scene: Scene, capture: Capture, cancelled: object) -> None:
        begun.append(True)
        while not cancelled():  # type: ignore[operator]
            time.sleep(0.002)
        ended.append(True)

    monkeypatch.setattr(module, "audit_of", forever)
    card.show_view(view_on(capture))
    card.open_above(strip_of(card), 300)
    assert card.plain() == COUNTING
    card.grab()
    qtbot.waitUntil(lambda: bool(begun), timeout=60_000)
    QTest.keyClick(card, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bool(ended), timeout=60_000)
    monkeypatch.setattr(module, "audit_of", audit_of)
    opened(card, qtbot)
    assert "Hides nothing" in card.plain()


def test_a_failure_is_a_sentence(
    card: AuditCard, capture: Capture, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise ValueError("Your function failed.")

    monkeypatch.setattr(module, "audit_of", fails)
    card.show_view(view_on(capture))
    opened(card, qtbot)
    assert card.plain() == "Your function failed."
    card.grab()


def test_what_it_says_can_be_copied(card: AuditCard, capture: Capture, qtbot: QtBot) -> None:
    card.show_view(view_on(capture))
    opened(card, qtbot)
    QTest.keyClick(card, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == card.plain()


def test_without_layers_it_stays_closed(card: AuditCard, capture: Capture, qtbot: QtBot) -> None:
    card.open_above(strip_of(card), 300)
    assert card.isHidden()
    view = view_on(capture)
    card.show_view(view)
    opened(card, qtbot)
    card.show_view(replace(view, capture=None))  # type: ignore[arg-type]
    assert card.isHidden()


def test_many_masks_stay_inside_the_window(
    card: AuditCard, capture: Capture, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    varied = iter([Varied(capture, Spec(mask=masks.window(width))) for width in range(1, 13)])
    monkeypatch.setattr(engine_audit, "varied_in", lambda *given: next(varied))
    card.show_view(view_on(replace(capture, layers=capture.layers * 2), source="x"))
    window_of(card).resize(800, 420)
    strip_of(card).move(0, 392)
    opened(card, qtbot)
    assert card.lines is not None
    assert [line.layers for line in card.lines] == [f"Layer {at}" for at in range(9)] + ["Layers 9 to 11"]
    assert window_of(card).rect().contains(card.geometry())
    assert 0 < len(card._boxes()) < 10
    assert card._boxes()[-1].bottom() < card.height() - 30
    card.grab()


def test_layers_that_take_turns_have_two_lines(capture: Capture) -> None:
    layers = [replace(layer, mask="causal" if at % 2 else "none") for at, layer in enumerate(capture.layers * 5)]
    lines = said(replace(capture, layers=tuple(layers)))
    assert [line.layers for line in lines] == ["15 layers: 0, 2, 4, …, 28", "15 layers: 1, 3, 5, …, 29"]
