"""What the newest step did, in words: one line, or two small ones where it is long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.frame.view import Run as Words
from gui.flash.pane import FlashPane, Piece
from gui.flash.transport.player import Player
from gui.look.numbers import fixed, whole
from gui.look.plain import breakable
from gui.look.runs import Run, put_runs, text_of, width_of
from gui.store import Store

HEIGHT: Final = 40
GAP: Final = 18  # from the step's number to the sentence
LEAD: Final = 20  # height of a line of small type
INKS: Final = {"": ("ink", None), "bold": ("ink", 600)}


class Said(FlashPane):
    """ "Step 115 of 204", then the sentence, its query, key and value words in their colours."""

    background = "window"

    def __init__(self, store: Store, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(store, "stepSentence", "What this step does", parent)
        self.player = player
        self.setFixedHeight(HEIGHT)

    def plain(self) -> str:
        """All of it as text."""
        return "" if self.view is None else f"{text_of(self._number())} {text_of(self._runs())}".strip()

    def show_view(self, view: FlashView) -> None:
        super().show_view(view)
        self.setAccessibleDescription(self.plain())

    def pieces(self) -> dict[str, Piece]:
        return {} if self.view is None else {"all": (self._free(), (self._number(), self.view.sentence))}

    def _free(self) -> QRect:
        """All but the last line of pixels, which the play button stands on."""
        return self.rect().adjusted(0, 0, 0, -1)

    def tip_at(self, x: int, y: int) -> str:
        return breakable(self.plain())

    def draw(self, painter: QPainter) -> None:
        if self.view is None:
            return
        number = self._number()
        room = self.width() - round(width_of(number, "body")) - GAP
        put_runs(painter, self._line(0, 1), number, "body", self.theme, beside="text")
        left = self.width() - room
        runs = self._runs()
        if width_of(runs, "text") <= room:
            put_runs(painter, self._line(0, 1, left), runs, "text", self.theme)
            return
        lines = wrapped(runs, "body", room, 2)
        for index, line in enumerate(lines):
            put_runs(painter, self._line(index, len(lines), left), line, "body", self.theme)

    def _line(self, index: int, count: int, left: int = 0) -> QRect:
        top = (self.height() - count * LEAD) // 2 + index * LEAD
        return QRect(left, top, self.width() - left, LEAD)

    def _number(self) -> tuple[Run, ...]:
        assert self.view is not None
        last = len(self.view.schedule)
        reached = self.player.reached
        slow = f", {fixed(reached, 0)} steps/s shown" if self.player.slow and reached is not None else ""
        return (
            Run("Step ", "ink3"),
            Run(whole(self.view.t), "ink", 600),
            Run(f" of {whole(last)}{slow}", "ink3"),
        )

    def _runs(self) -> tuple[Run, ...]:
        assert self.view is not None
        return tuple(coloured(words) for words in self.view.sentence)


def coloured(words: Words) -> Run:
    """A piece of the engine's sentence, in the ink of its role."""
    ink, weight = INKS.get(words.role, (words.role, 600))
    return Run(words.text, ink, weight)


def wrapped(runs: Sequence[Run], role: str, width: float, most: int) -> list[list[Run]]:
    """The runs in lines of `width` pixels, broken between words; the last of `most` lines ends in an ellipsis."""
    lines: list[list[Run]] = [[]]
    pieces = [Run(text, run.ink, run.weight) for run in runs for text in re.findall(r"\s*\S+|\s+$", run.text)]
    for piece in pieces:
        if lines[-1] and width_of([*lines[-1], piece], role) > width:
            if len(lines) == most:
                while lines[-1] and width_of([*lines[-1], Run("…")], role) > width:
                    lines[-1].pop()
                return [*lines[:-1], [*lines[-1], Run("…", "ink")]]
            lines.append([])
            piece = Run(piece.text.lstrip(), piece.ink, piece.weight)
        lines[-1].append(piece)
    return lines
