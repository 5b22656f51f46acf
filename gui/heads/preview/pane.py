"""One head at a larger size, with all its scores: the one under the pointer, else the open one."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.heads.patterns import PATTERNS
from engine.heads.preview import Preview
from engine.heads.view import HeadsView
from gui.heads.grid.picture import fitted
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Pointed
from gui.heads.words import definition, exact, joined, open_place, score_of, score_text
from gui.look.drawing import elided, put, text_width
from gui.look.numbers import four
from gui.look.runs import Run, put_runs
from gui.look.theme import Theme, font
from gui.parts.buttons import TextButton
from gui.parts.small_maps import image_of, map_colours
from gui.store import Store

PADDING: Final = 16
TITLE: Final = 26
TOP: Final = 48
WORD: Final = 64  # room for the words of rows
ABOVE: Final = 44  # and for those of columns
SMALLEST: Final = 12  # px of a cell whose word is written
MARKED: Final = 6  # px of a cell that can have a frame
SCORE: Final = 23  # from score to score
L, R = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class PreviewPane(HeadsPane):
    """`show_preview` gives the map that was asked for; until then the last one stands, faded."""

    def __init__(self, store: Store, pointed: Pointed, parent: QWidget | None = None) -> None:
        super().__init__(store, "headPreview", "One head", parent)
        self.pointed = pointed
        self.preview: Preview | None = None
        self._picture: tuple[object, QImage] | None = None
        self.open = TextButton("Open", parent=self)
        self.open.setObjectName("openHead")
        self.open.setToolTip("Open this head in the Attention workspace")
        self.open.clicked.connect(self._open)
        pointed.changed.connect(self._follow)

    def sizeHint(self) -> QSize:
        return QSize(344, 440)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 300)

    @property
    def place(self) -> tuple[int, int] | None:
        """The head that is shown: under the pointer, else open."""
        return self.pointed.place or open_place(self.store.scene)

    def shows(self) -> tuple[object, ...]:
        view, scene = self.view, self.store.scene
        return scene.measure, self.place, self.preview, *(() if view is None else (view.top, *view.scores.values()))

    def show_view(self, view: HeadsView) -> None:
        super().show_view(view)
        self.open.setEnabled(self.place is not None)

    def show_preview(self, preview: Preview) -> None:
        """Show a head's map."""
        self.preview = preview
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.open.apply_theme(new)

    def map_rect(self) -> QRect:
        """Where the map is."""
        beside, above = (WORD, ABOVE) if self._words() else (20, 20)
        room = max(self._room(beside, above), 40)
        return QRect(PADDING + beside, TOP + above, room, room)

    def _room(self, beside: int, above: int) -> int:
        """The side that a map may have beside and below its words, above the scores."""
        scores = -(-len(PATTERNS) // 2) * SCORE
        return min(self.width() - 2 * PADDING - beside, self.height() - TOP - scores - above - 20)

    def tip_at(self, x: int, y: int) -> str:
        view, place = self.view, self.place
        for name, box in self._score_boxes().items():
            if view is not None and box.contains(x, y):
                pattern = PATTERNS[name]
                told = exact(pattern, score_of(view, name, place)) if place is not None else ""
                return joined([told]) + "<br>" + definition(pattern, view)
        return self._cell_tip(x, y)

    def draw(self, painter: QPainter) -> None:
        place = self.place
        line = QRect(PADDING, TITLE - 10, self.open.x() - PADDING, 20)
        title = "No head is open" if place is None else f"Layer {place[0]}, head {place[1]}"
        put(painter, line, title, font("pane_title"), self.theme["ink"], L)
        line.setLeft(line.left() + text_width(title, font("pane_title")) + 8)
        says = "under the pointer" if self.pointed.place is not None else "open" if place else ""
        put(painter, line, says, font("caption"), self.theme["ink3"], L)
        if self.preview is not None:
            self._draw_map(painter, self.preview)
        if self.view is not None and place is not None:
            self._draw_scores(painter, self.view, place)

    def _draw_map(self, painter: QPainter, preview: Preview) -> None:
        box = self.map_rect()
        current = (preview.layer, preview.head) == self.place
        if not current:
            painter.setOpacity(0.5)
        ratio = self.devicePixelRatioF()
        top = self.view.top if self.view is not None else 1.0
        made_for = (preview, box.width(), ratio, self.theme, top)
        if self._picture is None or self._picture[0] != made_for:
            side = round(box.width() * ratio)
            values, visible = fitted(preview.map.values, side), fitted(preview.map.visible, side)
            self._picture = made_for, image_of(map_colours(values, visible, self.theme, top, ratio))
        painter.drawImage(QRectF(box), self._picture[1])
        painter.setPen(QPen(self.theme["line_strong"], 1))
        painter.drawRect(box.adjusted(-1, -1, 0, 0))
        if self._words():
            self._draw_words(painter, preview, box)
        if len(preview.axis.groups) * MARKED <= box.width():
            self._draw_marked(painter, preview, box)
        self._draw_axes(painter, box)
        painter.setOpacity(1)

    def _draw_axes(self, painter: QPainter, box: QRect) -> None:
        words = WORD if self._words() else 20
        if words == WORD:
            corner = QRect(box.left() - WORD, box.top() - 36, WORD - 8, 16)
            put_runs(painter, corner, (Run("key →", "key", 600),), "axis", self.theme, right=True)
            put_runs(painter, corner.translated(0, 16), (Run("query ↓", "query", 600),), "axis", self.theme, right=True)
        else:
            put_runs(
                painter, QRect(box.left(), box.top() - 18, 80, 16), (Run("key →", "key", 600),), "axis", self.theme
            )
            painter.save()
            painter.translate(box.left() - 16, box.top())
            painter.rotate(90)
            put_runs(painter, QRect(0, -14, 80, 16), (Run("query →", "query", 600),), "axis", self.theme)
            painter.restore()

    def _draw_words(self, painter: QPainter, preview: Preview, box: QRect) -> None:
        groups = preview.axis.groups
        cell = box.width() / max(len(groups), 1)
        face, ink = font("axis"), self.theme["ink2"]
        for index, group in enumerate(groups):
            middle = round((index + 0.5) * cell)
            row = QRect(box.left() - WORD, box.top() + middle - 8, WORD - 6, 16)
            put(painter, row, group.label, face, ink, R)
            painter.save()
            painter.translate(box.left() + middle - 2, box.top() - 5)
            painter.rotate(-50)
            painter.setFont(face)
            painter.setPen(ink)
            painter.drawText(0, 0, elided(group.label, face, ABOVE + 6))
            painter.restore()

    def _draw_marked(self, painter: QPainter, preview: Preview, box: QRect) -> None:
        """A teal frame around the cells that the measure adds up."""
        cell = box.width() / max(len(preview.axis.groups), 1)
        painter.setPen(QPen(self.theme["key_fill"], 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for query, key in preview.marked:
            left, top = round(box.left() + key * cell), round(box.top() + query * cell)
            painter.drawRect(QRect(left, top, round(cell) - 1, round(cell) - 1))

    def _draw_scores(self, painter: QPainter, view: HeadsView, place: tuple[int, int]) -> None:
        for name, box in self._score_boxes().items():
            pattern, score = PATTERNS[name], score_of(view, name, place)
            chosen = name == view.scene.measure
            face, ink = font("axis", 600 if chosen else None), self.theme["ink" if chosen else "ink2"]
            line = QRect(box.left(), box.top(), box.width(), 16)
            put(painter, line.adjusted(0, 0, -34, 0), pattern.title, face, ink, L)
            put(painter, line, score_text(score), face, ink, R)
            bar = QRect(box.left(), box.top() + 17, box.width(), 3)
            painter.fillRect(bar, self.theme["line"])
            if math.isfinite(score):
                top = float(view.histograms[name].edges[-1])
                bar.setWidth(round(bar.width() * min(max(score / top, 0.0), 1.0)))
                colour: QColor = self.theme["bar" if chosen else "ink3"]
                painter.fillRect(bar, colour)

    def _score_boxes(self) -> dict[str, QRect]:
        """The scores in two columns below the map."""
        half = -(-len(PATTERNS) // 2)
        wide = (self.width() - 2 * PADDING - 20) // 2
        top = self.map_rect().bottom() + 16
        return {
            name: QRect(PADDING + index // half * (wide + 20), top + index % half * SCORE, wide, SCORE)
            for index, name in enumerate(PATTERNS)
        }

    def _words(self) -> bool:
        """Whether cells are large enough for their words."""
        count = len(self.preview.axis.groups) if self.preview else 0
        return 0 < count * SMALLEST <= self._room(WORD, ABOVE)

    def _cell_tip(self, x: int, y: int) -> str:
        preview, at = self.preview, self._cell_at(QPoint(x, y))
        if preview is None or not self.map_rect().contains(x, y):
            return ""
        groups = preview.axis.groups
        if at is None:
            return joined([f"{len(groups):,} words: open the head to read single weights"])
        names = f"{groups[at[0]].label} → {groups[at[1]].label}"
        number = four(float(preview.map.values[at])) if preview.map.visible[at] else "masked"
        return joined([f"{names}, {number}", "A click asks which heads look from there to there."])

    def _cell_at(self, point: QPoint) -> tuple[int, int] | None:
        """The cell under a point: query and key as shown words; None where a pixel shows several."""
        box, preview = self.map_rect(), self.preview
        size = 0 if preview is None else preview.map.values.shape[0]
        if preview is None or not size or size != len(preview.axis.groups) or not box.contains(point):
            return None
        return (point.y() - box.top()) * size // box.width(), (point.x() - box.left()) * size // box.width()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a cell asks which heads look from its query to its key."""
        at, preview = self._cell_at(event.position().toPoint()), self.preview
        left = event.button() == Qt.MouseButton.LeftButton
        if at is not None and preview is not None and self.view is not None and left:
            query, key = (preview.axis.groups[group].tokens[0] for group in at)
            self.store.pick(self.view.scene, query=query, key=key, measure="pair", threshold=None)

    def _open(self) -> None:
        place = self.place
        if place is not None:
            self.open_head(place, workspace="attention")

    def _follow(self) -> None:
        self.open.setEnabled(self.place is not None)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        hint = self.open.sizeHint()
        self.open.setGeometry(self.width() - 12 - hint.width(), TITLE - hint.height() // 2, hint.width(), hint.height())
