"""The pane of a lens: its sentence, that attention is not attribution, and reasons in place of numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.shown.distance import rotation_by_distance
from engine.why.why import Why
from gui.attention.variants.distance_card import DistanceCard
from gui.attention.why.pane import WhyPane
from gui.look.theme import theme
from gui.store import Store
from tests.gui.attention.conftest import OnScreen
from tests.gui.attention.why.conftest import Explain

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(on_screen: OnScreen, store: Store) -> WhyPane:
    return on_screen(WhyPane(store), 408, 460)


@pytest.mark.parametrize("lens", ["dimensions", "values", "shares", "rollout"])
@pytest.mark.parametrize("size", [(408, 460), (372, 346), (330, 216), (299, 226)])
def test_that_attention_is_not_attribution_stands_at_every_size(
    pane: WhyPane, explain: Explain, lens: str, size: tuple[int, int]
) -> None:
    pane.set_compact(size[1] < 400)
    pane.resize(*size)
    pane.show_why(explain(lens), False)
    said = " ".join(pane._remark())
    assert said.endswith("ttention is not attribution.")
    assert "…" not in said
    note = pane._note()
    assert pane.list.geometry().bottom() < pane._top() <= note.top()
    assert note.bottom() < pane.height()
    hover = pane.tip_at(note.center().x(), note.center().y()).replace("\u200b", "")
    assert "1902.10186" in hover
    assert "attention is not attribution" in pane.accessibleDescription()
    assert pane.sentence in pane.accessibleDescription()
    picture = pane.grab().toImage()
    ink = theme("light")["ink3"]
    rows = range(note.top(), note.bottom())
    assert any(picture.pixelColor(x, y) == ink for y in rows for x in range(16, 200))


def test_the_whole_sentence_is_told_where_a_short_one_stands(pane: WhyPane, explain: Explain) -> None:
    pane.set_compact(True)
    pane.resize(299, 216)
    pane.show_why(explain("rollout", layer=4), False)
    assert pane._sentence() == ["Layers 0 to 4, mean of heads, residual 50 %"]
    assert "set so, not measured" in pane.tip_at(100, pane._top() + 5).replace("\u200b", "")


def test_a_reason_stands_in_place_of_numbers(pane: WhyPane, explain: Explain) -> None:
    pane.show_why(explain("values"), False)
    pane.show_why(explain("values", head="mean"), False)
    assert pane.list.isHidden()
    assert pane.sentence == "The mean of all heads has no values of its own: choose one head."
    pane.grab()
    pane.show_why(explain("values", head=2), False)
    assert not pane.list.isHidden()
    assert "attention is not attribution" in pane.accessibleDescription()


def test_a_turned_head_shows_its_rotation_by_distance(pane: WhyPane, explain: Explain, rotated: Why) -> None:
    pane.show_why(explain("dimensions"), False)
    assert pane.curve.isHidden()
    pane.show_why(rotated, False)
    assert not pane.curve.isHidden()
    assert pane.curve.geometry().left() > pane._note().right()
    QTest.mouseClick(pane.curve, LEFT)
    card = pane.findChild(DistanceCard)
    assert card is not None
    meant = rotation_by_distance(rotated.view)
    assert meant is not None
    assert card.curves is not None
    np.testing.assert_array_equal(card.curves.now, meant.now)
    np.testing.assert_array_equal(card.curves.model, meant.model)
    assert card.accessibleName() == "Mean score by distance, layer 1, head 1"
    card.close()


def test_the_order_changes_without_new_numbers(pane: WhyPane, explain: Explain) -> None:
    pane.show_why(explain("shares"), False)
    first = pane.list.row_rect(4).top()
    pane.show_order(True)
    assert pane.list.row_rect(4).top() < first
