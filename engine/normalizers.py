"""What turns a row of scores into weights: (masked scores) -> (weights, log-sum-exp)."""

from typing import Any, Final

import numpy as np
from array_api_compat import array_namespace

Array = Any  # numpy or torch
QUIET: Final = np.errstate(invalid="ignore", over="ignore")  # inf and NaN of the inputs show in the numbers instead


@QUIET
def softmax(scores: Array) -> tuple[Array, Array]:
    """exp(s - lse) over the last axis, and lse (natural log) without that axis.

    A row of -inf only (it sees nothing) has weights 0 and lse -inf. NaN stays in its own row.
    """
    xp = array_namespace(scores)
    highest = xp.max(scores, axis=-1, keepdims=True)
    highest = xp.where(highest == -xp.inf, xp.zeros_like(highest), highest)
    parts = xp.exp(scores - highest)
    total = xp.sum(parts, axis=-1, keepdims=True)
    empty = total == 0
    total = xp.where(empty, xp.ones_like(total), total)
    lse = xp.where(empty, xp.full_like(total, -xp.inf), highest + xp.log(total))
    return parts / total, lse[..., 0]
