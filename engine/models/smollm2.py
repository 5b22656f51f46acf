"""SmolLM2-135M-Instruct in plain torch: Llama (Touvron et al. 2023, arXiv 2302.13971) with grouped queries.

https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct, quantised to 4 bits (Q4_1) in a GGUF file. 30 layers of 9
heads on 3 key heads, d = 64; computed in float32, captured in float16, no N x N map is ever made.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import embedding, linear, rms_norm, scaled_dot_product_attention, silu

from engine.capture import Capture, FloatArray, Layer
from engine.layers.rotation import Rotation
from engine.models import Asks, Cancelled, ModelError, ModelInfo, Projections, Says
from engine.models.bytelevel import Bytes
from engine.models.cache import Made, kept
from engine.models.gguffile import Shape, converted
from engine.models.published import SMOLLM2_KEPT
from engine.models.reading import Reading
from engine.models.wheel import checked_file
from engine.positions import rope

WEIGHTS: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
ROWS: Final = 256  # tokens that pass through all but attention together: memory depends on it, results do not

Parts = tuple[torch.Tensor, torch.Tensor, torch.Tensor]  # q, k, v


class SmolLM2:
    """The loaded model. ModelError if its file is missing or damaged; Cancelled while it is prepared."""

    def __init__(
        self, info: ModelInfo, cancelled: Asks = lambda: False, progress: Says = lambda share, words: None
    ) -> None:
        self.info = info
        path = checked_file(info, "SmolLM2-135M-Instruct.Q4_1.gguf", WEIGHTS)

        def make() -> Made:
            return converted(path, cancelled, progress)

        (metadata, tensors), self.note = kept(SMOLLM2_KEPT, make)
        self._shape = Shape(**json.loads(metadata["shape"]))
        self._words = Bytes(Tokenizer.from_str(metadata["tokenizer"]), self._shape.limit)
        self._vocabulary = tensors.pop("token_embd.weight").clone()  # (V, D), half: few of its rows are looked at
        # copies all: one view of the mapped file would keep the whole of it in memory
        self._weights = {name: tensor.to(torch.float32, copy=True) for name, tensor in tensors.items()}
        self._rotation = Rotation(base=self._shape.base, fraction=self._shape.fraction)

    @torch.inference_mode()
    def capture(
        self,
        text_or_ids: str | Sequence[int],
        cancelled: Asks = lambda: False,
        progress: Says = lambda share, words: None,
    ) -> Capture:
        """Run the model and keep each layer's q, k, v, (H, N, d), q and k rotated. Text beyond the limit is not read.

        `progress(share, sentence)` after each layer, of a long text also before the first one, always with the memory
        that it takes. ModelError for a text it cannot read; Cancelled, also within a layer.
        """
        reading, shape = self._reading(text_or_ids), self._shape
        if takes := self.info.announced(len(reading.tokens)):
            progress(0.0, takes)
        layers = self._empty(len(reading.tokens))
        x = self._embed([token.id for token in reading.tokens])
        for number, layer in enumerate(layers, 1):
            made = self._project(x, number - 1, cancelled)
            for place, part in zip((layer.q, layer.k, layer.v), made, strict=True):
                place[:] = part.half().numpy()
            if number < shape.layers:
                x = self._after(x, *made, number - 1, cancelled)
            layer_read = f"layer {number} of {shape.layers}"
            progress(number / shape.layers, f"{layer_read} · {takes}" if takes else layer_read)
        return Capture(
            text=reading.text,
            model=self.info.name,
            title=self.info.title,
            tokens=reading.tokens,
            layers=layers,
            read=reading.read,
            dtype=self.info.dtype,
            limit=shape.limit,
        )

    @torch.inference_mode()
    def layer_input(self, text_or_ids: str | Sequence[int], layer: int) -> FloatArray:
        """X, (N, 576): the normed residual stream that the layer's q, k and v are made of. IndexError as below."""
        self._check(layer)
        x = self._embed([token.id for token in self._reading(text_or_ids).tokens])
        for number in range(layer):
            x = self._through(x, number)
        return self._norm(x, f"blk.{layer}.attn_norm").numpy()

    def projections(self, layer: int) -> Projections:
        """W_Q (576, 576), W_K and W_V (192, 576), W_O (576, 576), no biases. IndexError for a layer not there."""
        self._check(layer)
        matrices = [self._weights[f"blk.{layer}.attn_{name}.weight"].numpy() for name in ("q", "k", "v", "output")]
        pairs = ((matrix, np.zeros(len(matrix), np.float32)) for matrix in matrices)
        return Projections(*(part for pair in pairs for part in pair))

    @torch.inference_mode()
    def next_tokens(self, text: str, count: int) -> str:
        """The most likely continuation of a text, `count` tokens one after the other, or fewer at its end.

        ModelError for a text that it cannot read, or that leaves no room.
        """
        ids = [token.id for token in self._words.read(text).tokens]
        start = len(ids)
        if start + count > self._shape.limit:
            raise ModelError(f"{self.info.title} reads {self._shape.limit} tokens at most.")
        while len(ids) < start + count:
            x = self._embed(ids)
            for number in range(self._shape.layers):
                x = self._through(x, number)
            last = self._norm(x[-1], "output_norm")
            ids.append(int(linear(last, self._vocabulary.float()).argmax()))
            if ids[-1] == self._shape.end:
                break
        return self._words.spell(ids).text[len(text) :]

    def _check(self, layer: int) -> None:
        if not 0 <= layer < self._shape.layers:
            raise IndexError(f"{self.info.title} has no layer {layer}: {self._shape.layers} layers.")

    def _reading(self, text_or_ids: str | Sequence[int]) -> Reading:
        return self._words.read(text_or_ids) if isinstance(text_or_ids, str) else self._words.spell(text_or_ids)

    def _empty(self, count: int) -> tuple[Layer, ...]:
        """Room for every layer of a capture in three pieces, so that what it takes is taken at once."""
        shape, info = self._shape, self.info
        heads = (shape.heads, shape.kv_heads, shape.kv_heads)
        parts = [np.empty((shape.layers, number, count, shape.head_dim), info.dtype) for number in heads]
        scale = shape.head_dim**-0.5
        return tuple(Layer(q, k, v, scale, "causal", self._rotation) for q, k, v in zip(*parts, strict=True))

    def _embed(self, ids: Sequence[int]) -> torch.Tensor:
        return embedding(torch.tensor(ids), self._vocabulary).float()

    def _through(self, x: torch.Tensor, number: int) -> torch.Tensor:
        """The residual stream, (N, D), after a whole layer."""
        return self._after(x, *self._project(x, number), number)

    def _project(self, x: torch.Tensor, number: int, cancelled: Asks = lambda: False) -> Parts:
        """q (Hq, N, d), k and v (Hkv, N, d) that a layer makes of the residual stream (N, D), q and k rotated."""
        shape, turn = self._shape, self._rotation.choices
        made = [torch.empty(heads, len(x), shape.head_dim) for heads in (shape.heads, shape.kv_heads, shape.kv_heads)]
        for places in torch.split(torch.arange(len(x)), ROWS):
            _go_on(cancelled)
            rows = self._norm(x[places], f"blk.{number}.attn_norm")
            for name, whole in zip("qkv", made, strict=True):
                heads = (
                    self._linear(rows, f"blk.{number}.attn_{name}")
                    .reshape(len(rows), -1, shape.head_dim)
                    .transpose(0, 1)
                )
                whole[:, places] = heads if name == "v" else rope(heads, places, **turn)
        q, k, v = made
        return q, k, v

    def _after(
        self,
        x: torch.Tensor,
        q: torch.Tensor,
        k: torch.Tensor,
        v: torch.Tensor,
        number: int,
        cancelled: Asks = lambda: False,
    ) -> torch.Tensor:
        """x (N, D), to which the layer's attention and its inner layer are added in place."""
        mixed = torch.empty(len(q), *q.shape[1:])
        group = len(q) // len(k)
        for key, value, queries, place in zip(k, v, torch.split(q, group), torch.split(mixed, group), strict=True):
            _go_on(cancelled)
            place[:] = _attended(queries, key, value)
        for rows, heads in zip(torch.split(x, ROWS), torch.split(mixed, ROWS, 1), strict=True):
            _go_on(cancelled)
            rows += self._linear(heads.transpose(0, 1).flatten(1), f"blk.{number}.attn_output")
            rows += self._inner(rows, f"blk.{number}.ffn_")
        return x

    def _inner(self, x: torch.Tensor, name: str) -> torch.Tensor:
        """SwiGLU: Shazeer 2020, arXiv 2002.05202."""
        x = self._norm(x, name + "norm")
        return self._linear(silu(self._linear(x, name + "gate")) * self._linear(x, name + "up"), name + "down")

    def _linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return linear(x, self._weights[name + ".weight"])

    def _norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        """RMSNorm: Zhang and Sennrich 2019, arXiv 1910.07467."""
        return rms_norm(x, x.shape[-1:], self._weights[name + ".weight"], self._shape.epsilon)


def _attended(queries: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """What queries (H, N, d) of one key head take from its values (N, d), causally: (H, N, d)."""
    k, v = (part.expand_as(queries)[None] for part in (key, value))
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):  # the only one that makes no N x N
        return scaled_dot_product_attention(queries[None], k, v, is_causal=True)[0]


def _go_on(cancelled: Asks) -> None:
    """Within a layer of a long text too, which takes seconds on a busy machine."""
    if cancelled():
        raise Cancelled
