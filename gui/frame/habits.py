"""What a person chose of a workspace that is no part of the scene, so that it can be there again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import SignalInstance

from gui.parts.parting import Splitter


@dataclass(frozen=True)
class Habit:
    """`value()` is it in a word, "" for what is usual; `take(word)` has it so, and leaves a strange word alone.

    `changed` is sent after every change, and may be sent without one.
    """

    name: str
    value: Callable[[], str]
    take: Callable[[str], object]
    changed: SignalInstance


def parting(splitter: Splitter) -> Habit:
    """Where the lines between panes stand."""
    return Habit(splitter.objectName(), lambda: splitter.parting, splitter.part, splitter.parted)
