"""What a backward step has at hand of its rows and keys, as soon as the algorithm has it and no sooner."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import scene_of, scores_of, shown, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=4, kv_heads=2, d=4)


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2"])
def test_rows_bring_l_and_d_and_keys_sum_up_their_gradients(algorithm: str, capture: Capture) -> None:
    scores, v = scores_of(capture), capture.layers[0].v[0].astype(np.float64)
    sums = np.exp(scores).sum(axis=1)
    output = np.exp(scores) / sums[:, None] @ v
    met: dict[str, set[str]] = {name: set() for name in ("lse", "delta", "share", "dv")}
    for view in walk(scene_of(algorithm, "backward"), capture):
        now, step = view.backward, view.step
        if step is None:
            assert now is None
            continue
        assert now is not None and (now.i, now.j) == (step.i, step.j)
        assert now.rows == ((0, 0) if step.i is None else view.schedule.rows(step.i))
        assert now.keys == ((0, 0) if step.j is None else view.schedule.keys(step.j))
        rows, keys = slice(*now.rows), slice(*now.keys)
        assert now.labels == (tuple(f"w{n}" for n in range(*now.rows)), tuple(f"w{n}" for n in range(*now.keys)))
        assert now.query == (8 - now.rows[0] if 8 in range(*now.rows) else None)
        for name in met:
            met[name] |= {step.op} if getattr(now, name) is not None else set()
        if now.lse is not None:
            np.testing.assert_allclose(now.lse, np.log(sums[rows]), atol=1e-5)
        if now.delta is not None:
            np.testing.assert_allclose(now.delta, (output[rows] ** 2).sum(axis=1), atol=1e-5)
        if now.share is not None:
            whole = np.exp(scores[rows, keys]).sum(axis=1) / sums[rows]
            np.testing.assert_allclose(now.share, whole, atol=1e-5)
        for letter, lengths in (("dK", now.dk), ("dV", now.dv)):
            values = view.strip(letter).values
            assert (lengths is None) == (step.j is None or values is None), letter
            if lengths is not None and values is not None:
                np.testing.assert_allclose(lengths, np.linalg.norm(values[keys], axis=1), atol=1e-5)
    early = {"scores", "mask", "weights", "grad_v", "grad_p", "load_q"}
    if algorithm == "standard":
        assert not met["lse"] and met["delta"] == {"grad_s", "store_ds"} and "grad_p" in met["share"]
    else:
        assert early <= met["lse"] and not met["share"] & {"scores", "mask", "load_q"} and "weights" in met["share"]
        assert (early <= met["delta"]) == (algorithm == "fa2") and "store_dkv" in met["dv"]
        assert "grad_s" in met["delta"] and "load_o" not in met["delta"] | met["lse"]
        assert not met["lse"] & {"load_o", "delta", "store_delta"} or algorithm == "fa1"
        assert not met["delta"] & early or algorithm == "fa2", "FlashAttention-1 finds D at every tile, after dP"


def test_there_are_none_forward_and_without_numbers(capture: Capture) -> None:
    assert shown(scene_of(step=20), capture).backward is None
    assert shown(scene_of("fa2", "backward", step=20, shape=(14, 4)), capture).backward is None


def test_it_says_how_many_query_heads_share_the_keys(capture: Capture) -> None:
    assert shown(scene_of("fa2", "backward", step=20), capture).sharing == 2
