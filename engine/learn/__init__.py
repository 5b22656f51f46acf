"""Learn: what the chapters say, the tasks, and the pseudocode that runs. The room in gui/learn draws it."""

from __future__ import annotations

from typing import Final

from engine.learn.chapters import idea, qkv
from engine.learn.records import Chapter, Task

CHAPTERS: Final[dict[str, Chapter]] = {chapter.name: chapter for chapter in (idea.CHAPTER, qkv.CHAPTER)}
TASKS: Final[dict[str, Task]] = {}

__all__ = ["CHAPTERS", "TASKS"]
