"""From a scene and a capture to the frozen numbers that the Attention workspace shows."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine import measures
from engine.attention import Spec
from engine.capture import Capture
from engine.maps import Raster, Viewport, raster
from engine.rows import stage_rows
from engine.scene import LARGEST_SCALE, SMALLEST_SCALE, Scene
from engine.variants import CATALOGUE
from engine.words import Axis, axis_of

Numbers = NDArray[Any]
Cancelled = Callable[[], bool]

DIVISORS: Final = np.geomspace(SMALLEST_SCALE, LARGEST_SCALE, 113)
FEW_WORDS: Final = 64  # up to here the colours always run from 0 to 1
_STEPS: Final = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, eq=False)
class Row:
    """The numbers of one query.

    `weights`, `trained`, `visible` are over all tokens (N,); `shown`, `shown_trained`, `shown_visible` over the shown
    words (G,): keys of a word summed, queries of the word averaged. `trained` is as the model itself ran.
    """

    weights: Numbers
    trained: Numbers
    visible: Numbers
    shown: Numbers
    shown_trained: Numbers
    shown_visible: Numbers
    folded: float  # weight on the special tokens that are folded away
    folded_trained: float
    folded_each: Numbers  # (F,) the same by token, in the order of the axis' `folded`
    special: float  # weight on all special tokens, shown or not
    total: float
    entropy: float  # bits
    most_entropy: float  # bits: log2 of the keys it may see


@dataclass(frozen=True, eq=False)
class Cell:
    """One query piece and one key piece: q.k by dimension, and what becomes of it."""

    query: int
    key: int
    products: Numbers  # (d,)
    raw: float
    scaled: float
    visible: bool
    lse: float
    weight: float
    length: float  # |v|
    of_pieces: int  # how many pairs of pieces the shown cell has; this is the pair with the largest weight


@dataclass(frozen=True, eq=False)
class Saturation:
    """Entropy (share of its most) and gradient (share of its peak over the range) against sqrt(d_k)."""

    divisors: Numbers  # (S,)
    entropy: Numbers  # (S,) 0 to 1
    gradient: Numbers  # (S,) 0 to 1
    entropy_now: float
    gradient_now: float
    entropy_bits: float
    gradient_norm: float


@dataclass(frozen=True, eq=False)
class View:
    """All that one frame shows. `key_group` and `query_group` count shown words, -1 for a folded special token."""

    scene: Scene
    capture: Capture
    axis: Axis
    layer: int
    head: int | str
    stage: str
    divisor: float
    trained_divisor: float
    changed: bool  # scale or variant differ from the model's own
    query: int
    query_group: int
    key: int
    key_group: int
    ranked: tuple[int, ...]  # visible shown words by weight, largest first
    row: Row
    cell: Cell | None  # None for mean and max
    saturation: Saturation | None
    map: Raster
    top: float  # the colours of weights run from 0 to this
    limit: float  # the colours of the map's stage run from 0 (or -limit) to this
    kv_head: int | None
    seconds: float


def divisor_of(scene: Scene, capture: Capture) -> float:
    """The sqrt(d_k) in force: the person's, or the model's own."""
    return scene.scale if scene.scale is not None else 1.0 / capture.layers[scene.layer].scale


def specs_of(scene: Scene, capture: Capture) -> tuple[Spec, Spec]:
    """What is computed now, and what the model itself did in this layer."""
    layer = capture.layers[scene.layer]
    scale = None if scene.scale is None else 1.0 / scene.scale
    return CATALOGUE[scene.variant].spec(layer, scale), CATALOGUE["as-trained"].spec(layer, None)


def view_of(scene: Scene, capture: Capture, canvas: tuple[int, int], cancelled: Cancelled) -> View | None:
    """The view of `scene` on `capture`; None when cancelled.

    `canvas` is (height, width) of the map in device pixels. Raises ValueError with one sentence when the scene's layer
    or head is not in the capture.
    """
    started = time.perf_counter()
    _check(scene, capture)
    spec, trained = specs_of(scene, capture)
    axis = axis_of(capture.tokens, scene.merge, scene.specials)
    stage = scene.stage if isinstance(scene.head, int) else "weights"
    query = _query_of(scene, capture)
    row = _row(scene, capture, axis, query, spec, trained)
    ranked = tuple(int(g) for g in np.argsort(-row.shown, kind="stable") if row.shown_visible[g])
    key = _key_of(scene, axis, ranked, query)

    def draw(drawn: str, viewport: Viewport) -> Raster | None:
        return raster(capture, scene.layer, scene.head, spec, drawn, axis, viewport, cancelled)

    whole = Viewport(height=canvas[0], width=canvas[1])
    full = draw(stage, whole)
    part = full if scene.viewport is None else draw(stage, Viewport(*scene.viewport, *canvas))
    weights = full if stage == "weights" or len(axis.groups) <= FEW_WORDS else draw("weights", whole)
    if full is None or part is None or weights is None:
        return None
    top = _top(len(axis.groups), weights.peak, scene.head)
    return View(
        scene=scene,
        capture=capture,
        axis=axis,
        layer=scene.layer,
        head=scene.head,
        stage=stage,
        divisor=divisor_of(scene, capture),
        trained_divisor=1.0 / capture.layers[scene.layer].scale,
        changed=(spec.scale, scene.variant) != (trained.scale, "as-trained"),
        query=query,
        query_group=axis.group_of[query],
        key=key,
        key_group=axis.group_of[key],
        ranked=ranked,
        row=row,
        cell=_cell(scene, capture, axis, query, key, spec),
        saturation=_saturation(scene, capture, axis, query, spec),
        map=part,
        top=top,
        limit=top if stage == "weights" else round_up(full.peak),
        kv_head=capture.kv_group(scene.head) if isinstance(scene.head, int) else None,
        seconds=time.perf_counter() - started,
    )


def round_up(peak: float) -> float:
    """The next round number from `peak` on: 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten; 1 for 0."""
    if not (math.isfinite(peak) and peak > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(peak))
    return next((step * power for step in (1, 1.5, 2, 3, 4, 5, 6, 8) if step * power >= peak * (1 - 1e-9)), 10 * power)


def _top(groups: int, peak: float, head: int | str) -> float:
    if groups <= FEW_WORDS:
        return 1.0
    return next((step for step in _STEPS if step >= peak), 1.0)


def _check(scene: Scene, capture: Capture) -> None:
    if scene.layer >= len(capture.layers):
        raise ValueError(f"This capture has layers 0 to {len(capture.layers) - 1}, not {scene.layer}.")
    if isinstance(scene.head, int) and scene.head >= capture.heads:
        raise ValueError(f"This capture has heads 0 to {capture.heads - 1}, not {scene.head}.")


def _query_of(scene: Scene, capture: Capture) -> int:
    """The scene's query, or the last word when the text became shorter than that."""
    if scene.query < len(capture.tokens):
        return scene.query
    words = [i for i, token in enumerate(capture.tokens) if not token.special]
    return words[-1] if words else len(capture.tokens) - 1


def _key_of(scene: Scene, axis: Axis, ranked: tuple[int, ...], query: int) -> int:
    """The scene's key, or the first piece of the word that gets the most."""
    if scene.key is not None and scene.key < len(axis.group_of):
        return scene.key
    words = [g for g in ranked if not axis.groups[g].special]
    return axis.groups[words[0]].tokens[0] if words else query


def pieces_of(axis: Axis, token: int) -> tuple[int, ...]:
    """The tokens of the shown word that `token` belongs to; the token alone when it is folded away."""
    group = axis.group_of[token]
    return (token,) if group < 0 else axis.groups[group].tokens


def _row(scene: Scene, capture: Capture, axis: Axis, query: int, spec: Spec, trained: Spec) -> Row:
    pieces = pieces_of(axis, query)
    start, stop = pieces[0], pieces[-1] + 1
    now, visible = stage_rows(capture, scene.layer, scene.head, spec, "weights", start, stop)
    was, _ = stage_rows(capture, scene.layer, scene.head, trained, "weights", start, stop)
    special = np.array([token.special for token in capture.tokens])
    folded = list(axis.folded)
    own = query - start
    return Row(
        weights=now[own],
        trained=was[own],
        visible=visible[own],
        shown=_by_word(np.mean(now, axis=0), axis),
        shown_trained=_by_word(np.mean(was, axis=0), axis),
        shown_visible=_by_word(np.any(visible, axis=0), axis) > 0,
        folded=float(now[:, folded].sum(1, dtype=np.float64).mean()),
        folded_trained=float(was[:, folded].sum(1, dtype=np.float64).mean()),
        folded_each=now[:, folded].mean(0, dtype=np.float64),
        special=float(now[:, special].sum(1, dtype=np.float64).mean()),
        total=float(now.sum(1, dtype=np.float64).mean()),
        entropy=float(np.mean(measures.entropy(now))),
        most_entropy=float(np.mean(np.log2(np.maximum(visible.sum(1), 1)))),
    )


def _by_word(row: Any, axis: Axis) -> Numbers:
    """Sums of a row (N,) over each shown word (G,), in float64."""
    if not axis.groups:
        return np.zeros(0)
    edges = [edge for group in axis.groups for edge in (group.tokens[0], group.tokens[-1] + 1)]
    sums: Numbers = np.add.reduceat(np.append(row.astype(np.float64), 0.0), edges)[::2]
    return sums


def _cell(scene: Scene, capture: Capture, axis: Axis, query: int, key: int, spec: Spec) -> Cell | None:
    if not isinstance(scene.head, int):
        return None
    queries, keys = pieces_of(axis, query), pieces_of(axis, key)

    def block(stage: str) -> tuple[Numbers, Numbers]:
        rows = stage_rows(capture, scene.layer, scene.head, spec, stage, queries[0], queries[-1] + 1)
        return rows[0][:, keys[0] : keys[-1] + 1], rows[1][:, keys[0] : keys[-1] + 1]

    weights, visible = block("weights")
    i, j = np.unravel_index(int(np.argmax(weights)), weights.shape)
    q_token, k_token = queries[int(i)], keys[int(j)]
    layer, kv = capture.layers[scene.layer], capture.kv_group(scene.head)
    products = layer.q[scene.head, q_token].astype(np.float64) * layer.k[kv, k_token].astype(np.float64)
    masked, seen = stage_rows(capture, scene.layer, scene.head, spec, "masked", q_token, q_token + 1)
    scores = masked[seen].astype(np.float64)
    lse = float(np.logaddexp.reduce(scores)) if scores.size else -math.inf
    return Cell(
        query=q_token,
        key=k_token,
        products=products,
        raw=float(block("raw")[0][i, j]),
        scaled=float(block("scaled")[0][i, j]),
        visible=bool(visible[i, j]),
        lse=lse,
        weight=float(weights[i, j]),
        length=float(np.linalg.norm(layer.v[kv, k_token].astype(np.float64))),
        of_pieces=len(queries) * len(keys),
    )


def _saturation(scene: Scene, capture: Capture, axis: Axis, query: int, spec: Spec) -> Saturation | None:
    """Mean over the pieces of the query's word; None for mean and max, which are no softmax of one row of scores."""
    if not isinstance(scene.head, int):
        return None
    pieces = pieces_of(axis, query)
    raw, _ = stage_rows(capture, scene.layer, scene.head, spec, "raw", pieces[0], pieces[-1] + 1)
    _, visible = stage_rows(capture, scene.layer, scene.head, spec, "weights", pieces[0], pieces[-1] + 1)
    divisors = np.append(DIVISORS, divisor_of(scene, capture))
    both = [measures.saturation(raw[i], visible[i], divisors) for i in range(len(pieces))]
    entropy = np.mean([each[0] for each in both], axis=0)
    gradient = np.mean([each[1] for each in both], axis=0)
    most = float(np.mean(np.log2(np.maximum(visible.sum(1), 1)))) or 1.0
    peak = float(gradient.max()) or 1.0
    return Saturation(
        divisors=DIVISORS,
        entropy=entropy[:-1] / most,
        gradient=gradient[:-1] / peak,
        entropy_now=float(entropy[-1] / most),
        gradient_now=float(gradient[-1] / peak),
        entropy_bits=float(entropy[-1]),
        gradient_norm=float(gradient[-1]),
    )
