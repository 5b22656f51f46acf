"""A rotation kept beside what it turned: what turns together, how fast, and every rule from a file and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture
from engine.layers.frequencies import frequencies
from engine.layers.rotation import Rotation
from tests.engine.conftest import MakeCapture

DYNAMIC = (("type", "dynamic"), ("factor", 4.0), ("original_max_position_embeddings", 3))
RULES = ((), (("type", "linear"), ("factor", 2.0)), DYNAMIC)


def test_what_turns_together() -> None:
    assert Rotation().pairs(6).tolist() == [[0, 3], [1, 4], [2, 5]]
    assert Rotation(layout="interleaved").pairs(6).tolist() == [[0, 1], [2, 3], [4, 5]]
    assert Rotation(fraction=0.5).pairs(8).tolist() == [[0, 2], [1, 3]]


def test_a_dynamic_rule_is_told_the_length() -> None:
    rotation = Rotation(scaling=DYNAMIC)
    told = frequencies(8, 1e4, {**dict(DYNAMIC), "length": 12})[0]
    np.testing.assert_array_equal(rotation.speeds(8, 12)[0], told)
    assert (rotation.speeds(8, 3)[0][1:] > told[1:]).all(), "a text as long as in training turns at full speed"


@pytest.mark.parametrize("scaling", RULES)
def test_a_file_with_it_is_read_again(
    scaling: tuple[tuple[str, float | str], ...], random_capture: MakeCapture, tmp_path: Path
) -> None:
    capture = random_capture(9, d=8)
    turned = replace(capture.layers[0], rotation=Rotation(scaling=scaling))
    replace(capture, layers=(turned,), text="w" * 40).save(tmp_path / "turned.safetensors")
    layer = Capture.load(tmp_path / "turned.safetensors").layers[0]
    assert layer.rotation == turned.rotation
    np.testing.assert_array_equal(layer.unrotated()[0], turned.unrotated()[0])
