"""Captures: what is saved is what is loaded, nothing is copied, and they attend as their model did."""

import errno
import mmap
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open

from engine import masks
from engine.attention import Spec
from engine.capture import Capture, CaptureError, Layer, Token
from engine.layers.rotation import Rotation
from engine.positions import rope
from tests.engine.captures import TEXT, TURNED, tiny


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.safetensors"
    tiny().save(path)
    return path


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("rotation", [None, TURNED, Rotation(fraction=0.7)], ids=["as it is", "turned", "plainly"])
def test_a_loaded_capture_is_the_saved_one(tmp_path: Path, dtype: str, rotation: Rotation | None) -> None:
    capture, path = tiny(dtype, "causal", rotation), tmp_path / "c.safetensors"
    capture.save(path)
    loaded = Capture.load(str(path))
    assert {**vars(loaded), "layers": None} == {**vars(capture), "layers": None}
    for got, meant in zip(loaded.layers, capture.layers, strict=True):
        assert (got.scale, got.mask, got.rotation) == (meant.scale, meant.mask, meant.rotation)
        for name in "qkv":
            assert getattr(got, name).dtype == dtype
            np.testing.assert_array_equal(getattr(got, name), getattr(meant, name))


def test_the_safetensors_library_reads_the_same(saved: Path) -> None:
    with safe_open(saved, "numpy") as file:
        assert file.metadata()["text"] == TEXT
        assert len(file.keys()) == 6
        np.testing.assert_array_equal(file.get_tensor("layers.1.v"), tiny().layers[1].v)


def test_every_head_is_a_view_of_the_mapped_file(saved: Path) -> None:
    loaded = Capture.load(saved)
    for layer in loaded.layers:
        for array in (layer.q, layer.k, layer.v):
            assert not array.flags.owndata
            assert not array.flags.writeable
            root: Any = array
            while isinstance(root, np.ndarray) and root.base is not None:
                root = root.base
            assert isinstance(root, mmap.mmap)
            assert np.shares_memory(array[1], array)


def test_loading_needs_numpy_alone(saved: Path) -> None:
    code = """
import sys
for name in ("safetensors", "torch", "tokenizers", "PySide6"): sys.modules[name] = None
from engine.capture import Capture
print(Capture.load(sys.argv[1]).tokens[4].label == "\\U0001f389")"""
    run = subprocess.run([sys.executable, "-c", code, str(saved)], capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "True", run.stderr


def test_numbers_that_are_no_numbers_are_kept(tmp_path: Path) -> None:
    capture = tiny()
    capture.layers[0].q[0, 0] = [np.nan, np.inf, -np.inf]
    capture.save(tmp_path / "c.safetensors")
    loaded = Capture.load(tmp_path / "c.safetensors")
    np.testing.assert_array_equal(loaded.layers[0].q[0, 0], [np.nan, np.inf, -np.inf])


def test_a_hundred_thousand_tokens(tmp_path: Path) -> None:
    count, path = 100_000, tmp_path / "c.safetensors"
    tokens = tuple(Token(i, f"piece{i}", f"piece{i}", i, i + 1, False, i) for i in range(count))
    zeros = np.zeros((1, count, 1), np.float16)
    layer = Layer(zeros, zeros, zeros, scale=1.0, mask="none")
    Capture("x" * count, "m", "M", tokens, (layer,), count, "float16", count).save(path)
    assert Capture.load(path).tokens == tokens


# Saving is atomic


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    saved: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = saved.read_bytes()
    monkeypatch.setattr(os, call, full)
    with pytest.raises(CaptureError, match="No space left on device"):
        tiny("float16").save(saved)
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == [saved.name]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match=r"could not be saved as .*: No such file or directory\.$"):
        tiny().save(tmp_path / "none" / "c.safetensors")


def test_a_text_that_no_file_can_hold(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="could not be saved"):
        replace(tiny(), text="a \ud800").save(tmp_path / "c.safetensors")


def test_saving_over_a_mapped_file_keeps_what_is_mapped(saved: Path) -> None:
    loaded = Capture.load(saved)
    replace(loaded, layers=loaded.layers[::-1]).save(saved)
    np.testing.assert_array_equal(loaded.layers[0].q, tiny().layers[0].q)
    np.testing.assert_array_equal(Capture.load(saved).layers[1].q, tiny().layers[0].q)


# The attention of a capture


def by_hand(q: Any, k: Any, scale: float, visible: Any) -> Any:
    scores = np.where(visible, q.astype(np.float64) @ k.astype(np.float64).T * scale, -np.inf)
    parts = np.exp(scores - scores.max(-1, keepdims=True))
    return parts / parts.sum(-1, keepdims=True)


@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_without_a_spec_it_attends_as_the_model_ran(mask: str, dtype: str) -> None:
    capture = tiny(dtype, mask)
    visible = np.tri(5, dtype=bool) if mask == "causal" else np.ones((5, 5), bool)
    for number, layer in enumerate(capture.layers):
        every = capture.attention(number)
        assert every.weights.shape == (1, 4, 5, 5)
        assert every.weights.dtype == every.output.dtype == np.float32
        for head in range(4):
            meant = by_hand(layer.q[head], layer.k[head // 2], layer.scale, visible)
            one = capture.attention(number, head)
            assert one.weights.shape == (1, 1, 5, 5)
            np.testing.assert_allclose(every.weights[0, head], meant, atol=1e-6)
            np.testing.assert_allclose(one.weights[0, 0], meant, atol=1e-6)
            np.testing.assert_allclose(one.output[0, 0], meant @ layer.v[head // 2].astype(np.float64), atol=1e-5)


def test_a_spec_is_taken_as_it_is_and_sees_the_heads_own_number() -> None:
    spec = Spec(scale=2.0, score=lambda s, b, h, q, k: s - 0.1 * h * abs(q - k), mask=masks.causal())
    every = tiny().attention(1, spec=spec)
    for head in range(4):
        one = tiny().attention(1, head, spec)
        np.testing.assert_allclose(one.scored[0, 0], every.scored[0, head], atol=1e-6)
        np.testing.assert_allclose(one.weights[0, 0], every.weights[0, head], atol=1e-6)


def test_what_was_turned_comes_back(tmp_path: Path) -> None:
    still = tiny().layers[1]
    choices: dict[str, Any] = {"base": 1e5, "layout": "interleaved", "fraction": 2 / 3}
    choices["scaling"] = {"type": "linear", "factor": 4}
    q, k = (rope(x, np.arange(5), **choices) for x in (still.q, still.k))
    assert np.abs(q - still.q).max() > 0.1
    turned = replace(still, q=q, k=k, rotation=TURNED)
    np.testing.assert_allclose(turned.unrotated()[0], still.q, atol=1e-6)
    np.testing.assert_allclose(turned.unrotated()[1], still.k, atol=1e-6)
    np.testing.assert_array_equal(still.unrotated()[0], still.q)
    half = replace(turned, q=q.astype(np.float16)).unrotated()[0]
    assert half.dtype == np.float32
    np.testing.assert_allclose(half, still.q, atol=2e-3)


def test_captures_are_themselves_alone() -> None:
    one, other = tiny(), tiny()
    assert len({one, other, one}) == len({*one.layers, *other.layers}) / 2 == 2
    assert one.tokens == other.tokens


def test_grouped_heads() -> None:
    assert tiny().heads == 4
    assert [tiny().kv_group(head) for head in range(4)] == [0, 0, 1, 1]


@pytest.mark.parametrize(("layer", "head"), [(2, None), (-1, 0), (0, 4), (0, -1)])
def test_a_layer_or_head_that_is_not_there(layer: int, head: int | None) -> None:
    with pytest.raises(IndexError, match="2 layers of 4 heads"):
        tiny().attention(layer, head)
