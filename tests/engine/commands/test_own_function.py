"""`weights --function FILE`: a person's own function, given on purpose, so that it runs."""

import math
from pathlib import Path

import numpy as np
import pytest

from engine.commands.weights import weights
from engine.files.examples import GALLERY
from tests.engine.commands.running import Run

BANK = GALLERY["bank-muddy"]
CAUSAL = "def mask_mod(b, h, q_idx, kv_idx):\n    return q_idx >= kv_idx\n"
LATE = "def score_mod(score, b, h, q_idx, kv_idx):\n    return score + q_idx.nothing\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(weights, capsys)


def test_it_runs_and_says_so(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(CAUSAL)
    given = ("--file", str(BANK.path), "--head", "4", "--scale", "8")
    answer = run.json(*given, "--variant", "alibi", "--function", str(own))
    causal = run.json(*given, "--variant", "alibi+causal")
    assert (answer["parameters_from"], answer["function"], answer["variant"]) == ("you", "own.py", "alibi")
    np.testing.assert_allclose(answer["weights"], causal["weights"], atol=1e-6)
    assert "function" not in causal and causal["parameters_from"] == "model"
    assert math.isclose(sum(answer["weights"][3]), 1, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = (\n", "Line 1 of own.py, “x = (”: '(' was never closed."),
        (LATE, "Line 2 of own.py, “return score + q_idx.nothing”: AttributeError, "),
        (None, "There is no file “"),
    ],
)
def test_a_mistake_in_it_is_one_sentence_and_nothing_is_printed(
    run: Run, tmp_path: Path, source: str | None, sentence: str
) -> None:
    own = tmp_path / "own.py"
    if source is not None:
        own.write_text(source)
    assert run.refused("--file", str(BANK.path), "--function", str(own)).startswith(sentence)
