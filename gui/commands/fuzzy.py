"""How well typed letters fit a title: as a subsequence, best in one run from the beginning of a word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Final

LETTER: Final = 1  # points of a letter found anywhere,
START: Final = 6  # at the beginning of a word,
RUN: Final = 8  # right after the letter before: more than a beginning, so that "sca" is "scale" before "s c a"

Way = tuple[int, tuple[int, ...]]  # points, and places


@dataclass(frozen=True)
class Fit:
    """Points, and which letters of the title were found."""

    points: int
    marks: tuple[int, ...] = ()


def fit(typed: str, title: str) -> Fit | None:
    """The best way to find the letters of one word in a title, in their order; None where they are not all there.

    Small and capital letters are the same. The letters may lie in several words of the title.
    """
    wanted, (text, begins) = _small(typed), _known(title)
    at = -1
    for letter in wanted:
        at = text.find(letter, at + 1)
        if at < 0:
            return None
    runs = [at for at in _places(wanted, text) if begins[at]] if wanted else []
    if runs:  # in one run from the beginning of a word: no way is better, and best is a whole word
        end = len(wanted)
        whole = [at for at in runs if not text[at + end : at + end + 1].isalnum()]
        at = (whole or runs)[0]
        return Fit(START + RUN * (end - 1) + bool(whole), tuple(range(at, at + end)))
    return Fit(*_best(wanted, text, begins))


def _best(wanted: str, text: str, begins: list[bool]) -> Way:
    """The way with the most points, by the place of the last letter so far."""
    ways: dict[int, Way] = {-2: (0, ())}  # no letter is next to the beginning
    for letter in wanted:
        further: dict[int, Way] = {}
        for at in _places(letter, text):
            alone = START if begins[at] else LETTER
            before = [(way[0] + (RUN if last == at - 1 else alone), way[1]) for last, way in ways.items() if last < at]
            if before:
                points, marks = max(before, key=itemgetter(0))
                further[at] = (points, (*marks, at))
        ways = further
    return max(ways.values(), key=itemgetter(0))


def _places(part: str, text: str) -> list[int]:
    """Where a part of a text begins."""
    found, at = [], text.find(part)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + 1)
    return found


@lru_cache(maxsize=4096)
def _known(title: str) -> tuple[str, list[bool]]:
    """A title in small letters, and where in it a word begins: behind no letter and no digit."""
    return _small(title), [not at or not title[at - 1].isalnum() for at in range(len(title))]


def _small(text: str) -> str:
    """In small letters, of which no capital has two."""
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)
