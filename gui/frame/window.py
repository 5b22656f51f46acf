"""The main window: top bar, context bar, messages, workspace, provenance. It lays out and passes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from engine.scene import Scene
from gui.access.order import step
from gui.actions import add_actions
from gui.attention.context.actions import actions_of
from gui.attention.context.bar import ContextBar
from gui.attention.own.card import OwnCard
from gui.attention.variants.bar import VariantBar
from gui.audit.card import AuditCard
from gui.flow.library import is_repeat
from gui.flow.showing import Showing
from gui.frame.empty import Empty
from gui.frame.gallery import fields_of
from gui.frame.provenance import Provenance
from gui.frame.room import Room, Shown
from gui.frame.rooms import make_room
from gui.frame.shell import SMALLEST, fitting
from gui.frame.task_slot import TaskSlot
from gui.frame.top_bar import TopBar
from gui.look.style import sheet
from gui.look.theme import Theme, theme
from gui.messages.messages import Messages
from gui.parts.floating import Floating
from gui.parts.parting import hairline
from gui.store import Store

COMPACT_BELOW: Final = 800


class Window(QWidget):
    """`store` holds the scene, `settled` says whether the newest scene's result is on screen.

    `roomMade(room)` follows each new workspace, `viewShown` every new view, `plotsShown` the first curves. `painted` is
    sent once, after the first paint; `dropped(path)` when a file is dropped; `fileWanted` asks for one; `closing` when
    the window goes.
    """

    settledChanged = Signal(bool)
    roomMade = Signal(object)
    noticed = Signal(str, object, object)  # what a part of it has to say, as a room does
    viewShown = Signal()
    plotsShown = Signal()
    painted = Signal()
    dropped = Signal(str)
    fileWanted = Signal()
    closing = Signal()

    def __init__(self, store: Store, showing: Showing) -> None:
        super().__init__()
        self.store = store
        self._showing = showing
        self._first = True
        self._plots = self._compact = False
        self._rooms: dict[str, Room] = {}
        self.has_view = False
        self.setWindowTitle("QKVista")
        self.setAcceptDrops(True)
        self.setMinimumSize(SMALLEST)
        self.resize(fitting(self.screen()))
        self.top = TopBar(store)
        self.context = ContextBar(store)
        add_actions(self.context, actions_of(self.context))
        self.variants = VariantBar(store)
        self.provenance = Provenance(store)
        start = ("The bank of the river", lambda: store.update(**fields_of("bank-muddy")))
        says = "Type a sentence, drop a file here, or start from an example."
        self.empty = Empty("Nothing to look at yet", says, (start, ("Open file…", self.fileWanted.emit)))
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.messages = Messages(self)
        self.noticed.connect(self.messages.show_notice)
        self.own = OwnCard(self)
        self.audit = AuditCard(self)
        self.provenance.opened.connect(lambda name, x: self.audit.open_above(self.provenance, x))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._line = hairline()
        above = (self.top, hairline(), self.context, self.variants, self.messages, self._line)
        self.task = TaskSlot(store)
        for part in (*above, self.task, self.pages, hairline(), self.provenance):
            layout.addWidget(part, 1 if part is self.pages else 0)
        self.pages.setCurrentWidget(self.room)
        self.apply_theme(theme(store.scene.theme, store.scene.colours))

    @property
    def settled(self) -> bool:
        """True when what is shown is the newest scene's result."""
        return self._showing.settled

    @property
    def room(self) -> Any:
        """The workspace (a Room) of the scene, made when it is first wanted."""
        return self.room_of(self.store.scene.workspace)

    @property
    def rooms(self) -> tuple[Room, ...]:
        """All workspaces that were wanted so far."""
        return tuple(self._rooms.values())

    def room_of(self, name: str) -> Room:
        """A workspace by its name."""
        if name not in self._rooms:
            room = self._rooms[name] = make_room(name, self.store)
            self.pages.addWidget(room)
            self.context.add_pickers(name, room.pickers())
            add_actions(room, room.actions_of())
            room.noticed.connect(self.messages.show_notice)
            room.erred.connect(self.messages.show_error)
            room.set_compact(self._compact)
            room.apply_theme(theme(self.store.scene.theme, self.store.scene.colours))
            if self._plots:
                room.plots_ready()
            self.roomMade.emit(room)
        return self._rooms[name]

    def show_scene(self, scene: Scene) -> None:
        """Let the controls follow a new scene at once; numbers come with its view."""
        if self.pages.currentWidget() is not self.empty:
            self.pages.setCurrentWidget(self.room)
        for part in (self.top, self.context, self.variants, self.task, self.room):
            part.show_scene(scene)
        if scene.workspace == "learn":
            self.variants.hide()
        for part in (self.context, self._line):
            part.setVisible(scene.workspace != "learn")  # a chapter is about no text of the person's

    def show_view(self, view: Shown) -> None:
        """Show the newest numbers in their workspace."""
        room = self.room_of(view.scene.workspace)
        if room is self.room:
            self.pages.setCurrentWidget(room)
        self.provenance.setVisible(True)
        own = None if is_repeat(view.scene) else view.capture  # random tokens are not the text of the field
        parts: tuple[Any, ...] = (self.context, self.variants, self.messages) if own is not None else ()
        for part in (*parts, room):
            part.show_view(view)
        self.provenance.show_facts(self.room.facts())
        self.audit.show_view(view)
        self.task.show_view(view)
        self.has_view = True
        self.viewShown.emit()

    def show_detail(self, detail: Shown) -> None:
        """Show what takes longer."""
        self.room_of(detail.scene.workspace).show_detail(detail)
        self.provenance.show_facts(self.room.facts())

    def show_empty(self) -> None:
        """There is no text: say so, and what to do."""
        self.pages.setCurrentWidget(self.empty)
        self.provenance.setVisible(False)
        self.audit.hide()
        self.messages.clear("warning")

    def plots_ready(self) -> None:
        """The plotting library is there."""
        self._plots = True
        for room in self._rooms.values():
            room.plots_ready()
        self.plotsShown.emit()

    @property
    def ready(self) -> bool:
        """True when the newest scene is on screen with all that its workspace adds, and the curves are there too."""
        return self.settled and self._plots and bool(self.room.complete)

    def apply_theme(self, new: Theme) -> None:
        """Repaint everything in one go."""
        self.setUpdatesEnabled(False)
        self.setStyleSheet(sheet(new))
        fixed: tuple[Any, ...] = (self.top, self.context, self.variants, self.messages, self.empty, self.provenance)
        for card in self.findChildren(Floating):
            card.apply_theme(new)
        self.task.apply_theme(new)
        for part in (*fixed, *self._rooms.values()):
            part.apply_theme(new)
        self.setUpdatesEnabled(True)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that goes nowhere, or that the bars above have no use for, is the workspace's: Space plays there."""
        now, shown = QApplication.focusWidget(), self.pages.currentWidget()
        nowhere = now in (None, self, self.window()) or self.top.isAncestorOf(now) or self.context.isAncestorOf(now)
        if nowhere and isinstance(shown, Room):
            shown.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._compact = event.size().height() < COMPACT_BELOW
        self.context.set_compact(self._compact)
        for room in self._rooms.values():
            room.set_compact(self._compact)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._first:
            self._first = False
            self.painted.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.dropped.emit(str(Path(files[0])))

    def closeEvent(self, event: QCloseEvent) -> None:
        for over in self.findChildren(QWidget):  # menus, popups and dialogs, which the system would leave for a while
            if over.isWindow() and over.isVisible():
                over.close()
        self.closing.emit()
        self.audit.stop()
        self.task.stop()
        for room in self._rooms.values():
            room.stop()
        super().closeEvent(event)
