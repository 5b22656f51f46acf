"""What changes scores before the mask and the normaliser: (score, b, h, q_idx, k_idx) -> score.

The signature of FlexAttention's score_mod: scaled scores in, scores of the same type out. numpy and torch alike.
"""

import math
from typing import Any

import numpy as np

from engine.algebra import whole
from engine.arrays import Array, as_array, namespace, pick
from engine.attention import Score


def softcap(limit: float) -> Score:
    """c tanh(s / c): scores stay below c. Gemma 2, arXiv 2408.00118, sec. 2. Raises ValueError unless 0 < c < inf."""
    if not 0 < limit < math.inf:
        raise ValueError(f"A softcap must be a finite number above 0, not {limit}.")
    return lambda s, b, h, q, k: limit * namespace(s).tanh(s / limit)


def alibi(heads: int) -> Score:
    """s - slope_h |q - k|. Press et al., Train Short, Test Long, arXiv 2108.12409, sec. 3; both sides alike."""
    slopes = np.array(alibi_slopes(heads))
    return lambda s, b, h, q, k: s - _like(s, pick(slopes, h)) * _like(s, abs(q - k))


def alibi_slopes(heads: int) -> list[float]:
    """2^(-8/n), 2^(-16/n), ... for n heads, if that is a power of two.

    Else these for the largest power below, and for the other heads every second of those for twice that power.
    """
    power = 2 ** (whole("The number of heads", heads, 1).bit_length() - 1)
    first = [2 ** (-8 * (i + 1) / power) for i in range(power)]
    return first + [2 ** (-4 * (i + 1) / power) for i in range(0, 2 * (heads - power), 2)]


def t5_bias(table: Array, bidirectional: bool = True, buckets: int = 32, max_distance: int = 128) -> Score:
    """s + table[bucket(k - q), h], table (buckets, H). Raffel et al., T5, arXiv 1910.10683, sec. 2.1: its scale is 1.

    Raises ValueError when the table has other axes, and for buckets as in `t5_buckets`.
    """
    numbers = np.array(t5_buckets(bidirectional, buckets, max_distance))
    if table.ndim != 2 or table.shape[0] != buckets:
        raise ValueError(f"The table of T5 biases must be ({buckets}, heads), not {tuple(table.shape)}.")

    def score(s: Array, b: Array, h: Array, q: Array, k: Array) -> Array:
        place = namespace(q).clip(k - q, -max_distance, max_distance) + max_distance
        return s + _like(s, pick(table, pick(numbers, place), h))

    return score


def t5_buckets(bidirectional: bool = True, buckets: int = 32, max_distance: int = 128) -> list[int]:
    """T5's bucket of each relative place k - q from -max_distance to max_distance; beyond, the last one holds.

    Half of the buckets of a side are for single distances, the others grow by equal factors up to max_distance. Of two
    sides the second half is for keys after the query; of one side these are all in bucket 0. In whole numbers, so that
    nothing is rounded. Raises ValueError where a side has fewer than two buckets, or single distances reach
    max_distance, and for distances over 65536.
    """
    side = whole("The number of buckets", buckets) // (2 if bidirectional else 1)
    single = side // 2
    if not 1 <= single < whole("The largest distance", max_distance) <= 2**16:
        raise ValueError(f"T5 cannot part {max_distance} distances into {buckets} buckets.")

    def bucket(distance: int) -> int:
        steps = side - single  # the largest m < steps with single (max_distance / single)^(m / steps) <= distance
        grown = range(1, steps)
        far = sum(max_distance**m * single ** (steps - m) <= distance**steps for m in grown)
        return distance if distance < single else single + far

    before = [bucket(distance) for distance in range(max_distance, -1, -1)]
    after = [bucket(distance) + side if bidirectional else 0 for distance in range(1, max_distance + 1)]
    return before + after


def bias(tensor: Array) -> Score:
    """s + tensor, whose last axes are [batch, head, query, key]; an axis of size 1 repeats.

    -inf hides as a mask does, but for a NaN below it: masks.keep selects. Raises ValueError for over four axes.
    """
    if tensor.ndim > 4:
        raise ValueError(f"bias() needs at most four axes, not {tensor.ndim}.")
    cells = namespace(tensor).reshape(tensor, (1,) * (4 - tensor.ndim) + tuple(tensor.shape))
    return lambda s, *index: s + _like(s, pick(cells, *index))


def forgetting(log_forget: Array) -> Score:
    """s + G_q - G_k, G the running sum of log f <= 0, [batch, head, token]. A key after its query gains: use causal.

    Lin et al., Forgetting Transformer, arXiv 2503.02130, sec. 3. Raises ValueError for a log f that is above 0 or not
    finite, and for over three axes.
    """
    xp = namespace(log_forget)
    if log_forget.ndim not in (1, 2, 3) or not xp.all(xp.isfinite(log_forget) & (log_forget <= 0)):
        raise ValueError("forgetting() needs finite logarithms of at most 0, in one to three axes.")
    sums = xp.cumulative_sum(xp.astype(log_forget, xp.float64), axis=-1)
    cells = xp.reshape(sums, (1,) * (3 - sums.ndim) + tuple(sums.shape))
    return lambda s, b, h, q, k: s + _like(s, pick(cells, b, h, q) - pick(cells, b, h, k))


def chain(*scores: Score) -> Score:
    """One after the other, each on what the one before made."""

    def score(s: Array, *index: Array) -> Array:
        for change in scores:
            s = change(s, *index)
        return s

    return score


def _like(s: Array, x: Any) -> Array:
    """x in the library and the type of the scores."""
    return as_array(x, s, s.dtype)
