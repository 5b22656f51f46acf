"""What the tasks ask of a scene and its capture. Each check is False where the scene has nothing to check."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.attention import Attention
from engine.capture import Capture
from engine.flash.frame.closeup import close_up
from engine.flash.frame.session import Session, session_of
from engine.heads.patterns import PATTERNS
from engine.heads.rows import Rows
from engine.heads.text import Text
from engine.maps.rows import head_rows
from engine.maps.words import axis_in
from engine.scene import Scene
from engine.shown.saturation import saturation_of
from engine.shown.view import divisor_of, query_of, varied_of
from engine.variants import TRAINED

Check = Callable[[Scene, Capture], bool]
SUMS = 1e-3  # how far from 1 a row has to be


def _map_of(scene: Scene, capture: Capture) -> Attention | None:
    """All rows of the scene's head as it is shown; None for mean, max, and a layer or head that is not there."""
    if not isinstance(scene.head, int) or scene.layer >= len(capture.layers) or scene.head >= capture.heads:
        return None
    varied = varied_of(scene, capture)
    return head_rows(varied.capture, scene.layer, scene.head, varied.spec, 0, len(capture.tokens))


def _own(scene: Scene) -> bool:
    """Whether the scene shows what the model itself did, but for its scale."""
    return scene.variant == TRAINED and not scene.function


def _row_of(scene: Scene, capture: Capture, word: str) -> int | None:
    """The chosen query, if it is this word."""
    query = query_of(scene, capture)
    return query if capture.tokens[query].label == word else None


def looks_at(word: str, other: str) -> Check:
    """The chosen query is `word`, and gives `other` more than any other token."""

    def check(scene: Scene, capture: Capture) -> bool:
        made, query = _map_of(scene, capture), _row_of(scene, capture, word)
        if made is None or query is None or not _own(scene):
            return False
        return capture.tokens[int(np.argmax(made.weights[0, 0, query]))].label == other

    return check


def has_bits(word: str, bits: float, within: float) -> Check:
    """The row of `word` has this entropy, by its scale alone: the model's own variant."""
    return _saturated(word, lambda entropy, _: abs(entropy - bits) <= within)


def gradient_below(word: str, share: float) -> Check:
    """The row of `word` keeps less than a share of the largest gradient of all scales, on the side of small ones."""
    return _saturated(word, lambda _, gradient: gradient < share)


def _saturated(word: str, holds: Callable[[float, float], bool]) -> Check:
    def check(scene: Scene, capture: Capture) -> bool:
        query = _row_of(scene, capture, word)
        if _map_of(scene, capture) is None or query is None or not _own(scene):
            return False
        axis = axis_in(capture, scene.merge, scene.specials)
        found = saturation_of(scene, varied_of(scene, capture), axis, query, divisor_of(scene, capture))
        return found is not None and found.gradient_now is not None and holds(found.entropy_bits, found.gradient_now)

    return check


def measures(name: str, least: float, model: str = "") -> Check:
    """The chosen head's measure, as in Heads and on the model's own attention, is at least so much."""

    def check(scene: Scene, capture: Capture) -> bool:
        if not _own(scene) or scene.scale is not None or model not in ("", capture.model):
            return False
        made = _map_of(scene, capture)
        if made is None:
            return False
        rows = Rows(made.weights[0], made.visible[0], 0, Text.of(capture.tokens), None)
        numbers, counts = PATTERNS[name].of_rows(rows)
        counts = np.broadcast_to(counts, numbers.shape)
        return bool(counts.any()) and float(numbers[counts].mean()) >= least

    return check


def hides_the_future(scene: Scene, capture: Capture) -> bool:
    """No token sees a later one, each sees itself, and the model itself would have seen ahead."""
    made = _map_of(scene, capture)
    if made is None or capture.layers[scene.layer].mask == "causal":
        return False
    seen = made.visible[0, 0]
    return bool(np.diagonal(seen).all()) and not np.triu(seen, 1).any()


def rows_do_not_sum(scene: Scene, capture: Capture) -> bool:
    """Some row that sees a key does not add up to 1."""
    made = _map_of(scene, capture)
    if made is None:
        return False
    seeing = made.visible[0, 0].any(axis=-1)
    return bool((np.abs(made.weights[0, 0].sum(axis=-1) - 1)[seeing] > SUMS).any())


def true_zeros(word: str, least: int) -> Check:
    """The row of `word` sees every token, adds up to 1, and has so many weights of exactly 0."""

    def check(scene: Scene, capture: Capture) -> bool:
        made, query = _map_of(scene, capture), _row_of(scene, capture, word)
        if made is None or query is None or rows_do_not_sum(scene, capture):
            return False
        return bool(made.visible[0, 0, query].all()) and int((made.weights[0, 0, query] == 0).sum()) >= least

    return check


def _tiles_of(scene: Scene, capture: Capture) -> Session | None:
    """The schedule of the scene on its head; None for a shape, a head that has none, and a pass without tiles."""
    tiled = scene.algorithm in ("fa1", "fa2") and scene.direction == "forward" and scene.shape is None
    if not tiled or _map_of(scene, capture) is None:
        return None
    try:
        return session_of(scene, capture, lambda: False)
    except ValueError:  # its normaliser has no online form
        return None


def moves_less(tokens: int) -> Check:
    """FlashAttention moves fewer bytes than standard attention on at least so many tokens; the mask skips nothing."""

    def check(scene: Scene, capture: Capture) -> bool:
        session = _tiles_of(scene, capture) if len(capture.tokens) >= tokens else None
        if session is None or session.schedule.tiles_visited < session.schedule.tiles_total:
            return False
        ours, standard = (s.hbm_read + s.hbm_written for s in (session.schedule, session.standard))
        return ours < standard

    return check


def at_last_rise(query: int, side: int) -> Check:
    """The newest step works on the tile at which the running maximum of a query's row rises last; tiles side x side."""

    def check(scene: Scene, capture: Capture) -> bool:
        session = _tiles_of(scene, capture)
        if session is None or (scene.block_q, scene.block_k) != (side, side) or query >= len(capture.tokens):
            return False
        s = session.schedule
        position = s.position(min(scene.step, len(s)))
        row = close_up(session, 0, None, query)
        if position is None or row is None or position.i != row.i:
            return False
        rises = np.flatnonzero(np.diff(row.m, prepend=np.float32(-np.inf)) > 0)
        return bool(rises.size) and position.j == int(row.tiles[rises[-1]])

    return check


def skips(least: float) -> Check:
    """The mask leaves out at least this share of all tiles."""

    def check(scene: Scene, capture: Capture) -> bool:
        session = _tiles_of(scene, capture)
        if session is None:
            return False
        visited, total = session.schedule.tiles_visited, session.schedule.tiles_total
        return total - visited >= least * total

    return check
