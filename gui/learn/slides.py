"""A chapter as slides: what belongs together on one, under the heading that it stands under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.learn import CHAPTERS
from engine.learn.records import Block, Figure, Formula, Heading, Live, Para
from gui.learn.live.kinds import KINDS


@dataclass(frozen=True)
class Slide:
    """`blocks` are none at the opening of a chapter."""

    chapter: str
    heading: str
    blocks: tuple[Block, ...] = ()


def slides_of(chapter: str) -> tuple[Slide, ...]:
    """The slides of a chapter; its title and lead come first."""
    made, heading, section = [Slide(chapter, CHAPTERS[chapter].title)], CHAPTERS[chapter].title, list[Block]()
    for block in (*CHAPTERS[chapter].blocks, Heading("", "")):
        if isinstance(block, Heading):
            made += [Slide(chapter, heading, blocks) for blocks in together(section)]
            heading, section = block.text, []
        elif not isinstance(block, Live) or block.kind in KINDS:
            section.append(block)
    return tuple(made)


def together(section: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """The blocks under one heading, slide by slide.

    A paragraph goes with what it introduces; a formula or a live part that none introduces with the paragraph after it,
    unless that one introduces another. Formulas, and claims with a number, follow each other on one slide.
    """
    at = 0
    while at < len(section):
        end = at + 1
        if isinstance(section[at], Para) and end < len(section) and not isinstance(section[end], Para):
            end += 1
        last = section[end - 1]
        if isinstance(last, Formula | Figure):
            while end < len(section) and isinstance(section[end], type(last)):
                end += 1
        free = end < len(section) and isinstance(section[end], Para)  # a paragraph that introduces nothing
        free = free and (end + 1 == len(section) or isinstance(section[end + 1], Para))
        end += free and isinstance(section[at], Formula | Live)
        yield tuple(section[at:end])
        at = end
