"""The window's frame, on screen before anything heavy is imported; the app fills it a moment later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFont, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from gui.look.theme import Theme, font, load_fonts, theme

if TYPE_CHECKING:
    from gui.flow.reader import Reader

SIZE: Final = QSize(1440, 900)
SMALLEST: Final = QSize(960, 600)
BAR: Final = 47  # of the top bar; the hairline below is the window's
NAME: Final = QRect(47, 0, 82, BAR)


class Shell(QWidget):
    """Draws bars and name until `fill` puts the content over them. `painted` follows the first paint,
    `filled(content)` the filling, `imported` the import of what fills it."""

    painted = Signal()
    filled = Signal(QWidget)
    imported = Signal()

    def __init__(self, theme_name: str = "system") -> None:
        super().__init__()
        self._theme_name = theme_name
        self.content: QWidget | None = None
        self.reader: Reader | None = None
        self._painted = False
        self.setWindowTitle("QKVista")
        self.setMinimumSize(SMALLEST)
        self.resize(fitting(self.screen()))

    def fill(self, content: QWidget) -> None:
        """Show the content, which is closed with this window."""
        self.content = content
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)
        self.filled.emit(content)

    def start_reader(self) -> None:
        """Start the model's process, which takes longer than all the rest."""
        from gui.flow.reader import Reader

        self.reader = Reader()
        self.reader.start()

    # Qt's own

    def focusNextPrevChild(self, forward: bool) -> bool:
        """From nowhere the Tab key goes where it goes from the content: to its first stop, or back to its last."""
        return super().focusNextPrevChild(forward) if self.content is None else self.content.focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """With the keyboard nowhere, keys are the content's."""
        if self.content is None:
            super().keyPressEvent(event)
        else:
            self.content.keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.content is None:
            with QPainter(self) as painter:
                self._draw(painter)
        if not self._painted:
            self._painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.content is not None:
            self.content.close()
        elif self.reader is not None:
            self.reader.close()
        super().closeEvent(event)

    def _draw(self, painter: QPainter) -> None:
        colours = theme(self._theme_name)
        painter.fillRect(self.rect(), colours["surface"])
        painter.fillRect(QRect(0, 0, self.width(), BAR), colours["window"])
        painter.fillRect(QRect(0, BAR, self.width(), 1), colours["line"])
        paint_name(painter, colours)


def content_of(part: QWidget) -> QWidget:
    """The content that a part of the window lies in: what is above all else there, is above its cards and in its order
    of the Tab key. Where no shell is around it, that is the window itself."""
    window = part.window()
    return window if not isinstance(window, Shell) or window.content is None else window.content


def paint_name(painter: QPainter, colours: Theme) -> None:
    """The name of the app, where the top bar has it too."""
    name = QFont(font("pane_title"))
    name.setPixelSize(14)
    painter.setFont(name)
    painter.setPen(colours["ink"])
    painter.drawText(NAME, Qt.AlignmentFlag.AlignVCenter, "QKVista")


def fitting(screen: QScreen) -> QSize:
    """The size of a new window: the designed one, or what the screen has (the offscreen platform has none)."""
    if QGuiApplication.platformName() == "offscreen":
        return SIZE
    return SIZE.boundedTo(screen.availableSize()).expandedTo(SMALLEST)


def dress(application: QApplication, name: str) -> None:
    """Give the application its style, its fonts and the palette of the theme `name`."""
    application.setStyle("Fusion")
    load_fonts()
    application.setPalette(theme(name).palette())
