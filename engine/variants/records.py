"""What a variant is: how people find it, the numbers it takes, and what it changes in the attention of a layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engine.attention import Mask, Normalizer, Score, Spec
from engine.files.tensorfile import brief

if TYPE_CHECKING:
    from engine.capture import Layer

FAMILIES: dict[str, str] = {
    "model": "The model’s own",
    "mask": "Masks",
    "score": "Scores",
    "heads": "Heads",
    "position": "Queries and keys",
    "normaliser": "Normalisers",
}
Numbers = Mapping[str, float]
Build = Callable[["Layer", Numbers], "Change"]
Wrap = Callable[["Layer", Spec], Normalizer]


@dataclass(frozen=True)
class Parameter:
    """One number of a variant: where it may lie, and where it starts."""

    name: str
    title: str
    least: float
    most: float
    default: float
    whole: bool = False
    logarithmic: bool = False
    hint: str = ""

    def checked(self, value: object, owner: str) -> float:
        """The value, if it is such a number (an int where they are whole); else ValueError with a sentence."""
        if isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most:
            if not self.whole:
                return float(value)
            if value == int(value):
                return int(value)
        kind = "a whole number" if self.whole else "a number"
        given = f"{value:g}" if isinstance(value, float) else brief(repr(value))
        limits = f"from {self.least:g} to {self.most:g}"
        raise ValueError(f"The parameter {owner}.{self.name} is {kind} {limits}, not {given}.")


@dataclass(frozen=True)
class Change:
    """What a variant does to a layer's attention; what is left out stays as the model ran it."""

    mask: Mask | None = None  # hides more than the model's own mask does
    hides: bool = True  # whether the model's own mask stays
    score: Score | None = None
    normalizer: Normalizer | None = None
    layer: Layer | None = None  # with other queries, keys or values
    wrap: Wrap | None = None  # a normaliser around that of the whole combination
    sums: str | None = None  # why rows do not sum to 1; None when they do
    chain: str | None = None  # what a weight is, where it is not exp(score) over a denominator
    denominator: str | None = None  # how that is written, where it is not the sum over the keys
    instead: Numbers = field(default_factory=dict)  # numbers that this layer made others than asked for


@dataclass(frozen=True)
class Variant:
    """One way to attend, as people find it and as the engine runs it."""

    name: str
    title: str
    family: str  # a key of FAMILIES
    idea: str  # one plain line
    formula: str
    source: str
    year: int
    good_for: str
    used_by: str
    build: Build
    parameters: tuple[Parameter, ...] = ()
    parameters_from: Literal["model", "you"] = "model"  # "you": the model has no such numbers, or was not trained so
    against: frozenset[str] = frozenset()  # names and families that it does not combine with
    because: str = ""  # why not
    mask: str = ""  # what hides keys in it, where that is not of its own name
    signed: bool = False  # whether weights may be below 0
    by_distance: bool = False  # whether it makes scores depend on the distance, which a curve can show
