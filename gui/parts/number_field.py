"""A number to type: what is no such number stays, with a red border, until it is put right."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.look.theme import Theme, font, theme
from gui.store import Store

WIDTH, HEIGHT = 58, 26


class NumberField(QLineEdit):
    """Enter, or leaving the field, chooses what was typed; Escape takes it back.

    `refusal` is the sentence that says what can be typed; `refused(bool)` follows whether it holds. A subclass says how
    the number in force is `written` ("" for none yet), and chooses what was `typed` or raises ValueError.
    """

    refused = Signal(bool)

    def __init__(self, store: Store, name: str, refusal: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.refusal = refusal
        self.is_refused = False
        self._theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.setAccessibleName(name)
        self.setFont(font("code"))
        self.setFixedSize(WIDTH, HEIGHT)
        self.editingFinished.connect(self._choose)
        self.textEdited.connect(lambda: self._set_refused(False))

    @abstractmethod
    def written(self) -> str:
        """The number in force."""

    @abstractmethod
    def typed(self, text: str) -> None:
        """Choose a number; ValueError for what is none."""

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self._theme = new
        self._style()

    def take_back(self) -> None:
        """Show the number in force."""
        if self.written():
            self.setText(self.written())
        self._set_refused(False)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
            if any(event.matches(key) for key in undo) and not self.isUndoAvailable():
                return False  # nothing is being typed: it is the window that undoes
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.take_back()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        if not self.written() or self.text() == self.written():
            return
        try:
            self.typed(self.text().strip().replace(",", "."))
        except ValueError:
            self._set_refused(True)
            return
        self.take_back()

    def _set_refused(self, refused: bool) -> None:
        if refused != self.is_refused:
            self.is_refused = refused
            self.setAccessibleDescription(self.refusal if refused else "")
            self._style()
            self.refused.emit(refused)

    def _style(self) -> None:
        role = {name: colour.name() for name, colour in self._theme.roles.items()}
        border, edge = (2, role["error"]) if self.is_refused else (1, role["line_strong"])
        held = role["error" if self.is_refused else "focus"]
        self.setStyleSheet(
            f"QLineEdit {{ background: {role['raised']}; color: {role['ink']}; border: {border}px solid {edge};"
            f" border-radius: 6px; padding: 0 {8 - border}px;"
            f" selection-background-color: {role['pressed']}; selection-color: {role['ink']}; }}"
            f"QLineEdit:focus {{ border: 2px solid {held}; padding: 0 6px; }}"
            f"QLineEdit:disabled {{ color: {role['disabled']}; border-color: {role['btn_line']}; }}"
        )
