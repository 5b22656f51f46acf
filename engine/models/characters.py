"""What a person calls one character: an emoji of several parts, a letter with its accents."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINER: Final = "\u200d"
MARKS: Final = ("Mn", "Mc", "Me")
NAMED: Final = {" ": "␣", "\u00a0": "␣", "\n": "↵", "\r": "↵", "\t": "⇥"}


def joins(text: str, place: int) -> bool:
    """Whether text[place] belongs to the character before it.

    The greater part of Unicode's extended grapheme clusters (UAX 29): marks, what a joiner joins, skin tones and tags
    of emoji, the second letter of a flag. Hangul in single letters is left out.
    """
    if place == 0:
        return False
    here, before = text[place], text[place - 1]
    if before.isspace() or unicodedata.category(before) == "Cc":
        return False
    if here == JOINER or "\U0001f3fb" <= here <= "\U0001f3ff" or "\U000e0020" <= here <= "\U000e007f":
        return True
    if unicodedata.category(here) in MARKS:
        return True
    if before == JOINER:
        return unicodedata.category(here) == "So"
    return _half_flag(here) and _half_flag(before) and _flags_before(text, place) % 2 == 1


def visible(text: str) -> str:
    """A label that can be seen: spaces and control characters as signs for them where there is nothing else."""
    seen = "".join(c for c in text if not (c.isspace() or unicodedata.category(c) == "Cc"))
    if seen:
        return text.strip()
    return "".join(NAMED.get(c, "␣" if c.isspace() else f"\\x{ord(c):02x}") for c in text)


def _half_flag(c: str) -> bool:
    return "\U0001f1e6" <= c <= "\U0001f1ff"


def _flags_before(text: str, place: int) -> int:
    start = place
    while start and _half_flag(text[start - 1]):
        start -= 1
    return place - start
