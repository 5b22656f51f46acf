"""A plain text editor that takes very long texts without freezing, and whose undo is somebody else's."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

SHOWN: Final = 100_000  # characters that are laid out; more of a text is kept, but not shown
LONG_WORD: Final = 5_000  # from here on lines break anywhere: looking for a place would take seconds
SHORT_PASTE: Final = 1_000

UNDO_KEYS: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
ANYWHERE: Final = QTextOption.WrapMode.WrapAnywhere
AT_WORDS: Final = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class LongText(QPlainTextEdit):
    """Plain text of at most `longest` characters.

    `edited(text)` follows what the person does, never `set_text`. `refused(sentence)` when the text would become too
    long: it stays as it was. Keys for undo and redo go to the window.
    """

    edited = Signal(str)
    refused = Signal(str)

    def __init__(self, longest: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._longest = longest
        self._given = self._own = ""  # the text as it was set, and as this editor would write it
        self._rest = ""  # what is kept beyond the shown characters
        self._length = 0
        self._grey: tuple[int, QColor] | None = None
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.document().contentsChange.connect(self._note_change)
        self.textChanged.connect(self._changed)

    def text(self) -> str:
        """The whole text, its lines parted by newlines."""
        raw = self.document().toRawText()
        return raw.replace("\u2029", "\n").replace("\u2028", "\n") + self._rest

    def set_text(self, text: str) -> None:
        """Show a text that came from elsewhere; an equal one is not set again, and the cursor stays where it can."""
        if text not in (self._given, self._own):
            at = self.textCursor().position()
            self._give(text)
            self._put_cursor(at)

    def grey_from(self, start: int | None, colour: QColor) -> None:
        """Show what follows the first `start` characters in `colour`, nothing for None."""
        new = None if start is None else (start, colour)
        if new != self._grey:
            self._grey = new
            self.setExtraSelections([] if start is None else [self._in_colour(start, colour)])

    def _in_colour(self, start: int, colour: QColor) -> QTextEdit.ExtraSelection:
        marked = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(start))
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        look.setForeground(colour)
        marked.cursor, marked.format = cursor, look
        return marked

    def _position(self, characters: int) -> int:
        """Qt's position, in units of 16 bits, after so many characters."""
        before = self.text()[:characters].encode("utf-16-le", "surrogatepass")
        return min(len(before) // 2, self.document().characterCount() - 1)

    def _characters(self, position: int) -> int:
        before = QTextCursor(self.document())
        before.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        return len(before.selectedText())

    def _give(self, text: str) -> None:
        """Take `text` without telling anyone."""
        shown = text[:SHOWN]
        blocked = self.blockSignals(True)
        wrapping = ANYWHERE if max(map(len, shown.split()), default=0) > LONG_WORD else AT_WORDS
        self.setPlainText("")  # over an old text Qt lays the new one out twice
        self.setWordWrapMode(wrapping)
        self.setPlainText(shown)
        self.blockSignals(blocked)
        self._rest = text[SHOWN:]
        self._given, self._own = text, self.text()
        self._grey = None
        self.setExtraSelections([])

    def _put_cursor(self, position: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        self.setTextCursor(cursor)

    def _note_change(self, position: int, removed: int, added: int) -> None:
        if position == 0 and removed >= self._length:  # all that is shown went, and was meant as all there is
            self._rest = ""
        self._length = self.document().characterCount() - 1

    def _changed(self) -> None:
        text = self.text()
        if text == self._own:  # an input method is still composing
            return
        if len(text) > self._longest:
            at = self.textCursor().position()
            self._refuse(len(text))
            self._give(self._given)
            self._put_cursor(at)
            return
        self._given = self._own = text
        self._grey = None  # it moves with the text, and may have to be set again
        self.edited.emit(text)

    def _refuse(self, length: int) -> None:
        self.refused.emit(f"{length:,} characters are too many: {self._longest:,} is the most. Nothing was changed.")

    # Qt's own

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste: words only; a long text is set as a whole, which takes a hundredth of the time."""
        new = source.text().replace("\r\n", "\n").replace("\r", "\n")
        if len(new) <= SHORT_PASTE:
            self.insertPlainText(new)
            self.ensureCursorVisible()
            return
        cursor = self.textCursor()
        start, end = self._characters(cursor.selectionStart()), self._characters(cursor.selectionEnd())
        old = self.text()
        if start == 0 and cursor.selectionEnd() >= self._length:
            end = len(old)
        whole = old[:start] + new + old[end:]
        if len(whole) > self._longest:
            self._refuse(len(whole))
            return
        self._give(whole)
        self._put_cursor(self._position(start + len(new)))
        self.ensureCursorVisible()
        self.edited.emit(whole)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and any(map(event.matches, UNDO_KEYS))
        ):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if any(map(event.matches, UNDO_KEYS)):
            event.ignore()
        else:
            super().keyPressEvent(event)
