"""Tokens of bytes: the reference's numbers, and labels that are whole characters of the text."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.decoders import ByteLevel

from engine.maps.words import axis_of
from engine.models import MODELS, ModelError
from engine.models.bytelevel import Bytes, _byte_of_letter, smollm
from engine.models.characters import joins, visible
from engine.models.gguffile import Reader
from tests.engine.llama import gguf_file

FAMILY = "👩‍👩‍👧"


@pytest.fixture(scope="module")
def vocabulary() -> dict[str, Any]:
    fields = Reader(gguf_file()).fields
    return {name: fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "merges", "add_bos_token")}


@pytest.fixture(scope="module")
def tokenizer(vocabulary: dict[str, Any]) -> Tokenizer:
    return smollm(vocabulary["tokens"], vocabulary["merges"], vocabulary["tokens"][:17])


@pytest.fixture(scope="module")
def words(tokenizer: Tokenizer) -> Bytes:
    return Bytes(tokenizer, MODELS["smollm2"].limit)


def labels(words: Bytes, text: str) -> list[str]:
    return [token.label for token in words.read(text).tokens]


def test_the_numbers_that_transformers_gives(words: Bytes, vocabulary: dict[str, Any]) -> None:
    """GPT-2's own, which does not keep digits apart."""
    from transformers import GPT2Tokenizer

    numbers = {piece: number for number, piece in enumerate(vocabulary["tokens"])}
    merges = [tuple(merge.split(" ")) for merge in vocabulary["merges"]]
    theirs = GPT2Tokenizer(vocab=numbers, merges=merges)
    for text in ("Mr and Mrs Dursley were", "naïve 🎉 שלום 漢字\n\n\t  Å?! it's I'd  x ", FAMILY + " e\u0301 \u00a0y"):
        assert [token.id for token in words.read(text).tokens] == theirs(text).input_ids
    assert vocabulary["add_bos_token"] is False
    assert labels(words, "in 2024") == ["in", "␣", "2", "0", "2", "4"]


def test_known_numbers(words: Bytes) -> None:
    tokens = words.read("Mr and Mrs Dursley were<|im_end|>").tokens
    assert [token.id for token in tokens] == [14086, 284, 10721, 422, 2786, 2292, 592, 2]
    assert [token.piece for token in tokens][:4] == ["Mr", "Ġand", "ĠMrs", "ĠD"]
    assert [(token.start, token.end) for token in tokens][:4] == [(0, 2), (3, 6), (7, 10), (11, 12)]
    assert [token.word for token in tokens] == [0, 1, 2, 3, 3, 3, 4, 5]
    assert not any(token.special for token in tokens)


def test_letters_of_bytes_are_those_of_gpt_2() -> None:
    from transformers.convert_slow_tokenizer import bytes_to_unicode

    assert {letter: byte for byte, letter in bytes_to_unicode().items()} == _byte_of_letter()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a 🎉", ["a", "🎉", "…", "…"]),
        ("cafe\u0301 x", ["c", "afe\u0301", "…", "…", "x"]),
        ("好x", ["好", "…", "x"]),
        ("a\n\tb", ["a", "↵", "⇥", "b"]),
        ("a   b", ["a", "␣␣", "b"]),
        ("\0", ["\\x00"]),
        ("It's", ["It", "'s"]),
        ("\ud800", ["�"]),
        ("a\x16b", ["a", "b"]),
    ],
)
def test_a_label_is_the_texts_own(words: Bytes, text: str, shown: list[str]) -> None:
    assert labels(words, text) == shown


def test_an_emoji_of_many_parts_is_one_word_with_one_label(words: Bytes) -> None:
    tokens = words.read(f"so {FAMILY} go").tokens
    family = [token for token in tokens if token.word == tokens[1].word]
    assert len(family) > 8
    assert family[0].label == FAMILY
    assert {token.label for token in family[1:]} == {"…"}
    assert all(token.continues for token in family[1:])
    assert [group.label for group in axis_of(tokens, merge=True, specials=True).groups] == ["so", FAMILY, "go"]


READABLE = st.characters(exclude_categories=(), exclude_characters="\x04\x06\x13\x14\x16\x1d", max_codepoint=0x2FFFF)
TEXTS = st.text(READABLE, max_size=40) | st.text("ae\u0301🎉\u200d👩🏽🇩 \n好4'", max_size=30)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_any_text_is_read_whole_and_no_character_twice(words: Bytes, text: str) -> None:
    if not text.strip():
        with pytest.raises(ModelError, match="is empty"):
            words.read(text)
        return
    reading = words.read(text)
    assert len(reading.text) == len(text) == reading.read
    assert all(token.label for token in reading.tokens)
    assert all(a.end <= b.start for a, b in pairwise(reading.tokens))
    assert all(a.word == b.word for a, b in pairwise(reading.tokens) if b.continues)
    covered = "".join(reading.text[token.start : token.end] for token in reading.tokens)
    assert "".join(covered.split()) == "".join(reading.text.split())
    assert all(a.word <= b.word for a, b in pairwise(reading.tokens) if a.word is not None and b.word is not None)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_numbers_spell_the_text_that_they_came_from(words: Bytes, text: str) -> None:
    if text.strip():
        reading = words.read(text)
        spelled = words.spell([token.id for token in reading.tokens])
        assert spelled == reading


@settings(max_examples=100, deadline=None)
@given(ids=st.lists(st.integers(17, 600), min_size=1, max_size=12))
def test_any_numbers_spell_something(words: Bytes, ids: list[int]) -> None:
    reading = words.spell(ids)
    assert [token.id for token in reading.tokens] == ids
    assert all(token.label for token in reading.tokens)
    theirs = ByteLevel().decode([token.piece for token in reading.tokens])
    assert reading.text.replace("\ufffd", "") == theirs.replace("\ufffd", "")


@pytest.mark.parametrize(("text", "reason"), [(" \n", "is empty"), ("\x16\x04", "no character that the model reads")])
def test_a_text_without_a_character_is_refused(words: Bytes, text: str, reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        words.read(text)


def test_special_tokens_have_no_text(words: Bytes) -> None:
    reading = words.spell([0, 14086, 284, 2])
    assert reading.text == "Mr and"
    shown = [(token.label, token.start, token.end, token.special, token.word) for token in reading.tokens]
    assert shown[0] == ("<|endoftext|>", 0, 0, True, None)
    assert shown[1:3] == [("Mr", 0, 2, False, 0), ("and", 3, 6, False, 1)]
    assert shown[3] == ("<|im_end|>", 6, 6, True, None)


@pytest.mark.parametrize(
    ("ids", "reason"), [([49152], "no token"), ([-1], "no token"), ([], "empty"), ([0, 2], "empty")]
)
def test_numbers_that_are_none(words: Bytes, ids: list[int], reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        words.spell(ids)


def test_a_long_text_is_read_in_part(words: Bytes) -> None:
    reading = words.read("word " * 8191 + "more words")
    assert (len(reading.tokens), reading.read) == (8192, 5 * 8191 + 4)  # "word", then " word" each; " more" is read
    whole = words.read("word" + " word" * 8191)
    assert (len(whole.tokens), whole.read) == (8192, len(whole.text))


CUT = " " * 74 + "<|im_start|>" + " b" * 200  # after 80 characters, where a first look ends


@pytest.mark.parametrize(
    "text", [CUT, "abc de  f\n" * 40, "<|im_start|>" * 60, "好" * 90, "a" * 300 + " b" * 90, "  " * 300 + "x"]
)
def test_looking_at_the_beginning_alone_changes_no_token(tokenizer: Tokenizer, text: str) -> None:
    few = Bytes(tokenizer, 5).read(text).tokens
    assert len(few) == min(5, len(tokenizer.encode(text).ids))
    assert [token.id for token in few] == tokenizer.encode(text).ids[:5]


def test_of_a_megabyte_only_the_beginning_is_looked_at(words: Bytes) -> None:
    from engine.models.reading import beginning

    encoding, certain = beginning(words._tokenizer, "a river " * 200_000, 8192, 0)
    assert 8192 < certain < len(encoding) < 100_000


# Characters


@pytest.mark.parametrize(
    "whole", ["e\u0301", "🎉", FAMILY, "👍🏽", "🇩🇪", "✍️", "1\ufe0f\u20e3", "नि", "🏴\U000e0067\U000e007f"]
)
def test_what_is_one_character(whole: str) -> None:
    text = f"a{whole}b"
    assert [joins(text, place) for place in range(len(text))] == [False, False, *[True] * (len(whole) - 1), False]


@pytest.mark.parametrize("apart", ["ab", " \u0301", "\n\u0301", "🎉🎉", "\u200da", "a🇩"])
def test_what_is_two(apart: str) -> None:
    assert not joins(apart, 1)
    assert not joins(apart, 0)


def test_flags_go_by_twos() -> None:
    flags = "🇩🇪🇫🇷🇮"
    assert [joins(flags, place) for place in range(5)] == [False, True, False, True, False]


@pytest.mark.parametrize(
    ("text", "seen"), [(" a ", "a"), (" \n", "␣↵"), ("\u2003", "␣"), ("\x07", "\\x07"), ("\0a", "\0a")]
)
def test_a_label_can_be_seen(text: str, seen: str) -> None:
    assert visible(text) == seen
