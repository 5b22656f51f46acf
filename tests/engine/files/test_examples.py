"""The example captures are what the model says today."""

import subprocess
import sys

import numpy as np
import pytest

from engine.capture import Capture
from engine.files.examples import FOLDER, GALLERY, Example, halved
from engine.models import MODELS, Model, open_model

EVERY = pytest.mark.parametrize("example", GALLERY.values(), ids=GALLERY.keys())


@pytest.fixture(scope="module")
def models() -> dict[str, Model]:
    return {name: open_model(name) for name in MODELS}


@EVERY
def test_an_example_equals_the_live_model(models: dict[str, Model], example: Example) -> None:
    stored, live = Capture.load(example.path), models[example.model].capture(example.text)
    if example.half:
        live = halved(live)
    assert {**vars(stored), "layers": None} == {**vars(live), "layers": None}
    near = 1e-5 if stored.dtype == "float32" else 8e-3  # one step of half precision at 4 to 8
    for ours, theirs in zip(stored.layers, live.layers, strict=True):
        assert (ours.scale, ours.mask, ours.rotation) == (theirs.scale, theirs.mask, theirs.rotation)
        for name in "qkv":
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), atol=near, rtol=near / 4)


@EVERY
def test_every_row_of_every_head_sums_to_1(example: Example) -> None:
    capture = Capture.load(example.path)
    for layer in range(len(capture.layers)):
        assert np.abs(capture.attention(layer).weights.sum(-1) - 1).max() < 1e-5


def test_the_gallery() -> None:
    texts = [example.text for example in GALLERY.values()]
    assert texts[0] == "The bank of the river was muddy."
    assert "The animal didn't cross the street because it was too tired." in texts
    assert len(set(texts)) == len({example.path for example in GALLERY.values()}) >= 6
    assert {example.model for example in GALLERY.values()} == set(MODELS)
    assert all(example.title and example.hint and example.model in MODELS for example in GALLERY.values())
    counts = [len(Capture.load(example.path).tokens) for example in GALLERY.values()]
    assert 50 <= max(counts) <= 70


def test_one_example_has_words_in_pieces() -> None:
    assert any("##" in token.piece for token in Capture.load(GALLERY["pieces"].path).tokens)


def test_the_dursleys_come_back_and_all_look_at_the_first() -> None:
    again, sink = GALLERY["dursley"], GALLERY["dursley-sink"]
    assert (again.layer, again.head, sink.layer, sink.head) == (18, 6, 18, 8)
    assert again.path == sink.path
    capture = Capture.load(again.path)
    assert (len(capture.tokens), len(capture.layers), capture.heads) == (21, 30, 9)
    row = capture.attention(again.layer, again.head).weights[0, 0, again.query]
    assert [capture.tokens[i].label for i in (again.query, int(row.argmax()))] == ["urs", "ley"]
    assert row.max() > 0.9
    assert capture.attention(sink.layer, sink.head).weights[0, 0, 1:, 0].min() > 0.95


def test_nothing_else_is_in_the_folder_and_all_is_under_4_mb() -> None:
    files = set(FOLDER.iterdir())
    assert files == {example.path for example in GALLERY.values()}
    assert sum(path.stat().st_size for path in files) < 4_000_000


def test_the_gallery_is_read_without_torch() -> None:
    code = """
import sys
for name in ("torch", "tokenizers", "safetensors"): sys.modules[name] = None
from engine.files.examples import GALLERY
from engine.capture import Capture
for example in GALLERY.values(): Capture.load(example.path).attention(0, 4).weights"""
    subprocess.run([sys.executable, "-c", code], check=True)
