"""How far what tiles compute in float32 is from dense attention in float64, on the same queries, keys and values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import attend
from engine.flash import Schedule, replay, replay_backward
from engine.models import ModelError

if TYPE_CHECKING:
    from engine.flash.frame.inputs import Inputs

LOSS: Final = "half the sum of the squared outputs"  # its gradient by the output is the output
CELLS: Final = 2**20  # of the dense map that are held at once
Numbers = NDArray[np.floating[Any]]


def errors_of(inputs: Inputs, made: Schedule) -> dict[str, Any]:
    """`max_error`, the largest |tiles - dense|; of a backward schedule also `loss`, and `max_errors` of dq, dk and dv.

    Dense is `attend` over whole rows, and torch's own gradient of that. None where the largest is no number, as with a
    NaN among the values. Raises ValueError with one sentence for a normaliser that tiles cannot run.
    """
    if made.direction == "forward":
        return {"max_error": _largest(_of_output(inputs, made))}
    each = {name: _largest(iter((apart,))) for name, apart in _of_gradients(inputs, made)}
    known = [error for error in each.values() if error is not None]
    return {"max_error": max(known) if len(known) == len(each) else None, "max_errors": each, "loss": LOSS}


def _largest(differences: Iterator[Numbers]) -> float | None:
    with np.errstate(invalid="ignore"):
        largest = np.array([np.abs(difference).max() for difference in differences]).max()
    return float(largest) if math.isfinite(largest) else None


def _of_output(inputs: Inputs, made: Schedule) -> Iterator[Numbers]:
    q, k, v = _arrays(inputs)
    tiled = replay(q, k, v, made, inputs.spec).output
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    for rows in _strips(inputs):
        yield tiled[:, :, rows] - attend(q[:, :, rows], k, v, inputs.spec.shifted(query=rows.start)).output


def _of_gradients(inputs: Inputs, made: Schedule) -> Iterator[tuple[str, Numbers]]:
    try:
        import torch
    except ImportError as error:
        raise ModelError(f"The error of a backward pass needs {error.name}, which is not installed here.") from error
    q, k, v = _arrays(inputs)
    output = replay(q, k, v, replace(made, direction="forward"), inputs.spec).output
    tiled = replay_backward(q, k, v, output, made, inputs.spec)
    dense = [torch.from_numpy(x.astype(np.float64)).requires_grad_() for x in (q, k, v)]
    for rows in _strips(inputs):
        part = attend(dense[0][:, :, rows], dense[1], dense[2], inputs.spec.shifted(query=rows.start))
        (part.output.square().sum() / 2).backward()  # adds up in k and v
    for name, wanted in zip(("dq", "dk", "dv"), dense, strict=True):
        assert wanted.grad is not None
        yield name, getattr(tiled, name) - wanted.grad.numpy()


def _arrays(inputs: Inputs) -> tuple[Numbers, Numbers, Numbers]:
    """q, k and v, each (1, 1, N, size)."""
    return inputs.q[None, None], inputs.k[None, None], inputs.v[None, None]


def _strips(inputs: Inputs) -> Iterator[slice]:
    height = max(1, CELLS // len(inputs.k))
    for start in range(0, len(inputs.q), height):
        yield slice(start, start + height)
