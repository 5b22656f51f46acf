"""Where the numbers of the Flash workspace come from, entry by entry."""

from __future__ import annotations

from engine.flash.frame.view import FlashDetail, FlashView
from engine.flash.hardware.devices import device_of
from engine.flash.words.quantities import count
from gui.attention.facts import in_time, mask_fact, scale_fact
from gui.flash.names import ALGORITHMS
from gui.flash.pickers.choices import trained_mask
from gui.frame.provenance import Fact
from gui.look.numbers import power, whole

ROUNDING = 1e-4  # a larger difference to dense attention is said aloud


def facts_of(view: FlashView, detail: FlashDetail | None) -> tuple[Fact, ...]:
    """All entries for a frame, left to right."""
    s = view.schedule
    facts = [*(_shape(view) if view.scene.shape is not None else _head(view))]
    if s.asked:
        tip = "A function cannot answer for a whole tile: it is asked for every cell, and no tile is skipped"
        facts.append(Fact("tiles asked of", "your own function", "", tip, rank=3))
    if view.tile is not None and view.tile.scores is not None:
        facts.append(Fact("computed in", view.tile.scores.dtype.name, tip="S, m, ℓ and O, as on the chip", rank=6))
    tip = "Elements in HBM have 16 bits, as real kernels read them; what is summed on the chip has 32"
    facts.append(Fact("traffic counted at", f"{count(s.itemsize, 'byte')} an element", "", tip, rank=4))
    size = f"{s.block_q} × {s.block_k}, d = {s.d}" + (f", dv = {s.d_v}" if s.d_v != s.d else "")
    tip = f"{ALGORITHMS[s.algorithm]} on {count(s.n_q, 'query', 'queries')} and {count(s.n_k, 'key')}"
    facts.append(Fact("tiles", size, "", tip, rank=3))
    device = device_of(view.scene.device)
    facts.append(Fact("device", device.title, "", device.source, rank=5))
    facts += _error(view, detail)
    tip = f"{view.seconds:.6f} s for this frame’s numbers, without painting"
    facts.append(Fact("time", in_time(view.seconds), tip=tip, rank=7))
    return tuple(facts)


def _shape(view: FlashView) -> list[Fact]:
    s = view.schedule
    tip = "A schedule alone: no numbers of a model are in it"
    return [
        Fact("Shape only", count(s.n_k, "token"), f"head size {s.d}", tip, rank=0),
        _plain_mask(view),
    ]


def _plain_mask(view: FlashView) -> Fact:
    return mask_fact(view.scene, trained_mask(view))


def _head(view: FlashView) -> list[Fact]:
    capture, scene = view.capture, view.scene
    if capture is None:
        return []
    limit = f"reads {count(capture.limit, 'token')} at most; this text has {whole(len(capture.tokens))}"
    facts = [
        Fact("Model", capture.title, tip=f"{capture.title} {limit}", rank=0),
        Fact("layer", str(scene.layer), tip=f"Layer {scene.layer} of 0 to {len(capture.layers) - 1}", rank=1),
        Fact("head", str(scene.head), tip=f"Head {scene.head}; the layer has {capture.heads}", rank=1),
    ]
    if view.kv_head is not None:
        tip = f"Query head {scene.head} reads the keys and values of head {view.kv_head}"
        facts.append(Fact("key/value head", str(view.kv_head), tip=tip, rank=6))
    if view.divisor is not None:
        trained = 1 / capture.layers[scene.layer].scale
        facts.append(scale_fact(view.divisor, trained, scene.scale is not None))
    return [*facts, _plain_mask(view)]


def _error(view: FlashView, detail: FlashDetail | None) -> list[Fact]:
    """How far the finished rows are from dense attention."""
    late = detail is not None and detail.scene == view.scene
    error = detail.error if late and detail is not None and view.error is None else view.error
    if error is None:
        return []
    if view.schedule.direction == "backward":
        tip = f"What is stored of dQ, dK and dV is {error:.9g} at most from dense attention’s gradients in float64"
    else:
        tip = f"Finished rows of O are {error:.9g} at most from dense attention, which computes all scores at once"
    if error <= ROUNDING:
        return [Fact("largest difference to dense", power(error), "", tip, rank=4)]
    return [Fact("differs from dense attention:", f"by {power(error)}", "", tip, rank=0, alarm=True)]
