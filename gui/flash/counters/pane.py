"""The counters: tiles, operations, HBM traffic, and how far the output is from dense attention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashDetail, FlashView
from gui.flash.pane import FlashPane, Piece
from gui.flash.units import counted, in_bytes, in_unit, unit_of
from gui.look.drawing import put, text_width
from gui.look.numbers import power
from gui.look.plain import tip
from gui.look.theme import font
from gui.parts.buttons import words_font
from gui.store import Store

LEFT: Final = 16
TOP: Final = (14, 8)  # and compact
LINE: Final = (48, 42)  # from one row of counters to the next
GAP: Final = 5  # px between a number and what follows
LEFT_TO_RIGHT: Final = Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True)
class Counter:
    """One number: what it counts, its value now, what follows in small letters, and all of it exactly.

    `shorter` are other ways to write value and rest where there is less room.
    """

    name: str
    value: str
    rest: str
    tip: str
    shorter: tuple[tuple[str, str], ...] = ()

    def words(self, width: int) -> tuple[str, str]:
        """Value and rest, as long as fits into `width` pixels."""
        ways = ((self.value, self.rest), *self.shorter)
        return next((way for way in ways if wide(*way) <= width), ways[-1])


class CountersPane(FlashPane):
    """Four numbers in two columns; hover has them exactly."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "counters", "Counters", parent)
        self._counters: tuple[Counter, ...] = ()
        self._read()

    def counters(self) -> tuple[Counter, ...]:
        """What is shown now."""
        return self._counters

    def sizeHint(self) -> QSize:
        return QSize(374, 2 * TOP[self.compact] + 2 * LINE[self.compact] - 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.sizeHint().height())

    def show_view(self, view: FlashView) -> None:
        self.view = view
        self._read()

    def pieces(self) -> dict[str, Piece]:
        return {counter.name: (self._box(n), counter) for n, counter in enumerate(self._counters)}

    def show_detail(self, detail: FlashDetail) -> None:
        super().show_detail(detail)
        if self.view is None or self.view.error is None:  # else the frame has said all of it
            self._read()

    def tip_at(self, x: int, y: int) -> str:
        return next((tip(c.tip) for n, c in enumerate(self._counters) if self._box(n).contains(x, y)), "")

    def draw(self, painter: QPainter) -> None:
        for number, counter in enumerate(self._counters):
            box = self._box(number)
            if not self.exposed(box):
                continue
            put(
                painter,
                QRect(box.left(), box.top(), box.width(), 16),
                counter.name,
                font("caption"),
                self.theme["ink3"],
                LEFT_TO_RIGHT,
            )
            below = QRect(box.left(), box.top() + 18, box.width(), 20)
            value, rest = counter.words(box.width())
            put(painter, below, value, font("figure"), self.theme["ink"], LEFT_TO_RIGHT)
            below.setLeft(below.left() + text_width(value, font("figure")) + GAP)
            put(painter, below, rest, words_font("caption"), self.theme["ink3"], LEFT_TO_RIGHT)

    def _read(self) -> None:
        counters = counters_of(self.view, self.detail) if self.view else ()
        if counters == self._counters:
            return
        self._counters = counters
        self.setAccessibleDescription(", ".join(f"{c.name} {c.value} {c.rest}" for c in self._counters))
        self.refresh()

    def _box(self, number: int) -> QRect:
        wide = (self.width() - 2 * LEFT) // 2
        top = TOP[self.compact] + number // 2 * LINE[self.compact]
        return QRect(LEFT + number % 2 * wide, top, wide - 8, 40)


def wide(value: str, rest: str) -> int:
    """Pixels of a number and what follows."""
    return text_width(value, font("figure")) + GAP + text_width(rest, words_font("caption")) + 2


def counters_of(view: FlashView, detail: FlashDetail | None) -> tuple[Counter, ...]:
    """The four counters of a frame; the error comes with its detail where the frame has none yet."""
    now, whole, schedule = view.totals, view.whole, view.schedule
    moved, all_moved = now.read + now.written, whole.read + whole.written
    skipped = f", {view.skipped:,} skipped" if view.skipped else ""
    size, _ = unit_of(all_moved)
    return (
        Counter(
            "Tiles done",
            f"{now.tiles:,}",
            f"of {whole.tiles:,}{skipped}",
            f"{now.tiles:,} of the {whole.tiles:,} tiles that are visited; of all {schedule.tiles_total:,} "
            f"the mask hides {view.skipped:,} whole",
            ((f"{now.tiles:,}", f"of {whole.tiles:,}"), (counted(now.tiles), f"of {counted(whole.tiles)}")),
        ),
        Counter(
            "Operations",
            counted(now.operations),
            f"of {counted(whole.operations)}",
            f"{now.operations:,} of {whole.operations:,} multiplications and additions of the matrix products",
        ),
        Counter(
            "HBM traffic",
            in_bytes(moved),
            f"of {in_unit(all_moved, size)}" if unit_of(moved)[0] == size else f"of {in_bytes(all_moved)}",
            f"{now.read:,} B read and {now.written:,} B written, of {whole.read:,} B and {whole.written:,} B; "
            f"standard attention moves {view.standard.read + view.standard.written:,} B",
            ((in_bytes(moved), ""),),
        ),
        _error(view, detail),
    )


DASH: Final = (("–", ""),)


def _error(view: FlashView, detail: FlashDetail | None) -> Counter:
    if view.scene.shape is not None:
        return Counter("Largest error", "–", "no numbers", "A shape alone has no numbers to be compared")
    backward, late = view.schedule.direction == "backward", detail if detail and detail.scene == view.scene else None
    error, by_letter = (
        (view.error, view.differences)
        if view.error is not None or late is None
        else (
            late.error,
            late.differences,
        )
    )
    if error is None:
        final = "the first gradients are stored for good" if backward else "the first rows are finished"
        none = "no gradient is final yet" if backward else "no row is final yet"
        waits = f"Compared with dense attention as soon as {final}"
        return Counter("Largest error", "–", none, waits, (("–", "none final yet"), *DASH))
    tip = f"The largest difference to dense attention in the rows finished by now is {error:.9g}"
    if backward:
        parts = ", ".join(f"{letter} {apart:.9g}" for letter, apart in by_letter.items())
        tip = f"The largest differences to dense attention’s gradients in float64, of what is stored by now: {parts}"
    return Counter("Largest error", power(error), "to dense", tip, ((power(error), ""),))
