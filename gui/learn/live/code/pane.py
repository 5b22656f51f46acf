"""The pseudocode that runs: its lines, what the lit one makes, steps forward and back, and the mask on and off."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn.pseudocode import LINES, Stage, program, trace
from engine.shown.view import View
from engine.variants import TRAINED
from gui.learn.copying import CopyButton
from gui.learn.listing import Listing
from gui.learn.live.code.picture import StagePicture
from gui.look.drawing import put
from gui.look.painted import Painted
from gui.look.theme import Theme
from gui.parts.buttons import RING, IconButton, words_font
from gui.parts.switch import Switch
from gui.store import Store

CODE: Final = 310  # px of the listing, at least
FOOT: Final = 44
EDGE: Final = 16
MASKED: Final = "causal"
L = Qt.AlignmentFlag.AlignLeft


class CodePane(Painted):
    """Left and right step; a click on a line goes to it. The mask is the scene's variant: causal, or as trained."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "codePane", "Pseudocode that runs: left and right step", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view: View | None = None
        self.stages: tuple[Stage, ...] = ()
        self.at = 0
        self.listing, self.picture = Listing(LINES, parent=self), StagePicture(store, self)
        self.listing.setCursor(Qt.CursorShape.PointingHandCursor)
        self.back, self.next = (
            IconButton("chevron-left", "Line before", self),
            IconButton("chevron-right", "Next line", self),
        )
        self.masking = Switch("Causal mask", self.theme, "Hide every later token: −∞ before the softmax", self)
        self.copy = CopyButton("Copy as PyTorch file", "Copy as PyTorch file", self.code, self, "plain")
        self.copy.setToolTip("A whole program with this head’s numbers; it prints the weights")
        self.copy.setEnabled(False)  # until there are numbers
        self.back.clicked.connect(lambda: self.go(self.at - 1))
        self.next.clicked.connect(lambda: self.go(self.at + 1))
        self.masking.clicked.connect(lambda on: store.update(variant=MASKED if on else TRAINED))

    @property
    def masked(self) -> bool:
        """Whether the mask is on."""
        return self.store.scene.variant == MASKED

    def code(self) -> str:
        """The program that prints the weights on screen."""
        view = self.view
        assert view is not None and isinstance(view.head, int)
        return program(view.capture.own, view.layer, view.head, self.masked)

    def show_view(self, view: View) -> None:
        """Trace the head of a new picture; the line that was lit stays lit."""
        self.view = view
        self.copy.setEnabled(isinstance(view.head, int))
        self.masking.setChecked(self.masked)
        if not isinstance(view.head, int):
            return
        layer = view.capture.own.layers[view.layer]
        kv = layer.kv_group(view.head)
        q, k, v = (np.asarray(x, np.float32) for x in (layer.q[view.head], layer.k[kv], layer.v[kv]))
        line = self.stages[self.at].line if self.stages else 0
        self.stages = trace(q, k, v, np.tri(len(q), dtype=bool) if self.masked else None)
        self.go(max(i for i, stage in enumerate(self.stages) if stage.line <= line))

    def go(self, to: int) -> None:
        """Light a step, and show what it makes."""
        if self.view is None or not self.stages:
            return
        self.at = min(max(to, 0), len(self.stages) - 1)
        stage = self.stages[self.at]
        self.listing.light(stage.line)
        words = tuple(token.label for token in self.view.capture.tokens)
        self.picture.show_stage(stage, words)
        self.back.setEnabled(self.at > 0)
        self.next.setEnabled(self.at < len(self.stages) - 1)
        self.setAccessibleDescription(
            f"Step {self.at + 1} of {len(self.stages)}: {LINES[stage.line].strip()}. {stage.note}"
        )
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.listing, self.picture, self.back, self.next, self.masking, self.copy):
            part.apply_theme(new)

    def focus_rect(self) -> QRect:
        """Around the lines of code."""
        return QRect(3, 3, self._middle() - 6, self.height() - FOOT - 6)

    def draw(self, painter: QPainter) -> None:
        foot = self.height() - FOOT
        painter.fillRect(0, foot, self.width(), 1, self.theme["line"])
        painter.fillRect(self._middle(), 0, 1, foot, self.theme["line"])
        if self.stages:
            left = self.next.geometry().right() + 4
            box = QRect(left, foot, 90, FOOT)
            put(painter, box, f"{self.at + 1} of {len(self.stages)}", words_font("caption"), self.theme["ink2"], L)

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        foot, middle = self.height() - FOOT, self._middle()
        self.listing.setGeometry(5, 12, middle - 10, self.listing.height_for(middle - 10))
        self.picture.setGeometry(middle + 1, 0, self.width() - middle - 1, foot)
        x = EDGE - RING
        for button in (self.back, self.next):
            size = button.sizeHint()
            button.setGeometry(x, foot + (FOOT - size.height()) // 2, size.width(), size.height())
            x += size.width()
        right = self.width() - EDGE + RING
        for part, gap in ((self.copy, 12), (self.masking, 0)):
            size = part.sizeHint()
            right -= size.width()
            part.setGeometry(right, foot + (FOOT - size.height()) // 2, size.width(), size.height())
            right -= gap

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: self.at - 1, Qt.Key.Key_Right: self.at + 1}
        steps |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(self.stages) - 1}
        key = Qt.Key(event.key())
        if key in steps and not event.modifiers():
            self.go(steps[key])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint() - self.listing.pos()
        lines = (i for i in range(len(LINES)) if self.listing.line_rect(i).contains(at))
        line = next(lines, None)
        found = [i for i, stage in enumerate(self.stages) if stage.line == line]
        if found and event.button() == Qt.MouseButton.LeftButton:
            self.go(found[0])

    def _middle(self) -> int:
        return max(self.width() // 2, CODE)
