"""The lens in force decides what is made; what makes no sense has a reason; numbers are not made twice."""

from __future__ import annotations

import pytest

from engine.capture import Capture
from engine.layers.rotation import Rotation
from engine.own.patience import heed
from engine.shown.view import View
from engine.why import why as room
from engine.why.dimensions import Dimensions
from engine.why.rollout import Rollout
from engine.why.shares import Shares
from engine.why.values import Values
from engine.why.why import Why, greyed, why_of
from tests.engine.why.conftest import Look, turned

KINDS = {"dimensions": Dimensions, "values": Values, "shares": Shares, "rollout": Rollout}


def of(view: View, before: Why | None = None) -> Why:
    made = why_of(view, before, lambda share: None, lambda: False)
    assert made is not None
    return made


@pytest.mark.parametrize("lens", list(KINDS))
def test_each_lens_has_its_numbers(bank: Capture, look: Look, lens: str) -> None:
    view = look(bank, lens=lens)
    made = of(view)
    assert isinstance(made.found, KINDS[lens])
    assert (made.reason, made.scene, made.view) == ("", view.scene, view)


def test_the_weights_are_the_views_own(bank: Capture, look: Look) -> None:
    assert why_of(look(bank), None, lambda share: None, lambda: False) is None


@pytest.mark.parametrize(
    ("lens", "choices", "says"),
    [
        ("dimensions", {"head": "mean"}, "The mean of all heads has no q·k of its own: choose one head."),
        ("values", {"head": "max"}, "The max of all heads has no values of its own: choose one head."),
        ("rollout", {"variant": "sigmoid"}, "rows must sum to 1"),
    ],
)
def test_what_makes_no_sense_has_a_reason(
    bank: Capture, look: Look, lens: str, choices: dict[str, object], says: str
) -> None:
    view = look(bank, lens=lens, **choices)
    made = of(view)
    assert made.found is None
    assert says in made.reason
    assert greyed(view, lens) == made.reason
    assert greyed(view, "weights") == ""


def test_a_model_that_is_not_known_has_no_output_matrix(look: Look) -> None:
    view = look(turned(Rotation()), head=0, lens="shares", query=2)
    assert "W_O of this capture’s model is not known here" in of(view).reason
    assert all(not greyed(view, lens) for lens in ("dimensions", "values", "rollout"))


def test_an_error_of_the_numbers_is_a_reason(bank: Capture, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*args: object) -> None:
        raise ValueError("the file is damaged.")

    monkeypatch.setattr(room, "shares_of", damaged)
    assert of(look(bank, lens="shares")).reason == "the file is damaged."


@pytest.mark.parametrize("lens", ["shares", "rollout"])
def test_what_was_cancelled_is_not_there(bank: Capture, look: Look, lens: str) -> None:
    assert why_of(look(bank, lens=lens), None, lambda share: None, lambda: True) is None


@pytest.mark.parametrize(
    ("lens", "kept", "made_anew"),
    [
        ("dimensions", {"order": "weight"}, [{"head": 3}, {"key": 3}, {"query": 4}, {"layer": 1}, {"scale": 2.0}]),
        ("values", {"key": 3}, [{"head": 3}, {"query": 4}, {"merge": False}, {"specials": True}]),
        ("shares", {"head": "mean"}, [{"layer": 2}, {"query": 4}, {"variant": "causal"}]),
        ("rollout", {"head": 3, "key": 3}, [{"layer": 1}, {"parameters": {"rope.base": 500.0}, "variant": "rope"}]),
    ],
)
def test_numbers_are_made_again_only_where_they_change(
    bank: Capture, look: Look, lens: str, kept: dict[str, object], made_anew: list[dict[str, object]]
) -> None:
    first = of(look(bank, lens=lens, key=5))
    again = of(look(bank, **{"lens": lens, "key": 5} | kept), first)
    assert again.found is first.found
    assert again.scene != first.scene
    for choices in made_anew:
        assert of(look(bank, **{"lens": lens, "key": 5} | choices), first).found is not first.found


def test_an_own_function_that_is_not_waited_for_leaves_no_numbers(
    bank: Capture, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gives_up(*args: object) -> None:
        heed()

    monkeypatch.setattr(room, "values_of", gives_up)
    assert why_of(look(bank, lens="values"), None, lambda share: None, lambda: True) is None
