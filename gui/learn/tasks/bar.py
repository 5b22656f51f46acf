"""The bar of a task that was begun: what is asked, a hint, and whether what is on screen solves it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.capture import Capture
from engine.learn import TASKS
from engine.learn.records import Task
from engine.scene import Scene
from gui.access.speech import announce
from gui.flow.library import is_repeat
from gui.flow.worker import Cancelled, Emit, Worker
from gui.frame.room import Shown
from gui.learn.progress import progress_of
from gui.learn.prose import Prose
from gui.look.icons import draw_icon
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, TextButton, square
from gui.store import Store

EDGE: Final = 16
LEAST: Final = 36  # px
TICK: Final = 16
INSET: Final = 9  # over and under the words


class TaskBar(QWidget):
    """Stands over the workspace while the scene has a task; without one it has no height.

    `solved(name)` once, when a settled scene solves it: its check runs on a thread, on that scene and its capture.
    """

    solved = Signal(str)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store, self.progress = store, progress_of(store)
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.setObjectName("taskBar")
        self._done = self._hinted = False
        self._task: Task | None = None
        self._worker: Worker | None = None
        self._words = Prose("", "body", parent=self)
        self.hint, self.leave = TextButton("Hint", "quiet", self), TextButton("Give up", "quiet", self)
        self.more = TextButton("More tasks", parent=self)
        self.hint.clicked.connect(self._hint)
        self.leave.clicked.connect(lambda: store.update(task=""))
        self.more.clicked.connect(lambda: store.update(task="", workspace="learn", chapter="tasks"))
        self.hide()
        self.apply_theme(self.theme)
        self.show_scene(store.scene)

    @property
    def is_solved(self) -> bool:
        """Whether the task that stands here was solved since it was begun."""
        return self._done

    def show_scene(self, scene: Scene) -> None:
        """Follow the scene's task."""
        task = TASKS.get(scene.task)
        if task is not self._task:
            self._task, self._done, self._hinted = task, False, False
            self._say()
        self.setVisible(task is not None and scene.workspace != "learn")

    def show_view(self, view: Shown) -> None:
        """Check a settled scene."""
        task, now = self._task, self.store.scene
        settled = replace(view.scene, theme=now.theme, colours=now.colours) == now
        if task is None or self._done or view.capture is None or not settled or is_repeat(now):
            return
        self._check(task, now, view.capture)

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        for part in (self._words, self.hint, self.leave, self.more):
            part.apply_theme(new)
        self.update()

    def stop(self) -> None:
        """End the thread."""
        if self._worker is not None:
            self._worker.close()

    def _check(self, task: Task, scene: Scene, capture: Capture) -> None:
        if self._worker is None:
            self._worker = Worker(self)
            self._worker.produced.connect(self._checked)

        def job(cancelled: Cancelled, emit: Emit) -> None:
            if task.check(scene, capture):
                emit(task)

        self._worker.submit(job)

    def _checked(self, task: object) -> None:
        if isinstance(task, Task) and task is self._task and not self._done:
            self._done = True
            self.progress.mark_solved(task.name)
            self._say()
            announce(self, f"Solved: {task.title}")
            self.solved.emit(task.name)

    def _hint(self) -> None:
        self._hinted = not self._hinted
        self._say()

    def _say(self) -> None:
        task = self._task
        if task is None:
            return
        hint = f" **Hint:** {task.hint}" if self._hinted and not self._done else ""
        self._words.say(f"**Solved: {task.title}**" if self._done else f"**Task:** {task.asks}{hint}")
        self._words.ink = "good" if self._done else "ink"
        self._words.apply_theme(self.theme)
        self.setAccessibleName(self._words.accessibleName())
        self.hint.setVisible(not self._done)
        self.leave.setVisible(not self._done)
        self.more.setVisible(self._done)
        self._place()
        self.update()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["good_tint" if self._done else "window"])
        painter.fillRect(0, 0, self.width(), 1, self.theme["line"])
        if self._done:
            line = QRect(EDGE, self._words.y(), TICK, self._words.height())
            draw_icon(painter, "check", square(line, TICK), self.theme["good"])

    def _place(self) -> None:
        right = self.width() - EDGE + RING
        for button in (self.more, self.leave, self.hint):
            if button.isHidden():
                continue
            size = button.sizeHint()
            right -= size.width()
            button.setGeometry(right, (LEAST - size.height()) // 2, size.width(), size.height())
        left = EDGE + (TICK + 8 if self._done else 0)
        wide = max(right - left - 12, 120)
        high = self._words.height_for(wide)
        self._words.setGeometry(left, INSET, wide, high)
        tall = max(LEAST, high + 2 * INSET)
        if tall != self.height() or self.minimumHeight() != tall:
            self.setFixedHeight(tall)
