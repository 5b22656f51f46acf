"""`capture`: the file that the window and `weights` read, and one sentence for whatever is wrong."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture
from engine.commands import capture as room
from engine.commands.capture import capture
from engine.commands.weights import weights
from engine.files.examples import DURSLEY, GALLERY
from engine.models import open_model
from tests.engine.commands.running import Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capture, capsys)


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "open_model", lambda *_, **__: pytest.fail("a model was loaded"))


def test_what_a_model_made_of_a_text(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "bank.safetensors"
    size = GALLERY["bank-muddy"].path.stat().st_size
    assert (
        run(GALLERY["bank-muddy"].text, "--out", str(out)) == f"{out}: MiniLM-L6-v2, 10 tokens, {size / 1e6:.1f} MB\n"
    )
    assert run.err == ""
    saved, example = Capture.load(out), Capture.load(GALLERY["bank-muddy"].path)
    assert saved.tokens == example.tokens
    np.testing.assert_allclose(saved.layers[5].k, example.layers[5].k, atol=1e-5)


def test_the_decoders_promised_numbers(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text(DURSLEY + "\n", "utf-8")
    out = str(tmp_path / "c.safetensors")
    assert "SmolLM2-135M-Instruct (Q4_1), 21 tokens, 1.2 MB" in run(
        "--file", str(tmp_path / "text"), "--model", "smollm2", "--out", out
    )
    for source in (("--file", out), (DURSLEY, "--model", "smollm2")):
        assert weights([*source, "--layer", "18", "--head", "6", "--format", "json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["model"], len(answer["tokens"])) == ("smollm2", 21)
        assert answer["tokens"][3:6] == ["D", "urs", "ley"]
        assert np.abs(np.sum(answer["weights"], -1) - 1).max() < 1e-3
        assert not np.triu(answer["weights"], 1).any()
        assert np.argmax(answer["weights"][15]) == 5


def test_what_is_cut_off_and_what_is_long_is_said(run: Run, tmp_path: Path) -> None:
    run("word " * 600, "--out", str(tmp_path / "c.safetensors"))
    assert run.err == "MiniLM-L6-v2 reads 512 tokens at most: 2,549 of 3,000 characters were read.\n"
    run("word " * 300, "--model", "smollm2", "--out", str(tmp_path / "c.safetensors"))
    assert run.err == "301 tokens: 17 MB kept, 41 MB while it reads.\n"


def test_a_note_about_loading_is_said(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = open_model("minilm")
    model.note = "It could not be kept."
    monkeypatch.setattr(room, "open_model", lambda name, progress: model)
    run("a", "--out", str(tmp_path / "c.safetensors"))
    assert run.err == "It could not be kept.\n"


@pytest.mark.usefixtures("no_model")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("a",), "The following arguments are required: --out."),
        (("a", "--out", "c.npz"), "Argument --out: a capture is a .safetensors file, not 'c.npz'."),
        (("a", "--out", "/none/c.safetensors"), "Argument --out: there is no folder /none."),
        (
            ("a", "--out", "a" * 300 + ".safetensors"),
            "Argument --out: no such file can be written (file name too long).",
        ),
        ((" ", "--out", "c.safetensors"), "The text is empty: give at least one word."),
        (("--file", "/none", "--out", "c.safetensors"), "There is no file “/none”."),
        (
            ("--file", str(GALLERY["pieces"].path), "--out", "c.safetensors"),
            "“pieces.safetensors” is a capture already; give a text.",
        ),
    ],
)
def test_what_is_wrong_is_said_before_a_model_loads(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    assert run.refused(*arguments) == sentence


def test_an_unknown_model(run: Run) -> None:
    assert "invalid choice: 'gpt' (choose from " in run.refused("a", "--model", "gpt", "--out", "c.safetensors")


@pytest.mark.usefixtures("no_model")
def test_a_folder_in_the_way_is_said_before_a_model_loads(run: Run, tmp_path: Path) -> None:
    (out := tmp_path / "c.safetensors").mkdir()
    assert run.refused("a", "--out", str(out)) == f"Argument --out: {str(out)!r} is a folder."
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.usefixtures("no_model")
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that takes no files, whoever asks")
def test_a_folder_that_takes_no_files_is_said_before_a_model_loads(run: Run) -> None:
    told = run.refused("a", "--out", "/proc/self/c.safetensors")
    assert told == "Argument --out: no such file can be written (no such file or directory)."


def test_a_terminal_sees_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    capture(["a river", "--out", str(tmp_path / "c.safetensors")])
    assert "\r\033[Klayer 6 of 6\r\033[K" in capsys.readouterr().err
