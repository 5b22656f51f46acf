"""The pseudocode of an algorithm in lines and coloured letters, and which line a step does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.flash.words.listings import LISTINGS

ROLES: Final = {"Q": "query", "K": "key", "V": "value"}
LETTER: Final = re.compile(r"\b(?P<text>d?[A-Z])(?:_(?P<low>[ij]))?(?:\^(?P<high>T))?(?![A-Za-z])")


@dataclass(frozen=True)
class Piece:
    """A piece of a line. role: "" or whose colour it has, "query", "key" or "value"; low and high: its indices."""

    text: str
    role: str = ""
    low: str = ""
    high: str = ""


@dataclass(frozen=True)
class Line:
    """A line of pseudocode: how deep it stands, its pieces, and the operation that does it ("": none)."""

    indent: int
    pieces: tuple[Piece, ...]
    op: str = ""

    @property
    def text(self) -> str:
        """All of it, indices included, for a screen reader."""
        return "".join(piece.text + piece.low + piece.high for piece in self.pieces)


@cache
def code_of(algorithm: str, direction: str) -> tuple[Line, ...]:
    """The lines of an algorithm. Raises KeyError for one that does not exist."""
    return tuple(_line(line) for line in LISTINGS[algorithm, direction].splitlines())


@cache
def line_of(algorithm: str, direction: str, op: str) -> int:
    """The number, from 1, of the line that an operation does. Raises KeyError for what is no operation of it."""
    numbers = {line.op: number for number, line in enumerate(code_of(algorithm, direction), 1) if line.op}
    return numbers[op]


def _line(source: str) -> Line:
    text, _, op = source.partition("#")
    text = text.rstrip()
    return Line((len(text) - len(text.lstrip())) // 2, tuple(_pieces(text.lstrip())), op.strip())


def _pieces(text: str) -> Iterator[Piece]:
    """Letters that have a colour or an index on their own, what stands between them as it is."""
    at = 0
    for found in LETTER.finditer(text):
        piece = Piece(found["text"], ROLES.get(found["text"][-1], ""), found["low"] or "", found["high"] or "")
        if not (piece.role or piece.low or piece.high):
            continue
        if at < found.start():
            yield Piece(text[at : found.start()])
        yield piece
        at = found.end()
    if at < len(text):
        yield Piece(text[at:])
