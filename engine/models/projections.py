"""W_O of a model's layer, read from its files without torch: the window's process looks at it too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.models import MODELS, ModelError
from engine.models.published import MINILM_FILE, MINILM_WEIGHTS, SMOLLM2_KEPT, is_whole, kept_file
from engine.models.wheel import checked_file, installed

KEPT: Final = 64  # layers whose matrix stays in memory, at most 1.3 MB each
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Output:
    """The output projection of one layer, in torch's layout: y = heads @ weight.T + bias."""

    weight: Floats  # (D, H dv): head h meets its columns h dv to (h + 1) dv
    bias: Floats  # (D,), zeros where the model has none


def lacking(model: str) -> str:
    """Why a model's output projections are not at hand, in a sentence; "" where they are. No file is opened."""
    if model not in _NAMES:
        known = " and ".join(MODELS[name].title for name in _NAMES)
        return f"The output matrix W_O of this capture’s model is not known here; those of {known} are."
    info = MODELS[model]
    if model == "smollm2" and kept_file(SMOLLM2_KEPT).exists():
        return ""
    if not installed(info):
        return f"{info.title} is not installed: {info.install}"
    return f"{info.title} is not prepared yet: W_O is there once it has read a text." if model == "smollm2" else ""


@lru_cache(KEPT)
def output_projection(model: str, layer: int) -> Output:
    """W_O and its bias of a layer of "minilm" or "smollm2", float32.

    The file is checked by its SHA-256 once a process. ModelError for another model or layer, and for files that are
    missing, not prepared yet, or damaged.
    """
    reason = lacking(model)
    if reason:
        raise ModelError(reason)
    info = MODELS[model]
    if not 0 <= layer < info.layers:
        raise ModelError(f"{info.title} has layers 0 to {info.layers - 1}, not {layer}.")
    from safetensors import SafetensorError, safe_open

    weight, bias = _NAMES[model]
    path = _checked(model)
    try:
        with safe_open(path, "np") as file:
            matrix = np.asarray(file.get_tensor(weight.format(layer)), np.float32)
            added = np.asarray(file.get_tensor(bias.format(layer)), np.float32) if bias else np.zeros(len(matrix))
    except (OSError, SafetensorError) as error:
        raise ModelError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    return Output(matrix, added.astype(np.float32))


@lru_cache
def _checked(model: str) -> Path:
    return _FILES[model]()


def _minilm() -> Path:
    return checked_file(MODELS["minilm"], MINILM_FILE, MINILM_WEIGHTS)


def _smollm2() -> Path:
    """The converted weights, whole: half a file, or one of an older conversion, is made again by the model itself."""
    path = kept_file(SMOLLM2_KEPT)
    if not is_whole(path):
        raise ModelError(f"{path} is damaged; it is made again when {MODELS['smollm2'].title} next reads a text.")
    return path


_NAMES: Final = {
    "minilm": (
        "encoder.layer.{}.attention.output.dense.weight",
        "encoder.layer.{}.attention.output.dense.bias",
    ),
    "smollm2": ("blk.{}.attn_output.weight", ""),
}
_FILES: Final[dict[str, Callable[[], Path]]] = {"minilm": _minilm, "smollm2": _smollm2}
