"""What the person chose in a map, in numbers: the query's row, and one cell of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.attention import Spec
from engine.capture import Capture
from engine.maps.rows import head_rows, stage_rows
from engine.maps.words import Axis
from engine.scene import Scene
from engine.shown import measures
from engine.variants import Varied, trained_spec

Numbers = NDArray[Any]


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
    entropy: float | None  # bits; None where rows do not sum to 1: the variant's, and those of "max"
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
    lse: float  # log of what divides exp(scored); NaN where the normaliser has no such denominator
    weight: float
    length: float  # |v|
    of_pieces: int  # how many pairs of pieces the shown cell has; this is the pair with the largest weight
    scored: float = math.nan  # what the normaliser gets: `scaled`, after the variant's change of scores
    chain: str | None = None  # why the weight is not exp(scored - lse); None where it is
    denominator: str = "Σ eˢ"  # what exp(lse) is


def pieces_of(axis: Axis, token: int) -> tuple[int, ...]:
    """The tokens of the shown word that `token` belongs to; the token alone when it is folded away."""
    group = axis.group_of[token]
    return (token,) if group < 0 else axis.groups[group].tokens


def row_of(scene: Scene, varied: Varied, axis: Axis, query: int) -> Row:
    """The row of a query and of its word, now and as the model itself ran."""
    capture, own = varied.capture, varied.capture.own
    trained = trained_spec(own.layers[scene.layer])
    pieces = pieces_of(axis, query)
    start, stop = pieces[0], pieces[-1] + 1
    now, visible = stage_rows(capture, scene.layer, scene.head, varied.spec, "weights", start, stop)
    was, _ = stage_rows(own, scene.layer, scene.head, trained, "weights", start, stop)
    special = np.array([token.special for token in capture.tokens])
    folded, at = list(axis.folded), query - start

    def merged(by: Capture, of: Spec, alone: Numbers) -> tuple[Numbers, Numbers]:
        each = (stage_rows(by, scene.layer, head, of, "weights", start, stop)[0] for head in range(capture.heads))
        rows = [part.mean(0) for part in (each if scene.head == "max" else [alone])]  # "max" merges in each head
        words = np.max([axis.by_word(row) for row in rows], axis=0)
        return words, np.max([row[folded].sum(dtype=np.float64) for row in rows], axis=0)

    (shown, folded_now) = merged(capture, varied.spec, now)
    (shown_trained, folded_trained) = merged(own, trained, was)
    return Row(
        weights=now[at],
        trained=was[at],
        visible=visible[at],
        shown=shown,
        shown_trained=shown_trained,
        shown_visible=axis.by_word(np.any(visible, axis=0)) > 0,
        folded=float(folded_now),
        folded_trained=float(folded_trained),
        folded_each=now[:, folded].mean(0, dtype=np.float64),
        special=float(now[:, special].sum(1, dtype=np.float64).mean()),
        total=float(now.sum(1, dtype=np.float64).mean()),
        entropy=float(np.mean(measures.entropy(now))) if varied.sums is None and scene.head != "max" else None,
        most_entropy=float(np.mean(np.log2(np.maximum(visible.sum(1), 1)))),
    )


def cell_of(scene: Scene, varied: Varied, axis: Axis, query: int, key: int) -> Cell | None:
    """The cell of two tokens; of two words in pieces the pair with the largest weight. None for mean and max."""
    if not isinstance(scene.head, int):
        return None
    queries, keys = pieces_of(axis, query), pieces_of(axis, key)
    capture, columns = varied.capture, slice(keys[0], keys[-1] + 1)
    rows = head_rows(capture, scene.layer, scene.head, varied.spec, queries[0], queries[-1] + 1)
    weights, visible = rows.weights[0, 0, :, columns], rows.visible[0, 0, :, columns]
    i, j = np.unravel_index(int(np.argmax(weights)), weights.shape)
    q_token, k_token = queries[int(i)], keys[int(j)]
    at = (0, 0, int(i), k_token)
    layer = capture.layers[scene.layer]
    kv = layer.kv_group(scene.head)
    lse = rows.spec.normalizer(rows.masked[:, :, at[2] : at[2] + 1].astype(np.float64))[1]
    products = layer.q[scene.head, q_token].astype(np.float64) * layer.k[kv, k_token].astype(np.float64)
    return Cell(
        query=q_token,
        key=k_token,
        products=products,
        raw=float(rows.raw[at]),
        scaled=float(rows.scaled[at]),
        visible=bool(visible[i, j]),
        lse=math.nan if lse is None else float(lse[0, 0, 0]),
        weight=float(weights[i, j]),
        length=float(np.linalg.norm(layer.v[kv, k_token].astype(np.float64))),
        of_pieces=len(queries) * len(keys),
        scored=float(rows.scored[at]),
        chain=varied.chain,
        denominator=varied.denominator,
    )
