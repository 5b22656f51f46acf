"""The search in the open chapter: every place is highlighted, one after the other comes into view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from gui.learn.article import Article
from gui.learn.formula import FormulaPart
from gui.learn.page import Page
from gui.learn.prose import Prose


class Finder:
    """`at` counts the places from 0, -1 before the first step; `tell()` is called when that or `count` changes."""

    def __init__(self, article: Article, tell: Callable[[], None]) -> None:
        self._article, self._tell = article, tell
        self._hits: list[tuple[Prose | FormulaPart, int]] = []
        self.at = -1

    @property
    def count(self) -> int:
        """How many places the open page has."""
        return len(self._hits)

    def search(self, text: str) -> None:
        """Look for the words of a text in the open page; none takes the highlights away."""
        words = tuple(text.split())
        for part in dict.fromkeys(part for part, _ in self._hits):
            part.seek(())
        page, self.at = self._article.page, -1
        parts = searched(page) if page is not None and words else []
        self._hits = [(part, hit) for part in parts for hit in range(part.seek(words))]
        self._tell()

    def step(self, by: int) -> bool:
        """To the next place (1) or the one before (-1); False where there is none further on this page."""
        to = self.at + by if self.at >= 0 or by > 0 else self.count - 1
        if not 0 <= to < self.count:
            return False
        if self.at >= 0:
            self._hits[self.at][0].point(-1)
        self.at = to
        part, hit = self._hits[to]
        part.point(hit)
        page = self._article.page
        if page is not None:
            self._article.reveal(QRect(part.mapTo(page, QPoint(0, 0)), part.size()))
        self._tell()
        return True


def searched(page: Page) -> list[Prose | FormulaPart]:
    """What has words on a page, as it is read."""
    found: list[Prose | FormulaPart] = [*page.findChildren(Prose), *page.findChildren(FormulaPart)]

    def place(part: QWidget) -> tuple[int, int]:
        at = part.mapTo(page, QPoint(0, 0))
        return at.y(), at.x()

    return sorted((part for part in found if not part.isHidden()), key=place)
