"""Which keys a query may see: (b, h, q_idx, k_idx) -> bool, the signature of FlexAttention's mask_mod.

q_idx and k_idx are row and column numbers from 0; offsets are explicit. numpy and torch alike. Sizes that are no whole
numbers, or negative, or beyond any text raise ValueError. Each tile says exactly what all its cells of all batches and
heads hold; only what `both` and `either` make, and over 1,024 documents that return, may say "cut" of one that is not.
"""

from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import or_
from random import Random
from typing import Any

import numpy as np

from engine.algebra import LARGEST, Holds, Kind, Mask, See, both, either, holding, kind, negate, whole
from engine.arrays import Array, namespace, pick
from engine.counted import Numbers, Points

__all__ = ["Kind", "Mask", "See", "bigbird", "both", "causal", "chunk", "dilated", "document", "either"]
__all__ += ["global_tokens", "keep", "negate", "padding", "prefix", "sinks", "window"]
FEW = 64  # blocks of a row that are counted one by one


def causal(offset: int = 0) -> Mask:
    """k <= q + offset: 0 aligns top-left, n_k - n_q bottom-right. Vaswani et al., arXiv 1706.03762, sec. 3.2.3."""
    whole("The offset", offset, -LARGEST)
    return _band(-offset, 2 * LARGEST, lambda b, h, q, k: k <= q + offset)


def window(width: int) -> Mask:
    """q - width < k <= q: `width` keys, the query's own included. Jiang et al., Mistral 7B, arXiv 2310.06825, sec. 2.

    FlashAttention's window (width - 1, 0). With an offset: both(causal(offset), negate(causal(offset - width))).
    """
    whole("The width of a window", width, 1)
    return _band(0, width - 1, lambda b, h, q, k: (k <= q) & (k > q - width))


def _band(low: int, high: int, sees: See) -> Mask:
    """low <= q - k <= high."""

    def holds(i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        least, most = i0 - (j1 - 1), (i1 - 1) - j0
        return (most >= low) & (least <= high), (low <= least) & (most <= high)

    return holding(sees, holds)


def sinks(count: int) -> Mask:
    """k < count, to be joined with a window. Xiao et al., StreamingLLM, arXiv 2309.17453, sec. 3.2."""
    whole("The number of sinks", count)
    return holding(lambda b, h, q, k: k < count, lambda i0, i1, j0, j1: (j0 < count, j1 <= count))


def prefix(length: int) -> Mask:
    """k < length or k <= q: the prefix sees all of itself. Raffel et al., T5, arXiv 1910.10683, sec. 3.2.1."""
    return either(sinks(whole("The length of a prefix", length)), causal())


def padding(lengths: Iterable[int]) -> Mask:
    """k < lengths[b]: batch b has so many keys, the rest is padding. A single length serves all batches."""
    counts = np.array([whole("A length", length) for length in lengths], np.int64)
    if not counts.size:
        raise ValueError("padding() needs a length for each batch, or one for all.")
    least, most = int(counts.min()), int(counts.max())
    return holding(lambda b, h, q, k: k < pick(counts, b), lambda i0, i1, j0, j1: (j0 < most, j1 <= least))


def dilated(width: int, rate: int) -> Mask:
    """|q - k| <= width, every `rate`-th of these. Beltagy et al., Longformer, arXiv 2004.05150, sec. 3.1."""
    whole("The width of a dilated window", width)
    whole("The rate of a dilated window", rate, 1)

    def holds(i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        least, most = i0 - (j1 - 1), (i1 - 1) - j0
        some = np.maximum(least, -width) <= np.minimum(most, width) // rate * rate
        return some, some & (least >= -width) & (most <= width) & ((rate == 1) | (least == most))

    return holding(lambda b, h, q, k: (abs(q - k) <= width) & ((q - k) % rate == 0), holds)


def global_tokens(indices: Iterable[int]) -> Mask:
    """These tokens see all and are seen by all, to be joined with a window. Longformer, arXiv 2004.05150, sec. 3.1."""
    tokens = frozenset(whole("The number of a global token", token) for token in indices)

    def among(index: Array) -> Array:
        return reduce(or_, (index == token for token in sorted(tokens)), index < 0)

    rising = np.array(sorted(tokens), np.int64)

    def holds(i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        rows, columns = (np.searchsorted(rising, b) - np.searchsorted(rising, a) for a, b in ((i0, i1), (j0, j1)))
        return rows + columns > 0, (rows == i1 - i0) | (columns == j1 - j0)

    return holding(lambda b, h, q, k: among(q) | among(k), holds)


def _alike(of: Callable[[Array], Array]) -> Holds:
    """Tiles where q and k are of the same, of things that lie one after the other: `of` gives a token's number."""

    def holds(i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        first_q, last_q, first_k, last_k = (of(x) for x in (i0, i1 - 1, j0, j1 - 1))
        some = (first_q <= last_k) & (first_k <= last_q)
        return some, (first_q == last_q) & (first_k == last_k) & (first_q == first_k)

    return holds


def chunk(size: int) -> Mask:
    """q and k in the same chunk of `size` tokens. Meta, Llama 4 (2025): its local layers, there causal too."""
    whole("The size of a chunk", size, 1)

    return holding(lambda b, h, q, k: q // size == k // size, _alike(lambda token: token // size))


def document(ids: Any) -> Mask:
    """The same id: texts packed into one sequence do not see each other. ids (N,), or (B, N) for each batch its own.

    Krell et al., Efficient Sequence Packing, arXiv 2107.02027. Raises ValueError for other shapes and for
    ids that are no whole numbers.
    """
    table = np.atleast_2d(np.asarray(ids))
    if table.ndim > 2 or table.dtype.kind not in "iu":
        raise ValueError("document() needs whole numbers (N,) or (B, N), the document of each token.")

    def sees(b: Array, h: Array, q: Array, k: Array) -> Array:
        return pick(table, b, q) == pick(table, b, k)

    piece = np.cumsum(np.diff(table, axis=1, prepend=table[:, :1]) != 0, axis=1)
    if all(len(np.unique(row)) == last + 1 for row, last in zip(table, piece.max(axis=1, initial=-1), strict=True)):
        alike = _alike(lambda token: piece[:, np.minimum(token, piece.shape[1] - 1)])
    else:
        batches = [Numbers(row) for row in table]

        def alike(*edges: Array) -> tuple[Array, Array]:
            spans = [np.atleast_1d(edge) for edge in edges]
            shared = [numbers.shared(*spans) for numbers in batches]
            return np.array([some for some, _ in shared]), np.array([every for _, every in shared])

    def holds(*edges: Array) -> tuple[Array, Array]:
        some, every = alike(*edges)
        return some.any(axis=0), every.all(axis=0)

    return holding(sees, holds)


def keep(tensor: Array) -> Mask:
    """A boolean tensor, True = may see. Its last axes are [batch, head, query, key]; an axis of size 1 repeats.

    Raises ValueError for a tensor that is not boolean (0 and -inf belong to a score) or has over four axes.
    """
    xp = namespace(tensor)
    if tensor.dtype != xp.bool or tensor.ndim > 4:
        raise ValueError(f"keep() needs booleans with at most four axes, not {tensor.dtype} with {tensor.ndim}.")
    cells = xp.reshape(tensor, (1,) * (4 - tensor.ndim) + tuple(tensor.shape))

    def tile(i0: int, i1: int, j0: int, j1: int) -> Kind:
        rows, columns = slice(i0, i1), slice(j0, j1)
        part = cells[:, :, rows if cells.shape[2] > 1 else slice(1), columns if cells.shape[3] > 1 else slice(1)]
        return kind(some=bool(xp.any(part)), every=bool(xp.all(part)))

    def see(*index: Array) -> Array:
        return pick(cells, *index)

    if 1 in cells.shape[2:] and isinstance(tensor, np.ndarray):
        return holding(see, _along(cells))
    return Mask(see, tile)


def _along(cells: Array) -> Holds:
    """Tiles of (B, H, 1, Nk) or (B, H, Nq, 1) booleans, from how many there are before each token."""
    by_query = cells.shape[3] == 1
    line = cells[..., 0] if by_query else cells[..., 0, :]
    before = [np.concatenate(([0], np.cumsum(x))) for x in (line.any(axis=(0, 1)), line.all(axis=(0, 1)))]
    tokens = line.shape[-1]

    def holds(i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        ends = (i0, i1) if by_query else (j0, j1)
        start, stop = (np.minimum(end, tokens) for end in ends) if tokens > 1 else (0 * ends[0], 0 * ends[1] + 1)
        some, every = (sums[stop] - sums[start] for sums in before)
        return some > 0, (every == stop - start) & (stop > start)

    return holds


def bigbird(length: int, size: int, width: int = 3, ends: int = 1, random: int = 3, seed: int = 0) -> Mask:
    """Blocks of `size` of `length` tokens. The first and last `ends` blocks see all and are seen by all; each other
    block sees the `width` (odd) blocks around itself and `random` more of the rest, or all of it if that is fewer.

    Zaheer et al., Big Bird, arXiv 2007.14062, sec. 2. The random blocks are drawn row by row, without
    putting back, by `random.Random(seed).random()`, which is the same in every version of Python.
    Raises ValueError for an even width and for over 4096 blocks.
    """
    blocks = -(-whole("The length of a text", length, 1) // whole("The size of a block", size, 1))
    if blocks > 4096 or whole("The width in blocks", width, 1) % 2 == 0:
        raise ValueError(f"BigBird needs an odd width, not {width}, and at most 4096 blocks, not {blocks}.")
    number = np.arange(blocks)
    end = (number < whole("The number of end blocks", ends)) | (number >= blocks - ends)
    table = (abs(number[:, None] - number) <= width // 2) | end[:, None] | end
    draw = Random(whole("The seed", seed))
    whole("The number of random blocks", random)
    for row in table:
        rest = np.flatnonzero(~row).tolist()
        for _ in range(min(random, len(rest))):
            row[rest.pop(int(draw.random() * len(rest)))] = True

    def seen(b: Array, h: Array, q: Array, k: Array) -> Array:
        return pick(table, q // size, k // size)

    inner = table.copy()
    inner[end], inner[:, end] = False, False
    rows, columns = np.nonzero(inner)
    if len(rows) > FEW * blocks:
        return holding(seen, _counted(table, size))
    return holding(seen, _among_ends(Points(rows, columns, blocks), blocks, ends, size))


def _among_ends(points: Points, blocks: int, ends: int, size: int) -> Holds:
    """Tiles of a table of blocks that are seen where there is a point, and all along its first and last `ends`."""

    def holds(*edges: Array) -> tuple[Array, Array]:
        i0, i1, j0, j1 = (np.atleast_1d(edge) for edge in edges)
        sides = [np.minimum(edge // size, blocks) for edge in (i0, i1 + size - 1, j0, j1 + size - 1)]
        top, stop, left, right = (np.clip(edge, ends, max(blocks - ends, ends)) for edge in sides)
        every = (sides[1] - sides[0]) * (sides[3] - sides[2])
        seen = every - (stop - top) * (right - left) + points.within(top, stop, left, right)
        return seen > 0, seen == every

    return holds


def _counted(table: Array, size: int) -> Holds:
    """Tiles of a table of blocks that are seen, from how many are seen between its corner and each block."""

    @cache
    def counts() -> Array:
        sums = np.zeros((len(table) + 1, len(table) + 1), np.int32)
        for above, row, blocks in zip(sums[:-1], sums[1:], table, strict=True):
            row[1:] = above[1:] + np.cumsum(blocks)
        return sums

    def holds(i0: Array, i1: Array, j0: Array, j1: Array) -> tuple[Array, Array]:
        top, end = np.minimum(i0 // size, len(table)), np.minimum((i1 - 1) // size + 1, len(table))
        left, right = np.minimum(j0 // size, len(table)), np.minimum((j1 - 1) // size + 1, len(table))
        sums = counts()
        seen = sums[end, right] - sums[top, right] - sums[end, left] + sums[top, left]
        return seen > 0, seen == (end - top) * (right - left)

    return holds
