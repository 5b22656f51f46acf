"""What can stand beside the map: how each lens is called, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Lens:
    """How a lens is called in the title line, and what it shows."""

    title: str
    tip: str


LENSES: Final = {
    "weights": Lens("Weights", "How the query’s attention is shared out"),
    "dimensions": Lens("q·k by dimension", "Which dimensions make the score of the chosen cell"),
    "values": Lens("Values", "Weight times length of the value: what the query takes home"),
    "shares": Lens("Heads’ output", "What each head adds to the layer’s output, through W_O"),
    "rollout": Lens("Rollout", "Where the query’s numbers come from, through all layers below"),
}
NOTE: Final = "Where a head reads from is not why the model answers so: attention is not attribution."
SHORT_NOTE: Final = "Attention is not attribution."
NOT_WHY: Final = (
    "Other heads, the values, the layers between and all later ones decide what the model says. Weights can be changed "
    "a lot without changing the answer (Jain and Wallace 2019, Attention is not Explanation, arXiv 1902.10186); what "
    "they can show after all: Wiegreffe and Pinter 2019, Attention is not not Explanation, arXiv 1908.04626."
)
