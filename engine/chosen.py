"""What the person chose in a map, in numbers: the query's row, one cell of it, and what the scale does to it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine import measures
from engine.attention import Spec
from engine.capture import Capture
from engine.rows import stage_rows
from engine.scene import LARGEST_SCALE, SMALLEST_SCALE, Scene
from engine.words import Axis

Numbers = NDArray[Any]

DIVISORS: Final = np.geomspace(SMALLEST_SCALE, LARGEST_SCALE, 113)


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


def pieces_of(axis: Axis, token: int) -> tuple[int, ...]:
    """The tokens of the shown word that `token` belongs to; the token alone when it is folded away."""
    group = axis.group_of[token]
    return (token,) if group < 0 else axis.groups[group].tokens


def row_of(scene: Scene, capture: Capture, axis: Axis, query: int, spec: Spec, trained: Spec) -> Row:
    """The row of a query and of its word, now and as the model itself ran."""
    pieces = pieces_of(axis, query)
    start, stop = pieces[0], pieces[-1] + 1
    now, visible = stage_rows(capture, scene.layer, scene.head, spec, "weights", start, stop)
    was, _ = stage_rows(capture, scene.layer, scene.head, trained, "weights", start, stop)
    heads = range(capture.heads) if scene.head == "max" else (scene.head,)  # "max" merges in each head

    def merged(of: Spec) -> tuple[Numbers, Numbers]:
        rows = [stage_rows(capture, scene.layer, head, of, "weights", start, stop)[0].mean(0) for head in heads]
        words = np.max([_by_word(row, axis) for row in rows], axis=0)
        return words, np.max([row[list(axis.folded)].sum(dtype=np.float64) for row in rows], axis=0)

    special = np.array([token.special for token in capture.tokens])
    folded = list(axis.folded)
    own = query - start
    (shown, folded_now), (shown_trained, folded_trained) = merged(spec), merged(trained)
    return Row(
        weights=now[own],
        trained=was[own],
        visible=visible[own],
        shown=shown,
        shown_trained=shown_trained,
        shown_visible=_by_word(np.any(visible, axis=0), axis) > 0,
        folded=float(folded_now),
        folded_trained=float(folded_trained),
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


def cell_of(scene: Scene, capture: Capture, axis: Axis, query: int, key: int, spec: Spec) -> Cell | None:
    """The cell of two tokens; of two words in pieces the pair with the largest weight. None for mean and max."""
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


def saturation_of(
    scene: Scene, capture: Capture, axis: Axis, query: int, spec: Spec, divisor: float
) -> Saturation | None:
    """Mean over the pieces of the query's word; None for mean and max, which are no softmax of one row of scores."""
    if not isinstance(scene.head, int):
        return None
    pieces = pieces_of(axis, query)
    raw, _ = stage_rows(capture, scene.layer, scene.head, spec, "raw", pieces[0], pieces[-1] + 1)
    _, visible = stage_rows(capture, scene.layer, scene.head, spec, "weights", pieces[0], pieces[-1] + 1)
    divisors = np.append(DIVISORS, divisor)
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
