"""The strip at the bottom: which model, layer, head, scale and mask the numbers come from, and how exact they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.painted import Painted
from gui.plain import breakable
from gui.runs import Run, put_runs, width_of
from gui.store import Store

HEIGHT: Final = 28
PADDING: Final = 16
GAP: Final = 21  # between entries, a hairline in its middle
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

    def plain(self) -> str:
        """The entry as text."""
        return " ".join(filter(None, (self.name, self.value, self.remark)))


class Provenance(Painted):
    """Entries parted by hairlines; where room is short the less important ones give way to a "…" that tells them."""

    background = "window"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "provenance", "Where the numbers come from", parent)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._facts: tuple[Fact, ...] = ()
        self._places: list[tuple[Fact, QRect]] = []
        copy = QAction("Copy", self)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.plain()))
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def plain(self) -> str:
        """All entries as text, also those that do not fit."""
        return " | ".join(fact.plain() for fact in self._facts)

    def shown(self) -> tuple[Fact, ...]:
        """The entries that fit, left to right."""
        return tuple(fact for fact, _ in self._places)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show the entries, left to right."""
        self._facts = tuple(facts)
        self.setAccessibleDescription(", ".join(fact.plain() for fact in self._facts))
        self._lay_out()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

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
            put_runs(painter, box, _runs(fact), "axis", self.theme)
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
            wide = round(width_of(_runs(fact), "axis"))
            self._places.append((fact, QRect(x, 0, wide, HEIGHT)))
            x += wide + GAP


def _runs(fact: Fact) -> tuple[Run, ...]:
    name, value = ("error", "error") if fact.alarm else ("ink3", "ink3" if fact.stale else "ink2")
    pieces = (Run(fact.name, name), Run(fact.value, value, 500), Run(fact.remark, "ink3"))
    gaps = ("  " if fact.name else "", " " if fact.remark else "", "")
    return tuple(run for piece, gap in zip(pieces, gaps, strict=True) for run in (piece, Run(gap)) if run.text)


def _length(facts: list[Fact]) -> int:
    return sum(round(width_of(_runs(fact), "axis")) + GAP for fact in facts) - GAP
