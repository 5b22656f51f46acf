"""Rows of an attention map, straight from q and k: the one primitive under maps, bars and curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import Attention, Spec, attend
from engine.maps.widened import Widened
from engine.normalizers import QUIET
from engine.variants import trained_spec

if TYPE_CHECKING:
    from engine.capture import Capture

# value = weight x |v_k|, Euclidean length; difference = weight less what the model itself gave
STAGES = ("raw", "scaled", "masked", "weights", "value", "difference")
SCORES = STAGES[:3]  # before the normaliser: any sign, no sum to 1
OF_ALL = ("weights", "difference")  # stages that mean and max of the heads have
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
_WIDE: Final = Widened()


def stage_rows(
    capture: Capture, layer: int, head: int | str, spec: Spec, stage: str, start: int, stop: int
) -> tuple[Floats, Bools]:
    """Rows start..stop of a head's map at a stage, and which of their cells are visible: both (stop - start, N).

    `head` is a query head, or "mean" or "max", elementwise over all of them, which exist for the stages OF_ALL. Hidden
    cells are -inf in "masked", 0 in "weights" and "value"; before the mask ("raw", "scaled") all are visible.
    "difference" is how far the weights are above those of the model itself; hidden is what is hidden in both.
    Raises ValueError for any other choice.
    """
    if stage == "difference":
        now, seen = stage_rows(capture, layer, head, spec, "weights", start, stop)
        own = capture.own
        was, saw = stage_rows(own, layer, head, trained_spec(own.layers[layer]), "weights", start, stop)
        return now - was, seen | saw
    if isinstance(head, int):
        return stage_of(head_rows(capture, layer, head, spec, start, stop), stage)
    if head not in ("mean", "max") or stage != "weights":
        raise ValueError(f"Head {head} has no stage {stage}: mean and max exist for weights only.")
    fold = np.add if head == "mean" else np.maximum
    values, visible = stage_of(head_rows(capture, layer, 0, spec, start, stop), stage)
    for other in range(1, capture.heads):
        more, seen = stage_of(head_rows(capture, layer, other, spec, start, stop), stage)
        values, visible = fold(values, more), visible | seen
    return (values / np.float32(capture.heads) if head == "mean" else values), visible


def head_rows(capture: Capture, layer: int, head: int, spec: Spec, start: int, stop: int) -> Attention:
    """Every stage of rows start..stop of one query head, each (1, 1, stop - start, N), in float32."""
    at = capture.layers[layer]
    kv = at.kv_group(head)
    q = np.asarray(at.q[head, start:stop], np.float32)
    k, v = _WIDE.head(at.k, kv), _WIDE.head(at.v, kv)
    return attend(q[None, None], k[None, None], v[None, None], spec.shifted(head, start))


@QUIET
def stage_of(rows: Attention, stage: str) -> tuple[Floats, Bools]:
    """One stage of the rows of one head, and which cells are visible; as in `stage_rows`, but for "difference"."""
    if stage not in STAGES[:-1]:
        raise ValueError(f"There is no stage {stage}: choose one of {', '.join(STAGES)}.")
    visible = np.broadcast_to(True, rows.raw[0, 0].shape) if stage in STAGES[:2] else rows.visible[0, 0]
    if stage != "value":
        return getattr(rows, stage)[0, 0], visible
    lengths = np.linalg.norm(rows.v[0, 0], axis=-1)
    return np.where(visible, rows.weights[0, 0] * lengths, np.float32(0)), visible
