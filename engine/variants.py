"""The catalogue of attention variants: one record a variant, found by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import masks
from engine.attention import Mask, Spec

if TYPE_CHECKING:
    from engine.capture import Layer

TRAINED_MASKS: dict[str, Mask | None] = {"none": None, "causal": masks.causal()}


@dataclass(frozen=True)
class Variant:
    """One way to attend, as people find it and as the engine runs it."""

    name: str
    title: str
    idea: str
    formula: str
    source: str
    year: int
    mask: Callable[[Layer], Mask | None]

    def spec(self, layer: Layer, scale: float | None = None) -> Spec:
        """What `attend` needs to run this variant on a layer; `scale` multiplies q.k, None = the layer's own."""
        return Spec(scale=layer.scale if scale is None else scale, mask=self.mask(layer))


_RECORDS = (
    Variant(
        name="as-trained",
        title="As trained",
        idea="Exactly as the model itself ran.",
        formula="softmax(scale · q·k where the model's mask allows)",
        source="the model's own configuration",
        year=2017,
        mask=lambda layer: TRAINED_MASKS[layer.mask],
    ),
    Variant(
        name="full",
        title="Full",
        idea="Every token sees every token, before and after it.",
        formula="softmax(scale · q·k)",
        source="Vaswani et al., Attention Is All You Need, arXiv 1706.03762, eq. 1",
        year=2017,
        mask=lambda layer: None,
    ),
    Variant(
        name="causal",
        title="Causal",
        idea="A token sees itself and what stands before it.",
        formula="softmax(scale · q·k where k ≤ q)",
        source="Vaswani et al., Attention Is All You Need, arXiv 1706.03762, sec. 3.2.3",
        year=2017,
        mask=lambda layer: TRAINED_MASKS["causal"],
    ),
)
CATALOGUE: dict[str, Variant] = {variant.name: variant for variant in _RECORDS}
