"""What one model did with one text: its tokens and every layer's queries, keys and values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.attention import Attention, Spec, attend
from engine.layers.rotation import Rotation
from engine.maps.rows import head_rows
from engine.variants import trained_spec

FloatArray = npt.NDArray[np.floating[Any]]


class CaptureError(ValueError):
    """A capture that cannot be read or written. Its text is one sentence for the person."""


@dataclass(frozen=True)
class Token:
    """One token, and the characters of the text it stands for."""

    id: int
    piece: str  # the vocabulary's own string: "##able"
    label: str  # what is shown: the text's own characters, or "[CLS]"
    start: int  # offsets into the text in characters; equal for special tokens
    end: int
    special: bool
    word: int | None  # the tokenizer's own word number; None for special tokens

    @property
    def continues(self) -> bool:
        """Whether this is the rest of a character that the token before it began: bytes without a label."""
        return self.start == self.end and not self.special


@dataclass(frozen=True, eq=False)
class Layer:
    """One layer's attention inputs, as the dot product sees them."""

    q: FloatArray  # (Hq, N, d)
    k: FloatArray  # (Hkv, N, d)
    v: FloatArray  # (Hkv, N, dv)
    scale: float  # what the model multiplied q.k by
    mask: str  # "none" or "causal"
    rotation: Rotation | None = None  # what turned q and k; None where nothing did

    def unrotated(self) -> tuple[FloatArray, FloatArray]:
        """q and k as they were before their rotation, float32 (Hq, N, d) and (Hkv, N, d)."""
        q, k = (np.asarray(x, np.float32) for x in (self.q, self.k))
        return (q, k) if self.rotation is None else (self.rotation.undo(q), self.rotation.undo(k))

    def kv_group(self, head: int) -> int:
        """The key and value head that a query head uses: head // (Hq / Hkv)."""
        return head // (int(self.q.shape[0]) // int(self.k.shape[0]))


@dataclass(frozen=True, eq=False)
class Capture:
    """A text as a model read it. The arrays of a loaded one are views of the mapped file."""

    text: str
    model: str  # "minilm"
    title: str  # "MiniLM-L6-v2"
    tokens: tuple[Token, ...]
    layers: tuple[Layer, ...]
    read: int  # how many characters of the text the model read
    dtype: str  # "float32" or "float16"
    limit: int  # how many tokens the model reads at most
    origin: Capture | None = None  # set where a variant changed a layer: what the model itself did

    @property
    def heads(self) -> int:
        """The number of query heads of a layer."""
        return int(self.layers[0].q.shape[0])

    @property
    def own(self) -> Capture:
        """The capture as the model made it, where this one has a layer that a variant changed."""
        return self.origin or self

    def kv_group(self, head: int, layer: int = 0) -> int:
        """The key and value head that a query head of a layer uses: head // (Hq / Hkv)."""
        return self.layers[layer].kv_group(head)

    @classmethod
    def load(cls, path: str | Path, mapped: bool = True) -> Capture:
        """Map a capture file, never copying it. CaptureError says what is wrong with it.

        A mapped file must not be cut short while it is in use; `mapped=False` reads it into memory instead.
        """
        from engine.files.capturefile import read  # the file's rules are built on these records

        return read(Path(path), mapped)

    def save(self, path: str | Path) -> None:
        """Write a capture file; it is whole or not there at all (CaptureError)."""
        from engine.files.capturefile import write

        write(self, Path(path))

    def check_divisors(self) -> None:
        """CaptureError unless every layer divides q.k by a number, sqrt(d_k), which is what the window shows."""
        for i, layer in enumerate(self.layers):
            if not (layer.scale > 0 and math.isfinite(1.0 / layer.scale)):
                raise CaptureError(
                    f"Layer {i} multiplies q·k by {layer.scale:g}; only a number above 0 can be shown as a division."
                )

    def attention(self, layer: int, head: int | None = None, spec: Spec | None = None) -> Attention:
        """Every stage of a layer's attention, (1, H, N, N), or of one head, (1, 1, N, N).

        Without `spec` as the model itself ran. Half precision is widened first, so that every stage is float32.
        IndexError for a layer or head that is not there.
        """
        if not 0 <= layer < len(self.layers) or not 0 <= (head or 0) < self.heads:
            raise IndexError(
                f"There is no layer {layer}, head {head}: {len(self.layers)} layers of {self.heads} heads."
            )
        at = self.layers[layer]
        spec = spec or trained_spec(at)
        if head is not None:
            return head_rows(self, layer, head, spec, 0, len(self.tokens))
        q, k, v = (np.asarray(part, np.float32)[None] for part in (at.q, at.k, at.v))
        return attend(q, k, v, spec)
