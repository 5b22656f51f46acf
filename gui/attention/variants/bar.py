"""The parameter bar: under the context bar, the numbers of the variants that are on. Without any it has no height."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.own import function_of
from engine.scene import Scene
from engine.shown.distance import scores_by_distance
from engine.shown.view import View
from engine.variants import TRAINED, Variant
from gui.attention.own.part import OwnPart
from gui.attention.variants.choices import active, alone, instead_of
from gui.attention.variants.distance_card import DistanceCard
from gui.attention.variants.part import VariantPart
from gui.attention.variants.unit import SmallButton, Unit
from gui.frame.room import Shown
from gui.look.drawing import put, text_width
from gui.look.plain import tip
from gui.look.theme import Theme
from gui.parts.buttons import RING, words_font
from gui.parts.pane import Pane
from gui.store import Store

ROW: Final = 34
MARGIN: Final = 16
GAP: Final = 14  # between two parameters
APART: Final = 26  # between two variants, a hairline in its middle
OWN: Final = "These numbers are yours, not the model’s"
OWN_TIP: Final = "The model was trained without such parameters. Its queries, keys and values are its own."
LEFT: Final = Qt.AlignmentFlag.AlignLeft


class VariantBar(Pane):
    """For each variant that is on its name, a cross, and its parameters; then the person's own function.

    What does not fit goes to a further line. `againWanted` asks for the own function to be read again.
    """

    againWanted = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "variantBar", "Parameters of the variants", parent)
        self.parts: list[VariantPart | OwnPart] = []
        self.trained = SmallButton("As trained", parent=self)
        self.trained.setObjectName("asTrained")
        self.trained.setToolTip("Back to the attention that the model was trained with")
        self.trained.clicked.connect(lambda: store.update(**alone(store.scene, TRAINED)))
        self._places: list[tuple[Unit, QRect, bool]] = []
        self._note = QRect()
        self.show_scene(store.scene)

    def show_scene(self, scene: Scene) -> None:
        """Follow a new scene at once: which variants are on, and their numbers."""
        told = scene.function or any(variant.parameters for variant in active(scene))
        wanted = active(scene) if told else ()
        if [part.key for part in self.parts] != [*(each.name for each in wanted), *filter(None, [scene.function])]:
            self._rebuild(wanted, scene.function)
        for part in self.parts:
            part.follow()
        if not self.parts or self.parentWidget() is not None:  # else it would be a window of its own
            self.setVisible(bool(self.parts))
        self.setAccessibleDescription(self.note())
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.trained.apply_theme(new)
        for part in self.parts:
            part.apply_theme(new)

    def show_view(self, view: Shown) -> None:
        """Say which numbers had to be others, which only a View knows, and whether the person's own function ran."""
        self.view = view if isinstance(view, View) else None
        for part in self.parts:
            if isinstance(part, OwnPart):
                part.own = self.view.own if self.view else function_of(view.scene.function)
            else:
                part.show_curve(self.view is not None)
        self._lay_out()

    def note(self) -> str:
        """What stands behind the parameters: what was typed wrong, what had to be another, or whose the numbers are."""
        wrong = next((part.refusal() for part in self.parts if part.refusal()), "")
        instead = instead_of(self.store.scene, self.view)
        yours = any(isinstance(part, VariantPart) and part.variant.parameters_from == "you" for part in self.parts)
        return wrong or instead or (OWN if yours else "")

    def tip_at(self, x: int, y: int) -> str:
        if self._note.contains(x, y):
            return OWN_TIP if self.note() == OWN else ""
        return next((tip(unit.tip) for unit, box, _ in self._places if box.contains(x, y)), "")

    def draw(self, painter: QPainter) -> None:
        painter.fillRect(0, 0, self.width(), 1, self.theme["line"])
        for unit, box, first in self._places:
            face = words_font("control" if unit.role == "ink" else "caption")
            put(painter, box, unit.text, face, self.theme[unit.role], LEFT)
            if first and box.left() > MARGIN:
                painter.fillRect(box.left() - APART // 2 - 1, box.top() + 9, 1, ROW - 18, self.theme["line_strong"])
        role = "error" if any(part.refusal() for part in self.parts) else "ink3" if self.note() == OWN else "ink"
        put(painter, self._note, self.note(), words_font("caption"), self.theme[role], LEFT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _rebuild(self, wanted: Sequence[Variant], function: str) -> None:
        """Keep the parts of variants that stay, so that what is being dragged is not taken away."""
        old = {part.key: part for part in self.parts}
        self.parts = [old.pop(each.name) if each.name in old else self._made(each) for each in wanted]
        if function:
            self.parts.append(old.pop(function) if function in old else self._own(function))
        for part in old.values():
            part.remove()
        order = [*(widget for part in self.parts for widget in part.widgets), self.trained]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)
        self._lay_out()

    def _made(self, variant: Variant) -> VariantPart:
        part = VariantPart(self.store, variant, self)
        part.apply_theme(self.theme)
        part.show_curve(self.view is not None)
        for field in part.fields:
            field.refused.connect(self._refused)
        if part.curve is not None:
            part.curve.setObjectName(f"curve-{variant.name}")
            part.curve.setToolTip("The mean score at each distance of query and key, with and without it")
            part.curve.clicked.connect(lambda: self._open_curve(part))
        return part

    def _own(self, function: str) -> OwnPart:
        part = OwnPart(self.store, function, self)
        part.apply_theme(self.theme)
        part.again.clicked.connect(self.againWanted)
        return part

    def _open_curve(self, part: VariantPart) -> None:
        if self.view is not None and part.curve is not None:
            head = f"layer {self.view.layer}, head {self.view.head}"
            DistanceCard(scores_by_distance(self.view), head, self.theme, self).open_below(part.curve)

    def _refused(self) -> None:
        self.setAccessibleDescription(self.note())
        self._lay_out()

    def _lay_out(self) -> None:
        """Units from left to right, the button at the right of the first line, a note behind all."""
        size = self.trained.sizeHint()
        corner = QPoint(self.width() - MARGIN + RING - size.width(), 1 + (ROW - size.height()) // 2)
        self.trained.setGeometry(QRect(corner, size))
        self._places, at = [], QPoint(MARGIN, 1)
        for part in self.parts:
            for index, unit in enumerate(part.units):
                at = self._fitting(at, unit.width, GAP if index else APART)
                self._places.append((unit, unit.place(at, ROW), not index))
                at.setX(at.x() + unit.width)
        words = text_width(self.note(), words_font("caption"))
        at = self._fitting(at, words, APART) if words else at
        self._note = QRect(at.x(), at.y(), words + 2, ROW)
        self.setFixedHeight(at.y() + ROW)
        self.update()

    def _fitting(self, at: QPoint, width: int, gap: int) -> QPoint:
        """Where something of this width goes: behind what is there, or on the next line."""
        x = at.x() + (gap if at.x() > MARGIN else 0)
        end = self.trained.x() - GAP if at.y() == 1 else self.width() - MARGIN
        return QPoint(MARGIN, at.y() + ROW) if x + width > end and x > MARGIN else QPoint(x, at.y())
