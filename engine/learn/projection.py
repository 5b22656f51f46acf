"""One token's query, key or value multiplied out: x W + b in the head and sentence that the chapters begin with.

Its numbers lie in resources/learn, so that the window needs no model for them; `python -m engine.learn.make` takes
them from MiniLM, and a test compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.files.examples import GALLERY
from engine.files.tensorfile import read_tensors

EXAMPLE: Final = GALLERY["bank-muddy"]
FILE: Final = Path(__file__).parents[2] / "resources" / "learn" / f"{EXAMPLE.name}.safetensors"
ROLES: Final = {"query": "q", "key": "k", "value": "v"}
Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Projection:
    """x W + b of one token, in torch's layout: number i of the result is x · weight[i] + bias[i]."""

    role: str  # "query", "key" or "value"
    token: int
    x: Numbers  # (D,) the token's row of the layer's input X
    weight: Numbers  # (d, D) the head's columns of W, as rows
    bias: Numbers  # (d,)

    @property
    def result(self) -> Numbers:
        """The query, key or value, (d,)."""
        made: Numbers = self.weight @ self.x + self.bias
        return made

    def products(self, number: int) -> Numbers:
        """What is added up for one number of the result, (D,), without the bias. IndexError if there is none such."""
        if not 0 <= number < len(self.bias):
            raise IndexError(f"The {self.role} has numbers 0 to {len(self.bias) - 1}, not {number}.")
        made: Numbers = self.weight[number] * self.x
        return made


def projection_of(token: int, role: str = "query") -> Projection:
    """The projection of a token of the sentence “The bank of the river was muddy.”, layer 0, head 4.

    ValueError for another role, IndexError for a token that is not there.
    """
    if role not in ROLES:
        raise ValueError(f"There is no role {role}: choose one of {', '.join(ROLES)}.")
    kept = _kept()
    if not 0 <= token < len(kept["x"]):
        raise IndexError(f"The sentence has tokens 0 to {len(kept['x']) - 1}, not {token}.")
    letter = ROLES[role]
    return Projection(role, token, kept["x"][token], kept[f"{letter}_weight"], kept[f"{letter}_bias"])


@cache
def _kept() -> dict[str, Numbers]:
    return {name: np.asarray(array) for name, array in read_tensors(FILE)[1].items()}
