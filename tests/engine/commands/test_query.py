"""What a person writes for a token finds it, or says why not."""

import pytest

from engine.capture import Capture, Token
from engine.commands.query import token_of

#         0     1   2    3   4  5   6     7    8   9  10 11   12
PIECES = "[CLS] the bank the un ##b ##ly The2 x#2 car ##s car [SEP]"


def capture() -> Capture:
    words = [None, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, None]
    pieces = PIECES.split()
    tokens = [
        Token(i, piece, piece.removeprefix("##").lower(), i, i + 1, word is None, word)
        for i, (piece, word) in enumerate(zip(pieces, words, strict=True))
    ]
    return Capture(PIECES, "m", "M", tuple(tokens), (), len(PIECES), "float32", 99)


@pytest.mark.parametrize(
    ("wish", "token"),
    [
        ("0", 0),
        ("12", 12),
        ("bank", 2),
        ("BANK", 2),
        ("the#1", 1),
        ("The#2", 3),
        ("bank#1", 2),
        ("the2", 7),
        ("x#2", 8),
        ("x#2#1", 8),
        ("##ly", 6),
        ("ly", 6),
        ("car", 11),
        ("[cls]", 0),
    ],
)
def test_one_token(wish: str, token: int) -> None:
    assert token_of(capture(), wish) == (token, [])


def test_of_a_word_in_pieces_it_is_the_first_and_that_is_said() -> None:
    assert token_of(capture(), "unbly") == (4, ["“unbly” is 3 tokens: this is its first, “un”."])
    assert token_of(capture(), "cars#1") == (9, ["“cars” is 2 tokens: this is its first, “car”."])


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("the", "“the” stands 2 times, say which: the#1 is token 1, the#2 is token 3."),
        ("the#3", "“the” stands 2 times, so there is no the#3."),
        ("the#0", "“the” stands 2 times, so there is no the#0."),
        ("the#x", "“the” stands 2 times, so there is no the#x."),
        ("bank#2", "“bank” stands once, so there is no bank#2."),
        ("zebra", "There is no “zebra” among the 13 tokens that were read."),
        ("zebra#1", "There is no “zebra” among the 13 tokens that were read."),
        ("13", "There is no “13” among the 13 tokens that were read."),
        ("-1", "There is no “-1” among the 13 tokens that were read."),
        ("²", "There is no “²” among the 13 tokens that were read."),
        ("9" * 5000, "There is no"),
        ("", "There is no “” among the 13 tokens that were read."),
    ],
)
def test_what_cannot_be_found_is_a_sentence(wish: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^“|^There") as refusal:
        token_of(capture(), wish)
    assert str(refusal.value).startswith(sentence)
