"""A choice of variants: names joined by "+" and a table of numbers, checked against the records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from engine.files.tensorfile import brief
from engine.variants.table import CATALOGUE


def names_of(variant: object) -> tuple[str, ...]:
    """The names that "window+alibi" joins; ValueError with one sentence if one is unknown or they do not combine."""
    names = tuple(variant.split("+")) if isinstance(variant, str) else ()
    if not names or not CATALOGUE.keys() >= set(names):
        raise ValueError(f"Unknown variant {brief(repr(variant))}; known: {', '.join(CATALOGUE)}.")
    sentence = clash(names)
    if sentence:
        raise ValueError(sentence)
    return names


def titled(variant: str) -> str:
    """What people call a choice: "Window + ALiBi"."""
    return " + ".join(CATALOGUE[name].title for name in names_of(variant))


def masks_of(variant: str, trained: str) -> tuple[str, ...]:
    """What hides keys under a choice, by name; where nothing of it does, `trained`: what does in the model itself."""
    chosen = (CATALOGUE[name] for name in names_of(variant))
    return tuple(each.mask or each.name for each in chosen if each.mask or each.family == "mask") or (trained,)


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
            raise ValueError(f"The variant {variant} has no parameter {brief(repr(given))}; {known}.")
        found[full[0]] = active[full[0]].checked(value, full[0].partition(".")[0])
    return found


def numbers_of(variant: str, parameters: Mapping[str, float]) -> dict[str, float]:
    """All numbers of the chosen variants under their full names: those given, and the defaults of the others."""
    defaults = {f"{name}.{p.name}": p.default for name in names_of(variant) for p in CATALOGUE[name].parameters}
    return defaults | canonical(variant, parameters)


def parameters_from(variant: str) -> Literal["model", "you"]:
    """Whether a choice needs numbers, or a training, that the model does not have."""
    return "you" if any(CATALOGUE[name].parameters_from == "you" for name in names_of(variant)) else "model"
