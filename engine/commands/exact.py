"""How far what tiles compute in float32 is from dense attention in float64, on the same queries, keys and values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import attend
from engine.flash import Schedule, replay, replay_backward
from engine.models import ModelError

if TYPE_CHECKING:
    from engine.flash.frame.inputs import Inputs

CELLS: Final = 2**20  # of the dense map that are held at once
Numbers = NDArray[np.floating[Any]]


def largest_error(inputs: Inputs, made: Schedule) -> float | None:
    """The largest |tiles - dense|: of the output; of a backward schedule, of the gradients of the outputs' sum.

    Dense is `attend` over whole rows, and torch's own gradient of that. None where the largest is no number, as with a
    NaN among the values. Raises ValueError with one sentence for a normaliser that tiles cannot run.
    """
    differences = _of_output(inputs, made) if made.direction == "forward" else _of_gradients(inputs, made)
    with np.errstate(invalid="ignore"):
        largest = np.array([np.abs(difference).max() for difference in differences]).max()
    return float(largest) if math.isfinite(largest) else None


def _of_output(inputs: Inputs, made: Schedule) -> Iterator[Numbers]:
    q, k, v = _arrays(inputs)
    tiled = replay(q, k, v, made, inputs.spec).output
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    for rows in _strips(inputs):
        yield tiled[:, :, rows] - attend(q[:, :, rows], k, v, inputs.spec.shifted(query=rows.start)).output


def _of_gradients(inputs: Inputs, made: Schedule) -> Iterator[Numbers]:
    try:
        import torch
    except ImportError as error:
        raise ModelError(f"The error of a backward pass needs {error.name}, which is not installed here.") from error
    q, k, v = _arrays(inputs)
    tiled = replay_backward(q, k, v, np.ones((*q.shape[:3], v.shape[3]), np.float32), made, inputs.spec)
    dense = [torch.from_numpy(x.astype(np.float64)).requires_grad_() for x in (q, k, v)]
    for rows in _strips(inputs):
        part = attend(dense[0][:, :, rows], dense[1], dense[2], inputs.spec.shifted(query=rows.start))
        part.output.sum().backward()  # adds up in k and v
    for found, wanted in zip((tiled.dq, tiled.dk, tiled.dv), dense, strict=True):
        assert wanted.grad is not None
        yield found - wanted.grad.numpy()


def _arrays(inputs: Inputs) -> tuple[Numbers, Numbers, Numbers]:
    """q, k and v, each (1, 1, N, size)."""
    return inputs.q[None, None], inputs.k[None, None], inputs.v[None, None]


def _strips(inputs: Inputs) -> Iterator[slice]:
    height = max(1, CELLS // len(inputs.k))
    for start in range(0, len(inputs.q), height):
        yield slice(start, start + height)
