"""A menu of choices: a check mark, a name, a note at the right, rows that cannot be chosen and say why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from gui.look.drawing import elided, text_width
from gui.look.icons import draw_icon
from gui.look.plain import tip
from gui.look.theme import Theme
from gui.parts.buttons import ICON, panel, square, words_font

ROW: Final = 30
RADIUS: Final = 8
INSET: Final = 4  # from the border to the rows
TEXT_LEFT: Final = 36  # of a row: after the check mark
TEXT_RIGHT: Final = 12
GAP: Final = 32  # between a name and its note, at least
SWATCH: Final = QSize(20, 12)
WIDEST: Final = 560


@dataclass(frozen=True)
class Row:
    """One choice. `note` stands at the right; `tip` is its hover text; `colours` are shown as a small swatch; a line
    parts it from the row above when it is `apart`."""

    key: object
    text: str
    note: str = ""
    enabled: bool = True
    tip: str = ""
    colours: tuple[QColor, ...] = ()
    apart: bool = False


class Menu(QMenu):
    """Shows rows; `chosen(key)` when one is taken. Opens with `popup`, and goes when it closes."""

    chosen = Signal(object)

    def __init__(self, rows: Sequence[Row], current: object, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._rows: dict[QAction, Row] = {}
        self._current = current
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setWindowFlags(
            self.windowFlags() | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        )
        self.setStyleSheet(f"QMenu {{ padding: {INSET}px; }} QMenu::item {{ height: {ROW}px; padding: 0; margin: 0; }}")
        for row in rows:
            self._add(row)
        self.setMinimumWidth(min(WIDEST, max(map(self._width, rows), default=0)) + 2 * INSET + 2)

    def open_below(self, anchor: QWidget, body: QRect, right: bool = False) -> None:
        """Show below `body` (in `anchor`), at least as wide, its left (or right) edge in line."""
        self.setMinimumWidth(max(self.minimumWidth(), body.width()))
        left = body.right() + 1 - self.sizeHint().width() if right else body.left()
        self.popup(anchor.mapToGlobal(QPoint(left, body.bottom() + 5)))
        self.go_to(self._current)

    @property
    def at(self) -> object:
        """The key of the row that Enter would take, or else of the one in force."""
        row = self._rows.get(self.activeAction())
        return self._current if row is None else row.key

    def go_to(self, key: object) -> None:
        """Have Enter take the row of this key, where there is one."""
        action = next((action for action, row in self._rows.items() if row.key == key), None)
        if action is not None:
            self.setActiveAction(action)

    def _add(self, row: Row) -> None:
        words = f"{row.text}, {row.note}" if row.note else row.text
        action = QAction(words.replace("&", "&&"), self)
        action.setEnabled(row.enabled)
        action.setCheckable(self._current is not None)
        action.setChecked(row.key == self._current)
        action.triggered.connect(lambda checked=False: self.chosen.emit(row.key))
        self._rows[action] = row
        self.addAction(action)

    def _width(self, row: Row) -> int:
        swatch = SWATCH.width() + 10 if row.colours else 0
        note = GAP + text_width(row.note, words_font("caption")) if row.note else 0
        return TEXT_LEFT + swatch + text_width(row.text, words_font("body")) + note + TEXT_RIGHT + 2

    def _draw_row(self, painter: QPainter, action: QAction, row: Row) -> None:
        box = self.actionGeometry(action)
        if row.apart:
            painter.fillRect(box.left(), box.top() - 1, box.width(), 1, self.theme["line_strong"])
        if action == self.activeAction() and row.enabled:
            panel(painter, box, self.theme["hover"], None, 5)
        ink, note_ink = ("ink", "ink3") if row.enabled else ("disabled", "disabled")
        if row.key == self._current:
            draw_icon(
                painter, "check", square(QRect(box.left(), box.top(), TEXT_LEFT, box.height()), ICON), self.theme[ink]
            )
        inner = box.adjusted(TEXT_LEFT, 0, -TEXT_RIGHT, 0)
        if row.colours:
            top = inner.top() + (inner.height() - SWATCH.height()) // 2
            swatch(painter, QRect(QPoint(inner.left(), top), SWATCH), row.colours)
            inner.setLeft(inner.left() + SWATCH.width() + 10)
        centred = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.setFont(words_font("body"))
        painter.setPen(self.theme[ink])
        painter.drawText(
            inner, Qt.AlignmentFlag.AlignLeft | centred, elided(row.text, words_font("body"), inner.width())
        )
        room = inner.width() - text_width(row.text, words_font("body")) - GAP // 2
        painter.setFont(words_font("caption"))
        painter.setPen(self.theme[note_ink])
        painter.drawText(
            inner, Qt.AlignmentFlag.AlignRight | centred, elided(row.note, words_font("caption"), max(0, room))
        )

    # Qt's own

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self._rows.get(self.actionAt(event.pos()))
            QToolTip.showText(event.globalPos(), tip(row.tip) if row else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        panel(painter, self.rect(), self.theme["raised"], self.theme["line_strong"], RADIUS)
        for action, row in self._rows.items():
            self._draw_row(painter, action, row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut_corners(self)


def cut_corners(menu: QWidget) -> None:
    """Round corners also on screens where nothing can be seen through."""
    path = QPainterPath()
    path.addRoundedRect(menu.rect(), RADIUS - 1, RADIUS - 1)
    menu.setMask(QRegion(path.toFillPolygon().toPolygon()))


def swatch(painter: QPainter, box: QRect, colours: Sequence[QColor]) -> None:
    """Colours side by side in a box with slightly round corners."""
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(box, 2, 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(clip)
    step = box.width() // len(colours)
    for index, colour in enumerate(colours):
        painter.fillRect(box.left() + index * step, box.top(), step, box.height(), colour)
    painter.restore()
