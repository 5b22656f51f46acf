"""The table of contents: which pages there are, their headings, and which of them a search finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.learn import CHAPTERS
from engine.learn.marks import plain
from engine.learn.records import Block, Chapter, Figure, Heading, Live, Papers, Para, Points, Table, Timeline

TASKS_PAGE: Final = "tasks"


@dataclass(frozen=True)
class Entry:
    """A page: its name, title, number ("" for the tasks), and its headings (words, anchor)."""

    name: str
    title: str
    number: str
    headings: tuple[tuple[str, str], ...] = ()


def entries() -> tuple[Entry, ...]:
    """All pages in order, the tasks last."""
    chapters = tuple(
        Entry(name, chapter.title, str(number), headings_of(chapter))
        for number, (name, chapter) in enumerate(CHAPTERS.items(), 1)
    )
    return (*chapters, Entry(TASKS_PAGE, "Tasks", ""))


def headings_of(chapter: Chapter) -> tuple[tuple[str, str], ...]:
    """The headings of a chapter: their words with their marks, and their anchors."""
    return tuple((block.text, block.anchor) for block in chapter.blocks if isinstance(block, Heading))


def found(words: str) -> tuple[Entry, ...]:
    """The pages in which all the words stand, with the headings under which they do; all pages for no words."""
    wanted = words.casefold().split()
    if not wanted:
        return entries()
    pages = []
    for entry in entries():
        if entry.name not in CHAPTERS:
            continue
        sections = sections_of(CHAPTERS[entry.name])
        whole = " ".join([plain(entry.title), *(text for _, text in sections)]).casefold()
        if all(word in whole for word in wanted):
            under = {anchor for anchor, text in sections if all(word in text.casefold() for word in wanted)}
            kept = tuple(heading for heading in entry.headings if heading[1] in under)
            pages.append(Entry(entry.name, entry.title, entry.number, kept))
    return tuple(pages)


def sections_of(chapter: Chapter) -> tuple[tuple[str, str], ...]:
    """The words of a chapter, heading by heading: (anchor, words); those before the first heading have none."""
    pieces: list[tuple[str, list[str]]] = [("", [plain(chapter.lead)])]
    for block in chapter.blocks:
        if isinstance(block, Heading):
            pieces.append((block.anchor, [plain(block.text)]))
        else:
            pieces[-1][1].append(words_of(block))
    return tuple((anchor, " ".join(words)) for anchor, words in pieces)


def words_of(block: Block) -> str:
    """All words of a block, without marks."""
    if isinstance(block, Para | Heading):
        said: tuple[str, ...] = (block.text,)
    elif isinstance(block, Points):
        said = block.items
    elif isinstance(block, Table):
        said = (*block.head, *(words for row in block.rows for words in row))
    elif isinstance(block, Live):
        said = (block.caption,)
    elif isinstance(block, Figure):
        said = (block.value, block.what)
    elif isinstance(block, Timeline):
        said = tuple(f"{event.date} {event.title} {event.text}" for event in block.events)
    elif isinstance(block, Papers):
        said = tuple(f"{each.title} {each.authors} {each.year} {each.why}" for each in block.papers)
    else:
        said = (block.alt,)
    return " ".join(plain(words) for words in said)
