"""The command line: what each command loads, and one sentence for what is impossible."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import main
from engine.files.examples import GALLERY

ROOT = Path(__file__).parent.parent
BANK = str(GALLERY["bank-muddy"].path)


def started(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **options)


def test_weights_from_the_shell(tmp_path: Path) -> None:
    run = started("weights", "The bank of the river was muddy 🎉.", "--head", "4", "--query", "bank", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["tokens"][8] == "🎉"


def test_output_is_utf_8_whatever_the_locale() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = started("weights", "🎉 river", "--format", "csv", env=environment)
    assert (run.returncode, run.stdout.splitlines()[0]) == (0, "query,[CLS],🎉,river,[SEP]")


def test_flash_from_the_shell() -> None:
    run = started(
        "flash",
        *[
            "--n",
            "1024",
            "--d",
            "64",
            "--block-q",
            "128",
            "--block-k",
            "128",
            "--algorithm",
            "fa2",
            "--causal",
            "--format",
            "json",
        ],
    )
    assert (run.returncode, run.stderr) == (0, "")
    answer = json.loads(run.stdout)
    assert (answer["tiles_visited"], answer["tiles_total"]) == (36, 64)
    wrong = started("flash", "--n", "1024")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "Give a shape, --n and --d, or a text, --text or --file.\n"


def test_a_mistake_is_one_sentence_and_exit_status_2() -> None:
    run = started("weights", "--file", BANK, "--query", "the")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "“the” stands 2 times, say which: the#1 is token 1, the#2 is token 4.\n"


@pytest.mark.parametrize("buffered", [True, False])
def test_a_broken_pipe_is_silent(buffered: bool) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, *([] if buffered else ["-u"]), str(ROOT / "main.py"), "weights", "--file", BANK]
    run = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=environment, check=False)
    os.close(write)
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write on")
@pytest.mark.parametrize("buffered", [True, False])
def test_a_full_disk_is_one_sentence(buffered: bool) -> None:
    command = [sys.executable, *([] if buffered else ["-u"]), str(ROOT / "main.py"), "weights", "--file", BANK]
    with open("/dev/full", "w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, "The output cannot be written: No space left on device.\n")


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the output")
def test_a_closed_output_is_no_mistake() -> None:
    command = f"{sys.executable} {ROOT / 'main.py'} weights --file {BANK} >&-"
    run = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_without_a_display_the_shell_sees_exit_status_1() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    run = started(env=environment | {"QT_QPA_PLATFORM": "xcb"})
    assert run.returncode == 1
    assert run.stderr.startswith("There is no display")


@pytest.mark.parametrize("command", [["weights", "--query", "bank"], ["flash", "--head", "4", "--causal"]])
def test_a_capture_needs_neither_qt_nor_torch(command: list[str]) -> None:
    code = f"""
import sys
for name in ("PySide6", "torch", "tokenizers", "safetensors", "gui"): sys.modules[name] = None
import main
sys.exit(main.main({[*command, "--file", BANK]!r}))"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


# The window and the picture


Calls = list[tuple[Any, ...]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What main hands on to the window's side, which is not loaded."""
    made: Calls = []

    def record(*arguments: Any) -> int:
        made.append(arguments)
        return 7

    for name, function in (("start", "run"), ("screenshot", "screenshot")):
        module = ModuleType(f"gui.{name}")
        setattr(module, function, record)
        monkeypatch.setitem(sys.modules, f"gui.{name}", module)
    monkeypatch.setattr("gui.launch.problem", lambda: None)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return made


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        ([], None),
        (["a.txt"], "a.txt"),
        (["./weights"], "./weights"),
        (["./flash"], "./flash"),
        (["Weights"], "Weights"),
    ],
)
def test_the_window_gets_its_file(calls: Calls, arguments: list[str], file: str | None) -> None:
    assert main.main(arguments) == 7
    assert calls == [(file,)]


def test_the_picture_gets_its_choices(calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, scene = tmp_path / "a.png", tmp_path / "s.json"
    assert main.main(["screenshot", "--out", str(out)]) == 7
    given = ["--workspace", "attention", "--theme", "dark", "--size", "1280x720", "--dpr", "2", "--scene"]
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert main.main(["screenshot", *given, str(scene), "--out", str(out)]) == 7
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
    assert calls == [
        (None, None, (1440, 900), 1.0, None, out),
        ("attention", "dark", (1280, 720), 2.0, scene, out),
    ]


@pytest.mark.parametrize("limits", ["--size 200x8192 --dpr 1", "--size 8192x200 --dpr 4"])
def test_the_picture_may_be_as_large_as_it_says(calls: Calls, tmp_path: Path, limits: str) -> None:
    assert main.main(["screenshot", *limits.split(), "--out", str(tmp_path / "a.PNG")]) == 7


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("screenshot", "The following arguments are required: --out."),
        ("screenshot --out a.jpg", "Argument --out: the picture is a .png file, not 'a.jpg'."),
        ("screenshot --out /none/a.png", "Argument --out: there is no folder /none."),
        (f"screenshot --out {'a' * 5000}/a.png", "Argument --out: no such file can be written (file name too long)."),
        ("screenshot --out a.png --size 1440", "a size is two numbers from 200 to 8192, as in 1440x900, not '1440'."),
        ("screenshot --out a.png --size 199x900", "not '199x900'."),
        ("screenshot --out a.png --size 1440x8193", "not '1440x8193'."),
        ("screenshot --out a.png --size 1440x900x2", "not '1440x900x2'."),
        ("screenshot --out a.png --size 999999999x900", "not '999999999x900'."),
        ("screenshot --out a.png --dpr 0.9", "a device pixel ratio is a number from 1 to 4, not '0.9'."),
        ("screenshot --out a.png --dpr 4.1", "not '4.1'."),
        ("screenshot --out a.png --dpr nan", "not 'nan'."),
        ("screenshot --out a.png --dpr x", "not 'x'."),
        ("screenshot --out a.png --theme pink", "invalid choice: 'pink'"),
        ("screenshot --out a.png --workspace kitchen", "invalid choice: 'kitchen'"),
        ("a.txt b.txt", "Unrecognized arguments: b.txt."),
        ("--flash", "Unrecognized arguments: --flash."),
    ],
)
def test_what_cannot_be_shown(calls: Calls, capsys: pytest.CaptureFixture[str], arguments: str, words: str) -> None:
    with pytest.raises(SystemExit) as end:
        main.main(arguments.split())
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert not calls


@pytest.mark.parametrize("arguments", [[], ["screenshot", "--out", "a.png"]])
def test_without_a_display_it_says_so(
    calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr("gui.launch.problem", lambda: "There is no display.")
    assert main.main(arguments) == 1
    assert capsys.readouterr().err == "There is no display.\n"
    assert not calls


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main.main(["--help"])
    assert end.value.code == 0
    help_ = capsys.readouterr().out
    assert "main.py weights TEXT" in help_
    assert "main.py flash --n" in help_
    assert "main.py screenshot" in help_
