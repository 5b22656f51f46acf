"""Words of a chapter on screen: marks become colours of the theme, weights, and raised or lowered letters."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QLabel, QWidget

from engine.learn.marks import Span, plain, spans
from gui.learn.ranges import Range, pieces, ranges_of
from gui.look.theme import Theme, line_height, theme
from gui.parts.buttons import words_font

COLOURED: Final = {"query": "query", "key": "key", "value": "value", "number": "bar"}
LONG: Final = re.compile(r"\S{24,}")  # letters without a space
TIED: Final = re.compile(  # spaces at which no line ends: about a sign, and before a unit
    r" (?=[×=≤→%]|[−+/] |(?:[KMG]iB|GB|ms|bits)\b)|(?<=[×=≤→]) |(?<= [−+/]) "
)
PER: Final = re.compile(r"(?<=\w)/(?=[sB]\b)")  # of a unit, at which no line ends
SHIFTED: Final = {"lowered": "sub", "raised": "sup"}


def markup(text: str, colours: Theme, found: Sequence[Range] = (), now: int = -1) -> str:
    """A marked text as the HTML that Qt reads; `found` are ranges of the plain text that get a highlight, one a strong
    one."""
    made, at = list[str](), 0
    for span in spans(text):
        made.append(_span(span, colours, at, found, now))
        at += len(span.text)
    return "".join(made)


def _span(span: Span, colours: Theme, at: int, found: Sequence[Range], now: int) -> str:
    words = "".join(_piece(span.text[a:b], colours, hit, now) for a, b, hit in pieces(at, at + len(span.text), found))
    if span.role in COLOURED:
        return f'<span style="color:{colours[COLOURED[span.role]].name()}; font-weight:600">{words}</span>'
    if span.role in SHIFTED:
        tag = SHIFTED[span.role]
        return f"<{tag}>{words}</{tag}>"
    return f'<span style="font-weight:600">{words}</span>' if span.role == "bold" else words


def _piece(words: str, colours: Theme, hit: int, now: int) -> str:
    said = html.escape(LONG.sub(_breakable, PER.sub("/\u2060", TIED.sub("\u00a0", words))), quote=False)
    if hit < 0:
        return said
    if hit == now:
        ink, ground = colours["surface"].name(), colours["warn"].name()
        return f'<span style="color:{ink}; background-color:{ground}">{said}</span>'
    return f'<span style="background-color:{colours["warn_tint"].name()}">{said}</span>'


def _breakable(word: re.Match[str]) -> str:
    """A long name of code may break after its dots and underscores."""
    return re.sub(r"(?<=[._/])(?=\w)", "\u200b", word[0])


class Prose(QLabel):
    """A paragraph in a role of the type scale; a hand can select and copy it. `zoom` enlarges it for a large screen."""

    def __init__(
        self, text: str, role: str = "text", ink: str = "ink", above: int = 10, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.words, self.role, self.ink, self.above = text, role, ink, above
        self._zoom = 1.0
        self._sought: tuple[str, ...] = ()
        self._now = -1
        self._heights: dict[int, int] = {}  # by width, of the words as they are
        self.theme: Theme = theme("light")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(plain(text))

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self._write()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge the letters, 1 for the usual size."""
        self._zoom = zoom
        self._write()

    def say(self, text: str) -> None:
        """Show other words."""
        self.words = text
        self.setAccessibleName(plain(text))
        self._write()

    def seek(self, words: tuple[str, ...]) -> int:
        """Highlight every place where one of the words stands; how many those are."""
        before, after = self._found(), len(ranges_of(plain(self.words), words))
        self._sought, self._now = words, -1
        if before or after:
            self._write()
        return after

    def point(self, hit: int) -> None:
        """Highlight one of the places found more than the others, -1 for none."""
        if hit != self._now:
            self._now = hit
            self._write()

    def _found(self) -> list[Range]:
        return ranges_of(plain(self.words), self._sought) if self._sought else []

    def height_for(self, width: int) -> int:
        """How high the paragraph is in a column of this width, in pixels."""
        if width not in self._heights:
            self._heights[width] = self.heightForWidth(width)
        return self._heights[width]

    def _write(self) -> None:
        self._heights.clear()
        self.setFont(face(self.role, self._zoom))
        line = round(line_height(self.role) * self._zoom)
        style = f"margin:0; line-height:{line}px; -qt-line-height-type:fixed; color:{self.theme[self.ink].name()}"
        self.setText(f'<p style="{style}">{markup(self.words, self.theme, self._found(), self._now)}</p>')


@cache
def face(role: str, zoom: float = 1.0) -> QFont:
    """The font of words in a role, enlarged."""
    made = QFont(words_font(role))
    made.setPixelSize(round(made.pixelSize() * zoom))
    return made


def document_of(words: str, role: str, weight: int, width: int, ink: str) -> QTextDocument:
    """Marked words in one colour, broken into lines of a width in pixels."""
    made = QTextDocument()
    made.setDocumentMargin(0)
    made.setDefaultFont(words_font(role, weight))
    style = f"margin:0; line-height:{line_height(role)}px; -qt-line-height-type:fixed; color:{ink}"
    made.setHtml(f'<p style="{style}">{markup(words, theme("light"))}</p>')
    made.setTextWidth(width)
    return made


@lru_cache(256)
def lines_of(words: str, role: str, weight: int, width: int) -> int:
    """How many lines the words take in a width."""
    return max(round(document_of(words, role, weight, width, "black").size().height() / line_height(role)), 1)
