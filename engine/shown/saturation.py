"""What the scale does to a head: entropy, largest weight and gradient against sqrt(d_k), for a row and for all rows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import Attention
from engine.capture import Capture
from engine.maps.rows import head_rows
from engine.maps.spans import CHUNK
from engine.maps.words import Axis
from engine.normalizers import softmax
from engine.own import OwnFunction
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
KEPT: Final = 16
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
    parameters = tuple(sorted(scene.parameters.items()))
    pieces, own = pieces_of(axis, query), varied.capture.own
    curves = _curves(own, scene.layer, scene.head, scene.variant, parameters, varied.own, pieces)
    now = _saturated(varied, scene.layer, scene.head, pieces, divisor)
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
    """Means over all rows of the open head that see a key, at ALL_DIVISORS; None when cancelled, and as above.

    Kept: a drag of the scale leaves them as they are.
    """
    if not isinstance(scene.head, int) or varied.sums is not None:
        return None
    capture, head, parameters = varied.capture.own, scene.head, tuple(sorted(scene.parameters.items()))
    key = (capture, scene.layer, head, scene.variant, parameters, varied.own)
    found = _KEPT.pop(key, None)
    if found is None:
        unscaled = vary(capture, scene.layer, scene.variant, scene.parameters, own=varied.own)
        found = _all_rows(unscaled, scene.layer, head, cancelled)
    if found is not None:
        _KEPT[key] = found
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)
    return found


_KEPT: Final[OrderedDict[object, Curves]] = OrderedDict()  # of the worker's thread alone


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


@lru_cache(KEPT)
def _curves(
    capture: Capture,
    layer: int,
    head: int,
    variant: str,
    parameters: tuple[tuple[str, float], ...],
    own: OwnFunction | None,
    pieces: tuple[int, ...],
) -> Curves:
    """The curves over all scales, which a drag of the scale leaves as they are."""
    varied = vary(capture, layer, variant, dict(parameters), own=own)
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
