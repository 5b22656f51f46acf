"""The GGUF file becomes the matrices that the authors trained, and the work can be given up at any time."""

import json

import numpy as np
import pytest

from engine.models import MODELS, Cancelled
from engine.models.gguffile import Reader, converted, halves
from tests.engine.llama import CONFIG, gguf_file


def test_rows_of_pairs_become_rows_of_halves() -> None:
    """The inverse of what llama.cpp's converter does to Llama's q and k."""
    rows = np.arange(2 * 6 * 5, dtype=np.float32).reshape(12, 5)  # two heads, d = 6
    kept_by_gguf = rows.reshape(2, 2, 3, 5).swapaxes(1, 2).reshape(12, 5)
    assert kept_by_gguf[:, 0].tolist() == [0, 15, 5, 20, 10, 25, 30, 45, 35, 50, 40, 55]
    np.testing.assert_array_equal(halves(kept_by_gguf, 2), rows)


def test_what_is_made_of_the_file() -> None:
    said: list[tuple[float, str]] = []
    metadata, tensors = converted(gguf_file(), lambda: False, lambda share, words: said.append((share, words)))
    shape, info = json.loads(metadata["shape"]), MODELS["smollm2"]
    assert (shape["layers"], shape["heads"], shape["kv_heads"]) == (info.layers, info.heads, info.kv_heads)
    assert (shape["head_dim"], shape["limit"], shape["fraction"]) == (info.head_dim, info.limit, 1)
    assert (shape["base"], shape["end"]) == (CONFIG["rope_theta"], 2)
    assert shape["epsilon"] == pytest.approx(CONFIG["rms_norm_eps"])
    assert json.loads(metadata["tokenizer"])["post_processor"] is None
    assert len(tensors) == 1 + 1 + 30 * 9
    assert {(tensor.ndim, str(tensor.dtype)) for tensor in tensors.values()} == {(1, "float32"), (2, "float16")}
    assert sum(tensor.nbytes for tensor in tensors.values()) < 270e6
    assert [share for share, _ in said] == sorted(share for share, _ in said)
    assert said[0] == (0.0, "Preparing the model, only this first time: its vocabulary")
    assert said[-1] == (1.0, "Preparing the model, only this first time: 272 of 272 matrices")


@pytest.mark.parametrize("after", [0, 5, 1000])
def test_it_is_given_up_within_the_vocabulary(after: int) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(Cancelled):
        Reader(gguf_file(), cancelled)
    assert asked == after + 1


def test_it_is_given_up_between_matrices() -> None:
    said: list[str] = []
    with pytest.raises(Cancelled):
        converted(gguf_file(), lambda: len(said) > 3, lambda share, words: said.append(words))
    assert said[-1].endswith("3 of 272 matrices")
