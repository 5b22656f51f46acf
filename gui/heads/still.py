"""Pictures that are kept while the pointer and the filter move over them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from gui.look.drawing import is_vector


def alike(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    """Whether what two pictures were made for is the same: arrays, images and tables by identity, the rest by value."""
    plain = (tuple, bytes, int, float, str)
    same = (x is y or (isinstance(x, plain) and x == y) for x, y in zip(a, b, strict=False))
    return len(a) == len(b) and all(same)


class Still:
    """A transparent picture that is painted anew only when what it was made for changes."""

    def __init__(self) -> None:
        self._picture = QImage()
        self._made_for: tuple[object, ...] = ()

    def draw(
        self, painter: QPainter, size: QSize, made_for: tuple[object, ...], paint: Callable[[QPainter], None]
    ) -> None:
        """Draw what `paint` paints, at the pixels of the device; in a vector file `paint` itself draws."""
        if is_vector(painter):
            paint(painter)
            return
        ratio = painter.device().devicePixelRatio()
        made_for = (*made_for, size.width(), size.height(), ratio)
        if not alike(made_for, self._made_for):
            self._picture = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as into:
                paint(into)
            self._made_for = made_for
        painter.drawImage(QPoint(0, 0), self._picture)
