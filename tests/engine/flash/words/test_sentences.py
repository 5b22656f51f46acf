"""Sentences: one for every step of every algorithm, with the right numbers, and right for one and for many."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture
from engine.flash.frame.view import FlashView, RowState, Run
from engine.flash.plan.loops import Loop, Sizes
from engine.flash.plan.orders import LOOPS
from engine.flash.words.quantities import named, number
from engine.flash.words.sentences import WORDS, plain, sentence_of
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import WAYS, scene_of, shown, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2, d=4)


def operations(loop: Loop) -> set[str]:
    return {op.name for op in (*loop.opening, *loop.tile, *loop.closing)}


def at(
    capture: Capture | None, op: str, which: int = 0, way: tuple[str, str] = ("fa2", "forward"), **more: Any
) -> FlashView:
    """The view after a step that does `op`, the first or another one."""
    found = [view for view in walk(scene_of(*way, **more), capture) if view.step is not None and view.step.op == op]
    return found[which]


def said(*args: Any, **more: Any) -> str:
    return plain(sentence_of(at(*args, **more)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("numbers", [True, False])
def test_every_step_has_a_sentence(way: tuple[str, str], numbers: bool, capture: Capture) -> None:
    ops = set()
    scene = scene_of(*way, query=9, variant="window", shape=None if numbers else (14, 4))
    for view in walk(scene, capture if numbers else None):
        text = plain(view.sentence)
        assert view.sentence[0].role == "bold" and text.endswith(".") and len(text) < 260
        assert not re.search(r"  | [.,;:]|\.\.|None|nan|\b1 (rows|keys|scores|blocks)\b|-\d|\d/", text), text
        assert all(run.text and run.role in ("", "bold", "query", "key", "value") for run in view.sentence)
        ops.add(view.step.op if view.step else "")
    expected = set().union(*map(operations, LOOPS[way](Sizes(14, 14, 4, 4, 2, 3))))
    assert ops == expected | {""}


def test_no_sentence_is_for_a_step_that_does_not_exist() -> None:
    for direction, words in WORDS.items():
        loops = [LOOPS[way](Sizes(14, 14, 4, 4, 2, 3)) for way in WAYS if way[1] == direction]
        assert set(words) == set().union(*(operations(loop) for each in loops for loop in each))


def test_the_sentence_of_the_design(random_capture: MakeCapture) -> None:
    from engine.scene import Scene

    view = shown(Scene(head=1, query=85, variant="causal", step=115), random_capture(128, heads=2, d=32))
    factor = np.full(16, 0.5, np.float32)
    factor[[2, 4, 13, 14, 15]] = 1
    factor[5] = 7.55 / 11.29
    total, names = np.full(16, 11.29, np.float32), tuple("looking" if n == 5 else str(n) for n in range(16))
    row = RowState(5, 80, names, total, total, factor, total, factor * total, 5)
    assert sentence_of(replace(view, row=row)) == (
        Run("Rescale.", "bold"),
        Run(" "),
        Run("Tile (5, 4) brought a larger maximum to 11 of 16 rows: what they summed so far shrinks by α."),
        Run(" In the row of "),
        Run("looking", "query"),
        Run(", 11.29 becomes 7.55."),
    )


def with_row(view: FlashView, **numbers: list[float]) -> FlashView:
    assert view.row is not None
    changed: dict[str, Any] = {name: np.array(x, np.float32) for name, x in numbers.items()}
    return replace(view, row=replace(view.row, query=0, **changed))


def test_rescaling_one_row_none_and_nothing(capture: Capture) -> None:
    view = at(capture, "rescale", 5)
    one = with_row(view, factor=[0.25, 1, 1, 1], l_before=[2, 1, 1, 1])
    assert "to 1 of 4 rows: what it summed so far shrinks by α. In the row of w8, 2.00 becomes 0.50." in plain(
        sentence_of(one)
    )
    none = with_row(view, factor=[1, 1, 1, 1], l_before=[2, 1, 1, 1])
    assert "No row has a larger maximum: α is 1, and what was summed stays. In the row of w8, 2.00 stays." in plain(
        sentence_of(none)
    )
    lazy = replace(none, scene=replace(none.scene, lazy=True))
    assert "No maximum rose by more than 8 powers of two: α is 1" in plain(sentence_of(lazy))
    nothing = with_row(view, factor=[1, 1, 1, 1], l_before=[0, 0, 0, 0])
    assert plain(sentence_of(nothing)) == "Rescale. Nothing was summed before this tile, so nothing shrinks."


def test_a_maximum_that_is_set_rises_or_stays(capture: Capture) -> None:
    inf = float("inf")
    view = at(capture, "max", 5)
    first = with_row(view, m_before=[-inf] * 4, m=[1.5, 2, 3, 4])
    assert plain(sentence_of(first)).endswith("sets the running maximum of 4 rows. In the row of w8, it is 1.50.")
    rises = with_row(view, m_before=[1.2, 5, 5, 5], m=[3.4, 5, 5, 5])
    assert plain(sentence_of(rises)).endswith("in 1 of 4 rows. In the row of w8, it rises from 1.20 to 3.40.")
    stays = with_row(view, m_before=[-1.2] * 4, m=[-1.2] * 4)
    assert plain(sentence_of(stays)).endswith("in no row. In the row of w8, it stays at −1.20.")


def test_the_numbers_of_a_step_are_those_of_the_frame(capture: Capture) -> None:
    view = at(capture, "accumulate", 5)
    assert view.row is not None
    n = view.row.query
    before, now = view.row.factor[n] * view.row.l_before[n], view.row.l[n]
    assert f"In the row of {view.row.labels[n]}, ℓ grows from {before:.2f} to {now:.2f}." in plain(view.sentence)
    scores = at(capture, "scores", 4)
    assert scores.tile is not None and scores.tile.scores is not None and scores.row is not None
    line = scores.tile.scores[scores.row.query]
    best = scores.tile.labels[1][int(line.argmax())]
    text = plain(scores.sentence)
    assert f"the largest is {line.max():.2f}, for {best}.".replace("-", "−") in text
    assert Run(best, "key") in scores.sentence and "12 scores that never leave SRAM" in text


def test_a_token_of_signs_alone_is_quoted() -> None:
    assert [named(token) for token in ("river", "e", "##s", ".", '"', "[CLS]", "—")] == [
        *("river", "e", "##s", "“.”", '“"”', "[CLS]", "“—”")
    ]


def test_the_mask_says_how_many_scores_it_hides(capture: Capture) -> None:
    assert said(capture, "mask") == "Mask. The mask cuts tile (0, 0): 3 of 12 scores count as −∞."
    one = at(capture, "mask")
    assert one.tile is not None and one.tile.visible is not None
    visible = np.ones_like(one.tile.visible)
    none_hidden = replace(one, tile=replace(one.tile, visible=visible.copy()))
    assert plain(sentence_of(none_hidden)).endswith("none of its 12 scores is hidden.")
    visible[0, 0] = False
    assert plain(sentence_of(replace(one, tile=replace(one.tile, visible=visible)))).endswith(
        "1 of 12 scores counts as −∞."
    )


def test_loads_and_stores_say_what_they_move(capture: Capture) -> None:
    assert said(capture, "load_q", 2).startswith("Load. Query block 2, rows 8 to 11, comes from HBM, 32 B.")
    assert said(capture, "load_kv", -1) == "Load. Key and value block 4, keys 12 to 13, come from HBM, 32 B."
    assert said(capture, "load_k", -1, ("standard", "forward")).endswith("comes from the cache, not from HBM.")
    assert said(capture, "store") == "Store. O / ℓ and m + ln ℓ of row block 0 go to HBM, 40 B; 1 of 4 blocks is done."
    assert "rows 12 to 13" in said(capture, "load_q", 3) and "row 0" in said(
        capture, "load_q", 0, ("decoding", "forward")
    )
    assert said(capture, "merge", 0, ("decoding", "forward"), query=13).startswith(
        "Merge. Part 1 of 3 comes from HBM, 20 B"
    )


def test_it_ends_with_how_exact_it_was(capture: Capture) -> None:
    end = shown(scene_of(step=10**6), capture)
    tiles = end.schedule.tiles_visited
    assert re.search(
        rf"All {tiles} tiles are done: the largest difference .* is \d\.\d × 10⁻\S\.$", plain(end.sentence)
    )
    assert plain(sentence_of(replace(end, error=1.23e-7))).endswith("dense attention is 1.2 × 10⁻⁷.")
    assert plain(sentence_of(replace(end, error=0.0))).endswith("no number differs from dense attention.")
    assert plain(sentence_of(replace(end, error=None))).endswith(f"All {tiles} tiles are done.")
    assert "done:" not in plain(shown(scene_of(step=end.t - 1), capture).sentence)
    single = shown(scene_of(block_q=20, block_k=20, step=10**6), capture)
    assert "The only tile is done: the largest" in plain(single.sentence)
    backward = plain(shown(scene_of("fa1", "backward", step=10**6), capture).sentence)
    assert re.search(
        r"tiles are done: the largest difference to the gradients of dense attention is \S+ × 10\S+\.$", backward
    )


def test_the_start_says_what_lies_ready(capture: Capture) -> None:
    assert plain(shown(scene_of(), capture).sentence) == "Start. Q, K and V lie in HBM, 112 B each. SRAM is empty."
    roles = {run.text: run.role for run in shown(scene_of(), capture).sentence}
    assert (roles["Q"], roles["K"], roles["V"]) == ("query", "key", "value")
    assert "8 B, 112 B and 112 B" in plain(shown(scene_of("decoding"), capture).sentence)
    backward = plain(shown(scene_of("fa2", "backward"), capture).sentence)
    assert backward.endswith("with O and dO. A text has no loss: here it is ½ |O|², so that dO = O. SRAM is empty.")
    assert "loss" not in plain(shown(scene_of("fa2", "backward", shape=(14, 4)), capture).sentence)


def test_backward_says_what_the_tile_and_its_rows_and_keys_have(capture: Capture) -> None:
    said: dict[str, str] = {}
    for view in walk(scene_of("fa1", "backward"), capture):
        if view.step is None or view.tile is None or view.backward is None or (view.tile.i, view.tile.j) != (2, 1):
            continue
        words, seen = plain(view.sentence), view.tile.cells
        said[view.step.op] = words
        if view.step.op in ("grad_p", "grad_s"):
            assert seen is not None
            assert words.endswith(f", from {number(float(seen.min()))} to {number(float(seen.max()))}.")
        elif view.step.op == "delta":
            assert view.backward.delta is not None and number(float(view.backward.delta.max())) in words
        elif view.step.op in ("grad_v", "grad_k"):
            lengths = getattr(view.backward, view.step.op.replace("grad_", "d"))
            assert words.endswith(f"its longest row is {number(float(lengths.max()))}.")
        elif view.step.op == "weights":
            assert view.backward.share is not None and f"from {number(float(view.backward.share.min()))}" in words
    assert {"weights", "grad_v", "grad_p", "delta", "grad_s", "grad_k"} <= set(said)
    assert said["grad_p"].startswith("Gradient. Tile (2, 1): dP = dO Vᵀ")
