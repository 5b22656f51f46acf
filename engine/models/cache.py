"""What was made of a model's files once and is kept in the user's cache folder: whole, or made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file

from engine.capture import FloatArray
from engine.files.saving import save_bytes
from engine.files.tensorfile import write_tensors
from engine.models.published import folder as folder
from engine.models.published import is_whole, mark_of, sha256_of

Made = tuple[dict[str, str], dict[str, FloatArray]]
Kept = tuple[Mapping[str, str], dict[str, torch.Tensor]]
NOWHERE: Final = "Next time the model is prepared again: it could not be kept in"


def kept(name: str, make: Callable[[], Made]) -> tuple[Kept, str]:
    """Metadata and tensors as they were kept under `name`, or as `make` makes them now; and a sentence, or "".

    Beside the file stands its SHA-256, so that a file that is damaged, or only half there, is made again. Where
    nothing can be kept the sentence says why, and the tensors come from memory.
    """
    path = folder() / f"{name}.safetensors"
    found = _load(path)
    if found is not None:
        return found, ""
    metadata, tensors = make()
    note = _keep(path, metadata, tensors)
    return (metadata, {name: torch.from_numpy(tensor) for name, tensor in tensors.items()}), note


def _load(path: Path) -> Kept | None:
    if not is_whole(path):
        return None
    try:
        with safe_open(path, "pt") as file:
            metadata = file.metadata()
        return metadata, load_file(path)
    except (OSError, SafetensorError):
        return None


def _keep(path: Path, metadata: dict[str, str], tensors: dict[str, FloatArray]) -> str:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mark_of(path).unlink(missing_ok=True)  # the old mark never stands beside the new file
        write_tensors(path, tensors, metadata)
        save_bytes(mark_of(path), sha256_of(path).encode("ascii"))
    except OSError as error:
        return f"{NOWHERE} {path.parent} ({error.strerror or error})."
    return ""
