"""The scale as a number to type."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.scene import LARGEST_SCALE, SMALLEST_SCALE
from gui.numbers import fixed
from gui.store import Store
from gui.theme import Theme, font, theme

REFUSAL = f"A scale is a number from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}."
WIDTH, HEIGHT = 58, 26


class ScaleField(QLineEdit):
    """Shows sqrt(d_k) with two digits; Enter, or leaving the field, chooses what was typed; Escape takes it back.

    What is no scale stays, with a red border, until it is put right: `refused(bool)` says so.
    """

    refused = Signal(bool)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._theme: Theme = theme(store.scene.theme, store.scene.colours)
        self._scale: float | None = None  # in force
        self._own: float | None = None  # the model's
        self.is_refused = False
        self.setObjectName("scaleField")
        self.setAccessibleName("Scale as a number")
        self.setFont(font("code"))
        self.setFixedSize(WIDTH, HEIGHT)
        self.setEnabled(False)
        self.editingFinished.connect(self._choose)
        self.textEdited.connect(lambda: self._set_refused(False))

    def show_scale(self, scale: float, own: float) -> None:
        """Show the scale in force and remember the model's own; what is being typed stays."""
        moved = scale != self._scale
        self._scale, self._own = scale, own
        self.setEnabled(True)
        if moved or not (self.hasFocus() or self.is_refused):
            self._take_back()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self._theme = new
        self._style()

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
            self._take_back()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        """Ask for the typed scale; the model's own, as it is written, means the model's own."""
        if self._scale is None or self._own is None or self.text() == fixed(self._scale, 2):
            return
        try:
            typed = float(self.text().strip().replace(",", "."))
            self._store.update(scale=None if self.text().strip() == fixed(self._own, 2) else typed)
        except ValueError:
            self._set_refused(True)
            return
        self._take_back()

    def _take_back(self) -> None:
        if self._scale is not None:
            self.setText(fixed(self._scale, 2))
        self._set_refused(False)

    def _set_refused(self, refused: bool) -> None:
        if refused != self.is_refused:
            self.is_refused = refused
            self.setAccessibleDescription(REFUSAL if refused else "")
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
