"""One variant in the parameter bar: its name with a cross, then each parameter with slider and field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from engine.variants import Variant
from gui.attention.variants.choices import without
from gui.attention.variants.parameter_field import ParameterField
from gui.attention.variants.parameter_slider import ParameterSlider
from gui.buttons import IconButton, TextButton, words_font
from gui.drawing import text_width
from gui.store import Store
from gui.theme import Theme

CROSS: Final = 20
BY_DISTANCE: Final = frozenset({"rope"})  # variants that make scores depend on the distance


class Cross(IconButton):
    """Takes a variant off."""

    def __init__(self, store: Store, variant: Variant, parent: QWidget) -> None:
        super().__init__("x", f"Remove {variant.title}", parent, 12)
        self.setObjectName(f"remove-{variant.name}")
        self.clicked.connect(lambda: store.update(**without(store.scene, variant.name)))

    def body_size(self) -> QSize:
        return QSize(CROSS, CROSS)


@dataclass(frozen=True)
class Unit:
    """What stays together on a line: words with their hover text, then widgets."""

    text: str
    role: str
    tip: str
    widgets: tuple[QWidget, ...]

    @property
    def words(self) -> int:
        """How wide the words are."""
        return text_width(self.text, words_font("control" if self.role == "ink" else "caption"))

    @property
    def width(self) -> int:
        return self.words + sum(_size(widget).width() for widget in self.widgets)

    def place(self, at: QPoint, height: int) -> QRect:
        """Put the widgets where they belong in a line that begins at a point; returns where the words stand."""
        x = at.x() + self.words
        for widget in self.widgets:
            size = _size(widget)
            widget.setGeometry(QRect(QPoint(x, at.y() + (height - size.height()) // 2), size))
            x += size.width()
        return QRect(at.x(), at.y(), self.words + 1, height)


class SmallButton(TextButton):
    """Low enough for the bar."""

    def body_size(self) -> QSize:
        return QSize(super().body_size().width(), 24)


class VariantPart:
    """The widgets of one variant, children of the bar; of a variant of positions a button for its curve too."""

    def __init__(self, store: Store, variant: Variant, parent: QWidget) -> None:
        self.variant = variant
        self.curve = SmallButton("By distance", "quiet", parent) if variant.name in BY_DISTANCE else None
        self.cross = Cross(store, variant, parent)
        self.sliders = [ParameterSlider(store, variant, each, parent) for each in variant.parameters]
        self.fields = [ParameterField(store, variant, each, parent) for each in variant.parameters]
        for widget in self.widgets:
            widget.show()

    @property
    def widgets(self) -> list[QWidget]:
        """All of them, in the order of the Tab key."""
        pairs = [widget for pair in zip(self.sliders, self.fields, strict=True) for widget in pair]
        return [*self._first, *pairs]

    @property
    def _first(self) -> list[QWidget]:
        return [self.cross, *([self.curve] if self.curve else [])]

    @property
    def units(self) -> list[Unit]:
        """What the bar lays out."""
        first = Unit(self.variant.title, "ink", self.variant.idea, tuple(self._first))
        rest = zip(self.variant.parameters, self.sliders, self.fields, strict=True)
        return [first, *(Unit(each.title, "ink3", each.hint, (slider, field)) for each, slider, field in rest)]

    def refusal(self) -> str:
        """What was typed wrong, in a sentence."""
        return next((field.refusal for field in self.fields if field.is_refused), "")

    def follow(self) -> None:
        """The scene has changed."""
        for slider, field in zip(self.sliders, self.fields, strict=True):
            slider.follow()
            field.follow()

    def apply_theme(self, new: Theme) -> None:
        self.cross.apply_theme(new)
        if self.curve is not None:
            self.curve.apply_theme(new)
        for slider, field in zip(self.sliders, self.fields, strict=True):
            slider.apply_theme(new)
            field.apply_theme(new)

    def remove(self) -> None:
        """Take the widgets out of the bar."""
        for widget in self.widgets:
            widget.hide()
            widget.deleteLater()


def _size(widget: QWidget) -> QSize:
    return widget.sizeHint().boundedTo(widget.maximumSize()).expandedTo(widget.minimumSize())
