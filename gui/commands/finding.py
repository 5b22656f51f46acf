"""What typed letters find among the commands, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gui.actions import Action
from gui.commands.fuzzy import RUN, START, Fit, fit

LEAST: Final = 0.5  # of a word's best: what fits worse is left out
HEADING: Final = 0.6  # of what the same word has in a title


@dataclass(frozen=True)
class Found:
    """A command, and which letters of its title were typed."""

    action: Action
    marks: tuple[int, ...] = ()


def find(typed: str, actions: Sequence[Action], recent: Sequence[str] = ()) -> list[Found]:
    """The commands whose title has all typed words, in any order; the heading helps. `recent` ids, the newest first.

    Of equals the recently used come first, then those that are listed first. Without a word all are found.
    """
    words, used = typed.split(), {name: place for place, name in enumerate(recent)}
    tried = (
        (action, [fit(word, action.title) or _heading(word, action.group) for word in words]) for action in actions
    )
    fits = [(action, [each for each in found if each]) for action, found in tried if None not in found]
    best = [max(each[number].points for _, each in fits) for number in range(len(words))] if fits else []

    def close(found: list[Fit]) -> bool:
        return all(each.points >= LEAST * most for each, most in zip(found, best, strict=True))

    def place(each: tuple[Action, list[Fit]]) -> tuple[int, int]:
        action, found = each
        return -sum(word.points for word in found), used.get(action.id, len(used))

    kept = sorted((each for each in fits if close(each[1])), key=place)
    return [Found(action, tuple(sorted({mark for word in found for mark in word.marks}))) for action, found in kept]


def _heading(word: str, group: str) -> Fit | None:
    """A word of the heading, or how it begins, with nothing to mark."""
    found = fit(word, group)
    begun = found is not None and found.points >= START + RUN * (len(word) - 1)
    return Fit(int(HEADING * found.points)) if found is not None and begun else None
