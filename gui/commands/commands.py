"""Opens the palette, the sheet of keys and the menu of the window, each made when it is first wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from gui.actions import KEYS, Action, actions_now, copying, key_words
from gui.parts.menu import Menu, Row

if TYPE_CHECKING:
    from gui.commands.palette import Palette
    from gui.commands.sheet import Sheet
    from gui.frame.window import Window

REMEMBERED: Final = 8  # commands that stand first in an empty palette
FACTS: Final = "where the numbers come from"
IN_MENU: Final = ("File", "Help")  # headings


class Commands(QObject):
    """Knows the window, and which commands were run last; it goes with the window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.recent: list[str] = []
        self.palette: Palette | None = None
        self.sheet: Sheet | None = None
        window.top.commands.clicked.connect(self.toggle_palette)
        window.top.more.clicked.connect(self.open_menu)

    def actions(self) -> tuple[Action, ...]:
        """What opens palette, sheet and cards, and what the task of the window does."""
        window = self.window
        strip, audit = window.provenance, window.audit
        return (
            Action(
                "audit", "Masks, layer by layer", (), lambda: audit.open_above(strip, 16), "Text", lambda: audit.knows
            ),
            copying("copy-facts", "Copy where the numbers come from", strip.plain, FACTS, strip),
            *window.task.actions_of(),
            Action("commands", "Commands…", KEYS["commands"], self.toggle_palette, "Help"),
            Action("keys", "All keys", ("F1", "?"), self.toggle_sheet, "Help"),
        )

    def toggle_palette(self) -> None:
        """Open the palette, or close it again."""
        from gui.commands.palette import Palette
        from gui.commands.places import heads, nothing, places

        if self.palette is None:
            self.palette = Palette(self.window)
            self.palette.apply_theme(self.window.top.theme)
            self.palette.chosen.connect(self._run)
        if not self.palette.isHidden():
            self.palette.close_card()
            return
        if self.sheet is not None:
            self.sheet.close_card()
        store, source = self.window.store, self.window.context.source
        known = [action for action in (*actions_now(self.window), *places(store)) if action.id != "commands"]
        sensible = [action for action in known if action.sensible()]
        self.palette.show_actions(
            sensible, self.recent, lambda typed: heads(typed, store, source), lambda typed: nothing(typed, source)
        )

    def toggle_sheet(self) -> None:
        """Show all keys, or close them again."""
        from gui.commands.sheet import Sheet

        if self.sheet is None:
            self.sheet = Sheet(self.window)
            self.sheet.apply_theme(self.window.top.theme)
        if self.sheet.isHidden():
            self.sheet.show_keys(actions_now(self.window), self.window.store.scene.workspace)
        else:
            self.sheet.close_card()

    def open_menu(self) -> None:
        """What is expected in an app's menu, from the same table."""
        known = sorted(actions_now(self.window), key=lambda action: action.id == "quit")  # the last one everywhere
        chosen = {action.id: action for action in known if action.group in IN_MENU}
        rows = [
            Row(name, each.title, key_words(each.keys[0]) if each.keys else "", each.sensible())
            for name, each in chosen.items()
        ]
        menu = Menu(rows, None, self.window.top.theme, self.window.top.more)
        menu.setAccessibleName("Menu")
        menu.chosen.connect(lambda name: self._run(chosen[name]))
        menu.open_below(self.window.top.more, self.window.top.more.body(), right=True)

    def _run(self, action: Action) -> None:
        self.recent = [action.id, *(name for name in self.recent if name != action.id)][:REMEMBERED]
        if action.sensible():
            action.run()
