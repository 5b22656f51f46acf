"""The page of tasks: a card each, side by side, with what is asked, a hint, and the way to begin."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn import TASKS
from engine.learn.records import Task
from gui.learn.opening import open_scene
from gui.learn.page import Page, opening
from gui.learn.part import stacked
from gui.learn.progress import Progress
from gui.learn.prose import Prose
from gui.look.icons import draw_icon
from gui.look.theme import Theme, theme
from gui.parts.buttons import HEIGHT, RING, TextButton, panel, square
from gui.store import Store

INSET: Final = 16
GAP: Final = 12  # px between cards
NARROWEST: Final = 300  # px of a card
TICK: Final = 16
RADIUS: Final = 8
LEAD: Final = (
    "A task opens a scene in its workspace. Change it until the app sees that it is solved. Try as often as you like: "
    "nothing is sent anywhere."
)


class TaskCard(QWidget):
    """Start opens the task's scene; the hint shows when it is asked for, which `grown` says."""

    grown = Signal()
    above = GAP

    def __init__(self, task: Task, store: Store, progress: Progress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.task, self.progress, self.theme = task, progress, theme("light")  # type: Task, Progress, Theme
        self.setAccessibleName(f"Task: {task.title}")
        self.setObjectName(f"task-{task.name}")
        self.title = Prose(f"**{task.title}**", "body", parent=self)
        self.asks = Prose(task.asks, "body", "ink2", parent=self)
        self.hint = Prose(f"Hint: {task.hint}", "caption", "ink3", parent=self)
        self.hint.hide()
        self.start, self.ask = TextButton("Start", parent=self), TextButton("Hint", "quiet", self)
        self.start.setAccessibleName(f"Start the task {task.title}")
        self.ask.setAccessibleName(f"Hint for {task.title}")
        self.start.clicked.connect(lambda: open_scene(store, task.fields, task.name))
        self.ask.clicked.connect(self._hint)
        progress.changed.connect(self.update)

    @property
    def solved(self) -> bool:
        return self.task.name in self.progress.solved

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        for part in (self.title, self.asks, self.hint, self.start, self.ask):
            part.apply_theme(new)
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge the words."""
        for part in (self.title, self.asks, self.hint):
            part.set_zoom(zoom)

    def height_for(self, width: int) -> int:
        return self._places(width)[-1].bottom() + INSET - RING + 1

    def _places(self, width: int) -> tuple[QRect, QRect, QRect, QRect]:
        """Title, what is asked, the hint, and the line of buttons."""
        inner, y = width - 2 * INSET, INSET - 2
        boxes = []
        for part, gap in ((self.title, 0), (self.asks, 4), (self.hint, 6)):
            shown = part is not self.hint or not self.hint.isHidden()
            y += gap if shown else 0
            high = part.height_for(inner) if shown else 0
            boxes.append(QRect(INSET, y, inner, high))
            y += high
        buttons = QRect(INSET - RING, y + 10 - RING, inner, HEIGHT + 2 * RING)
        return boxes[0], boxes[1], boxes[2], buttons

    def _hint(self) -> None:
        self.hint.setVisible(self.hint.isHidden())
        self.grown.emit()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        *boxes, buttons = self._places(self.width())
        for part, box in zip((self.title, self.asks, self.hint), boxes, strict=True):
            part.setGeometry(box)
        size, other = self.start.sizeHint(), self.ask.sizeHint()
        top = self.height() - INSET + RING - size.height()  # also in a card that is as high as its neighbours
        self.start.setGeometry(buttons.left(), top, size.width(), size.height())
        self.ask.setGeometry(buttons.left() + size.width(), top, other.width(), other.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        panel(painter, self.rect(), self.theme["raised"], self.theme["line"], RADIUS)
        if not self.solved:
            return
        line = QRect(self.width() - INSET - TICK, INSET - 2, TICK, 18)
        draw_icon(painter, "check", square(line, TICK), self.theme["good"])
        painter.setFont(self.title.font())
        painter.setPen(self.theme["good"])
        words = QRect(INSET, line.top(), line.left() - 4 - INSET, 18)
        painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "Solved")


class TasksPage(Page):
    """Its cards stand in rows, as many beside each other as have room; those of a row are equally high."""

    most = 1080

    def places(self, width: int) -> tuple[list[QRect], int]:
        words = [part for part in self.parts if not isinstance(part, TaskCard)]
        cards = [part for part in self.parts if isinstance(part, TaskCard)]
        boxes, y = stacked(words, width)
        beside = max((width + GAP) // (NARROWEST + GAP), 1)
        wide = (width - (beside - 1) * GAP) // beside
        y += 20
        for first in range(0, len(cards), beside):
            row = cards[first : first + beside]
            high = max(card.height_for(wide) for card in row)
            boxes += [QRect(column * (wide + GAP), y, wide, high) for column in range(len(row))]
            y += high + GAP
        return boxes, y - GAP


def tasks_page(store: Store, progress: Progress) -> TasksPage:
    """The page with all tasks."""
    cards = [TaskCard(task, store, progress) for task in TASKS.values()]
    page = TasksPage("Tasks", (*opening(f"{len(TASKS)} tasks", "Tasks", LEAD), *cards), {})
    for card in cards:
        card.grown.connect(page.grown)
    return page
