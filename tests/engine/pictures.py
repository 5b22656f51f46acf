"""Masks as pictures in text: queries down, keys across, x = may see."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine import masks


def picture(mask: masks.See, queries: int, keys: int, xp: Any = np, batch: int = 0, head: int = 0) -> str:
    """Rows of x and ., parted by spaces."""
    index = (xp.asarray([batch]), xp.asarray([head]), xp.arange(queries)[:, None], xp.arange(keys)[None, :])
    seen = np.broadcast_to(np.asarray(mask(*index)), (queries, keys))
    return " ".join("".join("x" if cell else "." for cell in row) for row in seen)


def cells(text: str) -> np.ndarray[Any, Any]:
    """A picture as booleans (queries, keys)."""
    return np.array([[cell == "x" for cell in row] for row in text.split()])
