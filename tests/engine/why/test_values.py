"""Weight times length of the value: what the stage "value" of the core says, and shares that add up to 1."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from engine.layers.rotation import Rotation
from engine.maps.rows import stage_rows
from engine.shown.chosen import pieces_of
from engine.shown.view import View, varied_of
from engine.why.values import Values, values_of
from tests.engine.why.conftest import Look, turned


def of(view: View) -> Values:
    found = values_of(view, varied_of(view.scene, view.capture))
    assert found is not None
    return found


@pytest.mark.parametrize("choices", [{}, {"specials": True}, {"scale": 2.0}, {"variant": "causal"}, {"merge": False}])
def test_it_is_the_stage_value_of_the_core(pieces: Capture, look: Look, choices: dict[str, object]) -> None:
    view = look(pieces, query=3, head=2, layer=4, **choices)
    found, varied = of(view), varied_of(view.scene, pieces)
    mine = pieces_of(view.axis, 3)
    stage = stage_rows(varied.capture, 4, 2, varied.spec, "value", mine[0], mine[-1] + 1)[0].mean(axis=0)
    for group, weighted in zip(view.axis.groups, found.weighted, strict=True):
        assert weighted == pytest.approx(stage[list(group.tokens)].sum(), rel=1e-5, abs=1e-7)
    assert found.folded == pytest.approx(stage[list(view.axis.folded)].sum(), rel=1e-5)
    assert found.total == pytest.approx(stage.sum(), rel=1e-5)
    np.testing.assert_allclose(found.weights, view.row.shown, atol=1e-6)
    assert found.folded_weight == pytest.approx(view.row.folded, abs=1e-6)
    np.testing.assert_array_equal(found.visible, view.row.shown_visible)


def test_shares_add_up_to_one_with_what_is_folded_away(bank: Capture, look: Look) -> None:
    found = of(look(bank))
    assert found.shares.sum() + found.folded_share == pytest.approx(1)
    assert found.folded_share > 0.01


def test_lengths_are_those_of_the_key_heads_values_and_means_over_pieces(look: Look) -> None:
    capture = turned(Rotation())
    found = of(look(capture, head=3, layer=2, query=6))
    lengths = [float(np.sqrt((capture.layers[2].v[1, i].astype(float) ** 2).sum())) for i in range(7)]
    np.testing.assert_allclose(found.lengths, [*lengths[1:5], (lengths[5] + lengths[6]) / 2])


def test_a_weight_below_zero_takes_its_value_home_turned_round(bank: Capture, look: Look) -> None:
    view = look(bank, variant="differential", head=1, layer=2, query=4, specials=True)
    found = of(view)
    assert (found.weights < 0).any()
    assert (found.weighted >= 0).all()
    np.testing.assert_allclose(found.weighted, np.abs(found.weights) * found.lengths, rtol=1e-6)
    assert found.shares.sum() == pytest.approx(1)


@pytest.mark.parametrize("head", ["mean", "max"])
def test_of_all_heads_there_is_none(bank: Capture, look: Look, head: str) -> None:
    view = look(bank, head=head)
    assert values_of(view, varied_of(view.scene, bank)) is None


def test_nothing_to_share_is_no_division(bank: Capture) -> None:
    nothing = np.zeros(2)
    found = Values(nothing, nothing, nothing, nothing > 0, 0.0, 0.0, 0.0)
    assert (found.shares.tolist(), found.folded_share) == ([0.0, 0.0], 0.0)
