"""What a person wants and what random clicks seldom find: commands, files, models, comparisons, closing the window."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.scene import CHAPTERS, WORKSPACES, Scene
from gui.actions import Command
from gui.attention.own.card import OwnCard
from gui.frame.window import Window
from gui.messages.progress import Progress
from tests.monkey.files import NOWHERE, TEXTS
from tests.monkey.reach import alive, dialog_of, focused, named, parts, type_into

Key, Modifier, Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
SOUGHT: Final = (
    *("flash", "heads", "learn", "exp", "copy", "pin", "theme", "tour", "3.5", "0.11", "task", "variant", "undo"),
    *("causal", "mask", "print", "fil", "step", "bank", "qqqq", "", " ", "é中", "colour", "query", "next", "rope"),
)
CLOSING: Final = ("quit", "larger", "smaller", "normal-size")


class Wishes:
    """`act()` does what one wish needs, and says what it was. `folder` takes what is saved."""

    def __init__(self, hand: random.Random, files: list[Path], folder: Path) -> None:
        self.random, self.files, self.folder = hand, files, folder
        self.window: Window | None = None
        self._kinds = {
            self._switch: 20,
            self._command: 20,
            self._palette: 12,
            self._answer: 40,
            self._drop: 8,
            self._paste: 6,
            self._export: 6,
            self._pin: 6,
            self._present: 3,
            self._hurry: 5,
            self._leave: 2,
        }

    def act(self) -> str:
        """One wish; what it was. "" where there was no way to do it."""
        if dialog_of(self._window()) is not None:  # Qt's own, which is not what is looked at here
            return self._choose_file()
        (kind,) = self.random.choices(list(self._kinds), list(self._kinds.values()))
        return kind()

    def _window(self) -> Window:
        assert self.window is not None
        return self.window

    def _switch(self) -> str:
        """Another place, text, model or look."""
        choices: tuple[dict[str, object], ...] = (
            {"workspace": self.random.choice(WORKSPACES)},
            {"workspace": "learn", "chapter": self.random.choice(tuple(CHAPTERS))},
            {"model": self.random.choice(("minilm", "smollm2")), "source": "", "layer": 0, "head": 0},
            {"text": self.random.choice(TEXTS), "source": ""},
            {"theme": self.random.choice(("light", "dark", "system"))},
            {"direction": self.random.choice(("backward", "forward"))},
            {"block_q": self.random.randint(1, 20), "block_k": self.random.randint(1, 20)},
        )
        choice = self.random.choice(choices)
        self._window().store.update(**choice)
        return f"choose {str(choice)[:80]}"

    def _hurry(self) -> str:
        """One text and model after another, faster than any of them is read."""
        for model in self.random.choices(("minilm", "smollm2"), k=3):
            text = self.random.choice(TEXTS)
            self._window().store.update(text=text, source="", model=model, layer=0, head=0)
            QApplication.processEvents()
        return f"hurry to {text[:20]!r} in {model}"

    def _command(self) -> str:
        """Any command that makes sense now."""
        found = [each for each in self._window().findChildren(Command) if each.action.id not in CLOSING]
        now = [each for each in found if each.owner.isVisible() and each.action.sensible()]
        command = self.random.choice(sorted(now, key=lambda each: each.action.id))
        command.trigger()
        return f"run {command.action.id}"

    def _palette(self) -> str:
        """Ctrl+K, a word, a few steps down, Enter."""
        word, steps = self.random.choice(SOUGHT), self.random.randrange(6)
        QTest.keyClick(focused(self._window()), Key.Key_K, Modifier.ControlModifier)
        type_into(focused(self._window()), word)
        for _ in range(steps):
            QTest.keyClick(focused(self._window()), Key.Key_Down)
        held = focused(self._window())
        said = f"seek {word!r} in the palette, the row {steps}, Enter in {named(held)}"
        QTest.keyClick(held, Key.Key_Return)
        return said

    def _export(self) -> str:
        """The menu of the button, and a row of it."""
        QTest.mouseClick(self._window().top.export, Button.LeftButton)
        menu, steps = QApplication.activePopupWidget(), self.random.randint(1, 12)
        if menu is None:
            return "the Export menu did not open"
        for _ in range(steps):
            QTest.keyClick(menu, Key.Key_Down)
        QTest.keyClick(menu, Key.Key_Return)
        return f"export by the row {steps}"

    def _pin(self) -> str:
        """Pin, and look at another head beside it."""
        window = self._window()
        window.store.update(workspace="attention")
        QTest.keyClick(window, Key.Key_D, Modifier.ControlModifier)
        choice = self.random.choice(
            ({"head": self.random.randrange(8)}, {"comparison": "difference"}, {"text": TEXTS[5]})
        )
        window.store.update(**choice)
        return f"pin, then {choice}"

    def _present(self) -> str:
        self._window().store.update(workspace="learn", chapter=self.random.choice(tuple(CHAPTERS)))
        QApplication.processEvents()
        QTest.keyClick(focused(self._window()), Key.Key_F5)
        return "present a chapter"

    def _answer(self) -> str:
        """Run the function that is asked about; Cancel what takes long."""
        window = self._window()
        for card in parts(window, OwnCard):
            QTest.mouseClick(card.run, Button.LeftButton)
            return "agree that it runs"
        for progress in parts(window, Progress):
            if self.random.random() < 0.5:
                QTest.mouseClick(progress.cancel, Button.LeftButton)
                return f"cancel “{progress.title}”"
        return ""

    def _drop(self) -> str:
        path = self.random.choice(self.files)
        data, at = QMimeData(), QPointF(300, 300)
        data.setUrls([QUrl.fromLocalFile(str(path))])
        action, rest = Qt.DropAction.CopyAction, (Button.LeftButton, Modifier.NoModifier)
        QApplication.sendEvent(self._window(), QDragEnterEvent(at.toPoint(), action, data, *rest))
        QApplication.sendEvent(self._window(), QDropEvent(at, action, data, *rest))
        return f"drop {path.name}"

    def _paste(self) -> str:
        text = self.random.choice((*TEXTS, Scene().to_json(), replace(Scene(), workspace="heads").to_json()))
        QGuiApplication.clipboard().setText(text)
        widget = focused(self._window())
        said = f"paste {text[:20]!r} into {named(widget)}"
        QTest.keyClick(widget, Key.Key_V, Modifier.ControlModifier)
        return said

    def _choose_file(self) -> str:
        """Answer the dialog: a name in the folder, a place where nothing can be, or Cancel."""
        dialog, way = dialog_of(self._window()), self.random.random()
        assert dialog is not None
        saves = dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
        name = f"{self.random.randrange(40)}.{dialog.defaultSuffix() or 'txt'}"
        folder = self.files[-1] / NOWHERE if way < 0.2 else self.folder
        path = folder / name if saves else self.random.choice(self.files)
        said = f"choose {path} in “{dialog.windowTitle()}”"
        if way > 0.85:
            dialog.reject()
            return f"leave “{dialog.windowTitle()}”"
        # Not accept(): it would ask, in a loop of its own, about what is there or is not. The app hears the same.
        dialog.fileSelected.emit(str(path))
        if alive(dialog):
            dialog.done(QFileDialog.DialogCode.Accepted)
        return said

    def _leave(self) -> str:
        """Close the window, or have it come back in another size."""
        window = self._window()
        names = self.random.choice((CLOSING[:1], CLOSING[1:]))
        found = [each for each in window.findChildren(Command) if each.action.id in names and each.action.sensible()]
        command = self.random.choice(sorted(found, key=lambda each: each.action.id))
        QTest.keySequence(focused(window), command.shortcut())
        return f"press the keys of {command.action.id}"
