"""Makes store, showing and window, and connects them: the one place that knows all of them."""

from __future__ import annotations

import importlib
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.scene import Scene
from engine.view import View
from gui.actions import add_actions
from gui.opening import Opening
from gui.showing import Showing
from gui.store import Store
from gui.theme import load_fonts, theme
from gui.window import Window


class App(QObject):
    """One window and all that works for it. It goes with the window."""

    plots = Signal()

    def __init__(self, scene: Scene | None) -> None:
        super().__init__()
        self.store = Store(scene, self)
        self.showing = Showing(self.store, self)
        self.opening = Opening(self.store, self)
        self.window = Window(self.store, self.showing)
        self._closed = False
        self._erred: Scene | None = None  # the scene at which the error was said that is shown
        self._plots = threading.Thread(target=self._import_plots, name="qkvista-plots", daemon=True)
        self._connect()
        add_actions(self.window, self.store, self.choose_file)
        self.window.show_scene(self.store.scene)
        self.showing.refresh()

    def _connect(self) -> None:
        window, showing, messages = self.window, self.showing, self.window.messages
        self.store.changed.connect(self._scene_changed)
        showing.viewed.connect(window.show_view)
        showing.viewed.connect(self._outdate_error)
        showing.detailed.connect(window.show_detail)
        showing.emptied.connect(window.show_empty)
        showing.settledChanged.connect(window.settledChanged)
        showing.failed.connect(self._failed)
        showing.waiting.connect(self._waiting)
        showing.waited.connect(lambda: messages.clear("progress"))
        self.opening.failed.connect(self._not_opened)
        window.dropped.connect(self.open)
        window.context.openRequested.connect(self.choose_file)
        window.fileWanted.connect(self.choose_file)
        window.painted.connect(self._painted)
        window.closing.connect(self.close)
        self.plots.connect(window.plots_ready)
        QApplication.styleHints().colorSchemeChanged.connect(self._desktop_theme_changed)

    def open(self, path: str) -> None:
        """Open a capture, a scene or a text; a file that is none of them costs a banner."""
        self.opening.open(Path(path))

    def choose_file(self) -> None:
        """Ask for a file, not modal to what is on screen."""
        dialog = QFileDialog(self.window, "Open a text, a capture or a scene")
        dialog.fileSelected.connect(self.open)
        dialog.open()

    def close(self) -> None:
        """End threads and the child process."""
        if not self._closed:
            self._closed = True
            QApplication.styleHints().colorSchemeChanged.disconnect(self._desktop_theme_changed)
            self.opening.close()
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

    def _outdate_error(self, view: View) -> None:
        """An error stands until another scene is shown."""
        if view.scene != self._erred:
            self.window.messages.clear("error")

    def _not_opened(self, title: str, sentence: str) -> None:
        self._erred = self.store.scene
        self.window.messages.show_error(title, sentence)

    def _failed(self, title: str, sentence: str) -> None:
        self._erred = self.store.scene
        self.window.context.show_failure()
        self.window.messages.show_error(title, sentence, "Try again", self.showing.refresh)

    def _waiting(self, words: str, fraction: float) -> None:
        title = f"Reading {len(self.store.scene.text):,} characters"
        self.window.messages.show_progress(title, words, fraction, self.showing.cancel)

    def _painted(self) -> None:
        """What is slow waits for the first picture, or for the window alone where a model must read first."""
        if self.showing.at_hand:
            once = Qt.ConnectionType.SingleShotConnection
            self.window.viewShown.connect(lambda: QTimer.singleShot(0, self._start_slow), once)
        else:
            QTimer.singleShot(0, self._start_slow)

    def _start_slow(self) -> None:
        """Start the model's process, and import the plots on a thread."""
        if not self._closed and self._plots.ident is None:
            self.showing.reader.start()
            self._plots.start()

    def _import_plots(self) -> None:
        importlib.import_module("pyqtgraph")
        if not self._closed:
            self.plots.emit()


def open_window(scene: Scene | None = None, file: str | None = None) -> Window:
    """The main window, shown; `file` is opened into it. Needs a QApplication."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("Make a QApplication first.")
    application.setStyle("Fusion")
    load_fonts()
    start = scene or Scene()
    application.setPalette(theme(start.theme, start.colours).palette())
    app = App(scene)
    app.setParent(app.window)  # which keeps it alive
    app.window.show()
    if file is not None:
        app.open(file)
    return app.window


def run(file: str | None) -> int:
    """The application with its window, until that is closed; the exit status."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("QKVista")
    application.setDesktopFileName("qkvista")
    window = open_window(file=file)
    status = application.exec()
    window.close()
    return status
