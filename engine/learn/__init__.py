"""Learn: what the chapters say, the tasks, and the pseudocode that runs. The room in gui/learn draws it."""

from __future__ import annotations

from typing import Final

from engine.learn.chapters import (
    flash,
    formula,
    heads,
    history,
    idea,
    masks,
    papers,
    pseudocode,
    qkv,
    rope,
    scale,
    variants,
    when,
)
from engine.learn.records import Chapter
from engine.learn.tasks import TASKS

_ORDER: Final = (
    idea,
    qkv,
    formula,
    scale,
    heads,
    masks,
    rope,
    flash,
    when,
    history,
    variants,
    papers,
    pseudocode,
)
CHAPTERS: Final[dict[str, Chapter]] = {module.CHAPTER.name: module.CHAPTER for module in _ORDER}

__all__ = ["CHAPTERS", "TASKS"]
