"""How heads and scores are written: "L0 H2", "0.18", "3.2 bits"; one place for all panes of the workspace."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.heads.patterns import PATTERNS, Pattern
from engine.heads.view import HeadsView
from engine.scene import Scene
from gui.look.numbers import fixed
from gui.look.plain import breakable


def name_of(layer: int, head: int) -> str:
    """A head's short name."""
    return f"L{layer} H{head}"


def score_text(score: float) -> str:
    """A score with two digits; a dash where a head has none."""
    return "–" if math.isnan(score) else fixed(score, 2)


def score_of(view: HeadsView, measure: str, place: tuple[int, int]) -> float:
    """The score of a head, NaN for one that the view does not have."""
    scores = view.scores[measure]
    return float(scores[place]) if place[0] < scores.shape[0] and place[1] < scores.shape[1] else math.nan


def exact(pattern: Pattern, score: float) -> str:
    """A score for a hover text: six digits and its unit."""
    if math.isnan(score):
        return f"{pattern.title}: no score. {pattern.needs}"
    unit = "" if pattern.unit == "share" else f" {pattern.unit}"
    return f"{pattern.title} {fixed(score, 6)}{unit}"


def spoken(view: HeadsView, layer: int, head: int) -> str:
    """A head for a screen reader: "layer 0, head 2, Previous token 1.00"."""
    pattern = PATTERNS[view.scene.measure]
    score = float(view.scores[pattern.name][layer, head])
    says = pattern.needs if math.isnan(score) else f"{pattern.title} {score_text(score)}"
    return f"layer {layer}, head {head}, {says}{'' if view.matching[layer, head] else ', filtered out'}"


def definition(pattern: Pattern, view: HeadsView | None) -> str:
    """What a measure is, for its hover text: idea, formula, source, and the text it was measured on."""
    lines = [pattern.idea, pattern.formula]
    if view is not None:
        count = view.rows[pattern.name]
        lines.append(f"Measured on {view.measured_on}, {count:,} row{'s' if count != 1 else ''}.")
        if pattern.name in view.missing:
            lines.append(view.missing[pattern.name])
    if pattern.keeps == "at most":
        lines.append("The filter keeps what lies at most at the threshold.")
    return joined([*lines, pattern.source])


def joined(lines: Iterable[str]) -> str:
    """Lines of a hover text."""
    return "<br>".join(breakable(line) for line in lines if line)


def open_place(scene: Scene) -> tuple[int, int] | None:
    """The open head; None for mean and max."""
    return (scene.layer, scene.head) if isinstance(scene.head, int) else None
