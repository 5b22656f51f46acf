"""Where the numbers of the Heads workspace come from, for the strip at the bottom."""

from __future__ import annotations

from engine.heads.patterns import PATTERNS
from engine.heads.view import HeadsView
from engine.own import function_of
from engine.variants import TRAINED, titled
from gui.attention.facts import ALARM
from gui.frame.provenance import Fact
from gui.look.numbers import fixed, power


def facts_of(view: HeadsView) -> tuple[Fact, ...]:
    """All entries, left to right."""
    capture, scene = view.capture, view.scene
    kv = {len(layer.k) for layer in capture.layers}
    masks = list(dict.fromkeys(layer.mask for layer in capture.layers))
    facts = [
        Fact("Model", capture.title, tip=f"{len(capture.tokens):,} tokens of {capture.limit:,} that it reads", rank=0),
        Fact("layers", str(len(capture.layers)), rank=2),
        Fact("heads", f"{capture.heads} each", rank=2),
    ]
    if kv != {capture.heads}:
        shared = capture.heads // min(kv)
        facts.append(Fact("key/value heads", str(min(kv)), f"one for {shared}", rank=5))
    facts.append(_scale(view))
    facts.append(Fact("mask", " and ".join(masks), tip="As the model itself ran", rank=3, opens="mask"))
    if scene.variant != TRAINED:
        facts.append(Fact("variant", titled(scene.variant), "in every layer", rank=1))
    own = function_of(scene.function)
    if own is not None:
        facts.append(Fact("own function", own.name, "in every layer", f"Your file {own.path}", rank=1))
    count = view.rows[scene.measure]
    pattern = PATTERNS[scene.measure]
    tip = f"{pattern.title}: rows of special tokens, and rows that see one key alone, are left out"
    facts.append(Fact("rows counted", f"{count:,}", tip=tip, rank=3))
    facts.append(Fact("measured on", view.measured_on, rank=1))
    facts.append(Fact("stored as", capture.dtype, tip="Numbers are computed in float32", rank=6))
    facts.append(_sums(view))
    return tuple(facts)


def _scale(view: HeadsView) -> Fact:
    own = {layer.scale for layer in view.capture.layers}
    if view.scene.scale is not None:
        return Fact("scale", f"1/{fixed(view.scene.scale, 2)}", "in every layer", rank=3)
    if len(own) > 1:
        return Fact("scale", "each layer its own", rank=3)
    return Fact(
        "scale", f"1/{fixed(1 / next(iter(own)), 2)}", tip=f"q·k is multiplied by {next(iter(own)):.9g}", rank=3
    )


def _sums(view: HeadsView) -> Fact:
    if view.sums is not None:
        return Fact("", "rows do not sum to 1:", "the variant’s own way", view.sums, rank=4)
    if view.row_error <= ALARM:
        return Fact("worst row sum error", power(view.row_error), tip=f"{view.row_error:.9g}, of all heads", rank=4)
    tip = f"The weights of each row should sum to 1; the worst is off by {view.row_error:.9g}"
    return Fact("rows do not sum to 1:", f"off by {power(view.row_error)}", "", tip, rank=0, alarm=True)
