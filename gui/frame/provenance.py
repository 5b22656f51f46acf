"""The strip at the bottom: which model, layer, head, scale and mask the numbers come from, and how exact they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.look.icons import draw_icon
from gui.look.painted import Painted
from gui.look.plain import breakable
from gui.look.runs import Run, put_runs, width_of
from gui.messages.copied import add_copy
from gui.parts.buttons import panel, square
from gui.store import Store

HEIGHT: Final = 28
PADDING: Final = 16
GAP: Final = 21  # between entries, a hairline in its middle
CHEVRON: Final = 12  # behind an entry that opens something
LONGEST: Final = 60  # characters of a value: a file names its model as it likes
MORE: Final = (Run("…", "ink3"),)


@dataclass(frozen=True)
class Fact:
    """One entry: what it is, its value, a remark; `rank` 0 is the last to give way where room is short."""

    name: str
    value: str
    remark: str = ""
    tip: str = ""
    rank: int = 0
    alarm: bool = False
    stale: bool = False  # of an older scene
    opens: str = ""  # the name of what a click, or Enter, opens

    def plain(self) -> str:
        """The entry as text."""
        return " ".join(filter(None, (self.name, self.value, self.remark)))

    @property
    def short(self) -> str:
        """The value, of a very long one its beginning and its end."""
        fits = len(self.value) <= LONGEST
        return self.value if fits else f"{self.value[: LONGEST - 21]}…{self.value[-20:]}"


class Provenance(Painted):
    """Entries parted by hairlines; where room is short the less important ones give way to a "…" that tells them.

    `opened(name, x)` when an entry that opens something is clicked, or chosen with left and right and Enter.
    """

    background = "window"
    opened = Signal(str, int)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "provenance", "Where the numbers come from", parent)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._facts: tuple[Fact, ...] = ()
        self._places: list[tuple[Fact, QRect]] = []
        self._hovered: Fact | None = None
        self._at = 0  # of those that open something
        add_copy(self, self.plain, "where the numbers come from")

    def minimumSizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def plain(self) -> str:
        """All entries as text, also those that do not fit."""
        return " | ".join(fact.plain() for fact in self._facts)

    def shown(self) -> tuple[Fact, ...]:
        """The entries that fit, left to right."""
        return tuple(fact for fact, _ in self._places)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show the entries, left to right; the strip is painted anew where it shows something else."""
        if tuple(facts) == self._facts:
            return
        before = self._painted()
        self._facts = tuple(facts)
        self._hovered = None
        self._lay_out()
        self._say()
        if before != self._painted():
            self.update()

    def _painted(self) -> object:
        """All that a picture of the strip is made of."""
        entries = [(_runs(fact), bool(fact.opens), box) for fact, box in self._places]
        return entries, self._hovered, len(self._places) < len(self._facts)

    def fact_rect(self, name: str) -> QRect:
        """Where the entry of a name stands; empty where it does not fit."""
        return next((box for fact, box in self._places if fact.name == name), QRect())

    def focus_rect(self) -> QRect | None:
        at = self._openable
        return at[1].adjusted(-6, 4, 6, -4) if at else super().focus_rect()

    # Qt's events

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._fact_at(event.position().toPoint().x()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        fact = self._fact_at(event.position().toPoint().x())
        if fact is not None and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(fact.opens, self.fact_rect(fact.name).left())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self._at = min(max(self._at + steps[event.key()], 0), max(len(self._opening) - 1, 0))
            self._say()
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._openable:
            fact, box = self._openable
            self.opened.emit(fact.opens, box.left())
        else:
            super().keyPressEvent(event)

    @property
    def _opening(self) -> list[tuple[Fact, QRect]]:
        """The entries that open something."""
        return [(fact, box) for fact, box in self._places if fact.opens]

    @property
    def _openable(self) -> tuple[Fact, QRect] | None:
        """The one that Enter opens."""
        return self._opening[min(self._at, len(self._opening) - 1)] if self._opening else None

    def _fact_at(self, x: int) -> Fact | None:
        """The entry at a point, if it opens something."""
        return next((fact for fact, box in self._opening if box.left() - 6 <= x <= box.right() + 6), None)

    def _hover(self, fact: Fact | None) -> None:
        if fact is not self._hovered:
            self._hovered = fact
            self.setCursor(Qt.CursorShape.PointingHandCursor if fact else Qt.CursorShape.ArrowCursor)
            self.update()

    def _say(self) -> None:
        """What a screen reader says: all entries, and what Enter does."""
        opens = f". Enter opens {self._openable[0].plain()}" if self._openable else ""
        self.setAccessibleDescription(", ".join(fact.plain() for fact in self._facts) + opens)

    def tip_at(self, x: int, y: int) -> str:
        found = next((fact for fact, box in self._places if box.contains(x, y)), None)
        if found is not None:
            return breakable(found.tip)
        end = self._places[-1][1].right() if self._places else 0
        hidden = (fact for fact in self._facts if fact not in self.shown())
        return "<br>".join(breakable(fact.plain()) for fact in hidden) if x > end else ""

    def draw(self, painter: QPainter) -> None:
        for index, (fact, box) in enumerate(self._places):
            if index:
                painter.fillRect(box.left() - GAP // 2 - 1, 8, 1, HEIGHT - 15, self.theme["line_strong"])
            if fact is self._hovered:
                panel(painter, box.adjusted(-6, 4, 6, -4), self.theme["hover"], None, 4)
            put_runs(painter, box, _runs(fact), "axis", self.theme)
            if fact.opens:
                chevron = QRect(box.right() + 1 - CHEVRON, box.top(), CHEVRON, box.height())
                draw_icon(painter, "chevron-down", square(chevron, CHEVRON), self.theme["ink3"])
        if self._places and len(self._places) < len(self._facts):
            put_runs(painter, QRect(self._places[-1][1].right() + 10, 0, 0, HEIGHT), MORE, "axis", self.theme)

    def _lay_out(self) -> None:
        """Place what fits: the entries of the highest rank go first."""
        kept = list(self._facts)
        room = self.width() - 2 * PADDING
        while len(kept) > 1 and _length(kept) > room - (20 if len(kept) < len(self._facts) else 0):
            kept.remove(max(reversed(kept), key=lambda fact: fact.rank))
        self._places, x = [], PADDING
        for fact in kept:
            wide = _wide(fact)
            self._places.append((fact, QRect(x, 0, wide, HEIGHT)))
            x += wide + GAP


@lru_cache(64)
def _runs(fact: Fact) -> tuple[Run, ...]:
    name, value = ("error", "error") if fact.alarm else ("ink3", "ink3" if fact.stale else "ink2")
    pieces = (Run(fact.name, name), Run(fact.short, value, 500), Run(fact.remark, "ink3"))
    gaps = ("  " if fact.name else "", " " if fact.remark else "", "")
    return tuple(run for piece, gap in zip(pieces, gaps, strict=True) for run in (piece, Run(gap)) if run.text)


def _length(facts: list[Fact]) -> int:
    return sum(_wide(fact) + GAP for fact in facts) - GAP


@lru_cache(64)
def _wide(fact: Fact) -> int:
    return round(width_of(_runs(fact), "axis")) + (CHEVRON + 3 if fact.opens else 0)
