"""From a choice of variants to what `attend` needs: a layer with changed queries, keys and values, and a spec."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine import masks, scores
from engine.attention import Mask, Score, Spec
from engine.kept import Kept
from engine.normalizers import softmax
from engine.variants.choice import names_of, numbers_of
from engine.variants.records import Change, Numbers
from engine.variants.table import CATALOGUE

if TYPE_CHECKING:
    from engine.capture import Capture, Layer
    from engine.own import OwnFunction

TRAINED = "as-trained"
TRAINED_MASKS: dict[str, Mask | None] = {"none": None, "causal": masks.causal()}


@dataclass(frozen=True, eq=False)
class Varied:
    """A capture and a spec that together run a choice of variants in one layer."""

    capture: Capture  # with that layer's queries, keys and values as the variants make them
    spec: Spec
    sums: str | None = None  # why rows do not sum to 1; None when they do
    chain: str | None = None  # what a weight is, where it is not exp(score) over a denominator
    denominator: str = "Σ eˢ"
    instead: Numbers = field(default_factory=dict)  # numbers that had to be others here: "gqa.groups" -> 4
    own: OwnFunction | None = None  # the person's, at work too

    @property
    def sums_to_one(self) -> bool:
        return self.sums is None


def trained_spec(layer: Layer, scale: float | None = None) -> Spec:
    """As the model itself ran; `scale` multiplies q.k, None = the layer's own."""
    return Spec(layer.scale if scale is None else scale, mask=TRAINED_MASKS[layer.mask])


def vary(
    capture: Capture,
    layer: int,
    variant: str,
    parameters: Numbers | None = None,
    scale: float | None = None,
    own: OwnFunction | None = None,
) -> Varied:
    """What runs a choice of variants in a layer of a capture; `scale` multiplies q.k, None = the layer's own.

    Masks add up, and add to what the model's own mask hides; score changes follow each other as they are named, the
    person's `own` last; queries, keys and values are changed in the order of the catalogue. What was made of the newest
    choices is kept with the capture. ValueError with one sentence for names that are unknown or clash, and for wrong
    parameters.
    """
    at = capture.layers[layer]
    if variant == TRAINED and not parameters:
        return Varied(capture, _with_own(trained_spec(at, scale), own), own=own)
    numbers = numbers_of(variant, parameters or {})
    key = (layer, variant, tuple(sorted(numbers.items())))
    made = _KEPT.get(capture, key, lambda: _make(at, names_of(variant), numbers))
    spec = _with_own(replace(made.spec, scale=made.layer.scale if scale is None else scale), own)
    for change in made.changes.values():
        if change.wrap is not None:
            spec = replace(spec, normalizer=change.wrap(made.layer, spec))
    if made.layer is not at:
        others = capture.layers
        capture = replace(capture, layers=(*others[:layer], made.layer, *others[layer + 1 :]), origin=capture)
    instead = {f"{name}.{key}": x for name, change in made.changes.items() for key, x in change.instead.items()}
    denominator = made.said("denominator") or Varied.denominator
    return Varied(capture, spec, made.said("sums"), made.said("chain"), denominator, instead, own)


def _with_own(spec: Spec, own: OwnFunction | None) -> Spec:
    """With a person's own functions too: a score change after the others, and one more mask."""
    if own is None:
        return spec
    bending = [change for change in (spec.score, own.score) if change is not None]
    hiding = [mask for mask in (spec.mask, own.mask) if mask is not None]
    return replace(spec, score=_chained(bending), mask=_all_of(hiding))


def _chained(changes: Sequence[Score]) -> Score | None:
    return scores.chain(*changes) if len(changes) > 1 else next(iter(changes), None)


def _all_of(hiding: Sequence[Mask]) -> Mask | None:
    return masks.both(*hiding) if len(hiding) > 1 else next(iter(hiding), None)


@dataclass(frozen=True, eq=False)
class _Made:
    """A layer as the chosen variants make it, and what they change, in the order of the catalogue."""

    layer: Layer
    spec: Spec  # without a scale
    changes: dict[str, Change]

    def said(self, what: str) -> str | None:
        """What the changes say of `sums`, `chain` or `denominator`; a normaliser has the last word."""
        return next(filter(None, (getattr(change, what) for change in reversed(self.changes.values()))), None)


_KEPT: Kept[_Made] = Kept(8)


def _make(layer: Layer, names: Sequence[str], numbers: Numbers) -> _Made:
    trained, changes = TRAINED_MASKS[layer.mask], dict[str, Change]()
    for name in sorted(names, key=list(CATALOGUE).index):
        its = {key.partition(".")[2]: number for key, number in numbers.items() if key.partition(".")[0] == name}
        changes[name] = CATALOGUE[name].build(layer, its)
        layer = changes[name].layer or layer
    every = [changes[name] for name in names]
    own = trained if all(change.hides for change in every) else None
    hiding = [mask for mask in (own, *(change.mask for change in every)) if mask is not None]
    bending = [change.score for change in every if change.score is not None]
    spec = Spec(
        score=_chained(bending),
        mask=_all_of(hiding),
        normalizer=next((change.normalizer for change in every if change.normalizer is not None), softmax),
    )
    return _Made(layer, spec, changes)
