"""What the variants of a scene are, what becomes of them by a choice, and what a search finds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.scene import Scene
from engine.shown.view import View
from engine.variants import CATALOGUE, FAMILIES, TRAINED, Parameter, Variant, clash, names_of, titled

JOINT: Final = "+"


def active(scene: Scene) -> tuple[Variant, ...]:
    """The variants that were put on; none when the model runs as it did."""
    return tuple(CATALOGUE[name] for name in names_of(scene.variant) if name != TRAINED)


def title_of(scene: Scene) -> str:
    """ "Window + ALiBi", with the file's name of a person's own function."""
    if not scene.function:
        return titled(scene.variant)
    return " + ".join([*(each.title for each in active(scene)), Path(scene.function).name])


def instead_of(scene: Scene, view: View | None) -> str:
    """Which number had to be another in this layer, as a sentence; "" when none had, and for an older scene's view."""
    if view is None or (view.scene.variant, view.scene.parameters) != (scene.variant, scene.parameters):
        return ""
    for key, number in view.instead.items():
        name, _, of = key.partition(".")
        asked = next(each for each in CATALOGUE[name].parameters if each.name == of)
        given = number_of(scene, CATALOGUE[name], asked)
        return f"{asked.title} {given:g} is not possible in this layer: {number:g} is shown"
    return ""


def alone(scene: Scene, name: str) -> dict[str, Any]:
    """The fields that put on this variant and take off all others, and the person's own function."""
    own = {"function": ""} if scene.function else {}
    return _fields(replace(scene, function=""), (name,)) | own


def joined(scene: Scene, name: str) -> dict[str, Any]:
    """The fields that put this variant on beside the others."""
    return _fields(scene, (*(each.name for each in active(scene)), name))


def without(scene: Scene, name: str) -> dict[str, Any]:
    """The fields that take this variant off; without any the model runs as it did."""
    return _fields(scene, tuple(each.name for each in active(scene) if each.name != name) or (TRAINED,))


def refusal(scene: Scene, name: str) -> str:
    """Why this variant cannot be put on beside the others, in a sentence; "" when it can."""
    others = tuple(each.name for each in active(scene))
    if name == TRAINED:
        return "As trained means that nothing is changed, so it combines with nothing."
    return clash((*others, name)) or "" if others else ""


def number_of(scene: Scene, variant: Variant, parameter: Parameter) -> float:
    """The number in force: the person's, else the default."""
    return float(scene.parameters.get(key_of(variant, parameter), parameter.default))


def setting(scene: Scene, variant: Variant, parameter: Parameter, number: float | None) -> dict[str, Any]:
    """The fields that set a parameter; None, or the default, leaves it out."""
    kept = {key: value for key, value in scene.parameters.items() if key != key_of(variant, parameter)}
    chosen = {} if number is None or number == parameter.default else {key_of(variant, parameter): number}
    return {"parameters": kept | chosen}


def key_of(variant: Variant, parameter: Parameter) -> str:
    """ "window.width": how a scene names the parameter."""
    return f"{variant.name}.{parameter.name}"


def search(words: str) -> list[str | Variant]:
    """As trained, then families (as their titles) and their variants: those that have all the words.

    The words are looked for in title, name, idea, paper and year. Without any, all are found.
    """
    wanted = words.casefold().split()
    found: list[str | Variant] = []
    for family, title in FAMILIES.items():
        members = [each for each in CATALOGUE.values() if each.family == family and _has(each, wanted)]
        found += [*([] if members == [CATALOGUE[TRAINED]] else [title]), *members] if members else []
    return found


def best(found: list[str | Variant], words: str) -> Variant | None:
    """What Enter takes: of what was found the first whose title or name is, begins with, or has the words."""
    typed = words.casefold().strip()

    def distance(variant: Variant) -> int:
        names = (variant.title.casefold(), variant.name)
        tests = (typed in names, any(name.startswith(typed) for name in names), any(typed in name for name in names))
        return next((rank for rank, holds in enumerate(tests) if holds), len(tests))

    return min((each for each in found if isinstance(each, Variant)), key=distance, default=None)


def _fields(scene: Scene, names: tuple[str, ...]) -> dict[str, Any]:
    """Variants, with the numbers of those that stay; where nothing differs any more, no stage of the difference."""
    kept = {key: value for key, value in scene.parameters.items() if key.split(".")[0] in names}
    same = names == (TRAINED,) and scene.scale is None and not scene.function and scene.stage == "difference"
    return {"variant": JOINT.join(names), "parameters": kept} | ({"stage": "weights"} if same else {})


def _has(variant: Variant, wanted: list[str]) -> bool:
    text = f"{variant.title} {variant.name} {variant.idea} {variant.source} {variant.year}".casefold()
    return all(word in text for word in wanted)
