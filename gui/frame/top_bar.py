"""The top bar: name, workspaces, undo and redo, commands, colours of the maps, light or dark, the menu, export."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.scene import COLOURS, Scene
from gui.actions import PAINTS, WORKSPACES, with_keys
from gui.commands.button import CommandButton
from gui.exporting.button import ExportButton
from gui.frame.shell import BAR, NAME, paint_name
from gui.look.icons import draw_icon
from gui.look.theme import Theme, theme
from gui.parts.buttons import HEIGHT, RING, Button, IconButton, square
from gui.parts.menu import SWATCH, Menu, Row, swatch
from gui.parts.tabs import Tabs
from gui.store import Store

APP_ICON: Final = QRect(16, 13, 22, 22)
TABS_LEFT: Final = NAME.right() + 1
CHEVRON: Final = 11
STOPS: Final = (32, 96, 160, 224)  # of a map's 256 colours


class TopBar(QWidget):
    """What concerns the whole window."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        tabs = [(name, title, with_keys(tip, name)) for name, title, tip in WORKSPACES]
        self.workspaces = Tabs(tabs, self.theme, parent=self)
        self.workspaces.setObjectName("workspaces")
        self.workspaces.setAccessibleName("Workspaces")
        self.undo, self.redo = IconButton("undo-2", "Undo", self, 15), IconButton("redo-2", "Redo", self, 15)
        self.colours = Colours(store, self)
        self.light = IconButton("moon", "Dark", self, 14)
        self.commands, self.more = CommandButton(self), IconButton("menu", "Menu", self, 15)
        self.export = ExportButton(self)
        for button, name in ((self.undo, "undo"), (self.redo, "redo")):
            button.setObjectName(name)
            button.setToolTip(with_keys(button.accessibleName(), name))
        self.light.setObjectName("theme")
        self.more.setObjectName("menu")
        self.parts = (self.commands, self.undo, self.redo, self.colours, self.light, self.more, self.export)
        self.workspaces.chosen.connect(lambda name: store.update(workspace=name))
        self.undo.clicked.connect(store.undo)
        self.redo.clicked.connect(store.redo)
        self.light.clicked.connect(self._turn_light)
        self._lay_out()
        self.apply_theme(self.theme)
        self.show_scene(store.scene)

    def show_scene(self, scene: Scene) -> None:
        """Show the workspace, and whether there is something to undo or redo."""
        self.workspaces.set_value(scene.workspace)
        self.undo.setEnabled(self.store.can_undo)
        self.redo.setEnabled(self.store.can_redo)

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        for part in (self.workspaces, *self.parts):
            part.apply_theme(new)
        dark = new.name == "dark"
        self.light.set_icon("sun" if dark else "moon")
        self.light.setAccessibleName("Light theme" if dark else "Dark theme")
        self.light.setToolTip(self.light.accessibleName())
        self.update()

    def _lay_out(self) -> None:
        self.setFixedHeight(BAR)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(TABS_LEFT - RING, 1, 12 - RING, 0)
        layout.setSpacing(0)
        layout.addWidget(self.workspaces)
        layout.addStretch(1)
        for part in self.parts:
            layout.addWidget(part)
            if part in (self.commands, self.redo, self.more):
                layout.addSpacing(2 * RING + 1)

    def _turn_light(self) -> None:
        self.store.update(theme="light" if self.theme.name == "dark" else "dark")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["window"])
        draw_icon(painter, "app-dark" if self.theme.name == "dark" else "app", APP_ICON, self.theme["ink"])
        paint_name(painter, self.theme)
        line = QRect(self.redo.geometry().right() + 1 + RING, 15, 1, 18)
        painter.fillRect(line, self.theme["line"])


class Colours(Button):
    """The colour map of the weights, chosen from a menu."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("Colours of the maps", "quiet", parent)
        self.setObjectName("colours")
        self.setToolTip("Colours of the maps")
        self.store = store
        self.menu: Menu | None = None
        self.clicked.connect(self.open_menu)

    def open_menu(self) -> None:
        """Show the colour maps below, right edges in line."""
        rows = [Row(name, PAINTS[name], colours=_stops(theme(self.theme.name, name))) for name in COLOURS]
        self.menu = Menu(rows, self.store.scene.colours, self.theme, self)
        self.menu.setAccessibleName(self.accessibleName())
        self.menu.chosen.connect(lambda name: self.store.update(colours=name))
        self.menu.aboutToHide.connect(self._closed)
        self.menu.open_below(self, self.body(), right=True)
        self.update()

    def held(self) -> bool:
        return self.isDown() or self.menu is not None

    def body_size(self) -> QSize:
        return QSize(8 + SWATCH.width() + 4 + CHEVRON + 8, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        box = QRect(QPoint(body.left() + 8, body.top() + (HEIGHT - SWATCH.height()) // 2), SWATCH)
        swatch(painter, box, _stops(self.theme))
        end = QRect(box.right() + 5, body.top() + 1, CHEVRON, HEIGHT)
        draw_icon(painter, "chevron-down", square(end, CHEVRON), self.ink())

    def _closed(self) -> None:
        self.menu = None
        self.update()


def _stops(of: Theme) -> tuple[QColor, ...]:
    return tuple(QColor.fromRgb(int(of.sequential.colours[stop])) for stop in STOPS)
