"""A person's functions in their own process: what torch's flex_attention makes of them, whatever they are added to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention import flex_attention as flex

from engine.attention import Spec, attend
from engine.own import OwnFunction, open_own
from engine.scene import Scene
from engine.shown.saturation import ALL_DIVISORS, all_rows
from engine.variants import vary
from tests.engine.conftest import MakeCapture
from tests.engine.own.written import write

OWN = """
import torch

slopes = torch.tensor([0.5, 0.25, 0.125, 0.0625])
groups = torch.arange(64) // 5


def within(n):
    def near(b, h, q_idx, kv_idx):
        return (q_idx - kv_idx).abs() <= n
    return near


def mask_mod(b, h, q_idx, kv_idx):
    print("printed")
    return within(4)(b, h, q_idx, kv_idx) | (groups[q_idx] == groups[kv_idx]) | (h == 3)


def score_mod(score, b, h, q_idx, kv_idx):
    return torch.tanh(score) * 3 - slopes[h] * (q_idx - kv_idx)
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnFunction]:
    made = open_own(write(tmp_path_factory.mktemp("own"), OWN))
    yield made
    made.close()


@pytest.fixture
def functions() -> dict[str, Any]:
    """The same functions in this process, for torch."""
    names: dict[str, Any] = {}
    exec(OWN, names)
    return names


def flexed(q: Any, k: Any, v: Any, mask: Any, score: Any, scale: float) -> Any:
    """torch's own answer, without tracing, which takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flex, "_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG", True)
        block = flex.create_block_mask(mask, None, None, q.shape[2], k.shape[2], device="cpu")
        output = flex.flex_attention(torch.as_tensor(q), torch.as_tensor(k), torch.as_tensor(v), score, block, scale)
        return np.asarray(output)


@pytest.mark.parametrize("scale", [0.35, 2.0])
def test_it_is_what_flex_attention_makes_of_it(own: OwnFunction, functions: dict[str, Any], scale: float) -> None:
    q, k, v = np.random.default_rng(1).standard_normal((3, 1, 4, 20, 8)).astype(np.float32)
    ours = attend(q, k, v, Spec(scale, own.score, own.mask)).output
    theirs = flexed(q, k, v, functions["mask_mod"], functions["score_mod"], scale)
    np.testing.assert_allclose(ours, theirs, atol=2e-6)


def test_with_variants_and_a_scale_masks_add_up_and_its_score_comes_last(
    own: OwnFunction, functions: dict[str, Any], random_capture: MakeCapture
) -> None:
    capture = random_capture(12)
    made = vary(capture, 0, "window+alibi", {"window.width": 6}, 0.7, own)
    layer, heads = capture.layers[0], capture.heads
    slope = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)

    def mask(b: Any, h: Any, q: Any, k: Any) -> Any:
        return (q >= k) & (q - k < 6) & functions["mask_mod"](b, h, q, k)

    def score(s: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
        return functions["score_mod"](s - slope[h] * (q - k).abs(), b, h, q, k)

    group = heads // len(layer.k)
    q, k, v = (np.asarray(x)[None] for x in (layer.q, layer.k.repeat(group, 0), layer.v.repeat(group, 0)))
    for head in range(heads):
        ours = made.capture.attention(0, head, made.spec).output[0, 0]
        np.testing.assert_allclose(ours, flexed(q, k, v, mask, score, 0.7)[0, head], atol=3e-6)
    assert made.own is own and vary(capture, 0, "as-trained").own is None


def test_rows_of_a_head_get_their_own_numbers(own: OwnFunction) -> None:
    q, k, v = np.random.default_rng(2).standard_normal((3, 1, 4, 9, 8)).astype(np.float32)
    spec = Spec(score=own.score, mask=own.mask)
    part = attend(q[:, 3:, 5:8], k[:, 3:], v[:, 3:], spec.shifted(3, 5))
    np.testing.assert_allclose(part.weights, attend(q, k, v, spec).weights[:, 3:, 5:8], atol=1e-6)


def test_the_study_of_all_rows_has_its_score(own: OwnFunction, random_capture: MakeCapture) -> None:
    capture, scene = random_capture(8), Scene(head=1)
    curves = all_rows(scene, vary(capture, 0, "as-trained", own=own), lambda: False)
    at = 20
    scaled = vary(capture, 0, "as-trained", scale=1 / ALL_DIVISORS[at], own=own)
    weights = capture.attention(0, 1, scaled.spec).weights[0, 0]
    assert curves is not None
    assert curves.largest[at] == pytest.approx(weights.max(-1).mean(), abs=1e-6)


def test_nan_is_shown_and_not_refused(tmp_path: Path) -> None:
    own = open_own(
        write(tmp_path, "import torch\ndef score_mod(s, b, h, q, k):\n    return torch.where(h == 1, torch.nan, s)\n")
    )
    x = np.ones((1, 2, 3, 4), np.float32)
    weights = attend(x, x, x, Spec(score=own.score)).weights
    own.close()
    assert np.isfinite(weights[:, 0]).all() and np.isnan(weights[:, 1]).all()
