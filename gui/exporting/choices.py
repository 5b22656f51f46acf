"""What can be exported: a record for each entry of the menu, which is a command too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FEW, SOME = 24, 96  # frames of a shortened animation


@dataclass(frozen=True)
class Choice:
    """One way to export. Without a `suffix` it goes onto the clipboard. `section` parts the menu by lines."""

    id: str
    title: str  # in the menu
    command: str  # as a command
    section: str
    format: str = ""
    suffix: str = ""
    scale: int = 1  # of a picture's pixels
    frames: int | None = None  # at most, of an animation; None: every step


CHOICES: Final = (
    Choice("png", "Picture", "Export a picture (PNG)", "picture", "PNG", ".png"),
    Choice("png-2", "Picture, 2×", "Export a picture, 2× (PNG)", "picture", "PNG", ".png", scale=2),
    Choice("png-4", "Picture, 4×", "Export a picture, 4× (PNG)", "picture", "PNG", ".png", scale=4),
    Choice("svg", "Vector picture", "Export a vector picture (SVG)", "picture", "SVG", ".svg"),
    Choice("pdf", "Page", "Export a page (PDF)", "picture", "PDF", ".pdf"),
    Choice("chapter", "The whole chapter", "Export the whole chapter (PDF)", "chapter", "PDF, A4"),
    Choice("gif", "Animation of every step", "Export an animation of every step (GIF)", "moving", "GIF", ".gif"),
    Choice(
        "gif-some",
        f"Animation of {SOME} steps",
        f"Export an animation of {SOME} steps (GIF)",
        "moving",
        "GIF",
        ".gif",
        1,
        SOME,
    ),
    Choice(
        "gif-few",
        f"Animation of {FEW} steps",
        f"Export an animation of {FEW} steps (GIF)",
        "moving",
        "GIF",
        ".gif",
        1,
        FEW,
    ),
    Choice("csv", "Numbers", "Export the numbers (CSV)", "numbers", "CSV", ".csv"),
    Choice("json", "Numbers", "Export the numbers (JSON)", "numbers", "JSON", ".json"),
    Choice("npz", "Numbers", "Export the numbers (NPZ)", "numbers", "NPZ", ".npz"),
    Choice("copy-picture", "Copy picture", "Copy the picture", "copy"),
    Choice("copy-numbers", "Copy numbers", "Copy the numbers", "copy"),
    Choice("copy-pytorch", "Copy as PyTorch", "Copy as a PyTorch file", "copy"),
)
OF_FLASH, OF_LEARN = ("moving",), ("chapter",)
TITLES: Final = {
    ".png": "PNG picture",
    ".svg": "SVG picture",
    ".pdf": "PDF page",
    ".gif": "GIF animation",
    ".csv": "Table, comma separated",
    ".json": "JSON",
    ".npz": "NumPy arrays",
}


def offered(workspace: str) -> tuple[Choice, ...]:
    """What the menu of a workspace lists; some of it may be greyed."""
    others = (() if workspace == "flash" else OF_FLASH) + (() if workspace == "learn" else OF_LEARN)
    return tuple(choice for choice in CHOICES if choice.section not in others)
