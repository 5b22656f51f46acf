"""The tile grid: which tile waits, lies in SRAM, is done, is cut or skipped by the mask; Q, K, V and O beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.flash.frame.frames import tile_at
from engine.flash.frame.tile import of_keys
from engine.flash.frame.view import FlashDetail, FlashView, Strip, Tile
from gui.flash.fitting import fitting
from gui.flash.grid.active import draw_frame, draw_scores, draw_tag
from gui.flash.grid.card import draw_card
from gui.flash.grid.geometry import Plan, plan_of
from gui.flash.grid.labels import draw_guides, draw_labels, draw_splits
from gui.flash.grid.picture import Picture
from gui.flash.grid.pieces import framed, pieces_of
from gui.flash.grid.strips import Strips, sides_of
from gui.flash.grid.words import note_of, short_note, spoken
from gui.flash.memory.hbm import told
from gui.flash.pane import FlashPane, Piece
from gui.look.drawing import put
from gui.look.plain import tip
from gui.look.theme import Theme, font
from gui.store import Store

NOTE: Final = 18  # a line below the tiles
LEAST: Final = QSize(240, 200)
IN_SRAM: Final = ("scores", "mask")  # the step that a click on a tile jumps to: the last of these that it has


class TileGrid(FlashPane):
    """Draws the newest frame. A click on a tile goes to the step that computes its scores; pointing shows its numbers.

    Of a second schedule beside the first (`other`) a click does nothing: the scene counts the steps of the first.
    """

    def __init__(self, store: Store, name: str = "tileGrid", parent: QWidget | None = None) -> None:
        super().__init__(store, name, "Tiles", parent)
        self.plan: Plan | None = None
        self.other = name != "tileGrid"
        self._picture: Picture | None = None
        self._strips: Strips | None = None
        self._of: tuple[object, ...] = ()
        self._hover: Tile | None = None
        self._cell = (0, 0)  # of the tile under the pointer, what the pointer is on
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def values(self) -> NDArray[np.float32] | None:
        """What is drawn of the tile in SRAM (rows, keys), scores or backward P, dP or dS; None when none are there."""
        shown = None if self.view is None else self.view.tile or self.view.band
        return None if shown is None else shown.cells

    def tile_rect(self, i: int, j: int) -> QRect:
        """Where tile (i, j) is in the widget; empty before the first frame."""
        return QRect() if self.plan is None else self.plan.rect(i, j).toAlignedRect()

    def show_view(self, view: FlashView) -> None:
        moved = self.view is None or self.view.schedule is not view.schedule or self.view.limit != view.limit
        self.view = view
        if moved:
            self._hover = None
        self._arrange()
        self.setAccessibleDescription(spoken(view))

    def show_detail(self, detail: FlashDetail) -> None:
        super().show_detail(detail)
        self.refresh()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        """Lay out and paint anew where schedule, size or theme are others; else only what a step changes."""
        view = self.view
        if view is None:
            return
        sides = sides_of(view)
        of = (view.schedule, self.width(), self.height(), self.devicePixelRatioF(), sides, self.theme)
        if self.plan is None or self._picture is None or of != self._of:
            self._of = of
            below = NOTE + (18 if view.schedule.splits > 1 else 0)
            self.plan = plan_of(self.width(), self.height() - below, self.devicePixelRatioF(), view.schedule, sides)
            self._picture = Picture(view.schedule, self.plan, self.theme)
            self._strips = Strips(self.plan, self.theme)
            self._picture.show(view.t)
            self._pieces = self.pieces()
            self.update()
            return
        changed = self._picture.show(view.t)
        if changed:
            self.update(changed.translated(self.plan.area.toAlignedRect().topLeft()).adjusted(-1, -1, 1, 1))
        self.refresh()

    def pieces(self) -> dict[str, Piece]:
        if self.view is None or self.plan is None or self._strips is None:
            return {}
        found = pieces_of(self.view, self.plan, self._strips, self._shown_strips(self.view, self.plan))
        card = {"card": (self.rect(), (self._hover, self._cell, self.view.t))} if self._hover is not None else {}
        return found | card | {"note": (self._note(), note_of(self.view, self.plan))}

    def _shown_strips(self, view: FlashView, plan: Plan) -> list[Strip]:
        """Those along the sides of the tiles, with their newest numbers."""
        letters = plan.left | plan.above | plan.right
        return [self._newest(view, strip) for strip in view.strips if strip.letter in letters]

    def draw(self, painter: QPainter) -> None:
        view, plan = self.view, self.plan
        if view is None or plan is None or self._picture is None or self._strips is None:
            return
        for strip in self._shown_strips(view, plan):
            if self.exposed(self._strips.box(strip.letter)):
                self._strips.draw(painter, strip)
        self._strips.draw_letters(painter, self.exposed)
        painter.drawImage(plan.corner, self._picture.image)
        if not self._picture.drawn:
            painter.setPen(self.theme["line_strong"])
            painter.drawRect(plan.area.adjusted(-0.5, -0.5, 0.5, 0.5))
        draw_splits(painter, plan, view, self.theme)
        draw_labels(painter, plan, view, self.theme, self.exposed)
        step = view.step
        if step is not None and view.resident:
            draw_guides(painter, plan, step.i, step.j, self.theme)
            self._draw_active(painter, view, plan)
        line, face = self._note(), font("caption")
        note = fitting((note_of(view, plan), short_note(view, plan)), face, line.width()) or note_of(view, plan)
        if note and self.exposed(line):
            put(painter, line, note, face, self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)
        if self._hover is not None:
            beside = plan.rect(self._hover.i, self._hover.j)
            draw_card(painter, self.rect(), beside, self._hover, self._cell, view, self.theme)

    def _draw_active(self, painter: QPainter, view: FlashView, plan: Plan) -> None:
        """The tile in SRAM; without one the whole rows that lie there."""
        step, tile = view.step, view.tile
        assert step is not None
        if tile is not None:
            box = plan.rect(tile.i, tile.j)
            if not self.exposed(framed(box, tagged=view.schedule.direction == "backward")):
                return
            draw_scores(painter, box, tile, view.limit, self.theme)
            draw_frame(painter, box, self.theme)
            if view.schedule.direction == "backward":
                draw_tag(painter, box, tile, self.theme)
        elif step.i is not None and any(each.name in ("S", "P", "dP") for each in view.resident):
            row = plan.rect(step.i, 0).united(plan.rect(step.i, view.schedule.key_blocks - 1))
            if view.band is not None:
                draw_scores(painter, row, view.band, view.limit, self.theme)
                draw_tag(painter, row, view.band, self.theme)
            draw_frame(painter, row, self.theme)

    def _newest(self, view: FlashView, strip: Strip) -> Strip:
        """A strip with the numbers that the detail knows where the frame does not: the output, and gradients."""
        detail = self.detail
        if detail is None or detail.scene != view.scene:
            return strip
        if strip.letter == "O" and strip.values is None:
            return replace(strip, values=detail.output)
        return detail.gradients.get(strip.letter, strip)

    # Pointer and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = None if self.plan is None else self.plan.at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or at is None or self.view is None or self.other:
            return
        found = [self.view.schedule.find(op, *at) for op in IN_SRAM]
        steps = [step for step in found if step is not None]
        if steps:
            self._hover = None
            self.store.update(step=steps[-1] + 1)

    def _note(self) -> QRect:
        return QRect(16, self.height() - NOTE, self.width() - 32, 16)

    def tip_at(self, x: int, y: int) -> str:
        """The whole note below the tiles, and what a strip is."""
        view, plan = self.view, self.plan
        if view is None or plan is None:
            return ""
        if self._note().contains(x, y):
            return tip(note_of(view, plan)) if note_of(view, plan) else ""
        sides = plan.left | plan.above | plan.right
        letter = next((letter for letter, box in sides.items() if box.contains(x, y)), "")
        return tip(told(self._newest(view, view.strip(letter)))) if letter else ""

    @staticmethod
    def _tile_at(view: FlashView, i: int, j: int) -> Tile:
        """The tile in SRAM as it is there, of a backward pass; any other with its scores."""
        active = view.tile
        inside = active is not None and (active.i, active.j) == (i, j) and active.limit is not None
        if view.band is not None and view.band.i == i:
            return of_keys(view.band, j, view.schedule.keys(j))
        return active if inside and active is not None else tile_at(view, i, j)

    def _point(self, at: QPoint | None) -> None:
        """Show the numbers of the tile under the pointer."""
        found = None if at is None or self.plan is None else self.plan.at(at)
        hover, cell = self._hover, self._cell
        if found is None or at is None or self.plan is None or self.view is None:
            self._hover = None
        else:
            if hover is None or (hover.i, hover.j) != found:
                self._hover = self._tile_at(self.view, *found)
            self._cell = self.plan.cell(found, at, self.view.schedule)
        if (self._hover, self._cell) == (hover, cell):
            return
        clickable = self._hover is not None and not self.other
        self.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        self.refresh()
