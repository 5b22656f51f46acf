"""The sentence editor: one line at rest, up to five over what is below while it has the focus."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from engine.files.contents import is_scene
from engine.scene import LONGEST_TEXT
from gui.look.plain import one_line, right_to_left
from gui.look.theme import Theme, theme
from gui.messages.long_text import LongText
from gui.parts.buttons import words_font
from gui.parts.menu import cut_corners

LINES: Final = 5
FITTING: Final = 1_000  # characters that are more than one line can hold
ABOVE: Final = 1  # px that the editor is higher than its lines


class SentenceEdit(LongText):
    """Where the sentence is typed. `reshaped` when the height of its lines may have changed, or the focus did;
    `viewPasted(text)` when what is pasted is no sentence, but a view that was copied as text."""

    reshaped = Signal()
    viewPasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(LONGEST_TEXT, parent)
        self.theme: Theme = theme("light")
        self.expanded = False
        self.setObjectName("sentenceEdit")
        self.setAccessibleName("Sentence")
        self.setPlaceholderText("Type a sentence")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(words_font("body"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.textChanged.connect(self.reshaped)

    def lines_height(self) -> int:
        """The height of its lines, of five at most."""
        heights: list[float] = []
        block = self.document().firstBlock()
        while block.isValid() and len(heights) < LINES:
            self.blockBoundingRect(block)  # lays it out
            heights += [block.layout().lineAt(i).height() for i in range(min(LINES, block.layout().lineCount()))]
            block = block.next()
        return round(sum(heights[:LINES]))

    def one_line_is_enough(self) -> bool:
        block = self.document().firstBlock()
        self.blockBoundingRect(block)
        return self.blockCount() == 1 and block.layout().lineCount() <= 1

    def _give(self, text: str) -> None:
        self._make_bar(len(text))
        super()._give(text)
        self.reshaped.emit()

    def _make_bar(self, length: int) -> None:
        """A scroll bar for so many characters. One that comes when they are laid out has them laid out once more."""
        long = (
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn if length > LINES * FITTING else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self.setVerticalScrollBarPolicy(long if self.expanded else Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _expand(self, expanded: bool) -> None:
        self.expanded = expanded
        self._make_bar(self.document().characterCount())
        if not expanded:
            self.verticalScrollBar().setValue(0)
        self.viewport().update()
        self.reshaped.emit()

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        """At rest, a text that is longer than the line ends in an ellipsis; of the line above Qt would show a pixel."""
        if self.expanded or self.one_line_is_enough():
            super().paintEvent(event)
            if self.contentOffset().y() < 0:
                QPainter(self.viewport()).fillRect(0, 0, self.viewport().width(), ABOVE, self.theme["raised"])
            return
        text = self.toPlainText()[: FITTING + 1]
        start = one_line(text) + ("…" if len(text) > FITTING else "")
        line = self.fontMetrics().elidedText(start, Qt.TextElideMode.ElideRight, self.viewport().width())
        side = Qt.AlignmentFlag.AlignRight if right_to_left(start) else Qt.AlignmentFlag.AlignLeft
        painter = QPainter(self.viewport())
        painter.setPen(self.theme["ink"])
        painter.drawText(self.viewport().rect(), side | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextSingleLine, line)

    def event(self, event: QEvent) -> bool:
        key = event.key() if isinstance(event, QKeyEvent) else None
        if key == Qt.Key.Key_Escape and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # so that it leaves the editor, and closes nothing
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._expand(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._expand(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.expanded else event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Cut, copy, paste; undo is the window's."""
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        menu.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        menu.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
        for action in menu.actions():
            if action.objectName() in ("edit-undo", "edit-redo"):
                menu.removeAction(action)
        menu.popup(event.globalPos())
        cut_corners(menu)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if is_scene(text := source.text()):
            self.viewPasted.emit(text)
        else:
            super().insertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files are the window's business."""
        event.ignore() if event.mimeData().hasUrls() else super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.ignore() if event.mimeData().hasUrls() else super().dragMoveEvent(event)
