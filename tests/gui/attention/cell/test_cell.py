"""One cell, step by step: its numbers agree with each other, and its pictures with its numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.capture import Capture
from engine.scene import Scene
from engine.shown.chosen import Cell
from engine.shown.view import View, view_of
from gui.attention.cell.lines import Line, fitted, lines_of, raised
from gui.attention.cell.pane import CellPane
from gui.attention.cell.products import Products
from gui.look.numbers import value_of
from gui.look.runs import text_of, width_of
from gui.look.theme import theme
from gui.store import Store
from tests.gui.attention.conftest import EXAMPLES

Look = Callable[..., View]
LIGHT = theme("light")
PIECES = Capture.load(EXAMPLES / "pieces.safetensors")
MUDDY = Capture.load(EXAMPLES / "bank-muddy.safetensors")


@pytest.fixture
def pane(qtbot: QtBot, store: Store, view: View) -> CellPane:
    made = CellPane(store)
    made.resize(453, 253)
    qtbot.addWidget(made)
    made.show_view(view)
    return made


def cell_of(view: View) -> Cell:
    assert view.cell is not None
    return view.cell


def lines(view: View) -> tuple[Line, ...]:
    return lines_of(view, cell_of(view), short=False)


def pixels(widget: QWidget) -> NDArray[np.uint32]:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


# The numbers


def test_the_four_lines_of_the_first_start(view: View) -> None:
    assert [line.plain() for line in lines(view)] == [
        "q · k\tsum of the 32 products above\t28.56",
        "÷ √dk\t28.56 ÷ 5.66\t5.05",
        "softmax\te^5.05 ÷ Σ e^s = 155.8 ÷ 297.7\t0.523",
        "× v\tweight × length of v = 0.523 × 4.06\t2.12",
    ]


def test_huge_exponentials_are_powers_of_ten(look: Look) -> None:
    softmax = lines(look(scale=0.5))[2]
    assert softmax.plain() == "softmax\te^57.12 ÷ Σ e^s = 6.4 × 10²⁴ ÷ 6.4 × 10²⁴\t1.000"


def number(text: str) -> float:
    mantissa, tens = value_of(text)
    return mantissa * 10.0**tens


def unit(text: str) -> float:
    """The worth of the last digit of a number as printed."""
    mantissa = text.partition(" × 10")[0]
    return float(number(text) / value_of(text)[0] if value_of(text)[0] else 1.0) * 10.0 ** -len(
        mantissa.partition(".")[2]
    )


POWER = r"(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"


@settings(deadline=None)
@given(st.floats(0.5, 64), st.integers(0, 9), st.integers(0, 9), st.integers(0, 11), st.sampled_from([MUDDY, PIECES]))
def test_what_is_printed_gives_what_is_printed(scale: float, query: int, key: int, head: int, capture: Capture) -> None:
    view = view_of(Scene(scale=scale, query=query, key=key, head=head), capture, (20, 20), lambda: False)
    assert view is not None
    raw, scaled, softmax, output = lines(view)
    cell = cell_of(view)
    assert number(raw.result) == pytest.approx(cell.raw, abs=0.006 + 1e-3 * abs(cell.raw))
    above, below = text_of(scaled.formula).split(" ÷ ")
    assert abs(number(above) / number(below) - number(scaled.result)) <= 0.51 * unit(scaled.result)
    quotient = re.fullmatch(rf"e\^(.*) ÷ Σ e\^s = (.*?{POWER}) ÷ (.*?{POWER})", text_of(softmax.formula))
    assert quotient is not None
    assert quotient[1] == scaled.result
    (a, up), (b, down) = value_of(quotient[2]), value_of(quotient[3])
    assert abs(a / b * 10.0 ** (up - down) - number(softmax.result)) <= 0.51 * unit(softmax.result)
    assert number(softmax.result) == pytest.approx(cell.weight, abs=0.00051)
    product = re.fullmatch(rf"weight × length of v = (\S+?{POWER}) × (\S+)", text_of(output.formula))
    assert product is not None
    assert abs(number(product[1]) * number(product[2]) - number(output.result)) <= 0.51 * unit(output.result)
    assert number(output.result) == pytest.approx(cell.weight * cell.length, abs=0.0051)


def test_tiny_weights_keep_their_size(look: Look) -> None:
    softmax, output = lines(look(scale=1.0, key=1))[2:]
    assert softmax.result == "1.9 × 10⁻⁷"
    assert output.result == "3.1 × 10⁻⁷"


def test_a_weight_that_underflows_is_told_by_its_exponents(view: View) -> None:
    cell = replace(cell_of(view), scaled=-200.0, scored=-200.0, lse=57.0, weight=0.0)
    assert lines_of(view, cell, short=True)[2].result == "2.4 × 10⁻¹¹²"


def test_a_hidden_cell_says_so(look: Look) -> None:
    hidden = lines(look(variant="causal", key=5, stage="masked"))
    assert [line.plain() for line in hidden[2:]] == [
        "softmax\thidden by the mask: weight 0\t0",
        "× v\tweight × length of v = 0 × 4.06\t0",
    ]


@pytest.mark.parametrize("field", ["raw", "scaled", "weight", "lse", "length"])
def test_what_is_no_number_is_shown_as_such(view: View, field: str) -> None:
    for value in (math.nan, math.inf, -math.inf):
        change: dict[str, Any] = {field: value}
        assert len(lines_of(view, replace(cell_of(view), **change), short=False)) == 4


def test_scores_of_any_size_have_their_lines(view: View) -> None:
    largest = float(np.finfo(np.float32).max)
    for scored, lse in ((largest, 3.0), (largest, largest), (-largest, largest), (900.0, -900.0), (-largest, -largest)):
        cell = replace(cell_of(view), raw=scored, scaled=scored, scored=scored, lse=lse, length=largest)
        assert len(lines_of(view, cell, short=False)) == 4


def test_hover_has_full_precision(pane: CellPane, view: View) -> None:
    cell = cell_of(view)
    tips = [pane.tip_at(200, y) for y in (125, 160, 190, 225)]
    assert tips[0] == f"q · k = {cell.raw:.9g}"
    assert tips[1] == f"{cell.raw:.9g} ÷ {view.divisor:.9g} = {cell.scaled:.9g}"
    assert tips[2].startswith(f"e<sup>{cell.scaled:.9g}</sup> ÷ e<sup>{cell.lse:.9g}</sup> = {cell.weight:.9g}")
    assert tips[3].startswith(f"{cell.weight:.9g} × {cell.length:.9g} = ")
    assert "bank" in pane.tip_at(300, 20)


# The stage


@pytest.mark.parametrize(("stage", "lit"), [("raw", 0), ("scaled", 1), ("masked", 1), ("weights", 2), ("value", 3)])
def test_the_line_of_the_shown_stage_is_lit(pane: CellPane, look: Look, stage: str, lit: int) -> None:
    pane.show_view(look(stage=stage))
    assert lit_rows(pane) == [lit]


def test_a_hidden_cell_is_lit_where_it_is_hidden(pane: CellPane, look: Look) -> None:
    pane.show_view(look(stage="masked", variant="causal", key=5))
    assert lit_rows(pane) == [2]


def lit_rows(pane: CellPane) -> list[int]:
    column = pixels(pane)[:, 18] == LIGHT["sunken"].rgb()
    return sorted({(int(y) - 110) // 33 for y in np.flatnonzero(column)})


# The products


def bars_of(pane: CellPane, role: str) -> NDArray[Any]:
    """How many pixels each dimension has in a colour, between title and legend."""
    box = pixels(pane)[40:86, 16:437] == LIGHT[role].rgb()
    edges = [i * 421 // 32 for i in range(33)]
    return np.array([box[:, a:b].sum(0).max() for a, b in pairwise(edges)])


def test_bars_are_as_high_as_the_products(pane: CellPane, view: View) -> None:
    products = cell_of(view).products
    reach = products.max() - products.min()
    for role, sign in (("bar", 1), ("neg", -1)):
        expected = np.maximum(sign * products, 0) / reach * 39
        assert bars_of(pane, role) == pytest.approx(np.where(expected < 0.5, 0, expected), abs=1)
    assert bars_of(pane, "bar").argmax() == products.argmax()


def test_hover_on_a_bar_tells_its_product_and_they_add_up(pane: CellPane, view: View) -> None:
    pattern = r"Dimension (\d+) of 32\nq (\S+) × k (\S+) = (\S+)"
    total, seen = 0.0, set()
    for x in range(16, 437, 3):
        told = re.fullmatch(pattern, pane.tip_at(x, 66))
        assert told is not None
        dimension, (q, k, product) = int(told[1]), map(float, told.groups()[1:])
        assert q * k == pytest.approx(product, rel=1e-6, abs=1e-12)
        total += product * (dimension not in seen)
        seen.add(dimension)
    assert seen == set(range(32))
    assert total == pytest.approx(cell_of(view).raw, rel=1e-5)


@pytest.mark.parametrize("products", [[-1.0, -2.0], [0.0, 0.0], [math.nan, 1.0], [math.inf, -1.0], [1e-30] * 200])
def test_any_products_stay_in_their_box(products: list[float]) -> None:
    drawn = Products(np.array(products), QRect(10, 10, 300, 40))
    for dimension, value in enumerate(products):
        if np.isfinite(value):
            assert QRect(9, 9, 302, 43).contains(drawn.bar(dimension))
    assert drawn.at(309, 20) == len(products) - 1


def test_compact_has_no_bars_and_other_words(pane: CellPane) -> None:
    pane.set_compact(True)
    pane.resize(418, 168)
    image = pixels(pane)
    assert not (image == LIGHT["bar"].rgb()).any()
    assert lines_of_pane(pane)[0].startswith("q · k\tsum of the 32 products\t")
    assert (image[140:] == LIGHT["line"].rgb()).sum() == 386  # the last hairline, whole


def lines_of_pane(pane: CellPane) -> list[str]:
    return pane.plain().split("\n")[1:]


# Words of several pieces, heads without a cell, copying


def test_a_merged_word_names_its_strongest_pieces(look: Look, pane: CellPane, store: Store) -> None:
    axis = look(of=PIECES).axis
    merged = next(group for group in axis.groups if len(group.tokens) > 2)
    view = look(of=PIECES, query=merged.tokens[0], key=merged.tokens[1])
    cell, labels = cell_of(view), [PIECES.tokens[token].label for token in merged.tokens]
    assert cell.of_pieces == len(labels) ** 2
    pane.show_view(view)
    said = f"strongest of {cell.of_pieces} pairs of pieces: "
    assert pane.caption().startswith(said)
    assert pane.caption() == f"{said}{PIECES.tokens[cell.query].label} → {PIECES.tokens[cell.key].label}"
    how = "the word’s weight adds up its keys’ pieces and averages its queries’ pieces"
    assert pane.tip_at(100, 45).replace("\u200b", "") == f"{pane.caption()}; {how}".replace("'", "&#x27;")
    pane.resize(1000, 253)
    assert pane.caption().endswith(f"; {how}")
    pane.show_view(look())
    assert pane.caption() == ""
    assert how not in pane.tip_at(100, 45)


@pytest.mark.parametrize("head", ["mean", "max"])
def test_mean_and_max_have_one_sentence(pane: CellPane, look: Look, head: str) -> None:
    pane.show_view(look(head=head))
    assert pane.plain() == ""
    assert [pane.tip_at(200, y) for y in (60, 125, 200)] == ["", "", ""]
    assert not (pixels(pane)[90:] != LIGHT["surface"].rgb()).any()


def test_the_lines_can_be_copied(pane: CellPane, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().clear()
    with qtbot.waitActive(pane):
        pane.show()
        pane.activateWindow()
    pane.setFocus()
    QTest.keyClick(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().split("\n")
    assert copied[0] == "bank → river"
    assert copied[3] == "softmax\te^5.05 ÷ Σ e^s = 155.8 ÷ 297.7\t0.523"
    assert len(copied) == 5


def test_long_words_do_not_touch_the_title(pane: CellPane, look: Look, capture: Capture) -> None:
    tokens = tuple(replace(token, label="w" * 80) for token in capture.tokens)
    pane.show_view(look(of=replace(capture, tokens=tokens)))
    columns = np.flatnonzero((pixels(pane)[14:34, 150:] == LIGHT["query"].rgb()).any(0)) + 150
    assert columns.min() > 155
    assert pane.tip_at(300, 20).replace("\u200b", "").count("w") == 160


@pytest.mark.parametrize("variant", ["as-trained", "off-by-one", "learned-sink", "sigmoid"])
def test_exponents_are_raised(look: Look, variant: str) -> None:
    line = lines(look(variant=variant))[2]
    assert any(run.shift > 0 for run in line.formula)
    assert "^" not in "".join(run.text for run in line.formula) + line.tip
    assert "<sup>" in line.tip
    narrow = fitted(line.formula, "caption", 60)
    assert width_of(narrow, "caption") <= 60
    assert "^" not in "".join(run.text for run in narrow)


def test_the_exponent_of_a_sigmoid_is_raised_whole() -> None:
    runs = raised("1 / (1 + e^−(s − 2.3))")
    assert [(run.text, run.shift) for run in runs] == [("1 / (1 + e", 0), ("−(s − 2.3)", 1), (")", 0)]


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("softcap", r"softmax\te\^(.*) ÷ Σ e\^s = .* ÷ .*\t.*"),
        ("off-by-one", r"softmax\te\^(.*) ÷ \(1 \+ Σ e\^s\) = .* ÷ .*\t.*"),
        ("learned-sink", r"softmax\te\^(.*) ÷ \(e\^sink \+ Σ e\^s\) = .* ÷ .*\t.*"),
        ("sigmoid", r"weight\t1 / \(1 \+ e\^−\(s − [\d.]+\)\)\t.*"),
        ("sparsemax", r"weight\tmax\(s − τ, 0\)\t.*"),
        ("differential", r"weight\tthe head’s own less λ times that of the next head\t.*"),
    ],
)
def test_the_weight_is_explained_as_the_variant_makes_it(look: Look, variant: str, said: str) -> None:
    view = look(variant=variant)
    line = lines(view)[2]
    assert re.fullmatch(said, line.plain()), line.plain()
    assert "NaN" not in line.plain() + line.tip
    assert view.cell is not None
    assert number(line.result) == pytest.approx(view.cell.weight, abs=0.00051)
    if variant == "softcap":
        assert "The variant changes the score from" in line.tip
        assert f"e^{view.cell.scored:.2f}" in line.plain()


def test_a_change_of_the_score_stands_between_the_scale_and_softmax(look: Look) -> None:
    view = look(variant="alibi")
    cell = cell_of(view)
    assert cell.scored < cell.scaled
    _, scaled, softmax, _ = lines(view)
    assert scaled.result == f"{cell.scaled:.2f} → {cell.scored:.2f}"
    assert text_of(softmax.formula).startswith(f"e^{cell.scored:.2f} ÷")
    assert "→" not in lines(look())[1].result
