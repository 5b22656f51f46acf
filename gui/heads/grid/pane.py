"""All layers x heads as one picture: hover previews a head, a click opens it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.heads.patterns import PATTERNS
from engine.heads.view import HeadsView
from gui.attention.heads.painting import FAR, NEAR, frame
from gui.heads.grid.frame import NUMBERED, draw_frame, draw_numbers, draw_order, draw_score, numbered, reach_of
from gui.heads.grid.layout import GridLayout
from gui.heads.grid.picture import draw_all, grid_colours
from gui.heads.pane import HeadsPane
from gui.heads.pointed import Place, Pointed
from gui.heads.still import alike
from gui.heads.words import exact, joined, open_place, spoken
from gui.look.drawing import is_vector
from gui.look.theme import Theme
from gui.parts.segments import Segments
from gui.store import Store

TITLE: Final = 26
PADDING: Final = 16
RING: Final = 4
SORTINGS: Final = (
    ("layer", "By layer", "Heads as they lie in the model"),
    ("score", "By score", "The most telling heads first"),
)
STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class HeadsGrid(HeadsPane):
    """The maps and their scores; `pointed` is shared with the other panes. `values(layer, head)` is one small map."""

    def __init__(self, store: Store, pointed: Pointed, parent: QWidget | None = None) -> None:
        super().__init__(store, "headsGrid", "All heads", parent)
        self.pointed = pointed
        self._picture: QImage | None = None
        self._maps: QImage | None = None
        self._made_for: tuple[object, ...] = ()
        self._layout = GridLayout(1, 1, 0, 0, 0)
        self._scored_for: tuple[object, ...] = ()
        self._matched: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
        self._numbered: frozenset[Place] = frozenset()
        self.sorting = Segments(SORTINGS, self.theme, parent=self)
        self.sorting.setObjectName("sortingSwitch")
        self.sorting.setAccessibleName("Order of the heads")
        self.sorting.chosen.connect(lambda sorting: store.update(sorting=sorting))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        pointed.changed.connect(self._follow)

    def sizeHint(self) -> QSize:
        return QSize(844, 596)

    def minimumSizeHint(self) -> QSize:
        return QSize(420, 240)

    def head_rect(self, layer: int, head: int) -> QRect:
        """Where the map of a head is."""
        return self.layout_now().box((layer, head))

    def show_view(self, view: HeadsView) -> None:
        super().show_view(view)
        self.sorting.set_value(self.store.scene.sorting)
        self._follow()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.sorting.apply_theme(new)

    def layout_now(self) -> GridLayout:
        """The layout of what is shown; the same object as long as nothing in it changes."""
        view, now = self.view, GridLayout(1, 1, self.width(), self.height(), 0, self.compact)
        if view is not None:
            order = tuple(map(tuple, view.order.tolist())) if view.scene.sorting == "score" else None
            layers, heads, cells, _ = view.maps.shape
            now = replace(now, layers=layers, heads=heads, cells=cells, order=order)
        if now != self._layout:
            self._layout = now
        return self._layout

    def tip_at(self, x: int, y: int) -> str:
        view, place = self.view, self.layout_now().at(QPoint(x, y))
        if view is None or place is None:
            return ""
        layer, head = place
        kv = view.capture.kv_group(head, layer)
        first = f"Layer {layer}, head {head}, key/value head {kv}"
        if layer >= view.done:
            return joined([first, "not measured yet"])
        names = dict.fromkeys((view.scene.measure, view.scene.up, view.scene.across))
        return joined([first, *(exact(PATTERNS[name], float(view.scores[name][layer, head])) for name in names)])

    def draw(self, painter: QPainter) -> None:
        view = self.view
        if view is None:
            return
        layout = self.layout_now()
        if is_vector(painter):  # the maps are images, their scores texts
            painter.drawImage(QPoint(0, 0), self._fresh_maps(view, layout))
            self._draw_scores(painter, view, layout)
        else:
            painter.drawImage(QPoint(0, 0), self._fresh_picture(view, layout))
        draw_frame(painter, view, layout, self.theme, self.sorting.x() - RING)
        self._draw_frames(painter, view, layout)

    def focus_rect(self) -> QRect | None:
        return None  # the frame of the head under the keyboard says it

    def _draw_frames(self, painter: QPainter, view: HeadsView, layout: GridLayout) -> None:
        """Ink around the open head, indigo around the one under the pointer."""
        opened, at = open_place(self.store.scene), self.pointed.place
        layers, heads = view.maps.shape[:2]
        for place, colour in ((opened, "ink"), (at, "focus")):
            if place is not None and place[0] < layers and place[1] < heads:
                frame(painter, layout.box(place), NEAR - 1, self.theme[colour])
        if self.ringed and at is None and opened is not None and opened[0] < layers and opened[1] < heads:
            frame(painter, layout.box(opened), FAR - 1, self.theme["focus"])

    def _fresh_picture(self, view: HeadsView, layout: GridLayout) -> QImage:
        """Maps, hairlines and scores: everything that the pointer does not change."""
        maps = self._fresh_maps(view, layout)
        scene = view.scene
        filtered = scene.threshold is not None
        scores = (maps, view.done, view.scores[scene.measure], scene.measure, filtered, view.matching.tobytes())
        if self._picture is None or not alike(scores[:-1], self._scored_for[:-1]):
            self._picture = maps.copy()
            with QPainter(self._picture) as painter:
                self._draw_scores(painter, view, layout)
        elif scores[-1] != self._scored_for[-1]:
            self._mend(self._picture, maps, view, layout)
        self._scored_for, self._matched = scores, view.matching
        return self._picture

    def _mend(self, picture: QImage, maps: QImage, view: HeadsView, layout: GridLayout) -> None:
        """Paint only the heads which a step of the filter fades or brings back, whose number comes or goes, and what
        reaches into them."""
        spots = {place: reach_of(layout.box(place)) for place in layout.places()}
        before, self._numbered = self._numbered, numbered(view, layout)
        changed = {(layer, head) for layer, head in np.argwhere(view.matching != self._matched).tolist()}
        stale = QRegion()
        for place in changed | (before ^ self._numbered):
            stale += spots[place]
        with QPainter(picture) as painter:
            painter.setClipRegion(stale)
            painter.drawImage(QPoint(0, 0), maps)
            if layout.order is None and layout.side < NUMBERED:  # whose own numbers reach further
                draw_numbers(painter, layout, self.theme)
            for place, spot in spots.items():
                if stale.intersects(spot):
                    draw_score(painter, view, layout, place, self.theme, self._numbered)

    def _draw_scores(self, painter: QPainter, view: HeadsView, layout: GridLayout) -> None:
        if layout.order is None:
            draw_numbers(painter, layout, self.theme)
        else:
            draw_order(painter, view, layout, self.theme)
        self._numbered = numbered(view, layout)
        for place in layout.places():
            draw_score(painter, view, layout, place, self.theme, self._numbered)

    def _fresh_maps(self, view: HeadsView, layout: GridLayout) -> QImage:
        """The maps alone, which a step of the filter leaves as they are."""
        ratio = self.devicePixelRatioF()
        made_for = (view.maps, view.done, layout, self.theme, view.top, ratio)
        if self._maps is None or not alike(made_for, self._made_for):
            paper = self.theme[self.background].rgb()
            colours = grid_colours(view, self.theme, round(layout.side * ratio), ratio)
            self._maps, self._made_for = draw_all(layout, colours, ratio, paper), made_for
        return self._maps

    def _follow(self) -> None:
        """Say and show what the pointer is on."""
        place = self.pointed.place or open_place(self.store.scene)
        view = self.view
        if view is not None and place is not None and place[0] < view.maps.shape[0] and place[1] < view.maps.shape[1]:
            self.setAccessibleDescription(spoken(view, *place))
        self.update()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        hint = self.sorting.sizeHint()
        left = self.width() - PADDING + RING - hint.width()
        self.sorting.setGeometry(left, TITLE - hint.height() // 2, hint.width(), hint.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self.layout_now().at(event.position().toPoint()) if self.view is not None else None
        self.setCursor(Qt.CursorShape.PointingHandCursor if at is not None else Qt.CursorShape.ArrowCursor)
        self.pointed.point(at)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.layout_now().at(event.position().toPoint()) if self.view is not None else None
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self.open_head(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self.layout_now().at(event.position().toPoint()) if self.view is not None else None
        if at is not None:
            self.open_head(at, workspace="attention")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, at = Qt.Key(event.key()), self.pointed.place or open_place(self.store.scene) or (0, 0)
        if key in STEPS and self.view is not None:
            self.pointed.point(self.layout_now().moved(at, *STEPS[key]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.view is not None:
            self.open_head(at)
        else:
            super().keyPressEvent(event)
