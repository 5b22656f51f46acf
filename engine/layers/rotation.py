"""How a model turned its queries and keys, kept beside them so that the turning can be undone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Array
from engine.layers.frequencies import Floats, frequencies
from engine.positions import rope, told

FIELDS = ("base", "layout", "fraction", "scaling")


@dataclass(frozen=True)
class Rotation:
    """RoPE as a layer used it: the choices of `engine.positions.rope`, the token's number being its position."""

    base: float = 1e4
    layout: Literal["half", "interleaved"] = "half"
    fraction: float = 1.0
    scaling: tuple[tuple[str, float | str], ...] = ()  # the rule's items, () for none

    @property
    def choices(self) -> dict[str, Any]:
        """The keyword arguments of `rope` and `rope_by_distance`."""
        return {name: getattr(self, name) for name in FIELDS[:3]} | {"scaling": dict(self.scaling) or None}

    def over(self, tokens: int) -> dict[str, Any]:
        """The same for some of the tokens of a text of so many."""
        return self.choices | {"scaling": told(dict(self.scaling), tokens) or None}

    def pairs(self, d: int) -> NDArray[np.int_]:
        """(P, 2): which of d dimensions turn together, the fastest pair first; what does not turn is left out."""
        half = np.arange(int(d * self.fraction + 1e-6) // 2)
        return np.stack([half, half + len(half)] if self.layout == "half" else [2 * half, 2 * half + 1], axis=1)

    def speeds(self, d: int, tokens: int) -> tuple[Floats, float]:
        """As `frequencies`, of d dimensions in a text of so many tokens. ValueError for what cannot be turned so."""
        return frequencies(int(d * self.fraction + 1e-6), self.base, self.over(tokens)["scaling"])

    def undo(self, x: Array) -> Array:
        """x (..., N, d) of tokens 0..N-1 as it was before it was turned."""
        return rope(x, np.arange(x.shape[-2]), inverse=True, **self.choices)

    def check(self, d: int) -> None:
        """ValueError, in a sentence, unless d dimensions can be turned so and back."""
        try:
            with np.errstate(all="ignore"):
                rope(np.zeros((1, d), np.float32), np.arange(1), **self.choices)
                speeds, factor = self.speeds(d, 1)
        except (ArithmeticError, TypeError) as error:
            raise ValueError(f"Its numbers cannot be used: {error}.") from error
        if not (np.isfinite(speeds).all() and 0 < factor < math.inf):
            raise ValueError("Its numbers cannot be used: they make no finite speeds.")

    @classmethod
    def of(cls, record: Any) -> Rotation:
        """The rotation that `choices` describes, from a stranger's JSON. ValueError for anything else."""
        if not isinstance(record, dict) or set(record) != set(FIELDS) or not isinstance(record["layout"], str):
            raise ValueError(f"It is not a table of {', '.join(FIELDS)}.")
        rule = {} if record["scaling"] is None else record["scaling"]
        numbers = [value for name, value in rule.items() if name != "type"] if isinstance(rule, dict) else [""]
        if not all(isinstance(number, int | float) for number in [record["base"], record["fraction"], *numbers]):
            raise ValueError("One of its numbers is not a number.")
        try:
            base, fraction = float(record["base"]), float(record["fraction"])
        except OverflowError:
            raise ValueError("One of its numbers is too large.") from None
        return cls(base, record["layout"], fraction, tuple(rule.items()))  # type: ignore[arg-type] # check() looks
