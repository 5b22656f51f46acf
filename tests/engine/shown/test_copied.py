"""The PyTorch file of what is on screen gives its weights, in a process of its own; what it cannot is refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.learn.pseudocode import LONGEST
from engine.scene import Scene
from engine.shown.copied import copied, not_copied
from engine.shown.view import varied_of
from engine.variants import CATALOGUE
from tests.engine.learn.test_pseudocode import run


@pytest.fixture(scope="module")
def capture() -> Capture:
    return Capture.load(GALLERY["bank-muddy"].path)


def weights(scene: Scene, capture: Capture) -> np.ndarray:
    now = varied_of(scene, capture)
    assert isinstance(scene.head, int)
    made: np.ndarray = now.capture.attention(scene.layer, scene.head, now.spec).weights[0, 0]
    return made


@pytest.mark.parametrize(
    "choices",
    [
        {"scale": 3.0},
        {"variant": "causal", "layer": 2, "head": 7},
        {"variant": "window", "parameters": {"width": 3}, "scale": 0.5},
        {"variant": "gqa+window"},
    ],
)
def test_the_file_prints_what_is_on_screen(capture: Capture, tmp_path: Path, choices: dict[str, Any]) -> None:
    scene = replace(Scene(), **choices)
    printed = run(tmp_path / "program.py", copied(scene, capture))
    expected = weights(scene, capture)
    assert (expected != weights(Scene(layer=scene.layer, head=scene.head), capture)).any()
    np.testing.assert_allclose([printed[row] for row in range(len(expected))], expected, atol=2e-6)


def test_a_row_that_sees_nothing_is_zero(tmp_path: Path, capture: Capture) -> None:
    from engine.learn.pseudocode import program
    from engine.variants import trained_spec

    blind = replace(trained_spec(capture.layers[0]), mask=lambda b, h, q, k: (q != 3) & (k <= q + 1))
    printed = run(tmp_path / "program.py", program(capture, 0, 4, spec=blind))
    np.testing.assert_allclose(
        [printed[row] for row in range(10)], capture.attention(0, 4, blind).weights[0, 0], atol=2e-6
    )
    assert printed[3] == [0.0] * 10


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"head": "mean"}, "The mean is of all heads: choose one."),
        ({"variant": "softcap"}, "“Softcap” changes scores, which the nine lines of the file do not have."),
        ({"variant": "sparsemax"}, "“Sparsemax” changes the softmax, which the nine lines of the file do not have."),
    ],
)
def test_what_cannot_be_written_says_why(capture: Capture, choices: dict[str, Any], sentence: str) -> None:
    scene = replace(Scene(), **choices)
    assert not_copied(scene, capture) == sentence
    with pytest.raises(ValueError, match=sentence[:10]):
        copied(scene, capture)


def test_nothing_and_too_much_say_why(capture: Capture) -> None:
    assert not_copied(Scene(), None) == "There is no head on screen whose numbers it could hold."
    long = replace(capture, tokens=capture.tokens * 26)
    assert not_copied(Scene(), long) == f"The file would hold the numbers of 260 tokens; {LONGEST} are the most."


def test_every_variant_is_either_written_or_refused_with_its_reason(capture: Capture) -> None:
    """A variant that says nothing is written with exactly the mask that it has."""
    for name in CATALOGUE:
        scene = Scene(variant=name)
        if why := not_copied(scene, capture):
            assert CATALOGUE[name].title in why
            continue
        names: dict[str, object] = {}
        exec(copied(scene, capture).replace("print(", "(lambda *words: None)("), names)
        made = names["weights"]
        np.testing.assert_allclose(made.numpy()[0, 0], weights(scene, capture), atol=2e-6, err_msg=name)  # type: ignore[attr-defined]
