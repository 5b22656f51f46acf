"""Makes store, showing and window, and connects them: the one place that knows all of them."""

from __future__ import annotations

import importlib
import threading
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.scene import Scene
from gui.access.contrasting import Contrast
from gui.access.sizing import Sizing
from gui.actions import actions, add_actions
from gui.attention.own.asking import OwnAsking, is_own
from gui.commands.commands import Commands
from gui.exporting.exporting import Exporting
from gui.flow.library import is_repeat
from gui.flow.opening import Opening
from gui.flow.reader import Reader
from gui.flow.showing import Showing
from gui.frame.room import Shown
from gui.frame.shell import Shell, dress
from gui.frame.window import Window
from gui.look.theme import theme
from gui.memory.keeping import Keeping
from gui.memory.last import last_scene
from gui.memory.memory import Memory
from gui.store import Store
from gui.tour.guide import Guide

PLOTS_AFTER: Final = 100  # ms after the first picture


class App(QObject):
    """One window and all that works for it. It goes with the window."""

    plots = Signal()

    def __init__(self, scene: Scene | None, reader: Reader | None = None, memory: Memory | None = None) -> None:
        super().__init__()
        self.memory = memory or Memory(self)
        self.store = Store(scene, self)
        self.showing = Showing(self.store, self, reader)
        self.opening = Opening(self.store, self)
        self.window = Window(self.store, self.showing)
        self.own = OwnAsking(self.store, self.window.own, self.window.messages, self.window.context, self)
        self.guide = Guide(self.window, self.memory)
        self.keeping = Keeping(self.memory, self.store, self.opening, self.window)
        self.exporting = Exporting(self.window)
        self.sizing = Sizing(self.window, self.memory)
        self.contrast = Contrast(self.window, self.memory)
        self._started = self._closed = False
        self._erred: Scene | None = None  # the scene at which the error was said that is shown
        self._plots = threading.Thread(target=self._import_plots, name="qkvista-plots", daemon=True)
        self._connect()
        self.commands = Commands(self.window)
        add_actions(self.window, actions(self.store, self.choose_file, self._quit))
        add_actions(self.window, self.commands.actions())
        add_actions(self.window, self.guide.actions())
        add_actions(self.window, self.keeping.actions())
        add_actions(self.window, self.exporting.actions())
        add_actions(self.window, self.sizing.actions())
        add_actions(self.window, self.contrast.actions())
        self.contrast.changed.connect(self._apply_theme)
        self.window.show_scene(self.store.scene)
        self.showing.refresh()

    def _connect(self) -> None:
        window, showing, messages = self.window, self.showing, self.window.messages
        self.store.changed.connect(self._scene_changed)
        showing.viewed.connect(window.show_view)
        messages.shown.connect(self._date_error)
        showing.viewed.connect(self._outdate_error)
        showing.viewed.connect(self.exporting.show_view)
        showing.emptied.connect(self.exporting.show_empty)
        showing.detailed.connect(window.show_detail)
        showing.emptied.connect(window.show_empty)
        showing.settledChanged.connect(window.settledChanged)
        showing.failed.connect(self._failed)
        showing.waiting.connect(self._waiting)
        showing.waited.connect(lambda: messages.end_progress(showing.cancel))
        showing.reader.noted.connect(messages.show_notice)
        self.opening.opened.connect(self._opened)
        self.opening.failed.connect(messages.show_error)
        self.keeping.fileWanted.connect(self.open)
        self.keeping.views.refused.connect(messages.show_error)
        self.own.ran.connect(showing.refresh)
        self.own.failed.connect(messages.show_error)
        showing.viewed.connect(self.own.show_view)
        window.context.variant.ownWanted.connect(self.own.choose)
        window.variants.againWanted.connect(self.own.read_again)
        window.dropped.connect(self.open)
        window.context.openRequested.connect(self.choose_file)
        window.context.field.covers.connect(messages.keep_clear)
        window.fileWanted.connect(self.choose_file)
        window.painted.connect(self._start_slow)
        window.viewShown.connect(self._start_slow)
        window.closing.connect(self.close)
        self.plots.connect(window.plots_ready)
        QApplication.styleHints().colorSchemeChanged.connect(self._desktop_theme_changed)

    def open(self, path: str) -> None:
        """Open a capture, a scene or a text, or ask about code; a file that is none of them costs a banner."""
        self.own.ask(path) if is_own(path) else self.opening.open(Path(path))

    def choose_file(self) -> None:
        """Ask for a file, not modal to what is on screen."""
        dialog = QFileDialog(self.window, "Open a text, a capture or a scene")
        dialog.fileSelected.connect(self.open)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _quit(self) -> None:
        """Close the window, or what it fills."""
        self.window.window().close()

    def close(self) -> None:
        """End threads and the child process."""
        if not self._closed:
            self._closed = True
            QApplication.styleHints().colorSchemeChanged.disconnect(self._desktop_theme_changed)
            self.opening.close()
            self.own.close()
            self.exporting.close()
            self.showing.close()
            if self._plots.is_alive():
                self._plots.join()

    def _scene_changed(self, new: Scene, old: Scene) -> None:
        if (new.theme, new.colours) != (old.theme, old.colours):
            self._apply_theme()
        self.window.show_scene(new)

    def _desktop_theme_changed(self) -> None:
        if self.store.scene.theme == "system":
            self._apply_theme()

    def _apply_theme(self) -> None:
        chosen = theme(self.store.scene.theme, self.store.scene.colours)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setPalette(chosen.palette())
        self.window.apply_theme(chosen)

    def _date_error(self, kind: str) -> None:
        """Whoever said it."""
        if kind == "error":
            self._erred = self.store.scene

    def _outdate_error(self, view: Shown) -> None:
        """An error stands until another scene is shown."""
        if view.scene != self._erred:
            self.window.messages.clear("error")

    def _opened(self, name: str) -> None:
        """Say so, for what was there is gone; the same file may hold something else than when it was opened before."""
        self.window.messages.clear("error")
        self.window.messages.show_notice(f"{name} is open.", "Undo" if self.store.can_undo else None, self.store.undo)
        self.showing.refresh()

    def _failed(self, title: str, sentence: str) -> None:
        if not self.window.context.show_failure(sentence):
            button, helps = self.window.room.way_out() or ("Try again", self.showing.refresh)
            self.window.messages.show_error(title, sentence, button, helps)

    def _waiting(self, words: str, fraction: float) -> None:
        scene = self.store.scene
        count = (
            f"{2 * scene.repeats:,} random tokens"
            if is_repeat(scene)
            else f"{len(scene.text):,} character{'s' if len(scene.text) != 1 else ''}"
        )
        title = f"Reading {count}"
        self.window.messages.show_progress(title, words, fraction, self.showing.cancel)

    def _start_slow(self) -> None:
        """Start what is slow once the first picture is on screen: the model's process, then the import of the plots.

        Where a model must read before there is a picture, that waits for the first paint of the window alone.
        """
        pictured = self.window.isVisible() and (self.window.has_view or not self.showing.at_hand)
        if pictured and not self._started and not self._closed:
            self._started = True
            QTimer.singleShot(0, self._start_reader)
            QTimer.singleShot(PLOTS_AFTER, self._start_plots)

    def _start_reader(self) -> None:
        if not self._closed:
            self.showing.reader.start()

    def _start_plots(self) -> None:
        if not self._closed:
            self._plots.start()

    def _import_plots(self) -> None:
        importlib.import_module("pyqtgraph")
        if not self._closed:
            self.plots.emit()


def open_window(
    scene: Scene | None = None, file: str | None = None, shell: Shell | None = None, memory: Memory | None = None
) -> Window:
    """The main window, shown; `file` is opened into it. Needs a QApplication. It fills a `shell`.

    Without a `memory` nothing is read from, or kept in, the person's own folders; with one, no `scene` means the last.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("Make a QApplication first.")
    if scene is None and memory is not None:
        scene = last_scene(memory)
    if shell is None:
        dress(application, (scene or Scene()).theme)
    app = App(scene, None if shell is None else shell.reader, memory)
    app.setParent(app.window)  # which keeps it alive
    if shell is not None:  # which has dressed the application
        shell.fill(app.window)
    app.window.show()
    if file is not None:
        app.open(file)
    elif memory is not None:
        app.guide.welcome()
    return app.window
