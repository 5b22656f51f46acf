"""The pages of Learn by name, and whose sentence its live parts show: known without what the chapters say."""

from typing import Final

CHAPTERS: Final = (  # and the page of the tasks
    *("idea", "qkv", "formula", "scale", "heads", "masks", "rope", "flash", "when", "history", "variants", "papers"),
    *("pseudocode", "tasks"),
)
LIVES: Final = ("example", "own")
