"""Finding commands by a few letters: laws of the points, and which commands come first."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.actions import Action
from gui.commands.finding import find
from gui.commands.fuzzy import LETTER, START, Fit, fit

LETTERS = st.text("abcAB -:3", min_size=1, max_size=14)
SCALE = ("Set the scale back to the model’s", "Sharper: halve the scale", "Flatter: double the scale")


def at_once(title: str, places: list[int]) -> bool:
    """Whether the letters are one run from the beginning of a word."""
    run = places == list(range(places[0], places[0] + len(places)))
    return run and (places[0] == 0 or not title[places[0] - 1].isalnum())


def actions(*titles: str, group: str = "Scale") -> list[Action]:
    return [Action(title, title, (), lambda: None, group) for title in titles]


def titles_of(typed: str, among: list[Action], recent: tuple[str, ...] = ()) -> list[str]:
    return [found.action.title for found in find(typed, among, recent)]


@given(LETTERS, st.data())
def test_a_subsequence_is_always_found_and_its_letters_are_those_that_were_typed(
    title: str, data: st.DataObject
) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(title), max_size=len(title)))
    typed = "".join(letter for letter, keep in zip(title, kept, strict=True) if keep).swapcase()
    found = fit(typed, title)
    assert found is not None
    assert list(found.marks) == sorted(set(found.marks))
    assert "".join(title[at] for at in found.marks).lower() == typed.lower()


@given(st.text("abc", min_size=1, max_size=5), LETTERS)
def test_what_is_no_subsequence_is_not_found(typed: str, title: str) -> None:
    pattern = ".*".join(map(re.escape, typed.lower()))
    assert (fit(typed, title) is not None) == bool(re.search(pattern, title.lower()))


WORDS = st.lists(st.text("abc", min_size=0, max_size=5), max_size=3).map(" ".join)


@given(st.text("abc", min_size=2, max_size=4), WORDS, WORDS, st.text("abc -", max_size=3), st.data())
def test_the_beginning_of_a_word_beats_scattered_letters(
    typed: str, before: str, after: str, more: str, data: st.DataObject
) -> None:
    begun = fit(typed, f"{before} {typed}{after}")
    scattered = "".join(data.draw(st.sampled_from(["x", "x ", " ", more])) + letter for letter in typed)
    other = fit(typed, scattered)
    assert begun is not None and other is not None
    assert at_once(f"{before} {typed}{after}", list(begun.marks))
    assert begun.points > other.points or at_once(scattered, list(other.marks))


@given(st.text("ab", min_size=1, max_size=4), st.text("ab ", min_size=1, max_size=9))
def test_no_way_to_find_the_letters_has_more_points(typed: str, title: str) -> None:
    """Against every way there is."""

    def ways(rest: str, after: int) -> Iterator[list[int]]:
        if not rest:
            yield []
            return
        for at in range(after, len(title)):
            if title[at] == rest[0]:
                yield from ([at, *more] for more in ways(rest[1:], at + 1))

    def points(way: list[int]) -> int:
        starts = [START if at == 0 or title[at - 1] == " " else LETTER for at in way]
        return starts[0] + sum(8 if a + 1 == b else s for a, b, s in zip(way, way[1:], starts[1:], strict=False))

    found, every = fit(typed, title), [points(way) for way in ways(typed, 0)]
    if found is None:
        assert not every
    else:
        whole = at_once(title, list(found.marks)) and title[found.marks[-1] + 1 :][:1] in ("", " ")
        assert found.points - whole == max(every)


def test_nothing_typed_fits_everything() -> None:
    assert fit("", "Undo") == Fit(0)


def test_words_come_in_any_order_and_the_best_stand_first() -> None:
    known = actions(*SCALE, "Map: Scaled", "Show special tokens")
    assert titles_of("scale", known) == [*SCALE, "Map: Scaled"]
    assert titles_of("scale half", known) == []
    assert titles_of("scale hal", known) == [SCALE[1]]
    assert titles_of("hal sca", known) == [SCALE[1]]
    assert titles_of("stsb", known) == [SCALE[0]]


def test_a_heading_finds_its_commands_without_marks() -> None:
    known = [*actions("Causal", group="Masks"), *actions("ALiBi", group="Positions")]
    assert titles_of("mask", known) == ["Causal"]
    assert find("mask", known)[0].marks == ()
    assert titles_of("mask cau", known) == ["Causal"]
    assert titles_of("ask", known) == []
    assert titles_of("mask", [*known, *actions("Masks")]) == ["Masks", "Causal"]


def test_what_was_used_comes_first_among_equals() -> None:
    known = actions(*SCALE)
    assert titles_of("", known, (SCALE[2],)) == [SCALE[2], SCALE[0], SCALE[1]]
    assert titles_of("scale", known, (SCALE[1], SCALE[2])) == [SCALE[1], SCALE[2], SCALE[0]]
    assert titles_of("halve", known, (SCALE[2],)) == [SCALE[1]]


@pytest.mark.parametrize("typed", ["", "e", "sca mod", "number"])
def test_three_hundred_commands_cost_less_than_a_frame_of_processor_time(typed: str) -> None:
    known = actions(*(f"Set the scale back to the model’s number {number}" for number in range(300)))
    find(typed, known)
    spent = []
    for _ in range(5):
        before = time.process_time()
        find(typed, known)
        spent.append(time.process_time() - before)
    assert min(spent) < 0.1  # a tenth of a second would be seen; bench measures it
