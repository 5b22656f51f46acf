"""How fast a score change changes: its derivative by the score, in each cell."""

from __future__ import annotations

from typing import Any, Final

from engine.arrays import Array, as_array, namespace
from engine.attention import Score
from engine.cells import on_cells

STEP: Final = 1e-5


def slopes(change: Score, scores: Array) -> Array:
    """The derivative of a score change at the scaled scores (B, Hq, R, C), as large and of the same type.

    torch differentiates the function itself. For numpy it is the difference between two scores 1e-5 |s| (at least
    1e-5) to both sides in float64, some 1e-9 off for smooth changes.
    """
    shape = tuple(scores.shape)
    if type(scores).__module__.startswith("torch"):
        import torch

        with torch.enable_grad():
            at = scores.detach().requires_grad_()
            changed = on_cells(change, at, like=at, shape=shape)
            found = torch.autograd.grad(changed.sum(), at, allow_unused=True)[0]
        return torch.zeros_like(scores) if found is None else found
    xp = namespace(scores)
    at = xp.astype(scores, xp.float64)
    width = STEP * xp.maximum(xp.abs(at), xp.ones_like(at))
    above, below = (_changed(change, moved, shape) for moved in (at + width, at - width))
    return xp.astype((above - below) / (2 * width), scores.dtype)


def _changed(change: Score, scores: Array, shape: tuple[int, ...]) -> Any:
    return as_array(on_cells(change, scores, like=scores, shape=shape), scores, scores.dtype)
