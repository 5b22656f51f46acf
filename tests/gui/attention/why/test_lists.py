"""What the lenses list adds up: products to q·k, shares to 1; every number is there in full."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.why.dimensions import Dimensions
from engine.why.why import Why
from gui.attention.why.pane import LISTS
from gui.attention.why.rows import Lines
from tests.gui.attention.why.conftest import Explain


def listed(why: Why) -> Lines:
    assert why.found is not None
    return LISTS[type(why.found)](why, why.found)


def table(lines: Lines, by_size: bool = False) -> dict[str, list[float]]:
    """The copied text, read back: label -> numbers (NaN where a cell is empty)."""
    head, *rows = (line.split("\t") for line in lines.tsv(by_size).splitlines())
    assert head == ["", *lines.columns]
    assert all(len(row) == len(head) for row in rows)
    return {row[0]: [float(cell or "nan") for cell in row[1:]] for row in rows}


def test_values_list_weight_length_and_share(explain: Explain) -> None:
    why = explain("values", query=2, key=5)
    lines = listed(why)
    assert lines.columns == ("weight", "|v|", "share")
    read = table(lines)
    assert read["river"][0] == pytest.approx(0.5232, abs=1e-4)
    shares = np.array([row[2] for row in read.values()])
    weighted = np.array([row[0] * row[1] for label, row in read.items() if label != "special"])
    assert len(read) == 8  # of two words "the" the later one
    assert lines.bars.sum() == pytest.approx(1)
    np.testing.assert_allclose(weighted / weighted[-1], shares[:-1] / shares[-2], rtol=1e-6)
    river = lines.line(4)
    assert (river.label, river.role, river.field) == ("river", "key", ("key", 5))
    assert f"weight {read['river'][0]:.9g}" in river.tip
    assert lines.line(1).role == "query"
    assert lines.line(8).label == "special"
    assert "[CLS] [SEP]" in lines.line(8).tip
    assert "moves “river” most: from 52 % of the weight to 67 %" in lines.sentence


def test_what_is_masked_is_said_and_not_drawn(explain: Explain) -> None:
    lines = listed(explain("values", variant="causal"))
    last = lines.line(7)
    assert (last.numbers[0], last.numbers[2], last.muted) == ("masked", "", True)
    assert lines.bars[7] == 0
    assert "masked" in last.tip


def test_shares_with_the_bias_add_up_to_one(explain: Explain) -> None:
    lines = listed(explain("shares"))
    read = table(lines)
    assert sum(row[2] for row in read.values()) == pytest.approx(1)
    assert list(read) == [*(f"head {head}" for head in range(12)), "bias"]
    assert np.isnan(read["bias"][1])
    assert (lines.rest, lines.strip, lines.chosen) == (1, "parts", 4)
    assert (lines.line(4).role, lines.line(3).role, lines.line(3).field) == ("head", "", ("head", 3))
    assert "Head 4 makes 29 % of it and the bias 3 %; all together 100 %" in lines.sentence


def test_products_add_up_to_the_cell(explain: Explain) -> None:
    why = explain("dimensions", key=5)
    lines = listed(why)
    assert why.view.cell is not None
    assert sum(row[0] for row in table(lines).values()) == pytest.approx(why.view.cell.raw, rel=1e-5)
    assert lines.sentence == "bank → river: the 32 products add up to 28.56, ÷ √dₖ 5.66 = 5.05."
    assert not lines.curve


def test_pairs_are_listed_turned_and_not(rotated: Why) -> None:
    lines, found = listed(rotated), rotated.found
    assert isinstance(found, Dimensions)
    assert found.pairs is not None
    read = table(lines)
    assert list(read) == ["pair 0", "pair 1", "not turned"]
    assert read["pair 1"][0] == pytest.approx(found.pairs.wavelengths[1])
    assert sum(row[1] for row in read.values()) == pytest.approx(found.products.sum())
    assert sum(row[2] for row in read.values()) == pytest.approx(found.flat)
    assert lines.ghosts is not None
    assert lines.ghosts.sum() == pytest.approx(found.flat)
    assert lines.curve
    assert "w5 → w2, 3 tokens apart" in lines.sentence
    assert f"{found.flat:.2f}".replace("-", "−") + " with the rotation taken out; put back, " in lines.sentence
    assert "dimensions 0 and 2" in lines.line(0).tip


def test_rollout_states_its_residual(explain: Explain) -> None:
    lines = listed(explain("rollout", layer=3, head=7))
    assert lines.columns == ("rollout", "head 7")
    assert lines.bars.sum() == pytest.approx(1)
    assert lines.ghosts is not None
    assert lines.ghosts.sum() == pytest.approx(1, abs=1e-5)
    assert "Layers 0 to 3, mean of all heads. Each layer keeps 50 % of a token as its residual" in lines.sentence
    assert "residual 50 %" in lines.short
    assert "Layer 0 alone" in listed(explain("rollout")).sentence


@pytest.mark.parametrize("lens", ["dimensions", "values", "shares", "rollout"])
def test_by_size_the_largest_come_first_and_the_rest_stays_last(explain: Explain, lens: str) -> None:
    lines = listed(explain(lens))
    order = lines.order(True)
    count = len(lines.bars) - lines.rest
    sizes = np.abs(lines.bars[order[:count]])
    assert sorted(order) == list(range(len(lines.bars)))
    assert (np.diff(sizes) <= 0).all()
    assert list(order[count:]) == list(range(count, len(lines.bars)))
    assert list(lines.order(False)) == list(range(len(lines.bars)))
    first = lines.tsv(True).splitlines()[1]
    assert first.startswith(lines.labels[order[0]])
    assert len(lines.columns) == len(lines.tips) == len(lines.line(0).numbers) == len(lines.line(0).plain)


def test_words_that_stand_twice_are_told_apart(explain: Explain) -> None:
    lines = listed(explain("values", order="weight"))
    assert [lines.line(index).place for index in (0, 3)] == ["1", "4"]
    assert listed(explain("values")).line(0).place == ""


@pytest.mark.parametrize("of_pairs", [False, True])
def test_products_that_have_no_sum_are_listed_all_the_same(explain: Explain, rotated: Why, of_pairs: bool) -> None:
    why = rotated if of_pairs else explain("dimensions")
    found = why.found
    assert isinstance(found, Dimensions)
    products = np.full_like(found.products, np.inf)
    products[::2] = -np.inf
    endless = replace(found, products=products, cell=replace(found.cell, products=products))
    lines = LISTS[Dimensions](why, endless)
    assert len(table(lines)) == (len(found.pairs.products) + 1 if found.pairs is not None else len(products))
