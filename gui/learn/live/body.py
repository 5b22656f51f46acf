"""The panes of one live part, on a store of their own."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.flash.hardware.growing import GrowthDetail
from engine.learn.records import Live
from engine.scene import Scene
from engine.why.why import Underway, Why
from gui.flow.producing import Part, Sizes
from gui.learn.live.feeding import Feed, Feeder
from gui.look.theme import Theme
from gui.parts.parting import hairline
from gui.store import Store

FIXED: Final = 120  # px up to which a row is a strip, and stays as high as it is
KEPT: Final = ("theme", "colours")  # what a live part takes from the window's scene


@dataclass(frozen=True)
class Row:
    """Widgets side by side, with their shares of the width, and how high they are in pixels.

    Height 0 is for what is as high as it needs just now; then the highest row gives and takes.
    """

    height: int
    widgets: tuple[Any, ...]
    shares: tuple[int, ...] = (1,)


class Body(QWidget):
    """Rows of panes. What a hand changes here changes `store`, and nothing else in the window.

    Panes are told of scenes, views and details as in their own workspace. Without `fed` they need no numbers of
    the engine's worker.
    """

    def __init__(self, store: Store, rows: tuple[Row, ...], fed: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store, self.rows, self.fed = store, rows, fed
        self.panes = tuple(widget for row in rows for widget in row.widgets)
        self.view: Any = None
        self._feed: Feed | None = None
        store.setParent(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._holders = [_beside(row) for row in rows]
        for index, (holder, row) in enumerate(zip(self._holders, rows, strict=True)):
            if index and row.height:
                layout.addWidget(hairline())
            layout.addWidget(holder)
        self.stretch(0)
        self.start: Scene = store.scene

    def stretch(self, more: int) -> None:
        """Share so many pixels of height out among the panes that are high already."""
        high = [max(row.height - FIXED, 0) for row in self.rows]
        given = [more * own // (sum(high) or 1) for own in high]
        given[high.index(max(high))] += more - sum(given)
        gives = high.index(max(high)) if any(not row.height for row in self.rows) else -1
        for index, (holder, row, extra) in enumerate(zip(self._holders, self.rows, given, strict=True)):
            if row.height and index != gives:
                holder.setFixedHeight(row.height + extra)

    @property
    def settled(self) -> bool:
        """Whether the newest numbers are on screen."""
        return self._feed is None or self._feed.settled

    @property
    def changed(self) -> bool:
        """Whether a hand changed anything."""
        return _dressed(self.start, self.store.scene) != self.store.scene

    def begin(self, scene: Scene) -> None:
        """Begin with another scene, unless it is the one that was begun with."""
        if _dressed(self.start, scene) != scene:
            self.start = scene
            self.start_over()

    def start_over(self) -> None:
        """Back to the scene that was begun with."""
        names = (field.name for field in fields(Scene) if field.name not in KEPT)
        self.store.update(**{name: getattr(self.start, name) for name in names})

    def feed_from(self, feeder: Feeder) -> None:
        """Begin to ask for numbers, and go on with every change."""
        self.store.changed.connect(self._follow)
        self._each("show_scene", self.store.scene)
        if self.fed:
            self._feed = Feed(feeder, self)
            self._feed.produced.connect(self._show)
            self.store.canvasChanged.connect(self._ask)
            self._ask()

    def follow_look(self, scene: Scene) -> None:
        """Take theme and colours of the window's scene."""
        self.store.update(**{name: getattr(scene, name) for name in KEPT})

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self._each("apply_theme", new)

    def plots_ready(self) -> None:
        """The plotting library is there."""
        self._each("plots_ready")

    def _follow(self, new: Scene, old: Scene) -> None:
        self._each("show_scene", new)
        if _dressed(old, new) != new:
            self._ask()

    def _ask(self) -> None:
        if self._feed is not None:
            self._feed.want(self.store.scene, Sizes(self.store.canvas, self.store.thumbnail))

    def _show(self, part: Part) -> None:
        if part.kind == "view":
            self.view = part.record
            self._each("show_view", part.record)
        elif isinstance(part.record, Why | Underway):
            self._each("show_why", part.record)
        elif not isinstance(part.record, GrowthDetail):
            self._each("show_detail", part.record)

    def _each(self, does: str, *given: Any) -> None:
        for pane in self.panes:
            if (method := getattr(pane, does, None)) is not None:
                method(*given)


def example_of(block: Live, looks: Scene, workspace: str) -> Scene:
    """The scene of a live block, in the looks of the window's scene. ValueError for wrong fields."""
    return Scene(**{**block.fields, **{name: getattr(looks, name) for name in KEPT}, "workspace": workspace})


def _dressed(scene: Scene, looks: Scene) -> Scene:
    """`scene` in the looks of another one."""
    return replace(scene, **{name: getattr(looks, name) for name in KEPT})


def _beside(row: Row) -> QWidget:
    holder = QWidget()
    if not row.height:
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for index, (widget, share) in enumerate(zip(row.widgets, row.shares, strict=True)):
        if index:
            layout.addWidget(hairline(Qt.Orientation.Vertical))
        layout.addWidget(widget, share)
    return holder
