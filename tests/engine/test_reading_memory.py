"""What a long text takes is said before it is read, and is true of the first text of a fresh process."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture
from engine.models import MODELS, ModelInfo, open_model

SMOLLM2 = MODELS["smollm2"]
COUNTS = (512, 1024, 2048)
linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from Linux' proc")

HELD = """
import resource, sys
def held():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
"""
READS = (
    HELD
    + """
import torch
torch.set_num_threads(1)
from engine.models import open_model
model, before, most = open_model("smollm2"), held(), []
capture = model.capture(range(1000, 1000 + int(sys.argv[1])), progress=lambda share, words: most.append(held()))
capture.save(sys.argv[2])
print(max(most + [held()]) - before)"""
)
KEEPS = (
    HELD
    + """
from engine.capture import Capture
capture = Capture.load(sys.argv[1])
before = held()
print(sum(float(part.max()) for layer in capture.layers for part in (layer.q, layer.k, layer.v)) and held() - before)"""
)


def measured(program: str, *arguments: str) -> int:
    """Bytes that a fresh process says it took."""
    run = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return int(run.stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    open_model("smollm2")  # prepared once: that takes memory of its own, which later serves the text
    return tmp_path_factory.mktemp("memory")


@cache
def reading(folder: Path, count: int) -> int:
    """What the model's process takes for its first text, which it saves as the file `count`."""
    return measured(READS, str(count), str(folder / f"{count}.safetensors"))


@linux
@pytest.mark.parametrize("count", COUNTS)
def test_reading_takes_what_was_announced(folder: Path, count: int) -> None:
    assert reading(folder, count) == pytest.approx(SMOLLM2.peak_of(count), rel=0.2)


@linux
def test_reading_grows_by_the_token(folder: Path) -> None:
    for few, many in pairwise(COUNTS):
        grown = reading(folder, many) - reading(folder, few)
        assert grown == pytest.approx(SMOLLM2.peak_of(many) - SMOLLM2.peak_of(few), rel=0.2)


@linux
@pytest.mark.parametrize("count", COUNTS)
def test_what_is_kept_is_what_was_announced(folder: Path, count: int) -> None:
    reading(folder, count)
    path, kept = folder / f"{count}.safetensors", SMOLLM2.bytes_of(count)
    capture = Capture.load(path)
    assert (
        sum(part.nbytes for layer in capture.layers for part in (layer.q, layer.k, layer.v)) == kept == count * 57_600
    )
    assert kept < path.stat().st_size < 1.01 * kept
    assert measured(KEEPS, str(path)) == pytest.approx(kept, rel=0.2)
    assert np.isfinite(capture.layers[29].q[:, -1].astype(float)).all()


@pytest.mark.parametrize(
    ("info", "tokens", "words"),
    [
        (MODELS["minilm"], 512, ""),  # 14 MB at most: nobody waits for it
        (SMOLLM2, 277, ""),
        (SMOLLM2, 278, "278 tokens: 16 MB kept, 39 MB while it reads"),
        (SMOLLM2, 2048, "2,048 tokens: 118 MB kept, 162 MB while it reads"),
    ],
)
def test_only_long_texts_are_announced(info: ModelInfo, tokens: int, words: str) -> None:
    assert info.announced(tokens) == words


def test_what_is_kept_is_counted_in_the_numbers_of_each_model() -> None:
    layers, heads, size = 6, 12, 32  # of MiniLM, which keeps 4 bytes of each number
    assert MODELS["minilm"].bytes_of(512) == layers * 3 * heads * 512 * size * 4
    assert SMOLLM2.bytes_of(512) == 30 * (9 + 2 * 3) * 512 * 64 * 2
