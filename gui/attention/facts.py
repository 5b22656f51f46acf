"""Where the numbers on screen come from, entry by entry, for the strip at the bottom."""

from __future__ import annotations

from typing import Final

from engine.scene import Scene
from engine.shown.thumbnails import Detail
from engine.shown.view import View, varied_of
from engine.variants import masks_of, titled
from gui.attention.map.words import said_estimate
from gui.frame.provenance import Fact
from gui.look.numbers import fixed, power

ALARM: Final = 1e-3  # a row sum further from 1 than this is said aloud
ESTIMATE: Final = (
    "The numbers of these rows are exact, others are still to come: "
    "the exact map replaces this one as soon as it is there"
)


def facts_of(view: View, detail: Detail | None) -> tuple[Fact, ...]:
    """All entries for a view, left to right."""
    capture = view.capture
    limit = f"reads {capture.limit} tokens at most; this text has {len(capture.tokens)}"
    facts = [
        Fact("Model", capture.title, tip=f"{capture.title} {limit}", rank=0),
        Fact("layer", str(view.layer), tip=f"Layer {view.layer} of 0 to {len(capture.layers) - 1}", rank=1),
        Fact("head", str(view.head), tip=f"Head {view.head}; the layer has {capture.heads}", rank=1),
    ]
    if view.kv_head is not None:
        shared = capture.heads // len(varied_of(view.scene, capture).capture.layers[view.layer].k)
        why = f"{shared} query heads share one set of them" if shared > 1 else "every query head has its own"
        tip = f"Query head {view.head} reads the keys and values of head {view.kv_head}; here {why}"
        facts.append(Fact("key/value head", str(view.kv_head), tip=tip, rank=6))
    trained, scene = view.capture.layers[view.layer].mask, view.scene
    facts += [scale_fact(view.divisor, view.trained_divisor, scene.scale is not None), mask_fact(scene, trained)]
    computed, given = view.map.values.dtype.name, f"q, k and v were captured in {capture.dtype}"
    facts.append(Fact("computed in", computed, "" if computed == capture.dtype else f"from {capture.dtype}", given, 5))
    if view.own is not None:
        tip = f"Your file {view.own.path}, SHA-256 {view.own.digest}; it runs in a process of its own"
        facts.append(Fact("own function", view.own.name, tip=tip, rank=2))
    if view.estimate:
        facts.append(Fact("map", said_estimate(view), tip=ESTIMATE, rank=0))
    facts.append(_rows(view, detail))
    tip = f"{view.seconds:.6f} s for one head’s numbers, without the model’s own run and without painting"
    facts.append(Fact("time", in_time(view.seconds), tip=tip, rank=7))
    if view.top < 1:
        tip = "Weights above that have the colour of the end: one range for map, words and heads"
        facts.append(Fact("colours", f"0 to {view.top:.2f}", tip=tip, rank=3))
    return tuple(facts)


def scale_fact(divisor: float, trained: float, turned: bool) -> Fact:
    """What q·k is multiplied by, as the fraction it is; `turned` when the person chose it."""
    now, own = f"1/{fixed(divisor, 2)}", _root(trained)
    tip = f"q·k is multiplied by {1 / divisor:.9g}; the model itself used {1 / trained:.9g}"
    if turned:
        return Fact("scale", now, f"(trained {own})", tip, rank=2)
    return Fact("scale", now if now == own else f"{now} = {own}", "", tip, rank=2)


def _root(divisor: float) -> str:
    square = divisor**2
    whole = round(square)
    return f"1/√{whole}" if whole > 0 and abs(square - whole) < 1e-4 * whole else f"1/{fixed(divisor, 2)}"


def mask_fact(scene: Scene, trained: str) -> Fact:
    """What hides keys, beside what did so in the model itself."""
    now = " + ".join(masks_of(scene.variant, trained))
    remark = "" if now == trained else f"(trained {'without one' if trained == 'none' else f'with {trained}'})"
    own = "without a mask" if trained == "none" else f"with the mask “{trained}”"
    tip = f"Variant “{titled(scene.variant)}”; the model itself ran {own}"
    alone = scene.workspace == "flash" and scene.shape is not None  # there are no layers to look at
    return Fact("mask", now, remark, tip, rank=2, opens="" if alone else "mask")


def _rows(view: View, detail: Detail | None) -> Fact:
    """How far the sums of rows are from 1, over all heads of the layer."""
    if view.head == "max":
        tip = "The maximum over heads is no distribution: each cell comes from the head that looks there most"
        return Fact("", "rows do not sum to 1:", "maximum over heads", tip, rank=4)
    if view.sums is not None:
        return Fact("", "rows do not sum to 1:", "the variant’s own way", view.sums, rank=4)
    if detail is None:
        return Fact("worst row sum error", "…", "", "Not computed yet", rank=4, stale=True)
    error = detail.row_error
    tip = (
        f"The weights of each row should sum to 1: of all rows of all {view.capture.heads} heads "
        f"the worst is off by {error:.9g}{', which is rounding' if error <= ALARM else ''}"
    )
    stale = detail.scene != view.scene
    if error <= ALARM:
        return Fact("worst row sum error", power(error), "", tip, rank=4, stale=stale)
    return Fact("rows do not sum to 1:", f"off by {power(error)}", "", tip, rank=0, alarm=True, stale=stale)


def in_time(seconds: float) -> str:
    """Seconds as "0.52 ms", "12 ms", "1.5 s"."""
    milliseconds = 1000 * seconds
    if milliseconds >= 1000:
        return f"{seconds:.1f} s"
    return f"{milliseconds:.{2 if milliseconds < 1 else 1 if milliseconds < 10 else 0}f} ms"
