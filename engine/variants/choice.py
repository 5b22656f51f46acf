"""From a scene's choice, names joined by "+" and a table of numbers, to what `attend` needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from threading import Lock
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from engine import masks, scores
from engine.attention import Mask, Spec
from engine.normalizers import softmax
from engine.variants.records import Change, Numbers, Wrap
from engine.variants.table import CATALOGUE

if TYPE_CHECKING:
    from engine.capture import Capture, Layer

TRAINED = "as-trained"
TRAINED_MASKS: dict[str, Mask | None] = {"none": None, "causal": masks.causal()}
KEPT = 8  # choices a capture


@dataclass(frozen=True, eq=False)
class Varied:
    """A capture and a spec that together run a choice of variants in one layer."""

    capture: Capture  # with that layer's queries, keys and values as the variants make them
    spec: Spec
    sums: str | None = None  # why rows do not sum to 1; None when they do
    instead: Numbers = field(default_factory=dict)  # numbers that had to be others here: "gqa.groups" -> 4

    @property
    def sums_to_one(self) -> bool:
        return self.sums is None


def trained_spec(layer: Layer, scale: float | None = None) -> Spec:
    """As the model itself ran; `scale` multiplies q.k, None = the layer's own."""
    return Spec(layer.scale if scale is None else scale, mask=TRAINED_MASKS[layer.mask])


def names_of(variant: object) -> tuple[str, ...]:
    """The names that "window+alibi" joins; ValueError with one sentence if one is unknown or they do not combine."""
    names = tuple(variant.split("+")) if isinstance(variant, str) else ()
    if not names or not CATALOGUE.keys() >= set(names):
        raise ValueError(f"Unknown variant {variant!r}; known: {', '.join(CATALOGUE)}.")
    sentence = clash(names)
    if sentence:
        raise ValueError(sentence)
    return names


def clash(names: Sequence[str]) -> str | None:
    """Why these names of the catalogue do not combine, as one sentence; None when they do."""
    for first, second in combinations((CATALOGUE[name] for name in names), 2):
        if first is second:
            return f"{first.title} is chosen twice."
        for one, other in ((first, second), (second, first)):
            if one.against & {other.name, other.family}:
                return f"{first.title} and {second.title} do not combine: {one.because}."
    return None


def canonical(variant: str, parameters: Mapping[str, object]) -> dict[str, float]:
    """The parameters ("window.width" -> 3), each checked against its record; only those of the chosen variants.

    A name alone ("width") will do where only one chosen variant has it. ValueError with one sentence.
    """
    active = {f"{name}.{p.name}": p for name in names_of(variant) for p in CATALOGUE[name].parameters}
    found = {}
    for given, value in parameters.items():
        full = [key for key in active if given in (key, key.partition(".")[2])]
        if len(full) > 1:
            raise ValueError(f"The parameter {given} is not clear: choose {' or '.join(full)}.")
        if not full:
            known = f"known: {', '.join(active)}" if active else "it takes none"
            raise ValueError(f"The variant {variant} has no parameter {given!r}; {known}.")
        found[full[0]] = active[full[0]].checked(value, full[0].partition(".")[0])
    return found


def numbers_of(variant: str, parameters: Mapping[str, float]) -> dict[str, float]:
    """All numbers of the chosen variants under their full names: those given, and the defaults of the others."""
    defaults = {f"{name}.{p.name}": p.default for name in names_of(variant) for p in CATALOGUE[name].parameters}
    return defaults | canonical(variant, parameters)


def parameters_from(variant: str) -> Literal["model", "you"]:
    """Whether a choice needs numbers, or a training, that the model does not have."""
    return "you" if any(CATALOGUE[name].parameters_from == "you" for name in names_of(variant)) else "model"


def vary(
    capture: Capture,
    layer: int,
    variant: str,
    parameters: Mapping[str, float] | None = None,
    scale: float | None = None,
) -> Varied:
    """What runs a choice of variants in a layer of a capture; `scale` multiplies q.k, None = the layer's own.

    Masks add up, and add to what the model's own mask hides; score changes follow each other as they are named;
    queries, keys and values are changed in the order of the catalogue. What was made of the newest choices is kept
    with the capture. ValueError with one sentence for names that are unknown or clash, and for wrong parameters.
    """
    at = capture.layers[layer]
    if variant == TRAINED and not parameters:
        return Varied(capture, trained_spec(at, scale))
    made = _kept(capture, layer, variant, numbers_of(variant, parameters or {}))
    spec = replace(made.spec, scale=made.layer.scale if scale is None else scale)
    for wrap in made.wraps:
        spec = replace(spec, normalizer=wrap(made.layer, spec))
    if made.layer is not at:
        others = capture.layers
        capture = replace(capture, layers=(*others[:layer], made.layer, *others[layer + 1 :]), origin=capture)
    return Varied(capture, spec, made.sums, made.instead)


@dataclass(frozen=True, eq=False)
class _Made:
    """A layer as the chosen variants make it, whatever the scale."""

    layer: Layer
    spec: Spec
    wraps: tuple[Wrap, ...]
    sums: str | None
    instead: Numbers


_KEPT: WeakKeyDictionary[Capture, dict[object, _Made]] = WeakKeyDictionary()
_LOCK = Lock()  # the worker and the window both ask


def _kept(capture: Capture, layer: int, variant: str, numbers: Numbers) -> _Made:
    key = (layer, variant, tuple(sorted(numbers.items())))
    with _LOCK:
        kept = _KEPT.setdefault(capture, {})
        made = kept.pop(key, None) or _make(capture.layers[layer], names_of(variant), numbers)
        kept[key] = made
        while len(kept) > KEPT:
            del kept[next(iter(kept))]
    return made


def _make(layer: Layer, names: Sequence[str], numbers: Numbers) -> _Made:
    own, changes = layer, dict[str, Change]()
    for name in sorted(names, key=list(CATALOGUE).index):
        own_numbers = {key.partition(".")[2]: x for key, x in numbers.items() if key.partition(".")[0] == name}
        changes[name] = CATALOGUE[name].build(layer, own_numbers)
        layer = changes[name].layer or layer
    every = [changes[name] for name in names]
    trained = TRAINED_MASKS[own.mask] if all(change.hides for change in every) else None
    hiding = [mask for mask in (trained, *(change.mask for change in every)) if mask is not None]
    bending = [change.score for change in every if change.score is not None]
    spec = Spec(
        score=scores.chain(*bending) if len(bending) > 1 else next(iter(bending), None),
        mask=masks.both(*hiding) if len(hiding) > 1 else next(iter(hiding), None),
        normalizer=next((change.normalizer for change in every if change.normalizer is not None), softmax),
    )
    sums = [change.sums for change in changes.values() if change.sums is not None]
    instead = {f"{name}.{key}": x for name, change in changes.items() for key, x in change.instead.items()}
    return _Made(layer, spec, tuple(c.wrap for c in every if c.wrap), sums[-1] if sums else None, instead)
