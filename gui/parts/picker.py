"""Choosing one of several: a button with a label and a value, which opens a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.look.drawing import elided, text_width
from gui.look.icons import draw_icon
from gui.look.plain import tip
from gui.look.theme import font
from gui.parts.buttons import Button, square, words_font
from gui.parts.menu import Menu, Row

HEIGHT: Final = 32
PADDING: Final = 12
GAP: Final = 7
CHEVRON: Final = 14
WIDEST_VALUE: Final = 196  # SmolLM2’s name is the longest

CENTRED: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine


class Picker(Button):
    """A button that shows a label and a value, and opens a menu of rows.

    `chosen(key)` says which row the person took; the picker itself changes only by `show_rows`, an open menu with it.
    It is as wide as its widest row, so that choosing moves nothing. Where it is made narrower, `shorten` takes a
    shorter label.
    """

    chosen = Signal(object)

    def __init__(self, label: str, parent: QWidget | None = None, short: str | None = None) -> None:
        super().__init__(label, parent=parent)
        self.label, self.short, self.shortened = label, label if short is None else short, False
        self.rows: tuple[Row, ...] = ()
        self.current: object = None
        self.menu: Menu | None = None
        self._values: tuple[str, ...] = ()
        self._shown: tuple[object, ...] = ()  # rows, choice, and what is said of it
        self.clicked.connect(self.open_menu)

    def show_rows(self, rows: Sequence[Row], current: object, beside: Sequence[Row] = ()) -> None:
        """Show these choices, of which `current` is in force; `beside` are rows that are no value ("Open file…")."""
        every = (*rows, *beside)
        if every != self.rows:
            self.rows, self._values = every, tuple(row.text for row in rows)
        self.current = current
        shown = (every, current, self.spoken())
        if shown == self._shown:
            return
        self._shown = shown
        self.updateGeometry()
        self.setAccessibleName(self.spoken())
        self.setToolTip(tip(self.value()) if text_width(self.value(), self.value_font()) > WIDEST_VALUE else "")
        if self.menu is not None:  # it offers what there was before
            at = self.menu.at
            self.menu.close()
            self._open(at)
        self.update()

    def value(self) -> str:
        """What is shown as chosen."""
        return next((row.text for row in self.rows if row.key == self.current), "")

    def spoken(self) -> str:
        """What a screen reader says."""
        return f"{self.label} {self.value()}"

    def widths_of(self) -> Sequence[str]:
        """What must fit: every value, so that nothing moves when another one is chosen."""
        return self._values

    def value_font(self) -> QFont:
        return words_font("control")

    def open_menu(self) -> None:
        """Show the rows below; the arrow keys, Enter and Escape work there."""
        self._open(self.current)

    def _open(self, at: object) -> None:
        self.menu = Menu(self.rows, self.current, self.theme, self)
        self.menu.chosen.connect(self.chosen)
        self.menu.aboutToHide.connect(self._closed)
        self.menu.setAccessibleName(self.label)
        self.menu.open_below(self, self.body())
        self.menu.go_to(at)
        self.update()

    def held(self) -> bool:
        return self.isDown() or self.menu is not None

    def body_size(self) -> QSize:
        widest = max((text_width(text, self.value_font()) for text in self.widths_of()), default=0)
        words = text_width(self.label, font("caption")) + GAP + min(WIDEST_VALUE, widest)
        return QSize(PADDING + words + GAP + CHEVRON + PADDING - 2, HEIGHT)

    def draw(self, painter: QPainter, body: QRect) -> None:
        inner = body.adjusted(PADDING, 0, -PADDING + 2, 0)
        chevron = QRect(inner.right() + 1 - CHEVRON, inner.top(), CHEVRON, inner.height())
        inner.setRight(chevron.left() - GAP)
        label, face = self.short if self.shortened else self.label, font("caption")
        painter.setFont(face)
        painter.setPen(self.theme["ink3" if self.isEnabled() else "disabled"])
        painter.drawText(inner, CENTRED, label)
        inner.setLeft(inner.left() + (text_width(label, face) + GAP if label else 0))
        painter.setFont(self.value_font())
        painter.setPen(self.ink())
        painter.drawText(inner, CENTRED, elided(self.value(), self.value_font(), inner.width()))
        draw_icon(
            painter, "chevron-down", square(chevron, CHEVRON), self.theme["ink3" if self.isEnabled() else "disabled"]
        )

    def whole(self) -> bool:
        """Whether its label and its value fit into the width that it has."""
        words = text_width(self.label, font("caption")) + GAP + text_width(self.value(), self.value_font())
        return words + 2 * PADDING - 2 + GAP + CHEVRON <= self.body().width()

    def shorten(self, short: bool) -> None:
        """Show the short label, or the whole one."""
        if short != self.shortened:
            self.shortened = short
            self.update()

    def _closed(self) -> None:
        self.menu = None
        self.setDown(False)
        self.update()

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.click()
        else:
            super().keyPressEvent(event)
