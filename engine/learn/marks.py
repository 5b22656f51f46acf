"""The marks of a text taken apart: which words have a colour, are bold, or stand lower or higher."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

ROLES: Final = {
    "q:": "query",
    "k:": "key",
    "v:": "value",
    "n:": "number",
    "_": "lowered",
    "^": "raised",
}
_MARK: Final = re.compile(r"\{(q:|k:|v:|n:|_|\^)([^{}]+)\}|\*\*([^*{}]+)\*\*")


@dataclass(frozen=True)
class Span:
    """Words and what they are: "" for plain ones, else "bold" or one of ROLES' values."""

    text: str
    role: str = ""


def spans(text: str) -> tuple[Span, ...]:
    """The text in its order, without marks. ValueError for a mark that is not closed or not known."""
    found, place = list[Span](), 0
    for mark in _MARK.finditer(text):
        found.append(_plain(text[place : mark.start()]))
        kind, words, bold = mark.groups()
        found.append(Span(bold, "bold") if bold else Span(words, ROLES[kind]))
        place = mark.end()
    found.append(_plain(text[place:]))
    return tuple(span for span in found if span.text)


def plain(text: str) -> str:
    """The words alone, as a search and a screen reader want them."""
    return "".join(span.text for span in spans(text))


def _plain(text: str) -> Span:
    if re.search(r"[{}]|\*\*", text):
        raise ValueError(f"A mark is not closed or not known in {text!r}.")
    return Span(text)
