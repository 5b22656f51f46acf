"""What a tokenizer made of a text, and how much of a long text it has to look at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tokenizers import Encoding, Tokenizer

from engine.capture import Token
from engine.models import ModelError

HALF: Final = re.compile("[\ud800-\udfff]")  # half a character: it has no UTF-8
LOOK: Final = 16  # characters for each token that the model can read; nearly always enough
MARGIN: Final = 24  # pieces into which a special token in a text may be cut
LONGEST_LABEL: Final = 100  # characters


@dataclass(frozen=True)
class Reading:
    """A text, the tokens a model reads of it, and how many of its characters they cover."""

    text: str
    tokens: tuple[Token, ...]
    read: int


def readable(text: str) -> str:
    """The text without half characters. ModelError if it is empty."""
    if not text.strip():
        raise ModelError("The text is empty: type at least one word.")
    return HALF.sub("\ufffd", text)


def beginning(tokenizer: Tokenizer, text: str, limit: int, frame: int) -> tuple[Encoding, int]:
    """An encoding of enough of a text of any length, and how many of its tokens are certain.

    `frame`: how many special tokens the tokenizer puts at either end; they are not counted.
    """
    length = LOOK * limit
    while length < len(text):
        encoding = tokenizer.encode(text[:length])
        words = encoding.word_ids[frame : len(encoding) - frame]
        certain = words.index(words[-1]) if words else 0  # the last word may have been cut in two
        if certain > limit + MARGIN:  # so may "[MASK]", one token, into a few words
            return encoding, certain
        length *= 4
    encoding = tokenizer.encode(text)
    return encoding, len(encoding) - 2 * frame
