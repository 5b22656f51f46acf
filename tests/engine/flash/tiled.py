"""Random problems for schedules: sizes, masks, score changes, normalisers and tiles, ragged ones too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from engine import masks, normalizers, scores
from engine.attention import Attention, Spec, attend
from engine.flash import Schedule, schedule
from tests.engine.numbers import numbers

ALGORITHMS = ("standard", "fa1", "fa2", "decoding")
SIZES = st.integers(1, 20)
FEW = st.integers(1, 3)
MASKS = st.one_of(
    st.none(),
    st.integers(-9, 9).map(masks.causal),
    st.integers(1, 9).map(masks.window),
    st.integers(1, 5).map(lambda width: masks.either(masks.sinks(2), masks.window(width))),
    st.integers(1, 7).map(lambda size: masks.both(masks.chunk(size), masks.negate(masks.window(2)))),
    st.integers(-9, 9).map(lambda offset: lambda b, h, q, k: (k <= q + offset) | (h == 1)),
)
SCORES = st.one_of(
    st.none(),
    st.floats(0.5, 4).map(scores.softcap),
    st.just(lambda s, b, h, q, k: s - (h + 1) * abs(q - k) / 8 + b),
)
NORMALIZERS = st.one_of(
    st.just(normalizers.softmax),
    st.just(normalizers.off_by_one),
    st.floats(-30, 30).map(lambda logit: normalizers.sink(np.array([logit]))),
)


@dataclass(frozen=True)
class Problem:
    """One attention, and the schedule that computes it."""

    q: Any
    k: Any
    v: Any
    spec: Spec
    s: Schedule
    lazy: bool

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        return self.q, self.k, self.v

    def of(self, convert: Callable[[Any], Any]) -> Problem:
        """The same problem, its arrays converted."""
        return replace(self, q=convert(self.q), k=convert(self.k), v=convert(self.v))

    def dense(self, keys: Any = None) -> Attention:
        """Attention over all keys, or over some of them alone."""
        spec, mask = self.spec, self.spec.mask
        if keys is not None:
            kept = masks.keep(np.isin(np.arange(self.s.n_k), keys))
            spec = Spec(spec.scale, spec.score, masks.both(mask, kept) if mask else kept, spec.normalizer)
        return attend(*self.arrays, spec)

    def keys(self, tiles: Any) -> Any:
        """The keys of some key tiles."""
        return np.concatenate([np.arange(0), *(np.arange(*self.s.keys(int(j))) for j in tiles)])


@st.composite
def problems(
    draw: Any, algorithms: tuple[str, ...] = ALGORITHMS, direction: str = "forward", largest: int = 30
) -> Problem:
    """Standard normal inputs; queries of every third problem are larger, so that one key may take it all."""
    n_q, n_k, d, d_v, batch, kv_heads, group = (draw(s) for s in (SIZES, SIZES, FEW, FEW, FEW, FEW, FEW))
    seed, block_q, block_k = draw(st.integers(0, 2**16)), draw(st.integers(1, 8)), draw(st.integers(1, 8))
    size = draw(st.sampled_from((1, 1, largest)))
    q = size * numbers(batch, kv_heads * group, n_q, d, seed=seed)
    k, v = numbers(batch, kv_heads, n_k, d, seed=seed + 1), numbers(batch, kv_heads, n_k, d_v, seed=seed + 2)
    spec = Spec(draw(st.sampled_from((None, None, 0.0, 1.5))), draw(SCORES), draw(MASKS), draw(NORMALIZERS))
    algorithm = draw(st.sampled_from(algorithms))
    s = schedule(
        n_q,
        n_k,
        d,
        block_q=block_q,
        block_k=block_k,
        algorithm=algorithm,
        direction=direction,
        mask=spec.mask if draw(st.booleans()) else None,
        d_v=d_v,
        splits=draw(st.integers(1, -(-n_k // block_k))) if algorithm == "decoding" else 1,
        reverse=algorithm in ("fa2", "decoding") and direction == "forward" and draw(st.booleans()),
    )
    return Problem(q, k, v, spec, s, draw(st.booleans()))
