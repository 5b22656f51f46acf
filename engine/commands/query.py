"""Which token a person means by a number, a word, or word#2."""

from __future__ import annotations

from engine.capture import Capture
from engine.maps.words import axis_of


def token_of(capture: Capture, wish: str) -> tuple[int, list[str]]:
    """The token's number, and what the person should know about the choice.

    A number of a token is that token. A word is a whole word of the text, else a token, upper and lower case alike;
    of a word in several pieces it is the first piece. ValueError with a sentence for a word that does not stand
    there, or stands there twice.
    """
    if wish.isascii() and wish.isdigit() and len(wish) < 10 and int(wish) < len(capture.tokens):
        return int(wish), []
    word, found, which = wish, _find(capture, wish), 0
    if not found and "#" in wish:
        word, _, number = wish.rpartition("#")
        found, which = _find(capture, word), int(number) if number.isascii() and number.isdigit() else 0
        if found and not 1 <= which <= len(found):
            raise ValueError(f"“{word}” stands {_times(found)}, so there is no {wish}.")
    if not found:
        raise ValueError(f"There is no “{word}” among the {len(capture.tokens)} tokens that were read.")
    if len(found) > 1 and not which:
        places = ", ".join(f"{word}#{n} is token {pieces[0]}" for n, pieces in enumerate(found[:20], 1))
        raise ValueError(f"“{word}” stands {_times(found)}, say which: {places}.")
    pieces = found[max(which, 1) - 1]
    first = capture.tokens[pieces[0]].label
    return pieces[0], [f"“{word}” is {len(pieces)} tokens: this is its first, “{first}”."] if len(pieces) > 1 else []


def _find(capture: Capture, wish: str) -> list[tuple[int, ...]]:
    """The tokens of every whole word that reads so; if there is none, every single token."""
    wanted = wish.casefold()
    tokens = capture.tokens
    words = [group.tokens for group in axis_of(tokens, merge=True, specials=True).groups]
    whole = [word for word in words if "".join(tokens[i].label for i in word).casefold() == wanted]
    return whole or [(i,) for i, t in enumerate(tokens) if wanted in (t.label.casefold(), t.piece.casefold())]


def _times(found: list[tuple[int, ...]]) -> str:
    return "once" if len(found) == 1 else f"{len(found)} times"
