"""The sentence at the left of the strip: one large line, and what else there is to say below it."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextDocument,
)
from PySide6.QtWidgets import QToolTip, QWidget

from engine.shown.view import View
from gui.attention.sentence.prose import WHY, Piece, Prose, prose_of
from gui.look.drawing import elided, text_width
from gui.look.plain import breakable
from gui.look.theme import Theme, font, line_height
from gui.parts.buttons import panel, words_font
from gui.parts.pane import Pane
from gui.parts.popup import Popup
from gui.store import Store

ICON: Final = 14
ICON_GAP: Final = 10
AROUND: Final = 6  # px around the (i) that belong to it
NOTE: Final = QSize(330, 200)  # how wide the note of the (i) is, and how high at most
NOTE_PADDING: Final = 10
OPENS: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHORTEST_LABEL: Final = 60  # px that a word in the large line keeps at least


class Sentence(Pane):
    """Says in words what the query looks at, with the (i) that says what that means."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "sentence", "In words", parent)
        self._prose = Prose((), ())
        self._body = QTextDocument(self)
        self._body.setDocumentMargin(0)
        self._icon = QRect()
        self.setToolTipDuration(20_000)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(390, 116)

    def show_view(self, view: View) -> None:
        prose = prose_of(view)
        if prose != self._prose:
            self._prose = prose
            self._set_body()
            self.setAccessibleDescription(prose.plain())
        super().show_view(view)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self._set_body()

    def tip_at(self, x: int, y: int) -> str:
        if self._over_icon(QPoint(x, y)):
            return WHY
        return breakable(self._prose.plain()) if self.view and self._shortened() else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._over_icon(event.position().toPoint())
        self.setCursor(Qt.CursorShape.WhatsThisCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._over_icon(event.position().toPoint()):
            self.open_note()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in OPENS:
            self.open_note()
        else:
            super().keyPressEvent(event)

    def focus_rect(self) -> QRect | None:
        return None if self._icon.isNull() else self._icon.adjusted(-3, -3, 3, 3)

    def open_note(self) -> None:
        """Say at the (i) what attention says, until the next click or Escape."""
        QToolTip.hideText()
        Note(self.theme, self).open_below(self._icon)

    def _over_icon(self, at: QPoint) -> bool:
        return self._icon.adjusted(-AROUND, -AROUND, AROUND, AROUND).contains(at)

    def draw(self, painter: QPainter) -> None:
        if self.view is None:
            return
        face = self._face()
        line = line_height("reading_compact" if self.compact else "reading")
        gap = 4 if self.compact else 7
        self._body.setTextWidth(self.width())
        height = min(int(self._body.size().height()), self.height() - line - gap)
        top = (self.height() - line - gap - height) // 2
        self._draw_headline(painter, QRect(0, top, self.width(), line), face)
        painter.translate(0, top + line + gap)
        self._body.drawContents(painter, QRectF(0, 0, self.width(), height))
        painter.translate(0, -top - line - gap)

    def _draw_headline(self, painter: QPainter, line: QRect, face: QFont) -> None:
        strong = _strong(face)
        x = line.left()
        for text, piece in zip(self._fitted(face), self._prose.headline, strict=True):
            width = text_width(text, strong if piece.role else face)
            painter.setFont(strong if piece.role else face)
            painter.setPen(self.theme[piece.role or "ink"])
            painter.drawText(QRect(x, line.top(), width + 2, line.height()), Qt.AlignmentFlag.AlignVCenter, text)
            x += width
        self._icon = QRect(x + ICON_GAP, line.center().y() - ICON // 2 + 1, ICON, ICON)
        self._draw_icon(painter, QRectF(self._icon))

    def _draw_icon(self, painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme["ink2"], 1.25, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
        middle = box.center()
        painter.drawLine(middle + QPointF(0, 0), middle + QPointF(0, 3))
        painter.drawPoint(middle + QPointF(0, -2.75))
        painter.restore()

    def _face(self) -> QFont:
        """The largest face of the headline in which it fits whole, else the smallest."""
        roles = ("reading", "reading_compact", "heading", "pane_title")[self.compact :]
        whole = "".join(piece.text for piece in self._prose.headline)
        room = self.width() - ICON - ICON_GAP - 2
        faces = [font(role, 500) for role in roles]
        return next((face for face in faces if text_width(whole, _strong(face)) <= room), faces[-1])

    def _fitted(self, face: QFont) -> list[str]:
        """The pieces of the headline, its words elided in the middle where they do not fit."""
        pieces = self._prose.headline
        room = self.width() - ICON - ICON_GAP - 2 - sum(text_width(p.text, face) for p in pieces if not p.role)
        face = _strong(face)
        named = [text_width(piece.text, face) for piece in pieces if piece.role]
        if sum(named) <= room:
            return [piece.text for piece in pieces]
        fair = room // max(1, len(named))
        spare = sum(fair - width for width in named if width < fair)
        longer = sum(width >= fair for width in named)
        most = max(SHORTEST_LABEL, fair + spare // max(1, longer))
        return [elided(piece.text, face, most) if piece.role else piece.text for piece in pieces]

    def _shortened(self) -> bool:
        return self._fitted(self._face()) != [piece.text for piece in self._prose.headline]

    def _set_body(self) -> None:
        self._body.setDefaultFont(font("body"))
        lines = "".join(self._html(piece) for piece in self._prose.body)
        style = f"color:{self.theme['ink2'].name()}; -qt-line-height-type:fixed; line-height:{line_height('body')}px"
        self._body.setHtml(f'<p style="{style}">{lines}</p>')

    def _html(self, piece: Piece) -> str:
        text = escape(piece.text).replace(" %", "\u00a0%").replace(" = ", "\u00a0=\u00a0")
        if piece.role == "sub":
            return f'<span style="vertical-align:sub; font-size:15px">{text}</span>'
        return f'<span style="color:{self.theme[piece.role].name()}">{text}</span>' if piece.role else text


class Note(Popup):
    """What the (i) says, in the looks of a tooltip; any click closes it, and Escape."""

    def __init__(self, theme: Theme, anchor: QWidget) -> None:
        super().__init__("whyNote", WHY, theme, anchor)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # a click on the (i) would open it again
        self._anchor = anchor
        room = QRect(NOTE_PADDING, NOTE_PADDING, NOTE.width() - 2 * NOTE_PADDING, NOTE.height())
        self._box = QFontMetrics(words_font("caption")).boundingRect(room, Qt.TextFlag.TextWordWrap, WHY)
        self.setFixedSize(NOTE.width(), self._box.height() + 2 * NOTE_PADDING)

    def open_below(self, icon: QRect) -> None:
        """Show below the icon, inside its window."""
        window = self._anchor.window()
        corner = self._anchor.mapTo(window, icon.bottomLeft() + QPoint(-NOTE_PADDING, 6))
        self.show_in(window, corner.x(), corner.y())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in OPENS:
            self.close()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            panel(painter, self.rect(), self.theme["tooltip"], self.theme["tooltip"], 6)
            painter.setFont(words_font("caption"))
            painter.setPen(self.theme["tooltip_ink"])
            painter.drawText(self._box.adjusted(0, 0, 2, 2), Qt.TextFlag.TextWordWrap, WHY)


def _strong(face: QFont) -> QFont:
    """The weight for the words that are the query and the key."""
    made = QFont(face)
    made.setWeight(QFont.Weight.DemiBold)
    return made
