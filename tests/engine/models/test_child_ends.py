"""The process that runs models starts, ends and fails without half a file, and says each thing once."""

import os
import resource
import signal
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from engine.models.child import Inbox
from tests.engine.models.children import LONG, Child, request


@pytest.fixture
def start() -> Iterator[Callable[..., Child]]:
    children: list[Child] = []

    def begin(*arguments: str, **options: Any) -> Child:
        children.append(Child(*arguments, **options))
        return children[-1]

    yield begin
    for child in children:
        child.stop()


def test_the_end_of_stdin_ends_it(start: Callable[..., Child], tmp_path: Path) -> None:
    assert start().end() == 0
    child = start()
    child.say(request(1, tmp_path / "c", LONG))
    child.hear()
    assert child.end() == 0
    assert not [path for path in tmp_path.iterdir() if path.name != "c"]


def test_a_full_disk_is_said_and_leaves_no_half_file(start: Callable[..., Child], tmp_path: Path) -> None:
    child = start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
    child.say(request(1, tmp_path / "c"))
    answer = child.answer()
    assert answer == {"id": 1, "error": f"The capture could not be saved as {tmp_path / 'c'}: File too large."}
    assert not list(tmp_path.iterdir())


NOISY = """
import os, sys
from engine import models
from engine.models import child
from tests.engine.captures import tiny
class Noisy:
    note = ""
    def capture(self, text, cancelled, progress):
        print("printed"), os.write(1, b"written\\n"), sys.__stdout__.write("to the old one\\n"), sys.__stdout__.flush()
        if text == "tiny": return tiny()
        while text == "deaf":  # it looks at nothing until its end
            progress(0.5, "still")
            if cancelled(): return tiny()
        if text == "nothing": raise MemoryError
        raise MemoryError("no\\nmemory") if text == "memory" else KeyError(text)
def noisy(name, cancelled, progress):
    print("loading")
    if "OPENED" in os.environ: open(os.environ["OPENED"], "a").write(name)
    if name == "smollm2":
        Noisy.note = "Nowhere to keep it."
        progress(0.5, "once")
    if name == "minilm" and not os.environ.get("LOADS"): raise models.ModelError("It is not installed.")
    return Noisy()
child.open_model = noisy
child.main()
"""


def test_nothing_printed_disturbs_the_lines_and_any_exception_is_a_sentence(
    start: Callable[..., Child], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADS", "1")
    child = start("-c", NOISY)
    child.say(request(1, tmp_path / "c", "a  b"))
    assert child.hear() == {"id": 1, "error": "The model stopped: KeyError 'a b'."}
    child.say(request(2, tmp_path / "c", "memory"))
    assert child.hear() == {"id": 2, "error": "The model stopped: MemoryError no memory."}
    child.say(request(3, tmp_path / "c", "nothing"))
    assert child.hear() == {"id": 3, "error": "The model stopped: MemoryError."}
    child.say(request(4, tmp_path / "c", "x" * 9000))
    assert child.hear() == {"id": 4, "error": f"The model stopped: KeyError '{'x' * 199}."}


def test_what_was_cancelled_at_its_very_end_is_not_saved(
    start: Callable[..., Child], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADS", "1")
    child = start("-c", NOISY)
    child.say(request(1, tmp_path / "c", "deaf"))
    assert child.hear() == {"id": 1, "progress": 0.5, "say": "still"}
    child.say({"cancel": 1})
    assert child.answer() == {"id": 1, "cancelled": True}
    assert not list(tmp_path.iterdir())


def test_the_first_model_is_there_when_it_is_ready(
    start: Callable[..., Child], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENED", str(tmp_path / "opened"))
    child = start("-c", NOISY)
    assert (tmp_path / "opened").read_text() == "minilm"
    child.say(request(1, tmp_path / "c", "tiny", "smollm2"))
    child.answer()
    assert (tmp_path / "opened").read_text() == "minilm" + "smollm2"


def test_ctrl_c_is_for_the_window(start: Callable[..., Child], tmp_path: Path) -> None:
    child = start("-c", NOISY)
    child.process.send_signal(signal.SIGINT)
    child.say(request(1, tmp_path / "c", "tiny", "smollm2"))
    assert child.answer()["done"] == str(tmp_path / "c")


def test_it_ends_where_nobody_listens(start: Callable[..., Child], tmp_path: Path) -> None:
    child = start("-c", NOISY)
    assert child.process.stdout is not None
    child.process.stdout.close()
    child.say(request(1, tmp_path / "c"))
    assert child.process.wait(timeout=60) == 0


def test_the_end_of_stdin_waits_for_a_file_that_is_being_written(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    class Saving:
        def acquire(self, timeout: float) -> bool:
            happened.append("saved")
            return True

    monkeypatch.setattr(os, "_exit", lambda status: happened.append(f"ended with {status}"))
    inbox = Inbox(lambda message: None)
    inbox.saving = Saving()  # type: ignore[assignment]
    inbox.read(BytesIO())
    assert happened == ["saved", "ended with 0"]


def test_what_there_is_to_say_of_loading_is_said_once(start: Callable[..., Child], tmp_path: Path) -> None:
    child = start("-c", NOISY)
    child.say(request(1, tmp_path / "c", "tiny", "smollm2"))
    assert child.hear() == {"id": 1, "progress": 0.5, "say": "once"}
    assert child.hear() == {"id": 1, "done": str(tmp_path / "c"), "note": "Nowhere to keep it."}
    child.say(request(2, tmp_path / "c", "tiny", "smollm2"))
    assert child.hear() == {"id": 2, "done": str(tmp_path / "c")}


def test_without_the_model_it_is_ready_and_says_so_for_each_request(
    start: Callable[..., Child], tmp_path: Path
) -> None:
    child = start("-c", NOISY)
    for number in (1, 2):
        child.say(request(number, tmp_path / "c"))
        assert child.hear() == {"id": number, "error": "It is not installed."}


def test_it_is_killed_and_nothing_is_left(start: Callable[..., Child], tmp_path: Path) -> None:
    child = start()
    child.say(request(1, tmp_path / "c", LONG))
    child.hear()
    child.process.kill()
    assert child.process.wait(timeout=20) == -9
    assert not list(tmp_path.iterdir())
