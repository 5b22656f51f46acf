"""Measures, what is measured, one head, two measures, and the facts at the bottom."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.heads.patterns import PATTERNS
from engine.heads.preview import preview_of
from engine.heads.view import HeadsView
from gui.heads.facts import facts_of
from gui.heads.measures.list import TEXT, MeasureList, shortly
from gui.heads.measures.subject import SubjectPane
from gui.heads.pointed import Pointed
from gui.heads.preview.pane import PreviewPane
from gui.heads.room import COLUMNS
from gui.heads.scatter.pane import ScatterPane
from gui.look.drawing import text_width
from gui.look.theme import font
from gui.parts.plot_axis import even_ticks
from gui.store import Store
from tests.gui.driving import point
from tests.gui.heads.conftest import Look, follow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def measures(qtbot: QtBot, store: Store, pointed: Pointed, look: Look) -> MeasureList:
    made = MeasureList(store, pointed)
    made.resize(252, 640)
    qtbot.addWidget(made)
    made.show()
    follow(store, look, made)
    return made


@pytest.fixture
def preview(qtbot: QtBot, store: Store, pointed: Pointed, look: Look, capture: Capture) -> PreviewPane:
    made = PreviewPane(store, pointed)
    made.resize(344, 480)
    qtbot.addWidget(made)
    made.show()
    follow(store, look, made)
    made.show_preview(preview_of(store.scene, capture, 0, 4, 200))
    return made


@pytest.fixture
def scatter(qtbot: QtBot, store: Store, pointed: Pointed, look: Look) -> ScatterPane:
    made = ScatterPane(store, pointed)
    made.resize(344, 330)
    qtbot.addWidget(made)
    made.show()
    follow(store, look, made)
    return made


def test_every_measure_has_a_row_of_its_own(measures: MeasureList) -> None:
    boxes = [measures.row_rect(name) for name in PATTERNS]
    assert all(a.bottom() < b.top() for a, b in pairwise(boxes))
    assert boxes[-1].bottom() < measures.height()
    measures.resize(252, 470)  # a low window
    assert measures.row_rect(list(PATTERNS)[-1]).bottom() < 470


def test_no_reason_of_a_measure_without_a_score_is_cut(measures: MeasureList) -> None:
    measures.resize(COLUMNS[0], 470)
    room = measures.row_rect("next").right() - TEXT - 8
    for pattern in PATTERNS.values():
        assert text_width(shortly(pattern.needs), font("axis")) <= room, pattern.needs
    assert shortly("Needs rows that sum to 1. These sum to 3.") == "Needs rows that sum to 1."


def test_the_reason_belongs_to_its_row_where_rows_are_low(measures: MeasureList) -> None:
    measures.store.update(variant="causal")  # no word may look at the next
    for height in range(400, 640):
        measures.resize(252, height)
        if (box := measures.row_rect("next")).height() == 31:
            break
    picture = measures.grab().toImage()
    last = {picture.pixel(x, box.bottom()) for x in range(TEXT, box.right() - 50)}
    written = {picture.pixel(x, box.bottom() - 6) for x in range(TEXT, box.right() - 50)}
    assert (box.height(), len(last)) == (31, 1) and len(written) > 2


def test_a_click_chooses_and_drops_the_threshold_of_the_old_measure(measures: MeasureList) -> None:
    measures.store.update(threshold=0.5)
    QTest.mouseClick(measures, LEFT, pos=measures.row_rect("entropy").center())
    assert (measures.store.scene.measure, measures.store.scene.threshold) == ("entropy", None)
    assert measures.accessibleDescription().startswith("Entropy, ")


def test_keys_go_through_the_measures(measures: MeasureList) -> None:
    QTest.keyClick(measures, Qt.Key.Key_Down)
    assert measures.store.scene.measure == list(PATTERNS)[1]
    QTest.keyClick(measures, Qt.Key.Key_End)
    assert measures.store.scene.measure == list(PATTERNS)[-1]
    QTest.keyClick(measures, Qt.Key.Key_Down)
    assert measures.store.scene.measure == list(PATTERNS)[-1]
    QTest.keyClick(measures, Qt.Key.Key_Home)
    assert measures.store.scene.measure == next(iter(PATTERNS))


def test_hover_has_the_formula_its_source_and_the_text(measures: MeasureList) -> None:
    for name, pattern in PATTERNS.items():
        at = measures.row_rect(name).center()
        tip = measures.tip_at(at.x(), at.y())
        for words in (pattern.idea.split()[0], "Measured on this text"):
            assert words in tip, name
        assert pattern.source.split(",")[0].split()[0] in tip


def test_the_switch_and_its_fields(qtbot: QtBot, store: Store) -> None:
    pane = SubjectPane(store)
    qtbot.addWidget(pane)
    pane.resize(252, 128)
    pane.show()
    store.changed.connect(lambda: pane.follow())
    assert not pane.seed.isVisible()
    pane.choice.choose("repeat")
    assert store.scene.measured_on == "repeat" and pane.seed.isVisible() and pane.repeats.text() == "32"
    pane.repeats.setText("50")
    QTest.keyClick(pane.repeats, Qt.Key.Key_Return)
    assert store.scene.repeats == 50
    pane.repeats.setText("1")
    QTest.keyClick(pane.repeats, Qt.Key.Key_Return)
    assert store.scene.repeats == 50 and pane.repeats.is_refused
    store.update(source="/some/file.safetensors", measured_on="text")
    assert not pane.choice.segments["repeat"].isEnabled()


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


def test_a_dot_of_the_scatter_is_its_head(scatter: ScatterPane, view: HeadsView, pointed: Pointed) -> None:
    at = QPoint(*(round(x) for x in scatter._dots(view)[2]))  # layer 0, head 2: entropy 0 at distance 1
    point(scatter, at)
    assert pointed.place == (0, 2)
    assert "L0 H2" in scatter.tip_at(at.x(), at.y())
    QTest.mouseClick(scatter, LEFT, pos=at)
    assert (scatter.store.scene.layer, scatter.store.scene.head) == (0, 2)


def test_a_name_in_the_scatter_stands_where_it_hides_fewest_dots(scatter: ScatterPane) -> None:
    head = [150.0, 160.0]
    crowd = [[x, 160.0] for x in range(165, 200, 6)]
    wide = 40

    def side(*others: list[float]) -> str:
        box = scatter.name_box(np.array([head, *others]), 0, wide)
        assert box.width() == wide and not box.contains(150, 160)
        return (
            "right" if box.left() > 150 else "left" if box.right() < 150 else "above" if box.bottom() < 160 else "below"
        )

    mirrored = [[300 - x, y] for x, y in crowd]
    over = [[150.0, 144.0]]
    assert side() == side([np.nan, np.nan]) == "right"
    assert side(*crowd) == "left"
    assert side(*crowd, *mirrored) == "above"
    assert side(*crowd, *mirrored, *over) == "below"
    edge = np.array([[scatter.width() - 20.0, 160.0]])
    assert scatter.name_box(edge, 0, wide).right() < scatter.width() - 20


def test_the_axis_of_distances_ends_with_a_number_just_beyond_the_farthest(
    scatter: ScatterPane, view: HeadsView
) -> None:
    across, up = scatter._axes(view)
    farthest = float(np.nanmax(view.scores["distance"]))
    assert farthest <= across.high < farthest * 1.4
    assert even_ticks(across.high, 5)[-1] == across.high
    assert up.high == 1


def test_the_pickers_of_the_scatter_have_both_their_labels_or_both_an_arrow(scatter: ScatterPane) -> None:
    for width, whole in ((344, True), (300, False), (600, True)):
        scatter.resize(width, 330)
        assert {picker.whole() and not picker.shortened for picker in (scatter.up, scatter.across)} == {whole}
    scatter.resize(344, 330)
    scatter.store.update(across="special")
    scatter.follow()
    assert [picker.shortened for picker in (scatter.up, scatter.across)] == [not scatter.across.whole()] * 2
    assert scatter.across.accessibleName().startswith("Across")


def test_the_axes_of_the_scatter_are_choices(scatter: ScatterPane) -> None:
    scatter.up.chosen.emit("previous")
    scatter.across.chosen.emit("first")
    assert (scatter.store.scene.up, scatter.store.scene.across) == ("previous", "first")
    scatter.store.update(across="pair")  # which has no scores without a key
    assert scatter.grab().toImage() is not None


def facts(view: HeadsView) -> list[str]:
    return [fact.plain() for fact in facts_of(view)]


def test_the_facts(view: HeadsView, look: Look) -> None:
    said = facts(view)
    assert said[:3] == ["Model MiniLM-L6-v2", "layers 6", "heads 12 each"]
    assert "mask none" in said and "measured on this text" in said and "rows counted 8" in said
    changed = facts(look(variant="causal", scale=3.0))
    assert "scale 1/3.00 in every layer" in changed and "variant Causal in every layer" in changed
    assert any("rows do not sum to 1" in words for words in facts(look(variant="sigmoid")))


@pytest.mark.parametrize(
    "choices", [{}, {"head": "mean"}, {"measure": "pair"}, {"variant": "sigmoid"}, {"threshold": 0.4}]
)
def test_every_pane_paints_in_both_themes(
    qtbot: QtBot, store: Store, pointed: Pointed, look: Look, choices: dict[str, object]
) -> None:
    from gui.heads.filter.pane import FilterPane
    from gui.heads.grid.pane import HeadsGrid
    from gui.look.theme import theme

    kinds: list[Callable[..., Any]] = [MeasureList, HeadsGrid, FilterPane, PreviewPane, ScatterPane]
    store.update(**choices)
    for kind in kinds:
        pane = kind(store, pointed)
        qtbot.addWidget(pane)
        for name in ("light", "dark"):
            pane.apply_theme(theme(name))
            pane.grab()
            pane.show_view(look())
            pane.grab()
