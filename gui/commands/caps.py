"""Key caps: keys as they stand beside a command."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from gui.look.drawing import put, text_width
from gui.look.theme import Theme
from gui.parts.buttons import panel, words_font

HEIGHT: Final = 18
PADDING: Final = 5
RADIUS: Final = 4


def cap_width(words: str) -> int:
    """How wide the cap of these keys is; never narrower than high."""
    return max(text_width(words, words_font("caption")) + 2 * PADDING + 1, HEIGHT)


def draw_cap(painter: QPainter, left: int, middle: int, words: str, theme: Theme) -> None:
    """Paint a cap from `left`, its middle at the height `middle`."""
    box = QRect(left, middle - HEIGHT // 2, cap_width(words), HEIGHT)
    panel(painter, box, theme["window"], theme["btn_line"], RADIUS)
    put(painter, box, words, words_font("caption"), theme["ink2"], Qt.AlignmentFlag.AlignHCenter)
