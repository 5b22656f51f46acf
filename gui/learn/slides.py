"""A chapter as slides: one block on each, under the heading that it stands under."""

from __future__ import annotations

from dataclasses import dataclass

from engine.learn import CHAPTERS
from engine.learn.records import Block, Heading, Live
from gui.learn.live.kinds import KINDS


@dataclass(frozen=True)
class Slide:
    """`block` None is the opening of a chapter."""

    chapter: str
    heading: str
    block: Block | None


def slides_of(chapter: str) -> tuple[Slide, ...]:
    """The slides of a chapter; its title and lead come first."""
    made = [Slide(chapter, CHAPTERS[chapter].title, None)]
    heading = CHAPTERS[chapter].title
    for block in CHAPTERS[chapter].blocks:
        if isinstance(block, Heading):
            heading = block.text
        elif not isinstance(block, Live) or block.kind in KINDS:
            made.append(Slide(chapter, heading, block))
    return tuple(made)
