"""The Learn workspace: chapters at the left, the article, and the margin with what to try."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.learn import CHAPTERS, TASKS
from engine.scene import Scene
from gui.actions import Action
from gui.frame.provenance import Fact
from gui.frame.room import Room
from gui.frame.shell import content_of
from gui.learn.actions import actions_of
from gui.learn.article import Article
from gui.learn.columns import Columns
from gui.learn.contents import TASKS_PAGE, entries
from gui.learn.lesson import Lesson
from gui.learn.live.feeding import Feeder
from gui.learn.live.own import Lent
from gui.learn.margin import Margin
from gui.learn.page import Page, chapter_page
from gui.learn.present import Presenting
from gui.learn.printing import Printing, ask_where
from gui.learn.progress import progress_of
from gui.learn.seeking import Seeking
from gui.learn.side import Side
from gui.learn.steps import Steps
from gui.learn.tasks.page import tasks_page
from gui.learn.whose import has_sentence
from gui.look.theme import Theme
from gui.store import Store


class LearnRoom(Room):
    """The open chapter is in the scene; pages are made when they are first opened, and kept with their live parts."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.progress = progress_of(store)
        self.feeder = Feeder(self)
        self.pages: dict[str, Page] = {}
        self.presenting: Presenting | None = None
        self._plots = False
        self.side, self.article = Side(store, self.progress), Article(store)
        self.margin, self.steps = Margin(store), Steps()
        self._columns = Columns(self, self.side, self.article, self.margin, self.steps)
        self.seeking = Seeking(store, self.side, self.article, self.open)
        self.side.chosen.connect(self.open)
        self.feeder.failed.connect(lambda why: self.erred.emit("A live part cannot be shown", why))
        self.side.present.clicked.connect(self.present)
        self.side.print.clicked.connect(self.choose_print)
        self.steps.stepped.connect(self.step)
        self.article.headed.connect(self.side.show_page)
        self.article.ended.connect(self._ended)
        self._open()

    @property
    def complete(self) -> bool:
        """Whether all live parts in sight show their numbers."""
        return self.article.page is None or self.article.page.settled

    def open(self, page: str, anchor: str = "") -> None:
        """Open a page, at one of its headings."""
        self.store.update(chapter=page)
        self.article.go_to(anchor)

    def step(self, by: int) -> None:
        """To the page before (-1) or after (1); going on, this one is read."""
        names = [entry.name for entry in entries()]
        now = names.index(self.store.scene.chapter)
        if by > 0 and self.store.scene.chapter in CHAPTERS:
            self.progress.mark_read(self.store.scene.chapter)
        if 0 <= now + by < len(names):
            self.open(names[now + by])

    def present(self) -> None:
        """Show the chapter over the whole window in large type, or end that; the tasks are not presented."""
        if self.presenting is not None:
            self.presenting.end()
        elif self.store.scene.chapter in CHAPTERS:
            self.presenting = Presenting(self.store, self.feeder, self._plots, content_of(self))
            self.presenting.ended.connect(self._presented)

    def choose_print(self) -> None:
        """Ask where the chapter is to be printed, not modal to what is on screen."""
        chapter = self.store.scene.chapter
        if chapter in CHAPTERS:
            ask_where(content_of(self), f"{chapter}.pdf", lambda path: self.print_to(path, chapter))

    def print_to(self, path: Path, chapter: str) -> Printing:
        """Print a chapter to a file; the answer says when it is there, or why not."""
        job = Printing(self.store, chapter, self.feeder, self._plots, path, self)
        job.done.connect(lambda path: self.noticed.emit(f"Printed to {path}", None, None))
        job.failed.connect(lambda why: self.erred.emit("Not printed", why))
        return job

    def forget(self) -> None:
        """Take all marks of what was read and solved away; the notice brings them back."""
        read, solved = set(self.progress.read), set(self.progress.solved)
        self.progress.forget()
        self.noticed.emit("Your progress is forgotten.", "Undo", lambda: self.progress.take(read, solved))

    def _presented(self) -> None:
        self.presenting = None
        self.article.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_scene(self, scene: Scene) -> None:
        if self.article.page is not self.pages.get(scene.chapter):
            self._open()
        self.side.whose.show_state(self.feeder.lent)
        for page in self.pages.values():
            for frame in page.frames:
                frame.follow_look(scene)

    def show_view(self, view: Any) -> None:
        """The live parts get their numbers themselves, of the person's own text if that is wanted."""
        lent = Lent(view.scene, view.own) if isinstance(view, Lesson) and view.own is not None else None
        if lent is self.feeder.lent or (lent is not None and lent.same_as(self.feeder.lent)):
            return
        self.feeder.lent = lent
        for page in self.pages.values():
            for frame in page.frames:
                frame.follow_own()
        self.side.whose.show_state(lent)

    def facts(self) -> tuple[Fact, ...]:
        page, names, lent = self.store.scene.chapter, list(CHAPTERS), self.feeder.lent
        if page not in CHAPTERS:
            return (Fact("tasks", f"{len(self.progress.solved & set(TASKS))} of {len(TASKS)}", "solved"),)
        where = Fact("chapter", f"{names.index(page) + 1} of {len(names)}")
        if not has_sentence(page):
            return (where,)
        live = ("recorded queries, keys and values of real models", "(the examples)")
        return (
            where,
            Fact("live parts", *(live if lent is None else (lent.whose(), "(what you chose)"))),
            Fact("computed in", "float32", rank=1),
        )

    def actions_of(self) -> tuple[Action, ...]:
        return actions_of(self)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.side, self.article, self.margin, self.steps):
            part.apply_theme(new)
        for page in self.pages.values():
            page.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        self.side.set_compact(compact)

    def plots_ready(self) -> None:
        self._plots = True
        for page in self.pages.values():
            for frame in page.frames:
                frame.plots_ready()

    def stop(self) -> None:
        if self.presenting is not None:
            self.presenting.end()
        self.feeder.close()

    # Qt's own

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.article.lay_out()
        self.article.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that no widget took scroll the article."""
        if event.key() in SCROLLING and not event.modifiers():
            self.article.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        name = self.store.scene.chapter
        if name not in self.pages:
            self.pages[name] = self._made(name)
        titles = ["", *(entry.title for entry in entries()), ""]
        at = [entry.name for entry in entries()].index(name) + 1
        self.steps.show_titles(titles[at - 1], titles[at + 1])
        self.margin.show_chapter(name)
        self.side.show_foot(name in CHAPTERS)
        self.article.show_page(self.pages[name])
        self.side.show_page("")
        self.side.whose.show_state(self.feeder.lent)
        self._fit()
        self.seeking.follow()

    def _made(self, name: str) -> Page:
        if name == TASKS_PAGE:
            return tasks_page(self.store, self.progress)
        page = chapter_page(name, self.store, self.feeder)
        if self._plots:
            for frame in page.frames:
                frame.plots_ready()
        return page

    def _ended(self) -> None:
        if self.store.scene.chapter in CHAPTERS:
            self.progress.mark_read(self.store.scene.chapter)

    def _fit(self) -> None:
        self._columns.fit(self.width())


SCROLLING: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
