"""Pseudocode: every step has its line, and the letters have their colours."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.flash.plan.orders import LOOPS, OPS
from engine.flash.plan.schedules import schedule
from engine.flash.words.code import Line, Piece, code_of, line_of
from engine.masks import causal

FA2 = """\
for each row block i
  load Qi
  m, ℓ, O ← -∞, 0, 0
  for each key block j it may see
    load Kj, Vj
    S ← scale · Qi KjT
    if the mask cuts the tile: mask S
    m’ ← max(m, rowmax S)
    α ← exp(m - m’)
    ℓ, O ← α ℓ, α O
    P ← exp(S - m’)
    ℓ, O ← ℓ + rowsum P, O + P Vj
  store O / ℓ and m + ln ℓ"""


def plain(lines: tuple[Line, ...]) -> str:
    return "\n".join("  " * line.indent + line.text for line in lines)


def test_flash_attention_2_in_thirteen_lines() -> None:
    assert plain(code_of("fa2", "forward")) == FA2
    numbers = [line_of("fa2", "forward", op) for op in OPS["fa2", "forward"]]
    assert numbers == [2, 5, 6, 7, 8, 10, 12, 13]


@pytest.mark.parametrize("choice", LOOPS, ids="-".join)
def test_the_operations_have_a_line_each_in_their_order(choice: tuple[str, str]) -> None:
    lines = code_of(*choice)
    assert [line.op for line in lines if line.op] == list(OPS[choice])
    assert [lines[line_of(*choice, op) - 1].op for op in OPS[choice]] == list(OPS[choice])
    assert {line.indent - before.indent for before, line in pairwise(lines)} <= {1, 0, -1, -2}


@pytest.mark.parametrize("choice", LOOPS, ids="-".join)
def test_a_line_stands_as_deep_as_its_step_is(choice: tuple[str, str]) -> None:
    """What is done for a tile is two loops deep, what is done for a block of rows or of keys one."""
    algorithm, direction = choice
    s = schedule(8, 8, 2, block_q=4, block_k=4, algorithm=algorithm, direction=direction, mask=causal())
    for step in s:
        line = code_of(*choice)[line_of(*choice, step.op) - 1]
        both = step.i is not None and step.j is not None
        assert line.indent == (2 if both or step.op == "merge" else 1), step
        named = {piece.low for piece in line.pieces}
        assert ("i" not in named or step.i is not None) and ("j" not in named or step.j is not None), step


def test_letters_have_colours_and_indices() -> None:
    line = code_of("fa2", "forward")[5]
    assert line.pieces == (
        Piece("S ← scale · "),
        Piece("Q", "query", "i"),
        Piece(" "),
        Piece("K", "key", "j", "T"),
    )
    grad = code_of("fa1", "backward")[line_of("fa1", "backward", "grad_v") - 1]
    assert [(piece.text, piece.role) for piece in grad.pieces if piece.low or piece.high] == [
        ("dV", "value"),
        ("dV", "value"),
        ("P", ""),
        ("dO", ""),
    ]


@pytest.mark.parametrize("choice", LOOPS, ids="-".join)
def test_no_mark_is_left_in_the_text(choice: tuple[str, str]) -> None:
    assert all(mark not in piece.text for line in code_of(*choice) for piece in line.pieces for mark in "_^#")


def test_what_does_not_exist() -> None:
    with pytest.raises(KeyError):
        code_of("decoding", "backward")
    with pytest.raises(KeyError):
        line_of("fa2", "forward", "merge")
