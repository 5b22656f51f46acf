"""The map's meaning on pixels, and the hand on it: queries down, keys across, exact numbers, nothing lost in zooms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPointingDevice,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.maps.rows import stage_rows
from engine.models import open_model
from engine.shown.view import View, varied_of
from gui.attention.map.heatmap import Heatmap
from gui.attention.map.pane import MapPane
from gui.attention.map.stages import STAGES
from gui.look.drawing import indices
from gui.look.theme import theme
from gui.store import Store
from tests.gui.driving import pull

Look = Callable[..., View]
Key = Qt.Key
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
BANK, RIVER = 2, 5
WORDS = range(1, 9)  # the tokens of "the bank of the river was muddy ."


class Loop:
    """A map whose store's changes come back as views, as in the window."""

    def __init__(self, store: Store, look: Look, bot: QtBot, size: tuple[int, int] = (578, 472), **of: Any) -> None:
        self.store, self.look, self.of = store, look, of
        self.map = Heatmap(store)
        bot.addWidget(self.map)
        self.map.resize(*size)
        self.map.show()
        store.changed.connect(lambda *_: self.answer())
        self.answer()

    def answer(self) -> None:
        self.map.show_view(self.look(canvas=self.store.canvas, **self.of))

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.map, key, modifier)

    def point(self, at: QPoint) -> None:
        """Move the pointer there; QTest would say nothing where it already was."""
        here = (QPointF(at), QPointF(self.map.mapToGlobal(at)))
        QApplication.sendEvent(
            self.map, QMouseEvent(QEvent.Type.MouseMove, *here, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, NONE)
        )

    def wheel(self, at: QPoint, notches: float) -> None:
        point = QPointF(at)
        QApplication.sendEvent(
            self.map,
            QWheelEvent(
                point, self.map.mapToGlobal(point), QPoint(), QPoint(0, round(120 * notches)), Qt.MouseButton.NoButton,
                NONE, Qt.ScrollPhase.NoScrollPhase, False, device=QPointingDevice.primaryPointingDevice(),
            ),
        )  # fmt: skip

    @property
    def pixels(self) -> NDArray[np.uint32]:
        """What is on screen (h, w), 0xFFRRGGBB."""
        return pixels_of(self.map.grab().toImage())

    @property
    def cell(self) -> tuple[int, int | None]:
        return self.store.scene.query, self.store.scene.key


def pixels_of(image: QImage) -> NDArray[np.uint32]:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return data[:, : image.width()] | np.uint32(0xFF000000)


def paper(pixels: NDArray[np.uint32], rect: QRect) -> int:
    """The colour of a cell, beside its digits and inside its frames."""
    return int(pixels[rect.top() + 6, rect.left() + 6])


def colour_of(value: float, low: float = 0.0, high: float = 1.0, name: str = "light", table: str = "sequential") -> int:
    return int(getattr(theme(name), table).colours[indices(np.array([value]), low, high)[0]])


def argb(role: str) -> int:
    return QColor(theme("light")[role]).rgba()


@pytest.fixture
def loop(store: Store, look: Look, qtbot: QtBot) -> Loop:
    def answer(**choices: Any) -> View:
        scene = {f: getattr(store.scene, f) for f in ("query", "key", "stage", "viewport", "variant", "head")}
        return look(**scene | choices)

    return Loop(store, answer, qtbot)


# What is drawn where


def test_queries_go_down_and_keys_across(loop: Loop, view: View) -> None:
    pattern = np.zeros((8, 8), np.float32)
    pattern[0, 6], pattern[7, 1] = 1.0, 0.5
    loop.map.show_view(replace(view, map=replace(view.map, values=pattern)))
    seen = {(q, k): paper(loop.pixels, loop.map.cell_rect(q, k)) for q in WORDS for k in WORDS}
    assert {cell for cell, colour in seen.items() if colour != colour_of(0)} == {(1, 7), (8, 2)}
    assert (seen[1, 7], seen[8, 2]) == (colour_of(1.0), colour_of(0.5))
    top_right, bottom_left = loop.map.cell_rect(1, 7), loop.map.cell_rect(8, 2)
    assert top_right.top() < bottom_left.top()
    assert top_right.left() > bottom_left.left()


@pytest.mark.parametrize("size", [(578, 472), (490, 348), (900, 472), (320, 300)])
def test_every_cell_has_the_colour_of_its_weight(loop: Loop, size: tuple[int, int]) -> None:
    loop.map.resize(*size)
    weights, pixels = loop.map.values(), loop.pixels
    assert weights[BANK, RIVER] == pytest.approx(0.5232, abs=2e-4)
    for q in WORDS:
        for k in WORDS:
            assert paper(pixels, loop.map.cell_rect(q, k)) == colour_of(float(weights[q, k])), (q, k)


@pytest.mark.parametrize("stage", ["raw", "scaled", "masked"])
def test_scores_use_the_diverging_map_between_equal_limits(loop: Loop, stage: str) -> None:
    loop.store.update(stage=stage)
    assert loop.map.view is not None
    limit, scores, pixels = loop.map.view.limit, loop.map.values(), loop.pixels
    assert scores.min() < 0 < scores.max()
    for q in WORDS:
        expected = colour_of(float(scores[q, 8]), -limit, limit, table="diverging")
        assert paper(pixels, loop.map.cell_rect(q, 8)) == expected


def test_masked_cells_are_hatched_and_no_colour_of_the_map(loop: Loop) -> None:
    loop.store.update(variant="causal")
    ground = {argb("sunken"), argb("surface"), *map(int, theme("light").sequential.colours)}
    for stage, hides in (("masked", True), ("weights", True), ("value", True), ("raw", False), ("scaled", False)):
        loop.store.update(stage=stage)
        pixels = loop.pixels
        for q, k in ((1, 8), (3, 7), (6, 7)):
            rect = loop.map.cell_rect(q, k).adjusted(3, 3, -4, -4)
            inside = pixels[rect.top() : rect.bottom(), rect.left() : rect.right()]
            share = float(np.mean(inside == argb("sunken")))
            assert (share > 0.5) == hides, (stage, q, k, share)
            assert bool(set(np.unique(inside).tolist()) - ground) or not hides  # the lines


def test_a_cell_that_is_not_a_number_is_marked(loop: Loop, view: View) -> None:
    broken = view.map.values.copy()
    broken[5, 3] = math.nan
    loop.map.show_view(replace(view, map=replace(view.map, values=broken)))
    rect, pixels = loop.map.cell_rect(6, 4), loop.pixels
    assert paper(pixels, rect) == argb("error_tint")
    middle = QColor(int(pixels[rect.center().y() - 1, rect.center().x() - 1]))
    assert middle.red() > middle.blue() + 100  # the cross


def test_row_and_column_of_the_choice_are_framed(loop: Loop) -> None:
    pixels, rect = loop.pixels, loop.map.cell_rect(BANK, RIVER)
    far = loop.map.cell_rect(BANK, 8)
    assert pixels[far.top() - 1, far.center().x()] == argb("query_fill")
    low = loop.map.cell_rect(8, RIVER)
    near = [QColor(int(pixels[low.center().y(), low.left() + by])) for by in (-2, -1)]
    assert any(colour.blue() > colour.red() + 60 for colour in near)  # teal, over two pixels
    inner = QColor(int(pixels[rect.center().y(), rect.left()]))
    assert inner.lightness() > 240  # the second frame is paper


# Where the cells are, and what they hold


def test_the_rectangle_of_a_folded_token_is_empty(loop: Loop) -> None:
    assert loop.map.cell_rect(0, RIVER).isEmpty()
    assert loop.map.cell_rect(BANK, 9).isEmpty()
    loop.store.update(viewport=(0, 0, 4, 4))
    assert loop.map.cell_rect(BANK, RIVER).isEmpty()
    assert not loop.map.cell_rect(BANK, 4).isEmpty()


def test_on_a_slide_the_numbers_are_drawn_anew_at_its_size(loop: Loop) -> None:
    """A kept picture that is magnified has soft letters: their ink goes over into the cell in wider steps."""
    loop.answer()
    small = loop.map.grab().toImage()
    large = QImage(small.size() * 2, QImage.Format.Format_RGB32)
    with QPainter(large) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(2, 2)
        loop.map.render(painter, QPoint(0, 0))
    soft = small.scaled(large.size(), mode=Qt.TransformationMode.SmoothTransformation)
    cell = loop.map.cell_rect(3, 4)
    inside = (slice(2 * cell.top() + 16, 2 * cell.bottom() - 16), slice(2 * cell.left() + 8, 2 * cell.right() - 8))
    sharp, blurred = (
        float(np.abs(np.diff(pixels_of(image)[inside].astype(np.int64) & 0xFF, axis=1)).max())
        for image in (large, soft)
    )
    assert sharp > 1.3 * blurred


def test_values_are_the_whole_matrix_of_the_stage(loop: Loop, capture: Capture) -> None:
    loop.store.update(variant="causal", viewport=(0, 0, 4, 4))
    assert loop.map.view is not None
    spec = varied_of(loop.map.view.scene, capture).spec
    for stage in STAGES:
        loop.store.update(stage=stage)
        expected, _ = stage_rows(capture, 0, 4, spec, stage, 0, 10)
        np.testing.assert_array_equal(loop.map.values(), expected)
    loop.store.update(stage="masked")
    assert np.isneginf(loop.map.values()[np.triu_indices(10, 1)]).all()
    loop.store.update(stage="weights")
    assert (loop.map.values()[np.triu_indices(10, 1)] == 0).all()


# Pointing and choosing


@pytest.mark.parametrize("cell", [(1, 1), (8, 8), (1, 8), (8, 1), (4, 6)])
def test_a_click_chooses_the_cell(loop: Loop, cell: tuple[int, int]) -> None:
    QTest.mouseClick(loop.map, LEFT, NONE, loop.map.cell_rect(*cell).center())
    assert loop.cell == cell


def test_a_click_on_a_label_chooses_one_word(loop: Loop) -> None:
    loop.store.update(key=RIVER)
    rect = loop.map.cell_rect(4, 7)
    QTest.mouseClick(loop.map, LEFT, NONE, QPoint(60, rect.center().y()))
    assert loop.cell == (4, RIVER)
    top = loop.map.cell_rect(1, 7).top()
    QTest.mouseClick(loop.map, LEFT, NONE, QPoint(rect.center().x(), top - 8))
    assert loop.cell == (4, 7)


def test_arrows_move_the_cell_and_stop_at_the_edge(loop: Loop) -> None:
    loop.key(Key.Key_Down)
    assert loop.cell == (3, RIVER)  # the key stays though another word gets more
    loop.key(Key.Key_Left)
    assert loop.cell == (3, 4)
    for _ in range(9):
        loop.key(Key.Key_Up)
        loop.key(Key.Key_Right)
    assert loop.cell == (1, 8)


def test_arrows_that_come_faster_than_views_count_on(store: Store, look: Look, qtbot: QtBot) -> None:
    shown = Heatmap(store)
    qtbot.addWidget(shown)
    shown.resize(578, 472)
    shown.show_view(look())  # and no other view comes
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Down, Key.Key_Down):
        QTest.keyClick(shown, key)
    assert (store.scene.query, store.scene.key) == (BANK + 2, RIVER + 2)


def test_pointing_tells_the_exact_numbers_and_leaving_forgets_them(loop: Loop) -> None:
    before = loop.pixels
    loop.point(loop.map.cell_rect(3, 3).center())
    assert loop.map.tip() == ["of → of, weight 0.1801", "q·k 14.40, scaled 2.55"]
    assert (loop.pixels != before).any()
    QApplication.sendEvent(loop.map, QEvent(QEvent.Type.Leave))
    assert loop.map.tip() == []
    assert (loop.pixels == before).all()


def test_the_tip_follows_the_stage_and_says_what_is_masked(loop: Loop) -> None:
    loop.store.update(stage="raw", variant="causal")
    loop.point(loop.map.cell_rect(3, 3).center())
    assert loop.map.tip()[0].startswith("of → of, q·k 14.40")
    loop.store.update(stage="weights")
    loop.point(loop.map.cell_rect(3, 6).center())
    assert loop.map.tip()[0] == "of → was, masked"
    loop.store.update(head="mean")
    loop.point(loop.map.cell_rect(3, 2).center())
    assert loop.map.tip() == [f"of → bank, weight {loop.map.values()[3, 2]:.4f}"]


def test_the_special_column_says_its_share(loop: Loop) -> None:
    rect = loop.map.cell_rect(BANK, 8)
    loop.point(QPoint(rect.right() + 30, rect.center().y()))
    assert loop.map.tip()[0] == "bank → [CLS], [SEP], 8.80 %"


def test_a_label_tells_its_word_in_full(loop: Loop) -> None:
    rect = loop.map.cell_rect(4, 7)
    assert "<b>the</b>" in loop.map.tip_at(60, rect.center().y())
    assert "token 4" in loop.map.tip_at(60, rect.center().y())
    assert "<b>muddy</b>" in loop.map.tip_at(rect.center().x(), loop.map.cell_rect(1, 7).top() - 8)
    assert loop.map.tip_at(rect.center().x(), rect.center().y()) == ""


def test_a_double_click_copies_all_digits(loop: Loop) -> None:
    rect = loop.map.cell_rect(BANK, RIVER)
    QTest.mouseDClick(loop.map, LEFT, NONE, rect.center())
    copied = QGuiApplication.clipboard().text()
    assert np.float32(copied) == loop.map.values()[BANK, RIVER]
    assert len(copied) >= 9
    assert loop.map.tip()[-1] == "copied"


def test_the_words_for_screen_readers_follow_the_cell(loop: Loop) -> None:
    assert loop.map.accessibleDescription() == "query bank, key river, weight 0.5232"
    loop.store.update(stage="scaled", key=7)
    assert loop.map.accessibleDescription() == f"query bank, key muddy, scaled {loop.map.values()[BANK, 7]:.4f}"
    loop.store.update(key=0)
    assert loop.map.accessibleDescription() == "query bank, key [CLS], a hidden special token"


# Zoom and pan


def test_the_wheel_keeps_the_word_under_the_pointer(loop: Loop) -> None:
    for q, k in ((1, 1), (8, 8), (4, 6), (2, 7)):
        loop.store.update(viewport=None)
        at = loop.map.cell_rect(q, k).center()
        for _ in range(4):
            loop.wheel(at, 1)
            assert loop.map.cell_rect(q, k).contains(at), (q, k, loop.store.scene.viewport)
        assert loop.store.scene.viewport is not None
        for _ in range(9):
            loop.wheel(at, -1)
        assert loop.store.scene.viewport is None


def test_small_turns_add_up(loop: Loop) -> None:
    at = loop.map.cell_rect(4, 4).center()
    for _ in range(10):
        loop.wheel(at, 0.125)
    assert loop.store.scene.viewport is not None


def test_a_pinch_zooms(loop: Loop) -> None:
    here = QPointF(loop.map.cell_rect(4, 6).center())
    kind, device = Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice()
    QApplication.sendEvent(loop.map, QNativeGestureEvent(kind, device, 2, here, here, here, 0.5, QPointF()))
    assert loop.store.scene.viewport is not None
    assert loop.map.cell_rect(4, 6).contains(here.toPoint())


def test_keys_zoom_pan_and_fit(loop: Loop) -> None:
    loop.key(Key.Key_Plus)
    assert loop.store.scene.viewport is not None
    assert loop.map.cell_rect(BANK, RIVER).isValid()
    top, left, rows, columns = loop.store.scene.viewport
    loop.key(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert loop.store.scene.viewport == (top + 1, left, rows, columns)
    for _ in range(9):
        loop.key(Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert loop.store.scene.viewport == (top + 1, 8 - columns, rows, columns)
    for key in (Key.Key_0, Key.Key_Home):
        loop.store.update(viewport=(1, 1, 4, 4))
        loop.key(key)
        assert loop.store.scene.viewport is None


def test_the_fit_button_is_there_when_zoomed(loop: Loop) -> None:
    assert not loop.map.fit_button.isVisible()
    loop.store.update(viewport=(1, 1, 4, 4))
    assert loop.map.fit_button.isVisible()
    QTest.mouseClick(loop.map.fit_button, LEFT)
    assert loop.store.scene.viewport is None
    assert not loop.map.fit_button.isVisible()


def test_a_drag_pans_and_chooses_nothing(loop: Loop) -> None:
    loop.store.update(viewport=(1, 1, 4, 4), key=RIVER)
    rect = loop.map.cell_rect(3, 3)
    start = rect.center()
    QTest.mousePress(loop.map, LEFT, NONE, start)
    pull(loop.map, start - QPoint(rect.width(), 0))
    QTest.mouseRelease(loop.map, LEFT, NONE, start - QPoint(rect.width(), 0))
    assert loop.store.scene.viewport == (1, 2, 4, 4)
    assert loop.cell == (BANK, RIVER)


def test_the_chosen_cell_stays_in_view_when_arrows_move_it(loop: Loop) -> None:
    loop.store.update(viewport=(0, 3, 3, 3), key=RIVER)
    for _ in range(3):
        loop.key(Key.Key_Down)
    assert loop.store.scene.viewport == (2, 3, 3, 3)
    assert loop.map.cell_rect(*loop.cell).isValid()  # type: ignore[arg-type]


def test_a_pan_is_seen_before_the_next_view_comes(store: Store, view: View, qtbot: QtBot) -> None:
    heatmap = Heatmap(store)
    qtbot.addWidget(heatmap)
    heatmap.resize(578, 472)
    heatmap.show_view(view)
    heatmap.look_at((2, 1, 4, 4))
    pixels, weights = pixels_of(heatmap.grab().toImage()), heatmap.values()
    for q, k in ((3, 2), (5, 2), (6, 4)):
        assert paper(pixels, heatmap.cell_rect(q, k)) == colour_of(float(weights[q, k]))


# The picture as a whole


def test_it_tells_the_store_how_many_pixels_there_are(store: Store, view: View, qtbot: QtBot) -> None:
    heatmap = Heatmap(store)
    qtbot.addWidget(heatmap)
    heatmap.resize(578, 472)
    heatmap.show()
    heatmap.show_view(view)
    height, width = store.canvas
    assert height == width == pytest.approx(360 * heatmap.devicePixelRatioF(), rel=0.1)
    heatmap.resize(490, 348)
    assert store.canvas < (height, width)


def test_before_the_first_view_and_without_words(store: Store, look: Look, capture: Capture, qtbot: QtBot) -> None:
    heatmap = Heatmap(store)
    qtbot.addWidget(heatmap)
    heatmap.resize(578, 472)
    assert heatmap.values().shape == (0, 0)
    assert heatmap.cell_rect(0, 0).isEmpty()
    empty = pixels_of(heatmap.grab().toImage())
    assert (empty != argb("surface")).sum() > 500  # the dashed frame and its words
    bare = replace(capture, tokens=tuple(replace(token, special=True) for token in capture.tokens))
    heatmap.show_view(look(of=bare))
    heatmap.grab()
    QTest.mouseClick(heatmap, LEFT, NONE, QPoint(200, 200))
    QTest.keyClick(heatmap, Key.Key_Plus)
    QTest.keyClick(heatmap, Key.Key_Down)
    heatmap.show_empty()
    assert (pixels_of(heatmap.grab().toImage()) == empty).all()


def test_pointing_paints_over_a_kept_picture(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    loop.map.grab()
    painted: list[int] = []
    monkeypatch.setattr("gui.attention.map.canvas.paint_map", lambda *_: painted.append(1))
    loop.point(loop.map.cell_rect(3, 3).center())
    loop.map.grab()
    assert painted == []


def test_the_pointer_of_the_legend_stands_at_the_value(loop: Loop) -> None:
    """At the chosen cell's, and at the hovered one's while there is one."""

    def height() -> float:
        assert loop.map.plan is not None
        bar, ink = loop.map.plan.legend, argb("ink")
        rows = [y for y in range(bar.top() - 2, bar.bottom() + 3) if loop.pixels[y, bar.left() - 4] == ink]
        return 1 - (float(np.mean(rows)) - bar.top()) / (bar.height() - 1)

    weights = loop.map.values()
    assert height() == pytest.approx(float(weights[BANK, RIVER]), abs=0.01)
    loop.point(loop.map.cell_rect(5, 2).center())
    assert height() == pytest.approx(float(weights[5, 2]), abs=0.01)


def test_the_legend_never_says_more_than_the_colours_show(loop: Loop, view: View) -> None:
    plain = loop.pixels
    many = view.map.values * 2
    loop.map.show_view(replace(view, map=replace(view.map, values=many)))
    assert loop.map.plan is not None
    bar = loop.map.plan.legend
    beside = (slice(bar.top() - 8, bar.top() + 8), slice(bar.right() + 6, None))
    assert (loop.pixels[beside] != plain[beside]).any()  # "≥ 1"


def test_another_theme_repaints(loop: Loop) -> None:
    loop.map.apply_theme(theme("dark"))
    weights = loop.map.values()
    assert paper(loop.pixels, loop.map.cell_rect(3, 3)) == colour_of(float(weights[3, 3]), name="dark")


def test_a_low_window_leaves_the_title_out(store: Store, view: View, qtbot: QtBot) -> None:
    pane = MapPane(store)
    qtbot.addWidget(pane)
    pane.resize(490, 388)
    pane.show()
    pane.show_view(view)
    right = pane.stages.x()
    pane.set_compact(True)
    assert pane.stages.x() < right
    assert pane.rect().contains(pane.stages.geometry())
    assert pane.heatmap.cell_rect(BANK, RIVER).width() >= 28  # room for digits


# A one-token diagonal


@pytest.fixture(scope="session")
def long_capture() -> Capture:
    """512 tokens of MiniLM; in layer 0, head 2 most tokens look at the one before."""
    return open_model("minilm").capture("The bank of the river was muddy, and nobody had said so. " * 45)


def stretch(weights: NDArray[np.float32]) -> range:
    """The longest run of tokens that give at least 0.9 to the one before them."""
    strong = np.flatnonzero(np.diagonal(weights, -1) > 0.9) + 1
    runs = np.split(strong, np.flatnonzero(np.diff(strong) > 1) + 1)
    longest = max(runs, key=len)
    return range(int(longest[0]), int(longest[-1]) + 1)


def viewports(run: range) -> Iterator[tuple[int, int, int, int] | None]:
    yield None
    for size in (500, 401, 350, 333, 256, 200, 127, 64, 40, 20, 9):
        first = min(max(run.start, (run.start + run.stop - size) // 2), 509 - size)
        yield (first, first - 1, size, size)


@pytest.mark.parametrize("specials", [False, True])
@pytest.mark.parametrize("size", [(578, 472), (490, 348), (430, 600)])
def test_a_one_token_diagonal_never_breaks(
    store: Store, look: Look, qtbot: QtBot, long_capture: Capture, specials: bool, size: tuple[int, int]
) -> None:
    assert len(long_capture.tokens) == 512
    heatmap = Heatmap(store)
    qtbot.addWidget(heatmap)
    heatmap.resize(*size)
    choices: dict[str, Any] = {"head": 2, "merge": False, "specials": specials, "query": 0, "key": 511}
    heatmap.show_view(look(of=long_capture, canvas=store.canvas, **choices))
    run = stretch(heatmap.values())
    assert len(run) > 300
    dark = theme("light").sequential.colours[int(255 * 0.85) :]
    for viewport in viewports(run):
        heatmap.show_view(look(of=long_capture, canvas=store.canvas, viewport=viewport, **choices))
        cells = [rect for token in run if (rect := heatmap.cell_rect(token, token - 1)).isValid()]
        assert len(cells) >= (9 if viewport and viewport[2] < 20 else 19)
        marked = np.isin(pixels_of(heatmap.grab().toImage()), dark)
        path = set[tuple[int, int]]()
        for rect in cells:
            inside = marked[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1]
            assert inside.any(), (viewport, rect)
            path |= {(rect.top() + int(y), rect.left() + int(x)) for y, x in np.argwhere(inside)}
        assert in_one_piece(path, 1 if cells[0].width() < 8 else 5), viewport  # large cells: a gap, round corners


def in_one_piece(points: set[tuple[int, int]], reach: int) -> bool:
    """Whether one can go from any point to any other in steps of at most `reach`, also diagonally."""
    steps = [(y, x) for y in range(-reach, reach + 1) for x in range(-reach, reach + 1)]
    todo, left = [min(points)], points - {min(points)}
    while todo:
        y, x = todo.pop()
        near = {(y + dy, x + dx) for dy, dx in steps} & left
        left -= near
        todo += near
    return not left
