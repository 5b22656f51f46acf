"""The keys that a part of a workspace hears while the keyboard is on it: no commands, but they are on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ARROWS: Final = ("Left", "Right", "Up", "Down")
SHIFTED: Final = tuple(f"Shift+{arrow}" for arrow in ARROWS)
ENDS: Final = ("Home", "End")
COPY: Final = (("Ctrl+C",), "Copy all of it as text")


@dataclass(frozen=True)
class Inside:
    """The keys of one part: its heading on the sheet, its widget's name, and what each line of keys does."""

    title: str
    widget: str
    lines: tuple[tuple[tuple[str, ...], str], ...]


EVERYWHERE: Final = Inside(
    "Everywhere",
    "theme",
    ((("Tab", "Shift+Tab"), "To the next control, the one before"), (("Return", "Space"), "Press it")),
)
PROVENANCE: Final = Inside("Inside the strip below", "provenance", (COPY,))
INSIDE: Final[dict[str, tuple[Inside, ...]]] = {
    "attention": (
        Inside(
            "Inside the map",
            "heatmap",
            (
                (ARROWS, "Move the chosen cell"),
                (("+", "-"), "Closer, farther"),
                (SHIFTED, "Pan"),
                (("0", "Home"), "All of the map"),
            ),
        ),
        Inside("Inside the words", "tokenStrip", ((("Left", "Right", *ENDS), "Choose the query"),)),
        Inside("Inside the bars", "bars", ((("Up", "Down", *ENDS), "Choose the key"),)),
        Inside(
            "Inside the scale",
            "scaleSlider",
            (
                (ARROWS, "5 % less, more"),
                (("PgDown", "PgUp"), "Halve, double"),
                (ENDS, "Least, most"),
            ),
        ),
        Inside(
            "Inside the heads",
            "headStrip",
            ((("Left", "Right", *ENDS), "Point at a head"), (("Return", "Space"), "Open it")),
        ),
        Inside("Inside a row of choices", "stageSwitch", ((ARROWS, "The one before, the next"),)),
        Inside("Inside the four lines of a cell", "cellPane", (COPY,)),
    ),
    "heads": (
        Inside(
            "Inside the grid",
            "headsGrid",
            ((ARROWS, "Point at a head"), (("Return", "Space"), "Open it")),
        ),
        Inside("Inside the measures", "measures", ((("Up", "Down", *ENDS), "Choose a measure"),)),
        Inside(
            "Inside the filter",
            "headsFilter",
            ((ARROWS, "Move the handle"), (("Del", "Backspace"), "Clear the filter")),
        ),
    ),
    "flash": (
        Inside("Inside the rows", "rowState", ((("Up", "Down"), "Choose the query"),)),
        Inside("Inside the pseudocode", "pseudocode", (COPY,)),
    ),
    "learn": (
        Inside(
            "Inside the chapters",
            "chapterList",
            ((("Up", "Down", *ENDS), "Point at a chapter or heading"), (("Return", "Space"), "Open it")),
        ),
        Inside(
            "Inside the search",
            "learnSearch",
            (
                (("Return", "Shift+Return"), "To the next place, the one before"),
                (("Escape",), "Empty it"),
                (("Down",), "To the chapters"),
            ),
        ),
        Inside(
            "Inside the article",
            "article",
            ((("Up", "Down", *ENDS), "Scroll"), (("PgUp", "PgDown", "Space"), "Scroll by a page")),
        ),
        Inside(
            "While presenting",
            "presenting",
            (
                (("Right", "Down", "Space", "PgDown"), "Go on"),
                (("Left", "Up", "Backspace", "PgUp"), "Go back"),
                (ENDS, "To the first, the last"),
                (("Escape", "F5"), "End"),
            ),
        ),
    ),
}


def inside(workspace: str) -> tuple[Inside, ...]:
    """The parts of a workspace that hear keys, what all workspaces have last."""
    return (*INSIDE[workspace], PROVENANCE, EVERYWHERE)
