"""A Llama-type model in a GGUF file, as plain matrices in the layout that its authors trained.

https://github.com/ggml-org/ggml/blob/master/docs/gguf.md; the package `gguf` reads it and undoes the quantisation.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gguf import GGUFReader, dequantize

from engine.capture import FloatArray
from engine.models import Asks, Cancelled, Says
from engine.models.bytelevel import smollm

SPECIAL = 3  # GGUF's token type "control"
ONCE = "Preparing the model, only this first time"


@dataclass(frozen=True)
class Shape:
    """What the forward pass needs to know beside the matrices."""

    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    limit: int
    base: float  # of RoPE
    fraction: float  # of the dimensions that RoPE turns
    epsilon: float  # of RMSNorm
    end: int  # the token that ends a text


class Reader(GGUFReader):
    """The library's reader, which needs seconds for a vocabulary; this one asks between its words, and is faster."""

    def __init__(self, path: Path, cancelled: Asks = lambda: False) -> None:
        self._cancelled = cancelled
        super().__init__(path)

    @property  # type: ignore[override] # plain, and so faster
    def data(self) -> npt.NDArray[np.uint8]:
        """The file's bytes."""
        return self._data

    @data.setter
    def data(self, mapped: npt.NDArray[np.uint8]) -> None:
        self._data = mapped.view(np.ndarray)  # every slice of a memmap is a memmap, which takes its time

    def _get_field_parts(self, orig_offs: int, raw_type: int) -> Any:
        if self._cancelled():
            raise Cancelled
        return super()._get_field_parts(orig_offs, raw_type)


def converted(path: Path, cancelled: Asks, progress: Says) -> tuple[dict[str, str], dict[str, FloatArray]]:
    """The shape and the tokenizer as JSON, and every tensor: matrices float16, norms float32.

    A query's or key's rows i and i + d/2 belong together again, as in Llama; GGUF keeps them side by side.
    """
    progress(0.0, f"{ONCE}: its vocabulary")
    reader = Reader(path, cancelled)
    said = {name: field.contents() for name, field in reader.fields.items()}
    shape = _shape(said)
    kinds = zip(said["tokenizer.ggml.tokens"], said["tokenizer.ggml.token_type"], strict=True)
    special = [piece for piece, kind in kinds if kind == SPECIAL]
    tokenizer = smollm(said["tokenizer.ggml.tokens"], said["tokenizer.ggml.merges"], special)
    tensors: dict[str, FloatArray] = {}
    for number, tensor in enumerate(reader.tensors, 1):
        if cancelled():
            raise Cancelled
        numbers = dequantize(tensor.data, tensor.tensor_type)
        for name, heads in ((".attn_q.", shape.heads), (".attn_k.", shape.kv_heads)):
            if name in tensor.name:
                numbers = halves(numbers, heads)
        tensors[tensor.name] = numbers.astype(np.float16 if numbers.ndim > 1 else np.float32)
        progress(0.5 + 0.5 * number / len(reader.tensors), f"{ONCE}: {number} of {len(reader.tensors)} matrices")
    return {"shape": json.dumps(asdict(shape)), "tokenizer": tokenizer.to_str()}, tensors


def halves(rows: FloatArray, heads: int) -> FloatArray:
    """Rows (H d, D) of heads whose pairs 2i, 2i + 1 are turned together, reordered so that it is i and i + d/2."""
    return rows.reshape(heads, -1, 2, rows.shape[-1]).swapaxes(1, 2).reshape(rows.shape)


def _shape(said: dict[str, Any]) -> Shape:
    if (said["general.architecture"], said["tokenizer.ggml.pre"]) != ("llama", "smollm"):
        raise AssertionError("the file is checked by its SHA-256, and is a SmolLM2")
    heads, turned = said["llama.attention.head_count"], said["llama.rope.dimension_count"]
    size = said["llama.embedding_length"] // heads
    return Shape(
        layers=said["llama.block_count"],
        heads=heads,
        kv_heads=said["llama.attention.head_count_kv"],
        head_dim=size,
        limit=said["llama.context_length"],
        base=said["llama.rope.freq_base"],
        fraction=turned / size,
        epsilon=said["llama.attention.layer_norm_rms_epsilon"],
        end=said["tokenizer.ggml.eos_token_id"],
    )
