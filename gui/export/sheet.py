"""What goes on a picture: widgets one below the other, as they are on screen, without what passes by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

LINE: Final = 1  # px between two of them


@dataclass(frozen=True)
class Sheet:
    """`parts` from top to bottom, parted by hairlines of the colour `line`; all as wide as `size`, in pixels.

    `ground` is the colour of paper that is larger. `ratio` is how many device pixels the widgets count to a pixel.
    """

    parts: tuple[QWidget, ...]
    line: QColor
    ground: QColor

    @property
    def size(self) -> QSize:
        height = sum(part.height() + LINE for part in self.parts) - LINE
        return QSize(max(part.width() for part in self.parts), height)

    @property
    def ratio(self) -> float:
        return self.parts[0].devicePixelRatioF()

    def paint(self, painter: QPainter) -> None:
        """Draw all parts, their upper left corner at the painter's origin."""
        top = 0
        for number, part in enumerate(self.parts):
            if number:
                painter.fillRect(QRect(0, top, self.size.width(), LINE), self.line)
                top += LINE
            part.render(painter, QPoint(0, top))
            top += part.height()

    def image(self, scale: float = 1.0) -> QImage:
        """The picture with `scale` times the pixels of the screen."""
        ratio = self.ratio * scale
        image = QImage(self.size * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(self.ground)
        with QPainter(image) as painter:
            self.paint(painter)
        return image


@contextmanager
def calm(within: QWidget) -> Iterator[None]:
    """Without what passes by: nothing in `within` is pointed at, and the keyboard is nowhere."""
    focused = QApplication.focusWidget()
    inside = focused is not None and within.isAncestorOf(focused)
    pointed = [part for part in (within, *within.findChildren(QWidget)) if part.isVisible()]
    for part in pointed:
        QApplication.sendEvent(part, QEvent(QEvent.Type.Leave))
    under = [part for part in pointed if part.underMouse()]
    for part in under:
        part.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    if focused is not None and inside:
        within.window().setFocus(Qt.FocusReason.PopupFocusReason)  # for which fields keep what is being typed
    try:
        yield
    finally:
        if focused is not None and inside:
            focused.setFocus(Qt.FocusReason.PopupFocusReason)
        for part in under:
            part.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
