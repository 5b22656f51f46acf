"""A page of Learn: a chapter as a column of parts."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Signal

from engine.learn import CHAPTERS
from engine.learn.marks import plain
from engine.learn.records import Block, Figure, Formula, Heading, Live, Para, Points, Table, Timeline
from gui.learn.formula import FormulaPart
from gui.learn.live.feeding import Feeder
from gui.learn.live.frame import LiveFrame
from gui.learn.live.kinds import KINDS
from gui.learn.part import Column, Part
from gui.learn.prose import Prose
from gui.learn.table import TablePart
from gui.learn.texts import PapersPart, PointsPart, TimelinePart, figure
from gui.store import Store

TEXT: Final = 700  # px of the column at most
SET_APART: Final = (LiveFrame, TablePart, FormulaPart)
APART: Final = 20  # px below those


class Page(Column):
    """`frames` are its live parts; `anchors` are its headings among the parts. `grown` when a part wants more room."""

    grown = Signal()
    most = TEXT

    def __init__(self, title: str, parts: tuple[Part, ...], anchors: dict[str, Part]) -> None:
        super().__init__(parts)
        self.title = title
        self.frames = [part for part in parts if isinstance(part, LiveFrame)]
        self._anchors = anchors
        self.setAccessibleName(title)

    @property
    def settled(self) -> bool:
        """Whether all live parts that were made show their newest numbers."""
        return all(frame.settled for frame in self.frames)

    def heading_box(self, anchor: str) -> QRect | None:
        """Where a heading is, None for an unknown one."""
        part = self._anchors.get(anchor)
        return None if part is None else self.places(self.width())[0][self.parts.index(part)]

    def heading_above(self, y: int) -> str:
        """The anchor of the last heading at or above `y`, "" before the first."""
        boxes = self.places(self.width())[0]
        above = [a for a, part in self._anchors.items() if boxes[self.parts.index(part)].top() <= y]
        return above[-1] if above else ""


def chapter_page(name: str, store: Store, feeder: Feeder) -> Page:
    """The page of a chapter."""
    chapter = CHAPTERS[name]
    number = list(CHAPTERS).index(name) + 1
    parts: list[Part] = [*opening(f"Chapter {number} of {len(CHAPTERS)}", chapter.title, chapter.lead)]
    anchors: dict[str, Part] = {}
    for block in chapter.blocks:
        part = part_of(block, store, feeder)
        if part is not None:
            part.above = max(part.above, APART if isinstance(parts[-1], SET_APART) else 0)
            parts.append(part)
        if isinstance(block, Heading) and part is not None:
            anchors[block.anchor] = part
    return Page(plain(chapter.title), tuple(parts), anchors)


def opening(kicker: str, title: str, lead: str) -> tuple[Prose, ...]:
    """What a page begins with."""
    return Prose(kicker, "caption", "ink3"), Prose(title, "chapter", above=2), Prose(lead, "lead", "ink2", above=8)


def part_of(block: Block, store: Store, feeder: Feeder) -> Part | None:
    """The widget of a block; None for a live block of a kind that is not there."""
    if isinstance(block, Live):
        return LiveFrame(block, store, feeder) if block.kind in KINDS else None
    if isinstance(block, Heading):
        return Prose(block.text, "heading", above=28)
    if isinstance(block, Para):
        return Prose(block.text)
    if isinstance(block, Points):
        return PointsPart(block)
    if isinstance(block, Table):
        return TablePart(block)
    if isinstance(block, Formula):
        return FormulaPart(block)
    if isinstance(block, Figure):
        return figure(block)
    return TimelinePart(block) if isinstance(block, Timeline) else PapersPart(block)
