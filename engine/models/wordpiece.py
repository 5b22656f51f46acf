"""Text to tokens as BERT reads it, each with the characters of the text it stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Encoding, Tokenizer

from engine.capture import Token
from engine.models import ModelError
from engine.models.reading import LONGEST_LABEL, Reading, beginning, readable


class WordPiece:
    """The tokenizer of a `tokenizer.json`, without the padding and truncation that the file asks for."""

    def __init__(self, path: Path, limit: int) -> None:
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._limit = limit

    def read(self, text: str) -> Reading:
        """The tokens of a text, cut to the limit. ModelError if nothing of it can be read."""
        text = readable(text)
        encoding, count = self._encode(text)
        if count == 0:
            raise ModelError("The text has no character that the model reads: type at least one word.")
        kept = min(count, self._limit - 2)
        numbers, pieces, places, words = encoding.ids, encoding.tokens, encoding.offsets, encoding.word_ids
        tokens = [_token(numbers[i], pieces[i], places[i], words[i], text) for i in range(1, kept + 1)]
        read = tokens[-1].end if kept < count else len(text)
        first, last = (
            Token(numbers[i], pieces[i], pieces[i], place, place, True, None) for i, place in ((0, 0), (-1, read))
        )
        return Reading(text, (first, *tokens, last), read)

    def spell(self, ids: Sequence[int]) -> Reading:
        """The text that token numbers stand for: pieces side by side, words with a space between."""
        text, tokens, word = "", [], -1
        for number in ids[: self._limit]:
            piece = self._tokenizer.id_to_token(number) if 0 <= number < self._tokenizer.get_vocab_size() else None
            if piece is None:
                raise ModelError(f"There is no token {number} in the vocabulary.")
            special = piece in ("[CLS]", "[SEP]", "[PAD]")
            label = piece.removeprefix("##")
            if not special and label == piece:
                word += 1
                text += " " if text else ""
            start = len(text)
            text += "" if special else label
            tokens.append(Token(number, piece, label, start, len(text), special, None if special else max(word, 0)))
        if not text:
            raise ModelError("The text is empty: give at least one token that is a word.")
        return Reading(text, tuple(tokens), len(text))

    def _encode(self, text: str) -> tuple[Encoding, int]:
        return beginning(self._tokenizer, text, self._limit, frame=1)


def _token(number: int, piece: str, place: tuple[int, int], word: int | None, text: str) -> Token:
    """A token that shows the text's own characters as the model reads them: lower case, no control characters."""
    shown = text[slice(*place)]
    if shown != piece:  # else perhaps a special token typed as text, "[MASK]"
        shown = "".join(c for c in shown[:LONGEST_LABEL] if unicodedata.category(c) != "Cc").lower()
    return Token(number, piece, shown, *place, False, word)
