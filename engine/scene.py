"""What the person chose, as one frozen record: it compares, saves, undoes, and is the same JSON everywhere."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from engine.models import MODELS
from engine.rows import STAGES
from engine.variants import canonical

FORMAT: Final = 1
SMALLEST_SCALE: Final = 0.5
LARGEST_SCALE: Final = 64.0
WORKSPACES: Final = ("attention",)
THEMES: Final = ("system", "light", "dark")
ORDERS: Final = ("text", "weight")
COLOURS: Final = ("violet", "viridis", "cividis", "grey")
LONGEST_TEXT: Final = 1_000_000

Head = int | str


@dataclass(frozen=True)
class Scene:
    """All choices of one view.

    `query` and `key` count all tokens, specials included; `key` None is the word looked at most. `scale` is the
    divisor sqrt(d_k), None the model's own. `source` is a capture file, empty when a model reads `text`.
    `viewport` is (top, left, rows, columns) in shown words, None for the whole map. An invalid value raises
    ValueError with one sentence.
    """

    text: str = "The bank of the river was muddy."
    text_b: str = ""
    source: str = ""
    model: str = "minilm"
    layer: int = 0
    head: Head = 4
    query: int = 2
    key: int | None = None
    stage: str = "weights"
    variant: str = "as-trained"
    parameters: Mapping[str, float] = field(default_factory=dict)
    scale: float | None = None
    merge: bool = True
    specials: bool = False
    order: str = "text"
    workspace: str = "attention"
    theme: str = "system"
    colours: str = "violet"
    viewport: tuple[int, int, int, int] | None = None

    def __post_init__(self) -> None:
        for name in ("text", "text_b", "source", "model"):
            _need(isinstance(getattr(self, name), str), f"{name} is text, not {getattr(self, name)!r}.")
        _need(
            len(self.text) <= LONGEST_TEXT, f"The text has {len(self.text):,} characters; {LONGEST_TEXT:,} is the most."
        )
        for name, known in _CHOICES.items():
            value = getattr(self, name)
            _need(isinstance(value, str) and value in known, f"Unknown {name} {value!r}; known: {', '.join(known)}.")
        for name in ("merge", "specials"):
            _need(isinstance(getattr(self, name), bool), f"{name} is true or false.")
        _need(_whole(self.layer), f"layer is a number from 0, not {self.layer!r}.")
        _need(
            self.head in ("mean", "max") or _whole(self.head),
            f"head is a number from 0, mean or max, not {self.head!r}.",
        )
        _need(_whole(self.query), f"query is a token number from 0, not {self.query!r}.")
        _need(self.key is None or _whole(self.key), f"key is a token number from 0, not {self.key!r}.")
        self._check_model()
        self._check_scale()
        _need(isinstance(self.parameters, Mapping), "parameters is a table of names and numbers.")
        object.__setattr__(self, "parameters", canonical(self.variant, self.parameters))
        if self.viewport is not None:
            corners = self.viewport
            four = isinstance(corners, tuple) and len(corners) == 4 and all(map(_whole, corners))
            _need(four, "viewport is four numbers: top, left, rows, columns.")

    def _check_model(self) -> None:
        if self.source:
            return
        _need(self.model in MODELS, f"Unknown model {self.model!r}; known: {', '.join(MODELS)}.")
        model = MODELS[self.model]
        _need(self.layer < model.layers, f"{model.title} has layers 0 to {model.layers - 1}, not {self.layer}.")
        if isinstance(self.head, int):
            _need(self.head < model.heads, f"{model.title} has heads 0 to {model.heads - 1}, not {self.head}.")

    def _check_scale(self) -> None:
        if self.scale is None:
            return
        number = isinstance(self.scale, int | float) and not isinstance(self.scale, bool) and math.isfinite(self.scale)
        inside = number and SMALLEST_SCALE <= self.scale <= LARGEST_SCALE
        _need(inside, f"A scale is a number from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}, not {self.scale!r}.")
        object.__setattr__(self, "scale", float(self.scale))

    def to_json(self) -> str:
        """The scene as JSON text, one field a line."""
        record = {"qkvista": FORMAT} | {f.name: getattr(self, f.name) for f in fields(self)}
        return json.dumps(record, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Scene:
        """The scene that `to_json` wrote; fields left out keep their defaults.

        Raises ValueError with one sentence for anything else.
        """
        try:
            record: Any = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("This is not a scene: it is not JSON.") from None
        _need(isinstance(record, dict) and record.get("qkvista") == FORMAT, f"This is not a scene of format {FORMAT}.")
        del record["qkvista"]
        unknown = sorted(set(record) - {f.name for f in fields(cls)})
        _need(not unknown, f"The scene has unknown fields: {', '.join(unknown[:5])}.")
        if isinstance(record.get("viewport"), list):
            record["viewport"] = tuple(record["viewport"])
        return cls(**record)


_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "stage": STAGES,
    "order": ORDERS,
    "workspace": WORKSPACES,
    "theme": THEMES,
    "colours": COLOURS,
}


def _need(condition: bool, sentence: str) -> None:
    if not condition:
        raise ValueError(sentence)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
