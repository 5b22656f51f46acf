"""The sentence field: the editor in its frame, with the number of tokens and the examples."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.capture import Capture
from engine.scene import Scene
from gui.attention.context.choices import reading_with
from gui.attention.context.editor import ABOVE, SentenceEdit
from gui.flow.library import is_repeat
from gui.frame.gallery import Gallery
from gui.frame.room import Shown
from gui.look.drawing import text_width
from gui.look.theme import Theme, font, theme
from gui.messages.reading_note import share_read
from gui.parts.buttons import frame
from gui.store import Store

HEIGHT: Final = 32
INSET: Final = 11  # from the frame to the text
GAP: Final = 12
REFUSAL_GAP: Final = 8
NARROW: Final = 300  # from here down there is no room for the number of tokens
USUAL: Final = ("reading…", "512 tokens")  # there is always room for these, so that no line breaks anew
SHARE_HEIGHT: Final = 32
MESSAGES: Final = 18  # px below it their line begins

WORDS: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class SentenceField(QWidget):
    """Lies over `place`, a rectangle of its parent, and grows downwards over what is there, so that nothing moves.

    `covers(right)` says up to where it lies over the line of the messages; 0 while it does not.
    """

    covers = Signal(int)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.theme: Theme = theme("light")
        self.edit = SentenceEdit(self)
        self.gallery = Gallery(self)
        self._place = QRect(0, 0, 400, HEIGHT)
        self._view: Shown | None = None
        self._capture: Capture | None = None
        self._shown = _reading(store.scene)
        self._count = ""
        self._refusal = self._share = ""
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.gallery.setCursor(Qt.CursorShape.ArrowCursor)
        self.edit.edited.connect(self._edited)
        self.edit.refused.connect(self.refuse)
        self.edit.reshaped.connect(self.settle)
        self.gallery.chosen.connect(self._chosen)

    def show_scene(self, scene: Scene) -> None:
        """Show the scene's text, and that its tokens are yet to come."""
        self.edit.set_text(scene.text)
        if self._shown != _reading(scene):
            self._shown = _reading(scene)
            self.refuse("")
        if self._view is None or _reading(self._view.scene) != _reading(scene):
            self._share, self._capture = "", None
            self._say("reading…" if (scene.source or scene.text.strip()) and not is_repeat(scene) else "")

    def show_view(self, view: Shown) -> None:
        """Tell how many tokens there are, and grey what the model did not read."""
        self._view, capture = view, view.capture
        if capture is not None and _reading(view.scene) == _reading(self.store.scene):
            self._share = share_read(capture) if capture is not self._capture else self._share
            self._capture = capture
            self._say(f"{(count := len(capture.tokens)):,} token{'s' if count != 1 else ''}")
            cut = capture.read if capture.read < len(capture.text) else None
            self.edit.grey_from(cut, self.theme["ink3"])

    def show_failure(self) -> None:
        """The text was not read, and nothing reads it now."""
        self._say("not read")

    def refuse(self, sentence: str) -> None:
        """Say below the text why something was not taken; "" takes that back."""
        if sentence != self._refusal:
            self._refusal = sentence
            self.edit.setAccessibleDescription(sentence or self._count)
            self.settle()

    def apply_theme(self, new: Theme) -> None:
        self.theme = self.edit.theme = new
        self.gallery.apply_theme(new)
        if self._view is not None:
            self.show_view(self._view)
        self.update()

    def lie_over(self, place: QRect) -> None:
        """Take this rectangle of the parent at rest."""
        self._place = place
        self.settle()

    def settle(self) -> None:
        """Take the size that the text needs now."""
        width, size = self._place.width(), self.gallery.sizeHint()
        self.gallery.setGeometry(QRect(QPoint(width - size.width(), 0), size))
        right = self._count_box().left() if self._count_shown() else self.gallery.x()
        line = self.edit.fontMetrics().lineSpacing()
        self.edit.resize(max(40, right - GAP - INSET), self.edit.height())
        lines = max(line, self.edit.lines_height() if self.edit.expanded else line)
        top = (HEIGHT - line) // 2
        self.edit.setGeometry(INSET, top, self.edit.width(), lines + ABOVE)
        refusal = REFUSAL_GAP + self._refusal_box().height() if self._refusal else 0
        self.setGeometry(QRect(self._place.topLeft(), self._place.size()).adjusted(0, 0, 0, lines - line + refusal))
        self.update()
        grown = self.height() - self._place.height() >= MESSAGES
        self.covers.emit(self.geometry().right() + 1 if grown else 0)

    def _say(self, count: str) -> None:
        if count != self._count:
            self._count = count
            self.edit.setAccessibleDescription(self._refusal or count)
            self.settle()

    def _count_shown(self) -> bool:
        return self._place.width() > NARROW

    def _count_box(self) -> QRect:
        width = max(text_width(count, font("caption")) for count in (self._count, *USUAL))
        return QRect(self.gallery.x() - 4 - width, 0, width + 1, HEIGHT)

    def _refusal_box(self) -> QRect:
        room = QRect(INSET, self.edit.geometry().bottom() + 6, self._place.width() - 2 * INSET, 200)
        return QFontMetrics(font("caption")).boundingRect(room, WORDS, self._refusal)

    def _edited(self, text: str) -> None:
        self.refuse("")
        scene = self.store.scene
        fields: dict[str, Any] = reading_with(scene, scene.model) if scene.source else {"key": None}
        self.store.update(**fields | {"text": text})

    def _chosen(self, fields: dict[str, Any]) -> None:
        self.store.update(**fields)

    # Qt's own

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Beside the text is the field all the same."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        strong = "error" if self._refusal else "focus" if self.edit.hasFocus() else ""
        frame(painter, self.rect(), self.theme["raised"], self.theme[strong or "line_strong"], 2 if strong else 1)
        painter.setFont(font("caption"))
        if self._count_shown():
            painter.setPen(self.theme["ink3"])
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self._count_box(), right, self._count)
        covers = self.height() >= HEIGHT + SHARE_HEIGHT  # the line that says how much was read
        if self._share and covers and self._count_shown():
            painter.setPen(self.theme["warn"])
            box = QRect(
                self._count_box().left(), HEIGHT - 8, self.width() - self._count_box().left() - GAP, SHARE_HEIGHT
            )
            painter.drawText(box, WORDS, f"{self._share} read")
        if self._refusal:
            painter.setPen(self.theme["error"])
            painter.drawText(self._refusal_box(), WORDS, self._refusal)


def _reading(scene: Scene) -> tuple[str, str, str]:
    """What decides which tokens there are."""
    return scene.text, scene.source, scene.model
