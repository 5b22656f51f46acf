"""Words that say the same shorter where there is less room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFont

from gui.look.drawing import text_width


def fitting(texts: Sequence[str], face: QFont, width: int) -> str:
    """The first of these texts that fits into `width` pixels; "" for none."""
    return next((text for text in texts if text_width(text, face) + 2 <= width), "")
