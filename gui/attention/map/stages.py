"""The stages of attention as the window names them, and the switch between them: a pipeline, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from engine.maps.rows import OF_ALL
from engine.shown.view import View
from gui.look.theme import theme
from gui.parts.segments import Segments
from gui.store import Store


@dataclass(frozen=True)
class Stage:
    """How a stage is called on its segment, above the legend and beside a number; and what it is."""

    label: str
    legend: str
    number: str
    tip: str


STAGES: Final = {
    "raw": Stage("q·k", "q·k", "q·k", "The dot product of query and key."),
    "scaled": Stage("Scaled", "score", "scaled", "The dot product divided by √dₖ."),
    "masked": Stage("Masked", "score", "score", "The scaled scores that the mask lets through."),
    "weights": Stage("Weights", "weight", "weight", "Softmax of the scores: each row adds up to 1."),
    "value": Stage("Value-weighted", "w·|v|", "weight × |v|", "Each weight times the length of the value it fetches."),
    "difference": Stage("Difference", "new − model", "difference", "Each weight less what the model itself gave."),
}
SHORT: Final = {"value": "× |v|", "difference": "Δ"}  # labels where the room is short
SAME: Final = "Nothing differs from the model: choose a variant or another scale."
REASON: Final = "{} of all heads exists for weights only: choose one head to see its scores."


class StageSwitch(Segments):
    """Chooses the stage that the map shows. Mean and max of heads have weights, and their difference, only."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        options = [(name, stage.label, stage.tip) for name, stage in STAGES.items()]
        colours = theme(store.scene.theme, store.scene.colours)
        super().__init__(options, colours, pipeline=True, apart="difference", short=SHORT, parent=parent)
        self.setObjectName("stageSwitch")
        self.setAccessibleName("Stage of the map")
        self.set_value(store.scene.stage)
        self.chosen.connect(lambda stage: store.update(stage=stage))

    def show_view(self, view: View) -> None:
        """Follow the view: its stage, and which stages its head has."""
        reason = "" if isinstance(view.head, int) else REASON.format(str(view.head).capitalize())
        for name in STAGES:
            self.set_disabled(name, "" if name in OF_ALL else reason)
        self.set_disabled("difference", "" if view.changed else SAME)
        self.set_value(view.stage)
