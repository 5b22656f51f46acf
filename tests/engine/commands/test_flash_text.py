"""`flash` on a head that read a text: as exact as float32 in every schedule, and never silent about an error."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.arrays import Array
from engine.attention import Spec
from engine.capture import Capture
from engine.commands.flash import flash
from engine.files.examples import GALLERY
from engine.flash import Gradients, Schedule, State, replay, replay_backward
from tests.engine.captures import tiny
from tests.engine.commands.running import Run

BANK = str(GALLERY["bank-muddy"].path)
HEAD = ("--file", BANK, "--layer", "0", "--head", "4")
NAMES = "tiles_total tiles_visited hbm_read hbm_written operations sram_peak steps"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(flash, capsys)


def test_a_head_is_as_exact_as_float32(run: Run) -> None:
    answer = run.json(*HEAD, "--block-q", "4", "--block-k", "3")
    assert " ".join(answer) == f"model tokens layer head scale variant {NAMES} max_error"
    assert " ".join(answer["tokens"]) == "[CLS] the bank of the river was muddy . [SEP]"
    assert (answer["model"], answer["layer"], answer["head"], answer["tiles_total"]) == ("minilm", 0, 4, 3 * 4)
    assert 0 < answer["max_error"] < 2e-6


def test_text_is_read_by_the_model(run: Run) -> None:
    text = run.json("--text", GALLERY["bank-muddy"].text, "--model", "minilm", "--layer", "0", "--head", "4")
    assert text["max_error"] < 2e-6
    assert {**text, "max_error": 0} == {**run.json(*HEAD), "max_error": 0}


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2", "decoding"])
@pytest.mark.parametrize(
    "variant", ["causal", "window", "alibi+softcap", "sinks+window", "gqa+rope", "learned-sink", "off-by-one", "mla"]
)
def test_every_schedule_runs_every_variant_of_the_softmax(run: Run, algorithm: str, variant: str) -> None:
    chosen = (*HEAD, "--block-q", "3", "--block-k", "4", "--variant", variant, "--algorithm", algorithm)
    answer = run.json(*chosen, *(("--splits", "2") if algorithm == "decoding" else ()))
    assert 0 < answer["max_error"] < 5e-6
    assert answer["variant"] == variant


def test_the_mask_of_a_variant_is_skipped_and_so_is_a_causal_one(run: Run) -> None:
    tile = ("--block-q", "2", "--block-k", "2")
    assert run.json(*HEAD, *tile)["tiles_visited"] == 25
    assert run.json(*HEAD, *tile, "--variant", "causal")["tiles_visited"] == 15
    assert run.json(*HEAD, *tile, "--causal")["tiles_visited"] == 15
    both = run.json(*HEAD, *tile, "--causal", "--variant", "window", "--param", "width=2")
    assert both["tiles_visited"] == 9
    assert both["max_error"] < 2e-6


def test_the_scale_is_a_divisor(run: Run) -> None:
    assert run.json(*HEAD)["scale"] == pytest.approx(32**0.5)
    sharp = run.json(*HEAD, "--scale", "0.5")
    assert sharp["scale"] == 0.5
    assert sharp["max_error"] < 1e-4


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2"])
@pytest.mark.parametrize("variant", ["as-trained", "causal", "alibi+window", "softcap"])
def test_backward_is_as_exact(run: Run, algorithm: str, variant: str) -> None:
    chosen = (*HEAD, "--block-q", "3", "--block-k", "4", "--algorithm", algorithm, "--variant", variant)
    answer = run.json(*chosen, "--direction", "backward")
    assert 0 < answer["max_error"] < 1e-5
    assert set(answer["max_errors"]) == {"dq", "dk", "dv"} and answer["loss"] == "half the sum of the squared outputs"
    assert max(answer["max_errors"].values()) == answer["max_error"]
    assert answer["steps"] != run.json(*chosen)["steps"]


def test_a_wrong_output_is_a_large_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoiled(q: Array, k: Array, v: Array, made: Schedule, spec: Spec) -> State:
        state = replay(q, k, v, made, spec)
        output = state.output.copy()
        output[0, 0, 7, 3] += 0.25
        return replace(state, output=output)

    monkeypatch.setattr("engine.commands.exact.replay", spoiled)
    assert run.json(*HEAD)["max_error"] == pytest.approx(0.25, abs=1e-5)


@pytest.mark.parametrize("name", ["dq", "dk", "dv"])
def test_a_wrong_gradient_is_a_large_error(run: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def spoiled(q: Array, k: Array, v: Array, do: Array, made: Schedule, spec: Spec) -> Gradients:
        found = replay_backward(q, k, v, do, made, spec)
        gradient = getattr(found, name).copy()
        gradient[0, 0, 9, 31] -= 0.5
        return replace(found, **{name: gradient})

    monkeypatch.setattr("engine.commands.exact.replay_backward", spoiled)
    answer = run.json(*HEAD, "--direction", "backward")
    assert answer["max_error"] == answer["max_errors"][name] == pytest.approx(0.5, abs=1e-5)
    assert sum(answer["max_errors"].values()) < 0.501, "the others are right"


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_dense_attention_in_strips_is_the_same(run: Run, monkeypatch: pytest.MonkeyPatch, direction: str) -> None:
    chosen = (*HEAD, "--variant", "causal+alibi", "--direction", direction)
    whole = run.json(*chosen)["max_error"]
    monkeypatch.setattr("engine.commands.exact.CELLS", 30)
    assert run.json(*chosen)["max_error"] == pytest.approx(whole, rel=1e-6)


def test_what_is_not_a_number_is_null(run: Run, tmp_path: Path) -> None:
    capture, path = tiny(), tmp_path / "c.safetensors"
    capture.layers[0].v[0, 2] = np.nan
    capture.save(path)
    assert run.json("--file", str(path), "--head", "0")["max_error"] is None
    assert run.json("--file", str(path), "--head", "2")["max_error"] < 1e-6  # of another key head


def test_a_causal_model_and_half_precision(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.safetensors"
    tiny("float16", "causal").save(path)
    answer = run.json("--file", str(path), "--head", "3", "--block-q", "1", "--block-k", "1")
    assert (answer["tiles_visited"], answer["tiles_total"]) == (15, 25)
    assert answer["max_error"] < 1e-6
    assert Capture.load(path).dtype == "float16"


def test_what_was_cut_off_is_said(run: Run) -> None:
    answer = run.json("--text", "river " * 600, "--block-q", "128", "--block-k", "128")
    assert (len(answer["tokens"]), answer["tiles_total"]) == (512, 16)
    assert run.err == "MiniLM-L6-v2 reads 512 tokens at most: 3,059 of 3,600 characters were read.\n"
