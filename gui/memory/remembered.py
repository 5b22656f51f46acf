"""What comes back at the next start, as one frozen record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOTIONS: Final = ("system", "full", "reduced")


@dataclass(frozen=True)
class Remembered:
    """What the app keeps between starts, besides the scene itself.

    `zoom` is the size of everything, 1 as designed; `motion` whether things may move by themselves. `toured` is True
    once the tour was seen or skipped; `read` and `solved` are the chapters and tasks of Learn, `recent` the files that
    were opened, the newest first.
    """

    theme: str = "system"
    colours: str = "violet"
    zoom: float = 1.0
    motion: str = "system"
    toured: bool = False
    read: tuple[str, ...] = ()
    solved: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
