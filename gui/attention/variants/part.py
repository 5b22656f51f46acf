"""One variant in the parameter bar: its name with a cross, then each parameter with slider and field."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.variants import Variant
from gui.attention.variants.choices import without
from gui.attention.variants.parameter_field import ParameterField
from gui.attention.variants.parameter_slider import ParameterSlider
from gui.attention.variants.unit import Cross, SmallButton, Unit
from gui.look.theme import Theme
from gui.store import Store


class VariantPart:
    """The widgets of one variant, children of the bar; of a variant of positions a button for its curve too."""

    def __init__(self, store: Store, variant: Variant, parent: QWidget) -> None:
        self.variant, self.key = variant, variant.name
        self.curve = SmallButton("By distance", "quiet", parent) if variant.by_distance else None
        self.cross = Cross(f"Remove {variant.title}", f"remove-{variant.name}", parent)
        self.cross.clicked.connect(lambda: store.update(**without(store.scene, variant.name)))
        self.sliders = [ParameterSlider(store, variant, each, parent) for each in variant.parameters]
        self.fields = [ParameterField(store, variant, each, parent) for each in variant.parameters]
        for widget in self.widgets:
            widget.show()

    @property
    def widgets(self) -> list[QWidget]:
        """All of them, in the order of the Tab key."""
        pairs = [widget for pair in zip(self.sliders, self.fields, strict=True) for widget in pair]
        return [self.cross, *([self.curve] if self.curve else []), *pairs]

    @property
    def units(self) -> list[Unit]:
        """What the bar lays out."""
        buttons = tuple(each for each in (self.cross, self.curve) if each is not None and not each.isHidden())
        first = Unit(self.variant.title, "ink", self.variant.idea, buttons)
        rest = zip(self.variant.parameters, self.sliders, self.fields, strict=True)
        return [first, *(Unit(each.title, "ink3", each.hint, (slider, field)) for each, slider, field in rest)]

    def refusal(self) -> str:
        """What was typed wrong, in a sentence."""
        return next((field.refusal for field in self.fields if field.is_refused), "")

    def show_curve(self, shown: bool) -> None:
        """Offer the curve or not: it is that of one head's view."""
        if self.curve is not None:
            self.curve.setVisible(shown)

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
