"""Text to tokens of bytes, as GPT-2's descendants read it, each with the characters of the text it stands for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from tokenizers import AddedToken, Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, Digits
from tokenizers.pre_tokenizers import Sequence as Steps

from engine.capture import Token
from engine.models import ModelError
from engine.models.characters import joins, visible
from engine.models.reading import LONGEST_LABEL, Reading, beginning, readable

REST: Final = "…"  # the label of bytes whose character stands at the token before
Place = tuple[int, int]


def smollm(pieces: Sequence[str], merges: Iterable[str], special: Iterable[str]) -> Tokenizer:
    """The tokenizer that GGUF calls "smollm": byte-level BPE, every digit a word of its own, no token added."""
    pairs = [(left, right) for left, right in (merge.split(" ") for merge in merges)]
    tokenizer = Tokenizer(BPE({piece: number for number, piece in enumerate(pieces)}, pairs))
    tokenizer.pre_tokenizer = Steps([Digits(individual_digits=True), ByteLevel(add_prefix_space=False)])
    tokenizer.add_special_tokens([AddedToken(piece, normalized=False, special=True) for piece in special])
    return tokenizer


class Bytes:
    """A byte-level tokenizer's tokens, cut to a limit and labelled from the text."""

    def __init__(self, tokenizer: Tokenizer, limit: int) -> None:
        self._tokenizer, self._limit = tokenizer, limit
        self._special = set(tokenizer.get_added_tokens_decoder())
        self._byte = _byte_of_letter()

    def read(self, text: str) -> Reading:
        """The tokens of a text. ModelError if it is empty."""
        text = readable(text)
        encoding, count = beginning(self._tokenizer, text, self._limit, frame=0)
        kept = min(count, self._limit)
        if kept == 0:  # the vocabulary lacks a few bytes, all of control characters and of no character
            raise ModelError("The text has no character that the model reads: type at least one word.")
        spelled = zip(encoding.ids, encoding.tokens, encoding.offsets, encoding.word_ids, strict=True)
        tokens = _tokens([next(spelled) for _ in range(kept)], text)
        return Reading(text, tokens, tokens[-1].end if kept < count else len(text))

    def spell(self, ids: Sequence[int]) -> Reading:
        """The text that token numbers stand for, \ufffd for bytes without a character. Special tokens have no text."""
        pieces = [self._piece(number) for number in ids[: self._limit]]
        raw = [b"" if i in self._special else self.bytes_of(p) for i, p in zip(ids, pieces, strict=False)]
        if not any(raw):
            raise ModelError("The text is empty: give at least one token that is a word.")
        text, character = _decoded(b"".join(raw))
        words = self._tokenizer.pre_tokenizer.pre_tokenize_str(text) if self._tokenizer.pre_tokenizer else []
        starts = [start for _, (start, _) in words]
        rows: list[tuple[int, str, Place, int | None]] = []
        place = 0
        for number, piece, part in zip(ids, pieces, raw, strict=False):
            first = character[place]
            place += len(part)
            end = character[place - 1] + 1 if part else first
            rows.append((number, piece, (first, end), bisect_right(starts, first) - 1 if part else None))
        return Reading(text, _tokens(rows, text), len(text))

    def bytes_of(self, piece: str) -> bytes:
        """What a piece of the vocabulary, which writes every byte as a letter, stands for."""
        return bytes(self._byte[letter] for letter in piece)

    def _piece(self, number: int) -> str:
        known = 0 <= number < self._tokenizer.get_vocab_size()
        piece = self._tokenizer.id_to_token(number) if known else None
        if piece is None:
            raise ModelError(f"There is no token {number} in the vocabulary.")
        return piece


def _tokens(rows: Iterable[tuple[int, str, Place, int | None]], text: str) -> tuple[Token, ...]:
    """Tokens whose places do not overlap: a character stands whole at the first token that has a byte of it."""
    tokens: list[Token] = []
    shown, word = 0, 0
    for number, piece, (start, end), its_word in rows:
        if its_word is None:
            tokens.append(Token(number, piece, piece, shown, shown, True, None))
            continue
        start, end = max(start, shown), max(end, shown)
        if start == end:
            tokens.append(Token(number, piece, REST, shown, shown, False, word))
            continue
        while end < len(text) and joins(text, end):
            end += 1
        shown, word = end, its_word
        letters = text[start:end]
        start += len(letters) - len(letters.lstrip()) if letters.strip() else 0
        tokens.append(Token(number, piece, visible(text[start:end][:LONGEST_LABEL]), start, end, False, word))
    return tuple(tokens)


def _decoded(data: bytes) -> tuple[str, list[int]]:
    """Text of bytes, and the place in it of every byte's character, and of the end."""
    text = data.decode(errors="surrogateescape")
    character = [i for i, c in enumerate(text) for _ in c.encode(errors="surrogateescape")]
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text), [*character, len(text)]


def _byte_of_letter() -> dict[str, int]:
    """GPT-2's letters for bytes: those that can be printed stand for themselves, the others follow from 256 on."""
    printed = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printed]
    return {chr(byte): byte for byte in printed} | {chr(256 + i): byte for i, byte in enumerate(others)}
