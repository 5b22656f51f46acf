"""Foreign text on screen: file names and messages are shown as they are, never as markup."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout, QTextOption

HIDDEN: Final = {"Cc", "Cf", "Cs"}  # controls, what turns the direction of writing, halves of a pair
LONG_WORD: Final = re.compile(r"(\S{48})(?=\S)")  # so many letters without a space, and more to come
LINE_END: Final = re.compile(r"<br>|\n")
TAG: Final = re.compile(r"<[^<>]*>")
SHORT: Final = 80  # letters of a hover text that stand on one line
MOST: Final = 1_000  # characters that two lines can hold


def one_line(text: str) -> str:
    """`text` with every run of white space as one space, and nothing that is not seen."""
    return "".join(c for c in " ".join(text.split()) if unicodedata.category(c) not in HIDDEN)


def tip(text: str) -> str:
    """`text` for a tooltip, which would otherwise take "<b>" for markup and never break a line."""
    return f"<span>{html.escape(one_line(text))}</span>" if text else ""


def breakable(text: str) -> str:
    """`text` as HTML that can break inside very long words, and in no others."""
    return html.escape(LONG_WORD.sub("\\1\u200b", text))


def spread(said: str) -> str:
    """A hover text as markup: its short lines stay whole, long ones are broken, which plain text never is."""
    if not said:
        return ""
    lines = [(line, html.unescape(TAG.sub("", line)).replace("\u200b", "")) for line in LINE_END.split(said)]
    return "".join(
        f'<div style="white-space: nowrap">{line}</div>' if 0 < len(plain) <= SHORT else f"<div>{line or '<br>'}</div>"
        for line, plain in lines
    )


def right_to_left(text: str) -> bool:
    """Whether the first letter with a direction of its own is of a script written from right to left."""
    strong = (unicodedata.bidirectional(c) for c in text)
    return next((kind in ("R", "AL") for kind in strong if kind in ("L", "R", "AL")), False)


def broken(text: str, face: QFont, width: int, most: int) -> list[str]:
    """`text` in lines of `width` pixels; the last of `most` lines ends in an ellipsis where there is more."""
    text = text[:MOST]
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(text, face)
    layout.setTextOption(option)
    units = text.encode("utf-16-le", "surrogatepass")  # Qt counts these
    starts: list[int] = []
    layout.beginLayout()
    while len(starts) <= most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(units) // 2]
    lines = [units[2 * a : 2 * b].decode("utf-16-le", "replace").strip() for a, b in zip(starts, ends, strict=True)]
    if len(lines) > most:
        rest = units[2 * starts[most - 1] :].decode("utf-16-le", "replace")
        lines = [*lines[: most - 1], QFontMetrics(face).elidedText(rest, Qt.TextElideMode.ElideRight, width)]
    return lines
