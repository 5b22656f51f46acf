"""The pseudocode: its stages are those of the app, and the copied file prints the app's weights in a fresh process."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.attention import Spec
from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.learn import CHAPTERS
from engine.learn.pseudocode import LINES, LONGEST, program, trace
from engine.learn.records import Points
from engine.masks import causal
from tests.engine.learn.claims.views import capture_of


def run(path: Path, text: str) -> dict[int, list[float]]:
    """What a program prints, row by row."""
    path.write_text(text, "utf-8")
    done = subprocess.run([sys.executable, "-I", path], capture_output=True, text=True, timeout=120, check=True)
    lines = done.stdout.splitlines()
    return {row: [float(number) for number in line[12:].split()] for row, line in enumerate(lines)}


@pytest.mark.parametrize(
    ("example", "layer", "head", "masked"),
    [("bank-muddy", 0, 4, False), ("bank-muddy", 0, 4, True), ("dursley", 18, 6, False)],
)
def test_the_copied_file_prints_the_weights_on_screen(
    tmp_path: Path, example: str, layer: int, head: int, masked: bool
) -> None:
    capture = capture_of(example)
    spec = Spec(mask=causal()) if masked else None
    weights = capture.attention(layer, head, spec).weights[0, 0]
    printed = run(tmp_path / "program.py", program(capture, layer, head, masked))
    assert len(printed) == len(weights)
    np.testing.assert_allclose(np.array([printed[row] for row in range(len(weights))]), weights, atol=1e-6)


def test_the_copied_file_holds_another_scale_and_any_label(tmp_path: Path, random_capture: Any) -> None:
    capture: Capture = random_capture(4, heads=4, kv_heads=2, text="a it's \"b\\ {c}")
    layer = replace(capture.layers[0], scale=1.0)
    capture = replace(capture, layers=(layer,), title="Tiny")
    text = program(capture, 0, 3)
    assert "Q = Q * " in text
    printed = run(tmp_path / "program.py", text)
    weights = capture.attention(0, 3).weights[0, 0]
    np.testing.assert_allclose(np.array([printed[row] for row in range(4)]), weights, atol=2e-6)


def test_what_cannot_be_copied_is_refused(random_capture: Any) -> None:
    with pytest.raises(ValueError, match=r"257 tokens; 256 are the most\.$"):
        program(random_capture(LONGEST + 1, heads=1), 0, 0)
    for layer, head in ((1, 0), (0, 2), (-1, 0), (0, -1)):
        with pytest.raises(IndexError, match="There is no layer"):
            program(random_capture(3), layer, head)


def values_of(lines: tuple[str, ...], q: Any, k: Any, v: Any, mask: Any) -> list[Any]:
    """What torch makes of LINES, one value after each line that runs."""
    found: list[Any] = []
    names: dict[str, Any] = {"torch": torch, "math": __import__("math"), "keep": lambda x: found.append(x)}
    body = [lines[0]]
    for line in lines[1:-1]:
        indent, name = line[: len(line) - len(line.lstrip())], line.split("=")[0].strip()
        body += [line] if line.endswith(":") else [line, f"{indent}keep({name})"]
    exec("\n".join([*body, lines[-1]]), names)
    tensors = [torch.from_numpy(x)[None, None] for x in (q, k, v)]
    names["scaled_dot_product_attention"](*tensors, None if mask is None else torch.from_numpy(mask))
    return found


@pytest.mark.parametrize("masked", [False, True])
def test_each_stage_is_what_torch_makes_of_its_line(masked: bool) -> None:
    layer = capture_of("bank-muddy").layers[0]
    q, k, v = (np.array(x[4]) for x in (layer.q, layer.k, layer.v))
    mask = np.tri(10, dtype=bool) if masked else None
    stages = trace(q, k, v, mask)
    assert [stage.line for stage in stages] == [0, 1, 2, 3, 4, *([5] if masked else []), 6, 7, 8]
    made = [stage for stage in stages if stage.line in (1, 2, 3, 5, 6, 7)]
    for stage, value in zip(made, values_of(LINES, q, k, v, mask), strict=True):
        expected = np.array([[value]]) if isinstance(value, int) else value[0, 0].numpy()
        np.testing.assert_allclose(stage.values, expected, rtol=1e-5, atol=1e-5)
        assert stage.shape == (() if isinstance(value, int) else tuple(value.shape))
        assert LINES[stage.line].strip().startswith(f"{stage.name} =")


def test_the_shapes_of_the_chapter_are_those_of_the_stages() -> None:
    layer = capture_of("bank-muddy").layers[0]
    stages = {stage.line: stage for stage in trace(*(np.array(x[4]) for x in (layer.q, layer.k, layer.v)))}
    (lines,) = [block.items for block in CHAPTERS["pseudocode"].blocks if isinstance(block, Points)]
    said = {line: " × ".join(map(str, stages[line].shape)) for line in (0, 2, 7)}
    assert said == {0: "1 × 1 × 10 × 32", 2: "1 × 1 × 10 × 10", 7: "1 × 1 × 10 × 32"}
    for item, line in ((0, 0), (2, 2), (6, 7)):
        assert f"{{n:{said[line]}}}" in lines[item]
    inputs = stages[0]
    assert inputs.beside == (("Q", 32), ("K", 32), ("V", 32)) and inputs.values.shape == (10, 96)
    np.testing.assert_array_equal(inputs.values[:, 64:], np.asarray(layer.v[4]))


def test_the_notes_say_what_happened() -> None:
    ones = np.ones((3, 4), np.float32)
    notes = {stage.line: stage.note for stage in trace(ones, ones, ones, np.tri(3, dtype=bool))}
    assert notes[3] == "Divided by √4 = 2.00."
    assert (notes[4], notes[5]) == ("There is a mask.", "−∞ in 3 hidden cells.")
    without = {stage.line: stage.note for stage in trace(ones, ones, ones)}
    assert without[4] == "There is no mask: the next line is left out." and 5 not in without
    nothing = {stage.line: stage.note for stage in trace(ones, ones, ones, np.ones((3, 3), bool))}
    assert nothing[4] == "There is a mask, and it hides nothing."


def test_the_lines_are_the_chapters_and_name_no_finite_mask() -> None:
    assert GALLERY and "-inf" in LINES[5] and not any("1e9" in line for line in LINES)
    compile("import math, torch\n" + "\n".join(LINES), "lines", "exec")
