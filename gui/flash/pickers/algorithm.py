"""Choosing the algorithm: which one, in which direction, how it rescales, and what stands beside it."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.words.quantities import count
from engine.scene import Scene
from gui.flash.names import ALGORITHMS, DIRECTIONS, SHORT
from gui.flash.pickers.choices import (
    algorithm_reason,
    beside_reason,
    choose_algorithm,
    choose_beside,
    direction_reason,
    lazy_reason,
    most_splits,
    short_of,
    splits_reason,
    title_of,
)
from gui.flash.pickers.device import DevicePicker
from gui.flash.pickers.lines_popup import LinesPopup
from gui.look.theme import Theme, theme
from gui.parts.menu import Row
from gui.parts.narrow_picker import NarrowPicker
from gui.parts.segments import Segments
from gui.parts.stepper import Stepper
from gui.parts.switch import Switch
from gui.store import Store

WHAT: Final = {
    "standard": "Writes S and P to HBM whole, and reads them again",
    "fa1": "Keys and values outside: O, ℓ and m go to HBM and back at every tile",
    "fa2": "Queries outside: a row block stays in SRAM until it is done",
    "decoding": "One query: the keys are split, and the parts merged",
}
WAYS: Final = {"forward": "From Q, K, V to O", "backward": "From dO to dQ, dK, dV; S is computed anew"}
LAZY: Final = "Keeps the old maximum until the new one is 256 times as heavy (FlashAttention-4)"


class AlgorithmPanel(LinesPopup):
    """All about the algorithm; each choice goes to the store at once."""

    def __init__(self, store: Store, look: Theme, parent: QWidget) -> None:
        self.algorithm = Segments([(name, ALGORITHMS[name], WHAT[name]) for name in ALGORITHMS], look)
        self.direction = Segments([(name, DIRECTIONS[name], WAYS[name]) for name in DIRECTIONS], look)
        self.beside = Segments([("", "Nothing", ""), *((name, SHORT[name], WHAT[name]) for name in ALGORITHMS)], look)
        self.splits = Stepper("Splits")
        self.lazy = Switch("Only when it matters", look, LAZY)
        self.device = DevicePicker(store)
        lines = (
            ("Algorithm", self.algorithm),
            ("Direction", self.direction),
            ("Rescaling", self.lazy),
            ("Keys in", self.splits),
            ("Beside it", self.beside),
            ("Device", self.device),
        )
        super().__init__("Algorithm", look, lines, parent)
        names = ("algorithmSegments", "directionSegments", "lazySwitch", "splitsStepper", "besideSegments")
        for name, (words, widget) in zip(names, lines[:-1], strict=True):
            widget.setObjectName(name)
            widget.setAccessibleName(words)
        self.store = store
        self._view: FlashView | None = None
        self.algorithm.chosen.connect(lambda name: store.update(**choose_algorithm(store.scene, self._view, name)))
        self.direction.chosen.connect(lambda name: store.update(direction=name))
        self.lazy.clicked.connect(lambda on: store.update(lazy=on))
        self.splits.chosen.connect(lambda count: store.update(splits=count))
        self.beside.chosen.connect(lambda name: store.update(**choose_beside(store.scene, self._view, name)))
        self.follow(store.scene, None)

    def follow(self, scene: Scene, view: FlashView | None) -> None:
        """Show what is chosen, and grey what cannot be."""
        self._view = view
        self.algorithm.set_value(scene.algorithm)
        self.direction.set_value(scene.direction)
        self.beside.set_value(scene.beside)
        for name in ALGORITHMS:
            self.algorithm.set_disabled(name, algorithm_reason(scene, name))
            self.beside.set_disabled(name, beside_reason(scene, name))
        for name in DIRECTIONS:
            self.direction.set_disabled(name, direction_reason(scene, name))
        self.lazy.setChecked(scene.lazy)
        self._enable(self.lazy, lazy_reason(scene), LAZY)
        most = most_splits(scene, view)
        rows = [Row(number, count(number, "split")) for number in range(1, min(most, 64) + 1)]
        self.splits.show_steps(rows, min(scene.splits, most), most)
        self._enable(self.splits, splits_reason(scene), "Each range of keys is a kernel’s own work")
        self.update()

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        for part in (self.algorithm, self.direction, self.beside, self.lazy, self.splits, self.device):
            part.apply_theme(new)
        self.update()

    def _enable(self, widget: QWidget, reason: str, tip: str) -> None:
        widget.setEnabled(not reason)
        widget.setToolTip(reason or tip)
        widget.setAccessibleDescription(reason or tip)


class AlgorithmPicker(NarrowPicker):
    """Shows the algorithm; a click opens the panel."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("Algorithm", "algorithmPicker", parent)
        self.store = store
        self._view: FlashView | None = None
        self._of: tuple[object, ...] = ()  # what panel and button show
        self.panel = AlgorithmPanel(store, theme(store.scene.theme, store.scene.colours), self)
        self._values = tuple(ALGORITHMS.values())
        store.changed.connect(self._follow)
        self._follow()

    def value(self) -> str:
        return title_of(self.store.scene)

    def short_value(self) -> str:
        return short_of(self.store.scene)

    def hover(self) -> str:
        scene = self.store.scene
        return f"{ALGORITHMS[scene.algorithm]}, {scene.direction}: {WHAT[scene.algorithm]}"

    def show_view(self, view: FlashView) -> None:
        """Know how many key blocks there are."""
        self._view = view
        self._follow()

    def open_menu(self) -> None:
        self.panel.follow(self.store.scene, self._view)
        self.panel.open_below(self, self.body())

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.panel.apply_theme(new)

    def _follow(self) -> None:
        scene, keys = self.store.scene, None if self._view is None else self._view.schedule.n_k
        of = (scene.algorithm, scene.direction, scene.beside, scene.lazy, scene.splits, scene.block_k, keys)
        if of == self._of:  # another step of the same schedule
            return
        self._of = of
        self.panel.follow(scene, self._view)
        self.follow()
