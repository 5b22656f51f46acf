"""What the scale does to a head: entropy, largest weight and gradient against sqrt(d_k), for a row and for all rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import Attention
from engine.kept import Kept
from engine.maps.rows import head_rows
from engine.maps.spans import CHUNK
from engine.maps.words import Axis
from engine.normalizers import softmax
from engine.scene import LARGEST_SCALE, SMALLEST_SCALE, Scene
from engine.shown import measures
from engine.shown.chosen import pieces_of
from engine.variants import Varied, vary

Numbers = NDArray[Any]
Measured = tuple[Numbers, Numbers, Numbers]
Cancelled = Callable[[], bool]

NO_GRADIENT: Final = "No gradient here: it is that of softmax."
DIVISORS: Final = np.geomspace(SMALLEST_SCALE, LARGEST_SCALE, 113)  # a row's
ALL_DIVISORS: Final = np.geomspace(SMALLEST_SCALE, LARGEST_SCALE, 57)  # all rows': every second of them
CELLS: Final = 2**16  # of rows measured at every divisor between two looks at whether that is still wanted


@dataclass(frozen=True, eq=False)
class Curves:
    """Entropy (share of its most), gradient (share of its peak over the range), largest weight against sqrt(d_k).

    Of one row, or means over all rows that see a key. The gradient is that of softmax: None, with a sentence in
    `no_gradient`, for every other normaliser.
    """

    divisors: Numbers  # (S,)
    entropy: Numbers  # (S,) 0 to 1
    gradient: Numbers | None  # (S,) 0 to 1
    largest: Numbers  # (S,) the largest weight of a row, 0 to 1
    one_hot: float | None  # up to this sqrt(d_k) the largest weight (in all rows) is 1 in half precision; None: nowhere
    no_gradient: str | None
    most: float  # bits: the most entropy the row may have
    peak: float  # the largest gradient over the range


@dataclass(frozen=True, eq=False)
class Saturation(Curves):
    """The curves of the query's row, and its numbers at the scale in force."""

    entropy_now: float
    gradient_now: float | None
    largest_now: float
    entropy_bits: float
    gradient_norm: float | None


def saturation_of(scene: Scene, varied: Varied, axis: Axis, query: int, divisor: float) -> Saturation | None:
    """Mean over the pieces of the query's word. None for mean and max, and where rows do not sum to 1."""
    if not isinstance(scene.head, int) or varied.sums is not None:
        return None
    layer, head, pieces = scene.layer, scene.head, pieces_of(axis, query)
    key = (*_choices(scene, varied), pieces)
    curves = _KEPT.get(varied.capture.own, key, lambda: _curves(_unscaled(scene, varied), layer, head, pieces))
    now = _saturated(varied, layer, head, pieces, divisor)
    entropy, gradient, largest = (float(each[0]) for each in np.mean(now, axis=0))
    return Saturation(
        **vars(curves),
        entropy_now=entropy / curves.most,
        gradient_now=None if curves.gradient is None else min(gradient / curves.peak, 1.0),
        entropy_bits=entropy,
        gradient_norm=None if curves.gradient is None else gradient,
        largest_now=largest,
    )


def all_rows(scene: Scene, varied: Varied, cancelled: Cancelled) -> Curves | None:
    """Means over all rows of the open head that see a key, at ALL_DIVISORS; None when cancelled, and as above."""
    if not isinstance(scene.head, int) or varied.sums is not None:
        return None
    layer, head, key = scene.layer, scene.head, _choices(scene, varied)
    return _KEPT.get(varied.capture.own, key, lambda: _all_rows(_unscaled(scene, varied), layer, head, cancelled))


_KEPT: Final[Kept[Curves]] = Kept(16)  # a drag of the scale leaves curves as they are


def _choices(scene: Scene, varied: Varied) -> tuple[Hashable, ...]:
    """What curves depend on beside the capture."""
    return scene.layer, scene.head, scene.variant, tuple(sorted(scene.parameters.items())), varied.own


def _unscaled(scene: Scene, varied: Varied) -> Varied:
    """The same at the model's own scale."""
    return vary(varied.capture.own, scene.layer, scene.variant, scene.parameters, own=varied.own)


def _all_rows(varied: Varied, layer: int, head: int, cancelled: Cancelled) -> Curves | None:
    sums = np.zeros((3, len(ALL_DIVISORS)))  # entropy, gradient, and what the largest weight lacks to 1
    worst, most, seeing, count = np.zeros(len(ALL_DIVISORS)), 0.0, 0, len(varied.capture.tokens)
    some = max(1, min(CHUNK, CELLS // max(count, 1)))
    for start in range(0, count, some):
        rows = head_rows(varied.capture, layer, head, varied.spec, start, min(start + some, count))
        keys = rows.visible[0, 0].sum(1)
        if not keys.any():
            continue
        each = _measured(rows, keys > 0, cancelled)
        if each is None:
            return None
        sums += [part.sum(1) for part in each]
        worst = np.maximum(worst, each[2].max(1))
        seeing, most = seeing + int((keys > 0).sum()), most + float(np.log2(np.maximum(keys, 1)).sum())
    entropy, gradient, lacks = sums / max(seeing, 1)
    one_hot = measures.one_hot_until(ALL_DIVISORS, 1 - worst) if seeing else None
    return _shares(varied, ALL_DIVISORS, entropy, gradient, 1 - lacks, one_hot, most / max(seeing, 1))


def _measured(rows: Attention, seeing: NDArray[np.bool_], cancelled: Cancelled) -> Measured | None:
    """Entropy, gradient and what the largest weight lacks to 1, (S, R), of the rows that see a key."""
    spec, hidden = rows.spec, np.float32(-np.inf)
    if spec.score is None and spec.normalizer is softmax:
        reach = int(rows.visible[0, 0].any(axis=0).nonzero()[0][-1]) + 1  # behind it all keys are hidden: half of them
        masked = np.where(rows.visible, rows.raw, hidden)[0, 0, seeing, :reach]
        return None if cancelled() else measures.of_softmax(masked, ALL_DIVISORS)
    each = []
    for divisor in ALL_DIVISORS:
        if cancelled():
            return None
        scores = rows.raw * np.float32(1 / divisor)
        if spec.score is not None:
            scores = np.broadcast_to(spec.score(scores, *np.ix_(*map(range, scores.shape))), scores.shape)
        masked = np.where(rows.visible, scores, hidden)
        if spec.normalizer is softmax:
            each.append([part[0] for part in measures.of_softmax(masked[0, 0, seeing], np.ones(1))])
        else:
            weights = spec.normalizer(masked)[0][0, 0, seeing]
            each.append([measures.entropy(weights), measures.gradient(weights), 1 - weights.max(axis=-1)])
    entropy, gradient, lacks = np.array(each, np.float64).transpose(1, 0, 2)
    return entropy, gradient, lacks


def _curves(varied: Varied, layer: int, head: int, pieces: tuple[int, ...]) -> Curves:
    """The curves of some rows over all scales."""
    each_piece = _saturated(varied, layer, head, pieces, *DIVISORS)
    visible = head_rows(varied.capture, layer, head, varied.spec, pieces[0], pieces[-1] + 1).visible[0, 0]
    ends = [measures.one_hot_until(DIVISORS, of[2]) for of in each_piece]
    entropy, gradient, largest = np.mean(each_piece, axis=0)
    one_hot = min((end or 0.0 for end in ends), default=0.0) or None
    most = float(np.mean(np.log2(np.maximum(visible.sum(1), 1))))
    return _shares(varied, DIVISORS, entropy, gradient, largest, one_hot, most)


def _shares(
    varied: Varied,
    divisors: Numbers,
    entropy: Numbers,
    gradient: Numbers,
    largest: Numbers,
    one_hot: float | None,
    most: float,
) -> Curves:
    """Entropy in bits and the plain gradient as shares; nothing is divided by 0."""
    most, peak = most or 1.0, float(gradient.max()) or 1.0
    alone = varied.spec.normalizer is softmax
    return Curves(
        divisors=divisors,
        entropy=entropy / most,
        gradient=gradient / peak if alone else None,
        largest=largest,
        one_hot=one_hot,
        no_gradient=None if alone else NO_GRADIENT,
        most=most,
        peak=peak,
    )


def _saturated(
    varied: Varied, layer: int, head: int, pieces: tuple[int, ...], *divisors: float
) -> list[tuple[Numbers, Numbers, Numbers]]:
    """Entropy, gradient and largest weight (S,) of each piece's row at these divisors."""
    spec = varied.spec
    rows = head_rows(varied.capture, layer, head, spec, pieces[0], pieces[-1] + 1)
    raw, visible, at = rows.raw[0, 0], rows.visible[0, 0], np.array(divisors)
    return [measures.saturation(raw[i], visible[i], at, spec, head, piece) for i, piece in enumerate(pieces)]
