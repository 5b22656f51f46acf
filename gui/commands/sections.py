"""What stands on the sheet of keys: the commands that have keys, then the keys inside the parts of the workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui.actions import Action, key_words
from gui.commands.inside import inside


@dataclass(frozen=True)
class Line:
    """What keys do, and their caps."""

    says: str
    caps: tuple[str, ...]

    def plain(self) -> str:
        """The line as text."""
        return f"{self.says}: {', '.join(self.caps)}"


@dataclass(frozen=True)
class Section:
    """A heading and its lines."""

    title: str
    lines: tuple[Line, ...]

    def plain(self) -> str:
        """The section as text."""
        return "\n".join([self.title, *(f"  {line.plain()}" for line in self.lines)])


def sections(actions: Sequence[Action], workspace: str) -> list[Section]:
    """All keys of a workspace; commands come in the order of their headings."""
    headings = dict.fromkeys(action.group for action in actions if action.keys)
    commands = [
        Section(title, tuple(_line(a.title, a.keys) for a in actions if a.group == title and a.keys))
        for title in headings
    ]
    parts = [Section(each.title, tuple(_line(says, keys) for keys, says in each.lines)) for each in inside(workspace)]
    return [*commands, *parts]


def columns(found: Sequence[Section], count: int) -> list[list[Section]]:
    """Sections side by side in at most `count` columns, in order, as equally high as they allow."""
    heights = [len(section.lines) + 2 for section in found]
    least = max(heights, default=0)
    for most in range(least, sum(heights) + 1):
        rows: list[list[Section]] = [[]]
        high = 0
        for section, tall in zip(found, heights, strict=True):
            if high + tall > most and rows[-1]:
                rows.append([])
                high = 0
            rows[-1].append(section)
            high += tall
        if len(rows) <= count:
            return rows
    return []


def _line(says: str, keys: tuple[str, ...]) -> Line:
    return Line(says, tuple(map(key_words, keys)))
