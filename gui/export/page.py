"""A workspace that nobody sees: the text above it, the numbers' origin below, and all its numbers made at once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final

from PySide6.QtCore import QEventLoop, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from engine.capture import Capture
from engine.scene import Scene
from gui.export.sheet import Sheet
from gui.flow.library import is_repeat
from gui.flow.producing import Part, Producer, Sizes, Whole
from gui.flow.worker import Cancelled
from gui.frame.provenance import Provenance
from gui.frame.rooms import make_room
from gui.frame.window import COMPACT_BELOW
from gui.look.painted import Painted
from gui.look.style import sheet
from gui.look.theme import font, theme
from gui.parts.parting import hairline
from gui.store import Store

TITLE: Final = 40
PADDING: Final = 16
TRIES: Final = 5  # widgets may ask for numbers of another size once they have been laid out with words
PATIENCE: Final = 60.0  # s for what a workspace makes on a thread of its own


class Title(Painted):
    """The text that was read, on one line."""

    background = "window"

    def __init__(self, store: Store, words: str) -> None:
        super().__init__(store, "pageTitle", "Text")
        self.words = " ".join(words.split())
        self.setFixedHeight(TITLE)

    def draw(self, painter: QPainter) -> None:
        painter.setFont(font("pane_title"))
        painter.setPen(self.theme["ink"])
        box = self.rect().adjusted(PADDING, 0, -PADDING, 0)
        aligned = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, aligned, self._fitting(box.width()))

    def _fitting(self, width: int) -> str:
        """As much as fits: a long text is cut before it is measured."""
        metrics = QFontMetrics(font("pane_title"))
        return metrics.elidedText(self.words[:width], Qt.TextElideMode.ElideRight, width)


class Page(QWidget):
    """The workspace of a scene at `size` pixels. `settle` makes and shows the numbers; then it can be drawn.

    It goes the way of the window: a Store, the workspace's Room, and the Producer that makes what the room shows.
    """

    def __init__(self, scene: Scene, capture: Capture | None, size: QSize, pinned: Capture | None = None) -> None:
        super().__init__()
        self.store = Store(scene, self)
        self.view: Any = None
        self._capture = capture
        self._pinned = None if pinned is None else lambda: pinned
        self._producer = Producer()
        self.title = Title(self.store, title_of(scene, capture))
        self.room = make_room(scene.workspace, self.store)
        self.provenance = Provenance(self.store)
        self._lay_out()
        self.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        looks = theme(scene.theme, scene.colours)
        self.setStyleSheet(sheet(looks))
        self.room.apply_theme(looks)
        self.store.changed.connect(lambda new, old: self.room.show_scene(new))
        self.room.set_compact(size.height() < COMPACT_BELOW)
        self.setMinimumSize(1, 1)  # as in the window, what has too little room is squeezed
        self.resize(size)
        self.show()
        self.room.plots_ready()
        self.room.show_scene(scene)

    def settle(self, cancelled: Cancelled = lambda: False) -> bool:
        """Make the numbers of the store's scene and show them; False when cancelled.

        Raises ValueError with one sentence for what cannot be shown, RuntimeError when it takes too long.
        """
        for _ in range(TRIES):
            sizes = self._sizes()
            if not self._produce(sizes, cancelled):
                return False
            QApplication.processEvents()
            if self._sizes() == sizes:
                break
        end = time.monotonic() + PATIENCE
        while not self.room.complete:
            if cancelled():
                return False
            if time.monotonic() > end:
                raise RuntimeError("The workspace did not become complete.")
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        return True

    @property
    def sheet(self) -> Sheet:
        """All of it, to be drawn."""
        return Sheet((self,), self.room.theme["line"], self.room.theme["window"])

    def show_parts(self, step: int, parts: Iterable[object]) -> None:
        """Show another step, whose numbers were made elsewhere."""
        self.store.update(step=step)
        for part in parts:
            if isinstance(part, Part):
                self._show(part)

    def close_room(self) -> None:
        """End what works in the background."""
        self.room.stop()
        self.close()

    def _sizes(self) -> Sizes:
        return Sizes(self.store.canvas, self.store.thumbnail, self.store.beside)

    def _produce(self, sizes: Sizes, cancelled: Cancelled) -> bool:
        whole = False

        def take(made: object) -> None:
            nonlocal whole
            whole = isinstance(made, Whole)
            if isinstance(made, Part):
                self._show(made)

        self._producer.produce(self.store.scene, self._capture, sizes, cancelled, take, self._pinned)
        return whole

    def _show(self, part: Part) -> None:
        if part.kind == "view":
            self.view = part.record
            self.room.show_view(part.record)
        else:
            self.room.show_detail(part.record)
        lasting = [fact for fact in self.room.facts() if fact.name != "time"]  # which is another one each time
        self.provenance.show_facts(lasting)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.title, hairline(), self.room, hairline(), self.provenance):
            layout.addWidget(part, 1 if part is self.room else 0)


def title_of(scene: Scene, capture: Capture | None) -> str:
    """What was read; where nothing was, what is shown instead."""
    if scene.workspace == "learn":
        from gui.learn.contents import entries

        return next(entry.title for entry in entries() if entry.name == scene.chapter)
    if scene.workspace == "flash" and scene.shape is not None:
        return f"{scene.shape[0]:,} tokens with keys of {scene.shape[1]} numbers"
    if is_repeat(scene):
        return f"{scene.repeats:,} random tokens, twice"
    return scene.text if capture is None else capture.text
