"""The provenance strip says where the numbers come from, and how exact they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.facts import facts_of
from gui.frame.provenance import Provenance
from gui.look.numbers import power
from gui.look.theme import theme
from gui.store import Store
from tests.gui.attention.conftest import OnScreen
from tests.gui.attention.handmade import detailed

Look = Callable[..., View]


@pytest.fixture
def strip(on_screen: OnScreen, store: Store, view: View) -> Provenance:
    made = on_screen(Provenance(store), 1440, 28)
    made.show_facts(facts_of(view, detailed(view)))
    return made


def said(view: View, detail: Detail | None = None) -> list[str]:
    return [fact.plain() for fact in facts_of(view, detail or detailed(view))]


def has(strip: Provenance, role: str) -> bool:
    image = strip.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return bool((pixels == theme("light")[role].rgb()).any())


def test_it_says_all_of_the_first_start(strip: Provenance, view: View) -> None:
    assert strip.plain() == " | ".join(
        [
            "Model MiniLM-L6-v2",
            "layer 0",
            "head 4",
            "key/value head 4",
            "scale 1/5.66 = 1/√32",
            "mask none",
            "computed in float32",
            f"worst row sum error {power(detailed(view).row_error)}",
            strip.plain().rpartition(" | ")[2],
        ]
    )
    assert strip.plain().rpartition(" | ")[2].startswith("time ")
    assert strip.plain().endswith(" ms")


def test_what_was_changed_stands_beside_what_was_trained(look: Look, capture: Capture) -> None:
    changed = said(look(scale=3.0, variant="causal", layer=3, head=7))
    assert changed[1:6] == [
        "layer 3",
        "head 7",
        "key/value head 7",
        "scale 1/3.00 (trained 1/√32)",
        "mask causal (trained without one)",
    ]
    layer = replace(capture.layers[0], mask="causal", scale=0.18)
    other = replace(capture, layers=(layer,))
    assert said(look(of=other))[4:6] == ["scale 1/5.56", "mask causal"]
    assert said(look(of=other, variant="full", scale=8.0))[4:6] == [
        "scale 1/8.00 (trained 1/5.56)",
        "mask none (trained with causal)",
    ]


def test_keys_that_heads_share_are_named(look: Look, capture: Capture) -> None:
    layer = capture.layers[0]
    grouped = replace(capture, layers=(replace(layer, k=layer.k[:3], v=layer.v[:3]),))
    assert said(look(of=grouped, head=10))[2:4] == ["head 10", "key/value head 2"]
    tips = {fact.name: fact.tip for fact in facts_of(look(of=grouped, head=10), None)}
    assert tips["key/value head"].endswith("the keys and values of head 2; here 4 query heads share one set of them")
    tips = {fact.name: fact.tip for fact in facts_of(look(), None)}
    assert tips["key/value head"].endswith("the keys and values of head 4; here every query head has its own")


def test_what_was_captured_in_half_precision_says_so(look: Look) -> None:
    half = Capture.load(GALLERY["dursley"].path)
    assert "computed in float32 from float16" in said(look(of=half))


def test_the_error_of_row_sums_is_explained(view: View) -> None:
    for error, end in ((2e-7, "worst is off by 2e-07, which is rounding"), (0.25, "worst is off by 0.25")):
        facts = facts_of(view, replace(detailed(view), row_error=error))
        tip = next(fact.tip for fact in facts if "row" in fact.name)
        assert tip.startswith("The weights of each row should sum to 1: ")
        assert tip.endswith(end)


def test_max_says_that_it_is_no_distribution_and_mean_has_no_key_head(look: Look) -> None:
    assert "rows do not sum to 1: maximum over heads" in said(look(head="max"))
    assert not [fact for fact in facts_of(look(head="max"), None) if fact.alarm]
    assert said(look(head="mean"))[2:4] == ["head mean", "scale 1/5.66 = 1/√32"]
    assert any(words.startswith("worst row sum error") for words in said(look(head="mean")))


def test_rows_that_do_not_sum_to_one_are_an_alarm(strip: Provenance, view: View) -> None:
    assert not has(strip, "error")
    strip.show_facts(facts_of(view, replace(detailed(view), row_error=0.25)))
    assert "rows do not sum to 1: off by 2.5 × 10⁻¹" in strip.plain()
    assert has(strip, "error")
    strip.show_facts(facts_of(view, replace(detailed(view), row_error=float("nan"))))
    assert "rows do not sum to 1: off by NaN" in strip.plain()


def test_an_error_of_an_older_scene_is_grey_until_the_new_one_comes(view: View, look: Look) -> None:
    def stale(view: View, detail: Detail) -> bool:
        return next(fact.stale for fact in facts_of(view, detail) if fact.name == "worst row sum error")

    now = look(scale=3.0)
    assert not stale(view, detailed(view))
    assert stale(now, detailed(view))
    assert not stale(now, detailed(now))


def test_before_the_details_come_there_is_no_invented_error(view: View) -> None:
    assert "worst row sum error …" in [fact.plain() for fact in facts_of(view, None)]


def test_a_shorter_range_of_colours_is_said(view: View) -> None:
    assert said(replace(view, top=0.6))[-1] == "colours 0 to 0.60"
    assert not any(words.startswith("colours") for words in said(view))


@pytest.mark.parametrize(
    ("seconds", "text"), [(2e-5, "0.02 ms"), (0.0043, "4.3 ms"), (0.0832, "83 ms"), (2.34, "2.3 s")]
)
def test_times_read_well(view: View, seconds: float, text: str) -> None:
    assert f"time {text}" in said(replace(view, seconds=seconds))


@pytest.mark.parametrize("width", [200, 400, 600, 800, 960, 1280, 1440])
def test_what_does_not_fit_gives_way_and_is_told_on_hover(strip: Provenance, view: View, width: int) -> None:
    strip.resize(width, 28)
    shown, everything = strip.shown(), facts_of(view, detailed(view))
    assert shown[0].name == "Model"
    places = [unescape(strip.tip_at(x, 14)).replace("\u200b", "") for x in range(width)]
    assert all(fact.tip in places for fact in shown)
    if len(shown) == len(everything):
        assert width >= 960
        return
    hidden = places[-1].split("<br>")
    assert len(hidden) == len(everything) - len(shown)
    kept = {fact.rank for fact in shown[1:]}
    assert all(fact.rank >= max(kept, default=0) for fact in everything if fact.plain() in hidden)


def test_an_alarm_never_gives_way(strip: Provenance, view: View) -> None:
    strip.show_facts(facts_of(view, replace(detailed(view), row_error=0.25)))
    strip.resize(400, 28)
    assert any(fact.alarm for fact in strip.shown())


def test_it_can_be_copied_whole(strip: Provenance, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().clear()
    strip.resize(300, 28)
    with qtbot.waitActive(strip):
        strip.activateWindow()
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == strip.plain()


def test_a_title_from_a_file_cannot_become_markup(strip: Provenance, look: Look, capture: Capture) -> None:
    strip.show_facts(facts_of(look(of=replace(capture, title="<img src=x>")), None))
    assert "<img" not in strip.tip_at(20, 14)
