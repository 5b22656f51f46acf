"""A schedule executed on numbers is attention: whole, at every step, tile by tile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from engine import masks
from engine.attention import Spec, attend
from engine.flash import Schedule, replay, schedule
from tests.engine.numbers import close, numbers

ALGORITHMS = ("standard", "fa1", "fa2", "decoding")
CAUSAL = masks.causal(2)


def qkv(n_q: int = 11, n_k: int = 13, d: int = 4, d_v: int = 3) -> tuple[Any, Any, Any]:
    return numbers(2, 4, n_q, d), numbers(2, 2, n_k, d, seed=1), numbers(2, 2, n_k, d_v, seed=2)


def plan(algorithm: str = "fa2", mask: Any = CAUSAL, **more: Any) -> Schedule:
    more = {"block_q": 4, "block_k": 3, "d_v": 3, "splits": 2 if algorithm == "decoding" else 1} | more
    return schedule(11, 13, 4, algorithm=algorithm, mask=mask, **more)


def over(keys: Any, spec: Spec) -> Spec:
    """The spec, hiding all but some keys."""
    kept = masks.keep(np.isin(np.arange(13), keys))
    return Spec(spec.scale, spec.score, masks.both(spec.mask, kept) if spec.mask else kept, spec.normalizer)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_whole_schedule_is_attention(algorithm: str) -> None:
    spec = Spec(mask=CAUSAL)
    got, dense = replay(*qkv(), plan(algorithm), spec), attend(*qkv(), spec)
    close(got.output, dense.output)
    close(got.lse, dense.lse)


@pytest.mark.parametrize("algorithm", ["fa1", "fa2"])
def test_at_every_step_the_output_is_attention_over_the_keys_that_are_summed(algorithm: str) -> None:
    s, spec = plan(algorithm), Spec(mask=CAUSAL)
    for t in range(len(s) + 1):
        for i in range(s.row_blocks):
            [done] = s.done(t, i, i + 1, 0, s.key_blocks)
            keys = np.concatenate([np.arange(0), *(np.arange(*s.keys(int(j))) for j in np.flatnonzero(done))])
            dense = attend(*qkv(), over(keys, spec))
            got = replay(*qkv(), s, spec, upto=t, rows=i)
            close(got.output, dense.output[:, :, slice(*s.rows(i))])
            close(got.lse, dense.lse[:, :, slice(*s.rows(i))])  # type: ignore[index]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_numpy_and_torch_agree(algorithm: str) -> None:
    s, spec = plan(algorithm), Spec(mask=CAUSAL)
    for t in (0, len(s) // 2, len(s)):
        ours, theirs = (replay(*map(as_, qkv()), s, spec, t) for as_ in (np.asarray, torch.as_tensor))
        assert isinstance(theirs.output, torch.Tensor)
        for name in ("m", "l", "accumulated", "output", "lse"):
            close(getattr(ours, name), getattr(theirs, name))
