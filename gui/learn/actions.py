"""The commands of the Learn workspace."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.learn import CHAPTERS
from gui.actions import Action, choice
from gui.learn.contents import entries
from gui.learn.whose import has_text

if TYPE_CHECKING:
    from gui.learn.room import LearnRoom


def actions_of(room: LearnRoom) -> tuple[Action, ...]:
    """Turn pages, present, print, search."""
    first, last = entries()[0].name, entries()[-1].name

    def away_from(page: str) -> Callable[[], bool]:
        return lambda: room.store.scene.chapter != page

    def in_chapter() -> bool:
        return room.store.scene.chapter in CHAPTERS

    def begun() -> bool:
        return bool(room.progress.read or room.progress.solved)

    def has_own() -> bool:
        return has_text(room.store.scene)

    group = "Learn"
    return (
        Action("next-chapter", "Learn: next chapter", ("Alt+Right",), lambda: room.step(1), group, away_from(last)),
        Action(
            "previous-chapter", "Learn: chapter before", ("Alt+Left",), lambda: room.step(-1), group, away_from(first)
        ),
        Action("present", "Learn: present this chapter", ("F5",), room.present, group, in_chapter),
        Action("print", "Learn: print this chapter to PDF", ("Ctrl+P",), room.choose_print, group, in_chapter),
        Action("search-chapters", "Learn: search the chapters", ("Ctrl+F",), room.side.search.setFocus, group),
        choice(room.store, "live", "own", "Learn: show my own sentence in the live parts", group, works=has_own),
        choice(room.store, "live", "example", "Learn: show the examples in the live parts", group),
        Action("forget-progress", "Learn: forget my progress", (), room.forget, group, begun),
    )
