"""The context bar: what is read, by which model, and which of its layers, heads and variants is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtGui import QHideEvent, QMoveEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engine.models import MODELS
from engine.models.wheel import installed
from engine.scene import Scene
from engine.tiles import Tiles, variant_tiles
from engine.variants import TRAINED, Variant
from gui.attention.context.choices import (
    FILE,
    OPEN,
    OPEN_ROW,
    Source,
    head_rows,
    layer_rows,
    model_rows,
    reading_with,
    source_of,
)
from gui.attention.context.field import HEIGHT, SentenceField
from gui.attention.variants.choices import alone
from gui.attention.variants.picker import VariantPicker
from gui.frame.room import Shown
from gui.frame.shell import content_of
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, IconButton
from gui.parts.menu import Row
from gui.parts.narrow_picker import NarrowPicker
from gui.parts.stepper import Stepper
from gui.store import Store

HEIGHTS: Final = (51, 45)  # and compact; the hairline below is the window's
MARGIN: Final = 16
SMALLEST: Final = (180, 140)  # of the sentence, and where a workspace has pickers of its own
WISHED: Final = 260  # of the sentence: below it pickers give way too, where they can


class ModelPicker(NarrowPicker):
    """As wide as the name that it shows; gives way where a workspace has pickers of its own."""

    least = 72

    def widths_of(self) -> Sequence[str]:
        return (self.value(),)


class Slot(QWidget):
    """Where the sentence lies at rest."""

    def sizeHint(self) -> QSize:
        return QSize(WISHED, HEIGHT)


class ContextBar(QWidget):
    """Sentence and pickers. `openRequested` when the person wants to open a file; `recentChosen(key)` one of lately."""

    openRequested = Signal()
    recentChosen = Signal(str)

    def __init__(
        self,
        store: Store,
        parent: QWidget | None = None,
        *,
        is_installed: Callable[[str], bool] = lambda name: installed(MODELS[name]),
    ) -> None:
        super().__init__(parent)
        self.store = store
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self._installed = {name: is_installed(name) for name in MODELS}
        self._view: Shown | None = None
        self._extra: dict[str, Sequence[QWidget]] = {}  # what only one workspace has
        self._shown: tuple[object, ...] = ()
        self._recent: tuple[Row, ...] = ()
        self._slot = Slot(self)
        self.field = SentenceField(store, self)
        self.model = ModelPicker("Model", "modelPicker", self)
        self.layer, self.head = Stepper("Layer", self), Stepper("Head", self)
        self.variant = VariantPicker(store, self._tiles, self)
        self.trained = IconButton("rotate-ccw", "Back to the attention that the model was trained with", self, 14)
        self.trained.setObjectName("backToTrained")
        self.pickers = (self.model, self.layer, self.head, self.variant)
        for name, picker in zip(("model", "layer", "head", "variant"), self.pickers, strict=True):
            picker.setObjectName(f"{name}Picker")
        self._lay_out()
        self.model.chosen.connect(self._choose_model)
        self.layer.chosen.connect(lambda layer: store.update(layer=layer))
        self.head.chosen.connect(lambda head: store.update(head=head))
        self.trained.clicked.connect(lambda: store.update(**alone(store.scene, TRAINED)))
        self.apply_theme(self.theme)
        self.show_scene(store.scene)

    @property
    def source(self) -> Source:
        """Where the numbers come from, and how many layers and heads it has."""
        return source_of(self.store.scene, self._view)

    def show_scene(self, scene: Scene) -> None:
        """Show the choices at once; what they mean comes with the view."""
        for workspace, pickers in self._extra.items():
            for picker in pickers:
                picker.setVisible(workspace == scene.workspace)
        self._make_room(bool(self._extra.get(scene.workspace)))
        source = self.source
        shown = (
            self._recent,
            source,
            scene.text,
            scene.source,
            scene.model,
            scene.layer,
            scene.head,
            scene.variant,
            scene.parameters,
            scene.function,
        )
        if shown == self._shown:
            return
        self._shown = shown
        self.field.show_scene(scene)
        self.model.show_rows(model_rows(source, scene, self._installed), source.key, beside=[OPEN_ROW, *self._recent])
        self.layer.show_steps(layer_rows(source), scene.layer, source.layers)
        self.head.show_steps(head_rows(source), scene.head, source.heads)
        self.variant.show_variants(scene)
        self.trained.setVisible(scene.variant != TRAINED or bool(scene.function))

    def add_pickers(self, workspace: str, pickers: Sequence[QWidget]) -> None:
        """Take what only one workspace has; it stands after the others while that is shown."""
        self._extra[workspace] = pickers
        for picker in pickers:
            self._row.addWidget(picker)
            picker.setVisible(workspace == self.store.scene.workspace)

    def show_view(self, view: Shown) -> None:
        """Show how many tokens, layers and heads there are."""
        self._view = view
        self.field.show_view(view)
        self.show_scene(self.store.scene)

    def show_recent(self, rows: Sequence[Row]) -> None:
        """Offer these below “Open file…”: files that were opened lately."""
        self._recent = tuple(rows)
        self.show_scene(self.store.scene)

    def show_failure(self, sentence: str) -> bool:
        """The newest text was not read. True: the model is not installed, and the editor says what to install."""
        self.field.show_failure()
        missing = not self._installed.get(self.store.scene.model, True)
        if missing:
            self.refuse(sentence)
        return missing

    def refuse(self, sentence: str) -> None:
        """Say in the sentence field why its text is not read ("" takes that back)."""
        self.field.refuse(sentence)

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        for part in (self.field, *self.pickers, self.trained):
            part.apply_theme(new)
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Take the height for low windows."""
        self.setFixedHeight(HEIGHTS[compact])

    def _lay_out(self) -> None:
        self._slot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._slot.setFixedHeight(HEIGHT)
        self._slot.setMinimumWidth(SMALLEST[0])
        self._slot.installEventFilter(self)
        self._row = layout = QHBoxLayout(self)
        layout.setContentsMargins(MARGIN, 0, MARGIN - RING, 0)
        layout.setSpacing(0)
        layout.addWidget(self._slot)
        layout.addSpacing(RING)  # the pickers bring the other half of the gap themselves
        for picker in self.pickers:
            layout.addWidget(picker)
        layout.addWidget(self.trained)
        self.set_compact(False)

    def _make_room(self, shared: bool) -> None:
        """Where a workspace has pickers of its own, sentence and model give way to them."""
        self._slot.setMinimumWidth(SMALLEST[shared])
        across = QSizePolicy.Policy.Maximum if shared else QSizePolicy.Policy.Fixed
        self.model.setSizePolicy(across, QSizePolicy.Policy.Fixed)

    def _tiles(self, variant: Variant) -> Tiles | None:
        """What a variant hides in the text that is shown."""
        if self._view is None or self._view.capture is None:
            return None
        layer = self._view.capture.layers[self._view.scene.layer]
        return variant_tiles(variant, self.store.scene.parameters, layer)

    def _choose_model(self, key: object) -> None:
        if key == OPEN:
            self.openRequested.emit()
        elif any(row.key == key for row in self._recent):
            self.recentChosen.emit(str(key))
        elif key != FILE:
            self.store.update(**reading_with(self.store.scene, str(key)))

    def _place_field(self) -> None:
        """Lay the sentence over its place, as the window's newest child: there it may grow over what lies below, and
        cards that open rise above it."""
        host = content_of(self)
        if self.field.parentWidget() is not host:
            self.field.setParent(host)
        self.field.lie_over(QRect(self._slot.mapTo(host, QPoint(0, 0)), self._slot.size()))
        self.field.setVisible(self.isVisible())

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._place_field()
        return super().eventFilter(watched, event)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._place_field()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_field()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._place_field()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), self.theme["surface"])
