"""Some rows of a map at the resolution of its axis: words merged, with what each row spends on folded tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.attention import Normalizer, Spec
from engine.maps.pooling import Ints
from engine.maps.rows import SCORES, Bools, Floats, head_rows, stage_of, stage_rows
from engine.maps.spans import Spans
from engine.normalizers import QUIET, Placed
from engine.variants import trained_spec

if TYPE_CHECKING:
    from engine.capture import Capture


@dataclass(frozen=True, eq=False)
class Run:
    """A head of a layer as a spec runs it, and as the model itself ran it: with all queries and keys, or some."""

    capture: Capture
    layer: int
    head: int | str
    spec: Spec
    own: Capture
    trained: Spec
    first_key: int = 0
    whole_rows: bool = True  # whether all keys are there, so that a row's weights are all of them

    @classmethod
    def of(cls, capture: Capture, layer: int, head: int | str, spec: Spec) -> Run:
        """All queries and keys of a head, or of "mean" or "max"."""
        return cls(capture, layer, head, spec, capture.own, trained_spec(capture.own.layers[layer]))

    def heads(self, stage: str) -> int:
        """How many maps of single heads a map of this stage is made of."""
        return (1 if isinstance(self.head, int) else self.capture.heads) * (2 if stage == "difference" else 1)

    def normalized(self, normalizer: Normalizer) -> Run:
        """The same with another normaliser."""
        return replace(self, spec=replace(self.spec, normalizer=normalizer))

    def at_queries(self, tokens: Ints) -> Run:
        """Only these queries, (R,), which are then rows 0 to R; masks and scores are still told their own numbers."""
        now = _with(self.capture, self.layer, q=tokens)
        was = now if self.own is self.capture else _with(self.own, self.layer, q=tokens)
        return replace(self, capture=now, own=was, spec=_told(self.spec, tokens), trained=_told(self.trained, tokens))

    def at_keys(self, start: int, stop: int) -> Run:
        """Only the keys start..stop. A row's weights need a normaliser that knows what the others add to it."""
        part = slice(start, stop)
        score, mask = self.spec.score, self.spec.mask
        spec = replace(
            self.spec,
            score=score and (lambda s, b, h, q, k: score(s, b, h, q, k + start)),
            mask=mask and (lambda b, h, q, k: mask(b, h, q, k + start)),
        )
        capture = _with(self.capture, self.layer, k=part, v=part)
        return replace(self, capture=capture, spec=spec, first_key=start, whole_rows=False)


def _with(capture: Capture, layer: int, **parts: Any) -> Capture:
    """The capture with only some of a layer's q, k or v."""
    at, others = capture.layers[layer], capture.layers
    some = replace(at, **{name: getattr(at, name)[:, which] for name, which in parts.items()})
    return replace(capture, layers=(*others[:layer], some, *others[layer + 1 :]))


def _told(spec: Spec, tokens: Ints) -> Spec:
    """The spec for rows that are the queries `tokens`."""
    score, mask, normalizer = spec.score, spec.mask, spec.normalizer
    return replace(
        spec,
        score=score and (lambda s, b, h, q, k: score(s, b, h, tokens[q], k)),
        mask=mask and (lambda b, h, q, k: mask(b, h, tokens[q], k)),
        normalizer=_Scattered(normalizer, tokens) if isinstance(normalizer, Placed) else normalizer,
    )


@dataclass(frozen=True, eq=False)
class _Scattered:
    """A placed normaliser for queries that do not follow each other: row by row."""

    normalizer: Placed
    tokens: Ints

    def __call__(self, scores: Any) -> tuple[Any, None]:
        rows = range(scores.shape[-2])
        each = [self.normalizer.shifted(0, int(self.tokens[row]))(scores[..., row : row + 1, :])[0] for row in rows]
        return np.concatenate(each, axis=-2) if each else scores, None

    def shifted(self, head: int, query: int = 0) -> _Scattered:
        return _Scattered(self.normalizer.shifted(head), self.tokens[query:])


@dataclass(frozen=True, eq=False)
class Block:
    """Some rows of the map, at the groups' own resolution."""

    cells: Floats  # (rows, columns)
    seen: Bools | None  # (rows, columns); None where all are
    special: Floats  # (rows,)
    errors: Any  # (rows,) worst |sum of weights - 1| of a row's queries; 0 for scores, "max" and "difference"


@QUIET
def block_of(run: Run, stage: str, rows: Spans, columns: Spans, folded: tuple[int, ...]) -> Block:
    """The rows of some groups, merged to the groups of both axes; "max" takes each head's merged cells."""
    none = np.zeros(len(rows.starts))
    if stage == "difference":
        own = replace(run, capture=run.own, spec=run.trained)
        now, was = (block_of(one, "weights", rows, columns, folded) for one in (run, own))
        seen = None if now.seen is None or was.seen is None else now.seen | was.seen
        return Block(now.cells - was.cells, seen, now.special, none)
    if run.head == "max":
        heads = range(run.capture.heads)
        each = [block_of(replace(run, head=one), stage, rows, columns, folded) for one in heads]
        cells, special = (np.max([getattr(block, name) for block in each], axis=0) for name in ("cells", "special"))
        some = [block.seen for block in each if block.seen is not None]
        seen = np.any(some, axis=0) if len(some) == len(each) else None
        return Block(cells, seen, special, none)
    start, stop = int(rows.starts[0]), int(rows.stops[-1])
    of = (run.capture, run.layer)
    if isinstance(run.head, int):
        attention = head_rows(*of, run.head, run.spec, start, stop)
        numbers, visible = stage_of(attention, stage)
        weights = stage_of(attention, "weights")[0] if folded or stage not in SCORES else numbers
    else:
        numbers, visible = stage_rows(*of, run.head, run.spec, stage, start, stop)
        weights = numbers
    every = bool(visible.all() if any(visible.strides) else visible[:1, :1].all())
    cells, seen = _merged(numbers, visible, every, stage, rows, columns, run.first_key)
    special = rows.sum(weights[:, folded].sum(axis=1), 0, start) / rows.sizes
    summed = run.whole_rows and stage not in SCORES
    return Block(cells, seen, special, _errors(weights, None if every else visible, rows) if summed else none)


def _merged(
    numbers: Floats, visible: Bools, every: bool, stage: str, rows: Spans, columns: Spans, first_key: int
) -> tuple[Floats, Bools | None]:
    """Cells and what is seen of them; where every group is one token there is nothing to add up."""

    def merged(x: Any) -> Any:
        return columns.sum(rows.sum(x, 0, int(rows.starts[0])), 1, first_key)

    cells = merged(numbers if every else np.where(visible, numbers, np.float32(0)))
    if max(rows.sizes.max(initial=1), columns.sizes.max(initial=1)) == 1:
        return cells, None if every else merged(visible)
    pieces = np.outer(rows.sizes, columns.sizes) if every else merged(visible.astype(np.float32))
    cells = cells / (np.maximum(pieces, 1) if stage in SCORES else rows.sizes[:, None])
    return cells, None if every else pieces > 0


def _errors(weights: Floats, visible: Bools | None, rows: Spans) -> Any:
    errors = np.abs(weights.sum(axis=1, dtype=np.float64) - 1)
    if visible is not None:
        errors = np.where(visible.any(axis=1), errors, 0)
    return np.maximum.reduceat(errors, rows.starts - rows.starts[0])  # NaN wins
