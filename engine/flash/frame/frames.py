"""From a scene and a capture to the frozen numbers that the Flash workspace shows."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.flash.frame.closeup import close_up
from engine.flash.frame.gradients import backward_of
from engine.flash.frame.inputs import Cancelled
from engine.flash.frame.instep import in_step
from engine.flash.frame.output import error_so_far, output_so_far
from engine.flash.frame.progress import final
from engine.flash.frame.reverse import LETTERS
from engine.flash.frame.rowstate import row_state
from engine.flash.frame.session import Session, session_of
from engine.flash.frame.strips import strips_of
from engine.flash.frame.tile import rows_in, tile_in, tile_of
from engine.flash.frame.view import FlashDetail, FlashView, Floats, Tile
from engine.flash.hardware.devices import device_of
from engine.flash.words.code import line_of
from engine.flash.words.sentences import sentence_of
from engine.own import heeding
from engine.shown.view import divisor_of, query_of, varied_of
from engine.variants import TRAINED

if TYPE_CHECKING:
    from engine.capture import Capture
    from engine.scene import Scene

AT_ONCE: Final = 2**17  # cells of the map that a frame computes for its output; the rest comes with the detail


@heeding
def flash_view(scene: Scene, capture: Capture | None, cancelled: Cancelled) -> FlashView | None:
    """What the Flash workspace shows of `scene` on `capture`; None when cancelled.

    With `scene.shape` there are no numbers, and the capture may be None. ValueError with one sentence: see
    `session_of`; also for an unknown device, and when a person's own function fails (an OwnError).
    """
    return _both(scene, capture, cancelled)


@heeding
def flash_detail(
    scene: Scene, capture: Capture | None, cancelled: Cancelled, view: FlashView | None = None
) -> FlashDetail | None:
    """What a frame shows a moment later: the output by now, and its difference to dense attention; None when cancelled.

    Each row block is computed once for all steps: what was cancelled goes on where it stopped. `view` is the frame of
    this scene, where there is one already.
    """
    view = view or _both(scene, capture, cancelled)
    if view is None:
        return None
    detail = _detail(view, cancelled)
    if view.beside is None or detail is None:
        return detail
    beside = _detail(view.beside, cancelled)
    return None if beside is None else replace(detail, beside=beside)


def tile_at(view: FlashView, i: int, j: int) -> Tile:
    """Any tile of a view, with its scores and what the mask shows of it. IndexError for one that is not there."""
    session = session_of(view.scene, view.capture, lambda: False, view.schedule.algorithm)
    assert session is not None  # nobody cancels
    return tile_of(session, i, j)


def _both(scene: Scene, capture: Capture | None, cancelled: Cancelled) -> FlashView | None:
    session = session_of(scene, capture, cancelled)
    if session is None:
        return None
    t = min(scene.step, len(session.schedule))
    if not scene.beside:
        return _view(scene, capture, session, t, cancelled)
    other = session_of(scene, capture, cancelled, scene.beside)
    if other is None:
        return None
    beside = _view(scene, capture, other, in_step(session.schedule, t, other.schedule), cancelled)
    view = _view(scene, capture, session, t, cancelled)
    return None if view is None or beside is None else replace(view, beside=beside)


def _view(scene: Scene, capture: Capture | None, session: Session, t: int, cancelled: Cancelled) -> FlashView | None:
    started = time.perf_counter()
    s = session.schedule
    step = s[t - 1] if t else None
    query = None if capture is None else query_of(scene, capture)
    row = _row(session, query)
    resident, totals, whole = s.resident(t), s.totals(t), s.totals(len(s))
    done, head = final(s, t), _head(scene, capture)
    output = output_so_far(session, t, done, AT_ONCE, cancelled)
    grown = _grown(session, t, AT_ONCE, cancelled)
    view = FlashView(
        scene=scene,
        capture=capture,
        schedule=s,
        t=t,
        step=step,
        sentence=(),
        line=0 if step is None else line_of(s.algorithm, s.direction, step.op),
        tile=tile_in(session, step),
        band=rows_in(session, step),
        limit=session.limit,
        row=row_state(session, step, row),
        closeup=close_up(session, t, step, query),
        query=query,
        strips=strips_of(session, t, resident, output, grown.gradients),
        resident=resident,
        sram_used=sum(each.bytes for each in resident),
        sram_size=device_of(scene.device).sram,
        totals=totals,
        whole=whole,
        standard=session.standard.totals(len(session.standard)),
        skipped=s.tiles_total - s.tiles_visited,
        finished=int(done.sum()),
        curve=session.curve,
        standard_curve=session.standard_curve,
        share=totals.operations / max(whole.operations, 1),
        error=max(grown.differences.values(), default=error_so_far(session, done)),
        divisor=head.divisor,
        kv_head=head.kv_head,
        changed=head.changed,
        beside=None,
        seconds=time.perf_counter() - started,
        backward=backward_of(session, step, grown.gradients, row),
        differences=grown.differences,
        sharing=head.sharing,
    )
    return None if cancelled() else replace(view, sentence=sentence_of(view))


class _Grown(NamedTuple):
    """Backward: the sums by now, and how far those that are stored are from dense gradients, each by its letter."""

    gradients: Mapping[str, Floats] | None = None
    differences: Mapping[str, float] = {}


def _grown(session: Session, t: int, most: int, cancelled: Cancelled) -> _Grown:
    """Without gradients when cancelled, and when that takes more than `most` cells of the map."""
    reverse = session.reverse
    if reverse is None:
        return _Grown()
    reverse.finish(most // 4, cancelled)  # forward, backward and dense
    return _Grown(reverse.gradients(t, most, cancelled), reverse.differences(t))


class _Head(NamedTuple):
    """Where the numbers come from."""

    divisor: float | None = None
    kv_head: int | None = None
    changed: bool = False
    sharing: int = 1


def _head(scene: Scene, capture: Capture | None) -> _Head:
    if capture is None or scene.shape is not None or not isinstance(scene.head, int):
        return _Head()
    varied, trained = varied_of(scene, capture), capture.layers[scene.layer].scale
    changed = (varied.spec.scale, scene.variant, varied.own) != (trained, TRAINED, None)
    working = varied.capture
    kv = working.kv_group(scene.head, scene.layer)
    sharing = sum(working.kv_group(head, scene.layer) == kv for head in range(working.heads))
    return _Head(divisor_of(scene, working), kv, changed, sharing)


def _detail(view: FlashView, cancelled: Cancelled) -> FlashDetail | None:
    session = session_of(view.scene, view.capture, cancelled, view.schedule.algorithm)
    if session is None:
        return None
    done = final(view.schedule, view.t)
    if session.finished is None:
        return FlashDetail(view.scene, None, 1.0, None, sentence=view.sentence)
    output = output_so_far(session, view.t, done, sys.maxsize, cancelled)
    if output is None:
        return None
    grown = _grown(session, view.t, sys.maxsize, cancelled)
    if session.reverse is not None and (grown.gradients is None or not session.reverse.errors):
        return None
    error = max(grown.differences.values(), default=error_so_far(session, done))
    backward = backward_of(session, view.step, grown.gradients, _row(session, view.query))
    strips = strips_of(session, view.t, view.resident, output, grown.gradients)
    changed = replace(view, error=error, backward=backward, differences=grown.differences)
    return FlashDetail(
        scene=view.scene,
        output=output,
        limit=view.strip("O").limit,
        error=error,
        sentence=sentence_of(changed),
        gradients={strip.letter: strip for strip in strips if strip.letter in (*LETTERS, "dO")},
        backward=backward,
        differences=grown.differences,
    )


def _row(session: Session, query: int | None) -> int | None:
    """The row of the schedule that is a token of the text."""
    return None if query is None or session.inputs is None else query - session.inputs.first
