"""What the tables of a backward step say: titles, headings, lines, and why one may be empty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.flash.frame.view import Backward, FlashView, Floats
from gui.look.numbers import fixed, four, power

HEADINGS: Final = {"rows": ("D", "L", "ΣP here"), "keys": ("|dV|", "|dK|", "")}
NO_ROWS: Final = "This step works on no row block; its keys are beside."
NO_KEYS: Final = "This step works on no key block; its rows are beside."
NOT_BEGUN: Final = "Nothing is in SRAM yet: press play, or step."
TITLES: Final = {
    "rows": ("What row block {} brings along", "What row block {} brings", "Row block {}"),
    "keys": ("What key block {} sums up", "Key block {} sums up", "Key block {}"),
}
DASH: Final = "–"


@dataclass(frozen=True)
class Entry:
    """A line of a table: the token, its word, how long the bar is (0 to 1, None for none), numbers, and all exactly."""

    token: int
    word: str
    bar: float | None
    numbers: tuple[str, ...]
    tip: str


def titles(side: str, now: Backward | None) -> tuple[str, ...]:
    """The title of a table, in as many words as there may be room for."""
    block = None if now is None else now.i if side == "rows" else now.j
    if block is None:
        return (
            ("What a row block brings along", "A row block brings") if side == "rows" else ("What a key block sums up",)
        )
    return tuple(text.format(f"{block:,}") for text in TITLES[side])


def nothing(side: str, view: FlashView) -> str:
    """Why a table has no lines."""
    if view.t == 0:
        return NOT_BEGUN
    return NO_ROWS if side == "rows" else NO_KEYS


def entries(side: str, now: Backward | None) -> list[Entry]:
    """The lines of a table."""
    if now is None:
        return []
    first = now.rows[0] if side == "rows" else now.keys[0]
    words = now.labels[0 if side == "rows" else 1]
    columns = (now.delta, now.lse, now.share) if side == "rows" else (now.dv, now.dk)
    most = 0.0 if columns[0] is None else float(np.max(columns[0], initial=0, where=np.isfinite(columns[0])))
    tell = _row if side == "rows" else _key
    return [
        Entry(
            token=first + n,
            word=word,
            bar=None if columns[0] is None else _share(float(columns[0][n]), most),
            numbers=tuple(_short(column, n) for column in columns),
            tip=tell(first + n, word, [_exact(column, n) for column in columns]),
        )
        for n, word in enumerate(words)
    ]


def spoken(side: str, found: Sequence[Entry], chosen: int | None) -> str:
    """The line that is pointed out, or how many there are, for a screen reader."""
    if chosen is not None and 0 <= chosen < len(found):
        return found[chosen].tip
    return f"{len(found):,} {side if len(found) != 1 else side.removesuffix('s')}"


def _share(value: float, most: float) -> float:
    return value / most if most > 0 and math.isfinite(value) else 0.0


def _short(column: Floats | None, n: int) -> str:
    if column is None:
        return DASH
    value = float(column[n])
    return fixed(value, 2) if value == 0 or abs(value) >= 0.005 else power(value)


def _exact(column: Floats | None, n: int) -> str:
    return "not there yet" if column is None else four(float(column[n]))


def _row(token: int, word: str, exact: list[str]) -> str:
    return f"Row {token} “{word}”: D = dO · O {exact[0]}, L = m + ln ℓ {exact[1]}, weight in this tile {exact[2]}"


def _key(token: int, word: str, exact: list[str]) -> str:
    return f"Key {token} “{word}”: the length of its row of dV {exact[0]}, of dK {exact[1]}, by now"
