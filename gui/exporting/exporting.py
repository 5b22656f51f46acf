"""Export exactly what is on screen: the menu, the commands, and what each of them makes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from gui.actions import KEYS, Action, key_words, with_keys
from gui.exporting.choices import CHOICES, TITLES, Choice, offered
from gui.frame.room import Shown
from gui.parts.menu import Row

if TYPE_CHECKING:
    from gui.exporting.saving import Saving
    from gui.exporting.work import Work
    from gui.frame.window import Window

GROUP: Final = "Export"
AGAIN: Final = "again"  # the row of the last export
NAMES: Final = {"copy-numbers": "the numbers", "copy-pytorch": "a PyTorch file"}


class Exporting(QObject):
    """Knows the window and what it shows. What is heavy is imported with the first export."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._view: Shown | None = None
        self._saving: Saving | None = None
        self._last: tuple[Choice, Path] | None = None
        window.top.export.setToolTip(with_keys("Save or copy what is on screen", "export"))
        window.top.export.clicked.connect(self.open_menu)

    def show_view(self, view: Shown) -> None:
        """This is on screen now."""
        self._view = view

    def show_empty(self) -> None:
        """Nothing is."""
        self._view = None

    def actions(self) -> tuple[Action, ...]:
        """All ways to export as commands; those of other workspaces are not sensible."""
        return (
            Action("export", "Export…", KEYS["export"], self.open_menu, GROUP),
            Action("export-again", "Export again", KEYS["export-again"], self.again, GROUP, self._can_again),
            *(
                Action(f"export-{choice.id}", choice.command, (), partial(self.run, choice), GROUP, self._works(choice))
                for choice in CHOICES
            ),
        )

    @property
    def shown(self) -> Shown | None:
        """The view on screen; None for none, or where another workspace's is still to come."""
        view = self._view
        return view if view is not None and view.scene.workspace == self._window.store.scene.workspace else None

    @property
    def saving(self) -> Saving:
        """What writes files, made when it is first needed."""
        if self._saving is None:
            from gui.exporting.saving import Saving

            self._saving = Saving(self._window)
        return self._saving

    def why_not(self, choice: Choice) -> str:
        """Why this cannot be exported now, in one sentence; "" when it can."""
        from gui.exporting.reasons import why_not

        busy = self._saving.busy if self._saving is not None else ""
        return why_not(choice, self._window, self.shown, busy)

    def open_menu(self) -> None:
        """Show the ways to export below the button."""
        from gui.exporting.menu import ExportMenu
        from gui.exporting.notes import note_of
        from gui.exporting.reasons import is_same

        button, sections = self._window.top.export, dict[str, list[Row]]()
        for choice in offered(self._window.store.scene.workspace):
            if is_same(choice, self.shown):
                continue
            why = self.why_not(choice)
            row = Row(choice, choice.title, note_of(choice, self._window, self.shown), not why, why)
            sections.setdefault(choice.section, []).append(row)
        if self._last is not None:
            again = f"Again: {self._last[1].name}", key_words(KEYS["export-again"][0])
            sections["again"] = [Row(AGAIN, *again, self._can_again(), self.why_not(self._last[0]))]
        menu = ExportMenu(list(sections.values()), self._window.top.theme, button)
        menu.chosen.connect(lambda choice: self.again() if choice == AGAIN else self.run(choice))
        menu.aboutToHide.connect(lambda: button.set_open(False))
        button.set_open(True)
        menu.open_below(button, button.body(), right=True)

    def run(self, choice: Choice) -> None:
        """Export; where it cannot be, nothing happens."""
        if self.why_not(choice) or self.shown is None:
            return
        if choice.id == "chapter":
            self._window.room.choose_print()
        elif choice.suffix:
            self._save(choice, self._work(choice), self._name(choice))
        else:
            self._copy(choice)

    def again(self) -> None:
        """The last export once more, of what is on screen now, into the same file."""
        if self._last is not None and self._can_again():
            choice, path = self._last
            self._write(choice, path, self._work(choice), self._name(choice))

    def close(self) -> None:
        """The window goes."""
        if self._saving is not None:
            self._saving.close()

    def _works(self, choice: Choice) -> Callable[[], bool]:
        return lambda: not self.why_not(choice)

    def _can_again(self) -> bool:
        return self._last is not None and self._works(self._last[0])()

    def _work(self, choice: Choice) -> Work:
        """What is to be made, as it is on screen at this moment."""
        from gui.exporting.making import work_of

        assert self.shown is not None
        return work_of(choice, self._window, self.shown)

    def _save(self, choice: Choice, work: Work, name: str) -> None:
        """Ask where; by then something else may be on screen, or nothing."""
        title = TITLES[choice.suffix]
        self.saving.ask(choice.command, title, name, lambda path: self._write(choice, path, work, name))

    def _write(self, choice: Choice, path: Path, work: Work, name: str) -> None:
        def done() -> None:
            self._last = choice, path

        self.saving.write(work, path, lambda: self._save(choice, work, name), done)

    def _copy(self, choice: Choice) -> None:
        clipboard: Any = QGuiApplication.clipboard()
        messages = self._window.messages
        if choice.id == "copy-picture":
            from gui.exporting.making import picture_of

            assert self.shown is not None
            clipboard.setImage(picture_of(self._window, self.shown, 1))
            messages.show_notice("Copied: the picture.")
            return

        work = self._work(choice)

        def finish(data: bytes) -> None:
            clipboard.setText(data.decode())
            messages.show_notice(f"Copied: {NAMES[choice.id]}{work.lacks}.")

        self.saving.make(work, NAMES[choice.id], finish)

    def _name(self, choice: Choice) -> str:
        """What its file is called, from what is on screen at this moment."""
        from gui.exporting.names import suggested

        assert self.shown is not None
        return suggested(self.shown.scene, self.shown.capture, choice.suffix)
