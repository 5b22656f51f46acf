"""All the words of a chapter in reading order, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from engine.learn.marks import spans
from engine.learn.records import (
    Block,
    Chapter,
    Figure,
    Formula,
    Heading,
    Live,
    Papers,
    Para,
    Points,
    Table,
    Timeline,
)


def words_of(chapter: Chapter) -> Iterator[str]:
    """Every text that may have marks, in the order of the page; the tries come last."""
    yield chapter.title
    yield chapter.lead
    for block in chapter.blocks:
        yield from words_in(block)
    for one in chapter.tries:
        yield from (one.title, one.says)


def words_in(block: Block) -> tuple[str, ...]:
    match block:
        case Para(text) | Heading(text, _):
            return (text,)
        case Points(items):
            return items
        case Table(head, rows, source):
            return (*head, *(cell for row in rows for cell in row), source)
        case Live(_, _, caption):
            return (caption,)
        case Figure(value, what, _, _):
            return (value, what)
        case Formula() | Papers() | Timeline():
            return ()


def numbers_of(chapter: Chapter) -> list[str]:
    """What is marked as a number, in order."""
    return [span.text for words in words_of(chapter) for span in spans(words) if span.role == "number"]
