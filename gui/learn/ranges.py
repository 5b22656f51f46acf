"""Where words stand in a text, for the search of the chapters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Range = tuple[int, int]


def ranges_of(text: str, words: Sequence[str]) -> list[Range]:
    """Every place of the words, in any case, from the first on; places that touch or overlap are one."""
    folded = text.casefold()
    if len(folded) != len(text):  # "ß" becomes two letters: count those of the text itself
        folded = "".join(letter.casefold()[0] for letter in text)
    places = sorted(place for word in words if word for place in _places(folded, word.casefold()))
    joined: list[Range] = []
    for start, end in places:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _places(text: str, word: str) -> Iterator[Range]:
    at = text.find(word)
    while at >= 0:
        yield at, at + len(word)
        at = text.find(word, at + 1)


def pieces(start: int, end: int, found: Sequence[Range]) -> Iterator[tuple[int, int, int]]:
    """A span from `start` to `end` of a text, cut where what was found begins and ends.

    Each piece counts from the span's own start, with the number of the range that it is in, or -1.
    """
    at = start
    for number, (first, last) in enumerate(found):
        a, b = max(first, at), min(last, end)
        if a < b:
            if at < a:
                yield at - start, a - start, -1
            yield a - start, b - start, number
            at = b
    if at < end:
        yield at - start, end - start, -1
