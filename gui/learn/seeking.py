"""The search: the field and the list at the side, the places in the article, and from chapter to chapter."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from engine.learn import CHAPTERS
from gui.learn.article import Article
from gui.learn.contents import TASKS_PAGE, found
from gui.learn.finder import Finder
from gui.learn.side import Side
from gui.store import Store


class Seeking(QObject):
    """`open(page)` opens a chapter; whoever opens one calls `follow` after it."""

    def __init__(self, store: Store, side: Side, article: Article, open_page: Callable[[str], None]) -> None:
        super().__init__(side)
        self._store, self._side, self._open = store, side, open_page
        self.finder = Finder(article, self._tell)
        side.sought.connect(self.follow)
        side.stepped.connect(self.step)

    def follow(self) -> None:
        """Highlight in the open chapter what is searched for, if all the words stand in it."""
        words = self._side.search.text()
        here = self._store.scene.chapter in [entry.name for entry in found(words)]
        self.finder.search(words if here else "")

    def step(self, by: int) -> None:
        """To the next place (1), or the one before (-1), also in another chapter."""
        pages = [entry.name for entry in found(self._side.search.text())]
        if self.finder.step(by) or not pages:
            return
        names = [*CHAPTERS, TASKS_PAGE]
        at = names.index(self._store.scene.chapter)
        turned = (names[(at + by * step) % len(names)] for step in range(1, len(names) + 1))
        self._open(next(name for name in turned if name in pages))
        self.follow()
        self.finder.step(by)

    def _tell(self) -> None:
        self._side.found.show_found(self.finder.at, self.finder.count, bool(self._side.list.entries))
