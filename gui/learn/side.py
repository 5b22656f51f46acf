"""The left column: how many chapters are read, the search, the list, and what the live parts show."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QWidget

from engine.learn import CHAPTERS
from gui.learn.chapters import ChapterList
from gui.learn.contents import found
from gui.learn.found import HIGH, FoundRow
from gui.learn.progress import Progress
from gui.learn.whose import Whose
from gui.look.drawing import put
from gui.look.icons import draw_icon
from gui.look.theme import Theme, font, theme
from gui.parts.buttons import RING, TextButton, words_font
from gui.store import Store

EDGE: Final = 16
HEAD: Final = 46  # px of the title line
FIELD: Final = 30
GAP: Final = 10
FOOT: Final = 48
ICON: Final = 14
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class Side(QWidget):
    """`chosen(page, anchor)` from the list; `sought(words)` while they are typed, `stepped(by)` on to their places."""

    chosen = Signal(str, str)
    sought = Signal(str)
    stepped = Signal(int)

    def __init__(self, store: Store, progress: Progress, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.progress = progress
        self.search = QLineEdit(self)
        self.search.setObjectName("learnSearch")
        self.search.setPlaceholderText("Search the chapters")
        self.search.setAccessibleName("Search the chapters")
        self.search.setFont(words_font("body", 400))
        self.search.setTextMargins(ICON + 4, 0, 0, 0)
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)
        self.list = ChapterList(store, progress)
        self.list.chosen.connect(self.chosen)
        self.area = QScrollArea(self)
        self.area.setWidget(self.list)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.viewport().setAutoFillBackground(False)
        self.found = FoundRow(self)
        self.found.stepped.connect(self.stepped)
        self.found.hide()
        self.whose = Whose(store, self)
        self._magnifier = Magnifier(self.search)
        self.present = TextButton("Present", "quiet", self)
        self.present.setToolTip("Large type over the whole window (F5)")
        self.print = TextButton("Print to PDF…", "quiet", self)
        self.print.setAccessibleName("Print the chapter to PDF")
        progress.changed.connect(self.update)

    def show_page(self, heading: str) -> None:
        """Follow the open chapter and where the article is, and keep it in view."""
        self.list.show_page(heading)
        box = self.list.row_rect(self.list.store.scene.chapter, heading)
        self.area.ensureVisible(0, box.center().y(), 0, box.height())

    def show_foot(self, shown: bool) -> None:
        """Show what belongs to a chapter: what its live parts use, and the ways to present and print it."""
        for part in (self.whose, self.present, self.print):
            part.setVisible(shown)
        self._place()
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        self.list.set_compact(compact)
        self.whose.set_compact(compact)
        self._place()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = self._magnifier.theme = new
        for part in (self.list, self.found, self.whose, self.present, self.print):
            part.apply_theme(new)
        self.update()

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes to the next place, with Shift back; Escape empties the field, Down goes on to the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                if self.search.text().strip():
                    self.stepped.emit(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.search.setGeometry(EDGE, HEAD, self.width() - 2 * EDGE, FIELD)
        self._place()
        x = EDGE - RING
        for button in (self.present, self.print):
            size = button.sizeHint()
            button.setGeometry(x, self.height() - (FOOT + size.height()) // 2, size.width(), size.height())
            x += size.width()

    def _place(self) -> None:
        top = HEAD + FIELD + GAP
        self.found.setGeometry(0, HEAD + FIELD, self.width(), HIGH)
        top = top if self.found.isHidden() else HEAD + FIELD + HIGH
        foot = self.height() - (0 if self.whose.isHidden() else FOOT + self.whose.high)
        self.area.setGeometry(0, top, self.width(), foot - top)
        self.whose.setGeometry(0, foot, self.width(), self.whose.high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme["window"])
        line = QRect(EDGE + 6, 14, self.width() - 2 * EDGE - 12, 20)
        put(painter, line, "Chapters", font("pane_title"), self.theme["ink"], L)
        for y in () if self.whose.isHidden() else (self.whose.y(), self.height() - FOOT):
            painter.fillRect(EDGE, y, self.width() - 2 * EDGE, 1, self.theme["line"])
        read = f"{len(self.progress.read & set(CHAPTERS))} of {len(CHAPTERS)} read"
        put(painter, line, read, words_font("caption"), self.theme["ink3"], R)

    def _search(self, words: str) -> None:
        searched = bool(words.strip())
        self.list.show_entries(found(words), searched)
        self.found.setVisible(searched)
        self._place()
        self.sought.emit(words)


class Magnifier(QWidget):
    """The sign in the search field."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self.theme: Theme = theme("light")
        self.setGeometry(10, (FIELD - ICON) // 2, ICON, ICON)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_icon(QPainter(self), "search", self.rect(), self.theme["ink3"])
