"""What a lens lists, as a table: the numbers that are on screen, to the last bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.why.dimensions import Dimensions
from engine.why.rollout import Rollout
from engine.why.shares import Shares
from engine.why.values import Values
from engine.why.why import Why

FOLDED: Final = "special tokens"
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Listed:
    """`rows` are their labels, in text order; each of `columns` has a number for each, NaN where the list has none."""

    rows: tuple[str, ...]
    columns: Mapping[str, Numbers]


def listed(why: Why) -> Listed | None:
    """The table of a lens; None where it has nothing to show."""
    found = why.found
    if isinstance(found, Values):
        columns = {
            "weight": _and(found.weights, found.folded_weight),
            "length": _and(found.lengths, np.nan),
            "share": _and(found.shares, found.folded_share),
        }
        return _of_words(why, columns)
    if isinstance(found, Rollout):
        row = why.view.row
        columns = {"rollout": _and(found.shares, found.folded), "weight": _and(row.shown, row.folded)}
        return _of_words(why, columns)
    if isinstance(found, Shares):
        bias = float(np.linalg.norm(found.bias))
        rows = (*(f"head {head}" for head in range(len(found.parts))), "bias")
        columns = {
            "length": _and(found.lengths, bias),
            "cosine": _and(found.cosines, np.nan),
            "share": _and(found.along, found.bias_along),
        }
        return Listed(rows, columns)
    return _of_dimensions(found) if isinstance(found, Dimensions) else None


def _of_words(why: Why, columns: Mapping[str, Numbers]) -> Listed:
    """Of the shown words, and in the last row the special tokens that are folded away, if any are."""
    axis = why.view.axis
    rows = (*(group.label for group in axis.groups), *((FOLDED,) if axis.folded else ()))
    return Listed(rows, {name: column[: len(rows)] for name, column in columns.items()})


def _of_dimensions(found: Dimensions) -> Listed:
    pairs = found.pairs
    if pairs is None:
        return Listed(tuple(f"dim {index}" for index in range(len(found.products))), {"product": found.products})
    still = np.setdiff1d(np.arange(len(found.products)), pairs.dimensions)
    rows = tuple(f"pair {index}" for index in range(len(pairs.products)))
    columns = {"wavelength": pairs.wavelengths, "turned": pairs.products, "taken_out": pairs.flat}
    if not still.size:
        return Listed(rows, columns)
    rest = found.products[still].sum()
    ends = {"wavelength": np.nan, "turned": rest, "taken_out": rest}
    return Listed((*rows, "not turned"), {name: _and(column, ends[name]) for name, column in columns.items()})


def _and(numbers: Numbers, last: float) -> Numbers:
    return np.append(np.asarray(numbers, np.float64), last)
