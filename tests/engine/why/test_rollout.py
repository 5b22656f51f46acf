"""Rollout equals the dense product of matrices of the paper, and its shares add up to 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine import masks
from engine.attention import Spec
from engine.capture import Capture
from engine.layers.rotation import Rotation
from engine.scene import Scene
from engine.shown.view import View, varied_of
from engine.why.rollout import Rollout, _passed, rollout_of
from tests.engine.why.conftest import Look, turned

CHOICES = [
    {"layer": 0},
    {"layer": 5, "query": 3},
    {"layer": 4, "query": 6, "head": "max"},
    {"layer": 3, "variant": "causal", "query": 5},
    {"layer": 5, "scale": 1.5},
    {"layer": 2, "variant": "window", "query": 4},
]


def of(view: View) -> Rollout:
    found = rollout_of(view, lambda share: None, lambda: False)
    assert found is not None
    return found


def dense(scene: Scene, capture: Capture) -> np.ndarray:
    """The matrix of Abnar and Zuidema, float64, from whole maps."""
    matrix = np.eye(len(capture.tokens))
    for layer in range(scene.layer + 1):
        varied = varied_of(replace(scene, layer=layer), capture)
        mean = varied.capture.attention(layer, None, varied.spec).weights[0].astype(np.float64).mean(axis=0)
        matrix = (0.5 * mean + 0.5 * np.eye(len(mean))) @ matrix
    return matrix


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: "-".join(map(str, choices.values())))
def test_it_is_the_dense_product(bank: Capture, look: Look, choices: dict[str, object]) -> None:
    view = look(bank, **choices)
    found = of(view)
    assert found.layers == view.layer + 1
    np.testing.assert_allclose(found.tokens, dense(view.scene, bank)[view.query], atol=1e-6)
    assert found.tokens.sum() == pytest.approx(1, abs=1e-5)
    assert found.shares.sum() + found.folded == pytest.approx(1, abs=1e-5)
    assert found.residual == 0.5


def test_words_in_pieces_are_summed_and_the_querys_averaged(pieces: Capture, look: Look) -> None:
    view = look(pieces, query=2, layer=5)
    mine = list(view.axis.groups[view.query_group].tokens)
    assert len(mine) > 1
    row = dense(view.scene, pieces)[mine].mean(axis=0)
    found = of(view)
    np.testing.assert_allclose(found.shares, [row[list(group.tokens)].sum() for group in view.axis.groups], atol=1e-6)
    assert found.folded == pytest.approx(row[list(view.axis.folded)].sum(), abs=1e-6)


def test_longer_than_a_strip(look: Look) -> None:
    capture = turned(Rotation(), layers=2, n=300)
    view = look(capture, layer=1, head=0, query=290)
    np.testing.assert_allclose(of(view).tokens, dense(view.scene, capture)[290], atol=1e-6)


def test_a_row_that_sees_nothing_stays_what_it_was(bank: Capture) -> None:
    sees_after = Spec(mask=masks.negate(masks.causal()))
    row = np.zeros(10)
    row[9] = 0.75
    np.testing.assert_array_equal(_passed(row, 0, 0, bank, sees_after), row)
    row[0] = 0.25
    passed = _passed(row, 0, 0, bank, sees_after)
    assert passed[9] > 0.75
    assert (passed[0], passed.sum()) == (0, pytest.approx(1))


def test_rows_that_do_not_sum_to_one_are_refused(bank: Capture, look: Look) -> None:
    with pytest.raises(ValueError, match=r"rows must sum to 1 for that\. .+"):
        of(look(bank, variant="sigmoid"))


def test_it_tells_how_far_it_is_and_can_be_cancelled(look: Look) -> None:
    view = look(turned(Rotation(), layers=3, n=600), layer=2, head=0, query=590)
    told: list[float] = []
    assert rollout_of(view, told.append, lambda: False) is not None
    assert told == sorted(told)
    assert len(told) == 9
    assert told[0] == 0
    assert told[-1] < 1

    def after(count: int) -> Callable[[], bool]:
        return lambda: len(told) >= count

    told.clear()
    assert rollout_of(view, told.append, after(4)) is None
    assert len(told) == 4
