"""numpy and torch through one door, numpy without torch or the wrapper of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import array_api_compat
import numpy as np
import pytest
import torch

from engine.arrays import as_array, namespace, pick, wide


def test_each_library_has_its_own_functions() -> None:
    assert namespace(np.ones(2), np.float32(1)) is np
    assert namespace(torch.ones(2)) is array_api_compat.array_namespace(torch.ones(2))
    with pytest.raises(TypeError, match="Multiple namespaces"):
        namespace(np.ones(2), torch.ones(2))


def test_attention_on_numpy_imports_neither_torch_nor_array_api_compat() -> None:
    code = """
import sys
import numpy as np
from engine import masks, normalizers, scores
from engine.shown import measures
from engine.attention import Spec, attend
q = np.ones((1, 2, 3, 4), np.float16)
score = scores.chain(scores.softcap(3), scores.alibi(2), scores.bias(np.ones((3, 3))), scores.t5_bias(np.ones((32, 2))))
mask = masks.both(masks.window(2), masks.document([0, 0, 1]), masks.keep(np.ones((3, 3), bool)))
for normalizer in (normalizers.sink([1, 2]), normalizers.sigmoid(), normalizers.sparsemax, normalizers.entmax15):
    got = attend(q, q, q, Spec(score=score, mask=mask, normalizer=normalizer))
    assert got.output.shape == q.shape and measures.entropy(got.weights).shape == (1, 2, 3)
print([name for name in sys.modules if name.partition(".")[0] in ("array_api_compat", "torch")])
"""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("like", [np.ones(1, np.float32), torch.ones(1)])
@pytest.mark.parametrize("x", [[1, 2], np.array([1.0, 2.0]), torch.tensor([1, 2])])
def test_what_is_given_takes_the_library_and_the_type(like: Any, x: Any) -> None:
    got = as_array(x, like, like.dtype)
    assert type(got) is type(like) and got.dtype == like.dtype
    assert got.tolist() == [1, 2]


def test_a_tensor_keeps_its_gradient() -> None:
    table = torch.ones(3, dtype=torch.float64, requires_grad=True)
    (as_array(table, torch.ones(1), torch.float32) * 2).sum().backward()
    assert table.grad is not None and table.grad.tolist() == [2, 2, 2]


def test_an_axis_of_size_one_repeats_when_cells_are_picked() -> None:
    rows, columns = np.arange(3)[:, None], np.arange(2)[None]
    assert pick(np.array([[1, 2]]), rows, columns).tolist() == [[1, 2]] * 3
    assert pick(np.array([[1], [2], [3]]), rows, columns).tolist() == [[1, 1], [2, 2], [3, 3]]
    assert pick(np.array([1, 2, 3]), torch.tensor([2, 0])).tolist() == [3, 1]
    with pytest.raises(ValueError, match="argument 2 is"):
        pick(np.ones((3, 2)), rows)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_only_half_precision_becomes_wider(dtype: str) -> None:
    got = wide(torch.ones(1, dtype=getattr(torch, dtype)))
    assert got.dtype == (torch.float64 if dtype == "float64" else torch.float32)
    if dtype != "bfloat16":
        assert wide(np.ones(1, dtype)).dtype == (np.float64 if dtype == "float64" else np.float32)
