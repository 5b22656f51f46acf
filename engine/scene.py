"""What the person chose, as one frozen record: it compares, saves, undoes, and is the same JSON everywhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from engine.compare.pinned import Pinned, pin
from engine.files.plainjson import written
from engine.files.tensorfile import brief
from engine.heads.names import MEASURES
from engine.looks import COLOURS as COLOURS
from engine.looks import THEMES as THEMES
from engine.maps.rows import STAGES
from engine.models import MODELS
from engine.pages import CHAPTERS as CHAPTERS
from engine.pages import LIVES
from engine.variants import canonical

FORMAT: Final = 1
SMALLEST_SCALE: Final = 0.5
LARGEST_SCALE: Final = 64.0
WORKSPACES: Final = ("attention", "heads", "flash", "learn")
ORDERS: Final = ("text", "weight")
LENSES: Final = ("weights", "dimensions", "values", "shares", "rollout")
COMPARISONS: Final = ("beside", "difference")
SORTINGS: Final = ("layer", "score")
SUBJECTS: Final = ("text", "repeat")
LONGEST_REPEAT: Final = 4000  # tokens of one half
ALGORITHMS: Final = ("standard", "fa1", "fa2", "decoding")
DIRECTIONS: Final = ("forward", "backward")
PLOTS: Final = ("steps", "roofline", "n", "d", "sram")
LARGEST_TILE: Final = 1024
LONGEST_SHAPE: Final = 2**22  # tokens of a schedule without numbers
LONGEST_TEXT: Final = 1_000_000
LARGEST_WHOLE: Final = 2**53  # what every reader of JSON gives back exactly
LARGEST_NUMBER: Final = sys.float_info.max
LONGEST_SENTENCE: Final = 300  # characters of what is said of a wrong scene

Head = int | str


@dataclass(frozen=True)
class Scene:
    """All choices of one view.

    `query` and `key` count all tokens, specials included; `key` None is the word looked at most. `scale` is the
    divisor sqrt(d_k), None the model's own. `source` is a capture file, empty when a model reads `text`; `function` the
    file of a person's own mask_mod or score_mod. `viewport` is (top, left, rows, columns) in shown words, None for the
    whole map. `lens` is what stands beside the map: the query's weights, or one of the reasons in engine/why. `pinned`
    is the view that this one is compared with, as `comparison` says: two maps "beside" each other, or the "difference".

    Heads: `measure` with `threshold` (None: no filter) and `sorting`; `measured_on` the "text" or a "repeat" of
    `repeats` random tokens drawn with `seed`; `up` and `across` are the measures of the scatter.

    Flash: `algorithm` in a `direction` with tiles of `block_q` x `block_k`, keys in at most `splits` parts, `lazy`
    rescaling, another algorithm `beside` it; `shape` (tokens, size of a key) for a schedule without numbers; `plot` is
    what the curves show; `step` counts the steps done.

    Learn: `chapter` is the page that is open, `live` whose sentence its live parts show, `task` the one that was begun,
    "" for none. An invalid value raises ValueError with one sentence.
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
    lens: str = "weights"
    function: str = ""
    pinned: Pinned | None = None
    comparison: str = "beside"
    measure: str = "previous"
    threshold: float | None = None
    sorting: str = "layer"
    measured_on: str = "text"
    seed: int = 0
    repeats: int = 32
    up: str = "entropy"
    across: str = "distance"
    algorithm: str = "fa2"
    direction: str = "forward"
    block_q: int = 4
    block_k: int = 4
    splits: int = 1
    beside: str = ""
    lazy: bool = False
    device: str = "a100"
    plot: str = "steps"
    shape: tuple[int, int] | None = None
    step: int = 0
    chapter: str = "idea"
    live: str = "example"
    task: str = ""

    def __post_init__(self) -> None:
        for name in ("text", "text_b", "source", "model", "function", "device", "task"):
            _need(isinstance(getattr(self, name), str), f"{name} must be a string, not {getattr(self, name)!r}.")
        longest = max(len(self.text), len(self.text_b))
        _need(longest <= LONGEST_TEXT, f"The text has {longest:,} characters; {LONGEST_TEXT:,} is the most.")
        for name, known in _CHOICES.items():
            value = getattr(self, name)
            _need(isinstance(value, str) and value in known, f"Unknown {name} {value!r}; known: {', '.join(known)}.")
        for name in ("merge", "specials", "lazy"):
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
        self._check_heads()
        self._check_flash()
        self._check_pinned()

    def _check_pinned(self) -> None:
        """What is pinned makes a scene itself."""
        if self.pinned is None:
            return
        _need(isinstance(self.pinned, Pinned), "pinned is a pinned view or nothing.")
        try:
            checked = replace(self, pinned=None, **self.pinned.choices())
        except ValueError as error:
            raise ValueError(f"The pinned view is not valid: {error}") from None
        object.__setattr__(self, "pinned", pin(checked))

    def _check_heads(self) -> None:
        _need(_whole(self.seed), f"seed is a number from 0, not {self.seed!r}.")
        _need(
            _whole(self.repeats) and 2 <= self.repeats <= LONGEST_REPEAT,
            f"repeats is a number of tokens from 2 to {LONGEST_REPEAT}, not {self.repeats!r}.",
        )
        if self.threshold is not None:
            _need(_finite(self.threshold), f"threshold is a finite number, not {self.threshold!r}.")

    def _check_flash(self) -> None:
        for name in ("block_q", "block_k"):
            side = getattr(self, name)
            fits = _whole(side) and 1 <= side <= LARGEST_TILE
            _need(fits, f"{name} is a number of tokens from 1 to {LARGEST_TILE}, not {side!r}.")
        _need(_whole(self.splits) and self.splits >= 1, f"splits is a number from 1, not {self.splits!r}.")
        _need(_whole(self.step), f"step is a number from 0, not {self.step!r}.")
        if self.shape is not None:
            two = isinstance(self.shape, tuple) and len(self.shape) == 2 and all(map(_whole, self.shape))
            _need(two, "shape is two numbers: tokens, and the size of a key.")
            tokens, size = self.shape
            fits = 1 <= tokens <= LONGEST_SHAPE and 1 <= size <= LARGEST_TILE
            _need(fits, f"A shape has 1 to {LONGEST_SHAPE:,} tokens and keys of 1 to {LARGEST_TILE} numbers.")

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
        inside = _finite(self.scale) and SMALLEST_SCALE <= self.scale <= LARGEST_SCALE
        _need(inside, f"A scale is a number from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}, not {self.scale!r}.")
        object.__setattr__(self, "scale", float(self.scale))

    def to_json(self) -> str:
        """The scene as JSON text, one field a line."""
        record = {"qkvista": FORMAT} | {f.name: getattr(self, f.name) for f in fields(self)}
        record["pinned"] = self.pinned and self.pinned.choices()
        return written(record, indent=1)

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
        for name in ("viewport", "shape"):
            if isinstance(record.get(name), list):
                record[name] = tuple(record[name])
        if record.get("pinned") is not None:
            record["pinned"] = Pinned.from_record(record["pinned"])
        return cls(**record)


_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "stage": STAGES,
    "order": ORDERS,
    "lens": LENSES,
    "comparison": COMPARISONS,
    "workspace": WORKSPACES,
    "theme": THEMES,
    "colours": COLOURS,
    **dict.fromkeys(("measure", "up", "across"), MEASURES),
    "sorting": SORTINGS,
    "measured_on": SUBJECTS,
    "algorithm": ALGORITHMS,
    "beside": ("", *ALGORITHMS),
    "direction": DIRECTIONS,
    "chapter": CHAPTERS,
    "live": LIVES,
    "plot": PLOTS,
}


def _need(condition: bool, sentence: str) -> None:
    if not condition:
        raise ValueError(brief(sentence, LONGEST_SENTENCE))  # for it may show a value of any length


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_WHOLE


def _finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER  # NaN is not
