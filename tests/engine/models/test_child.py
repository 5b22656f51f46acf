"""The process that runs models: every request is answered once, whatever happens."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.capture import Capture

ROOT = Path(__file__).parents[3]
Message = dict[str, Any]
LONG = "river bank " * 300


class Child:
    """The process, its lines in and out."""

    def __init__(self, *arguments: str, **options: Any) -> None:
        command = [sys.executable, *(arguments or ("-m", "engine.models.child"))]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, **options
        )
        assert self.hear() == {"ready": True}

    def say(self, *messages: Message | bytes) -> None:
        """All at once, so that they wait together."""
        assert self.process.stdin is not None
        lines = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> Message:
        assert self.process.stdout is not None
        message: Message = json.loads(self.process.stdout.readline())
        return message

    def answer(self) -> Message:
        """The next message that is not progress."""
        return next(message for message in iter(self.hear, None) if "progress" not in message)

    def end(self) -> int:
        """Close stdin and wait."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=20)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(timeout=20)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Child]]:
    children: list[Child] = []

    def begin(*arguments: str, **options: Any) -> Child:
        children.append(Child(*arguments, **options))
        return children[-1]

    yield begin
    for child in children:
        child.stop()


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    shared = Child()
    yield shared
    shared.stop()


def request(number: int, out: Path, text: str = "The bank.", model: str = "minilm") -> Message:
    return {"id": number, "model": model, "text": text, "out": str(out)}


def test_a_text_becomes_a_capture_file(child: Child, tmp_path: Path) -> None:
    out = tmp_path / "c.safetensors"
    child.say(request(1, out, "🎉 river\n\ud800"))
    said = [child.hear() for _ in range(7)]
    assert said[:6] == [{"id": 1, "progress": n / 6, "say": f"layer {n} of 6"} for n in range(1, 7)]
    assert said[6] == {"id": 1, "done": str(out)}
    assert [token.label for token in Capture.load(out).tokens] == ["[CLS]", "🎉", "river", "[SEP]"]


def test_token_numbers_become_a_capture_file(child: Child, tmp_path: Path) -> None:
    out = tmp_path / "c.safetensors"
    child.say({"id": 1, "model": "minilm", "ids": [101, 2924, 2924, 102], "out": str(out)})
    assert child.answer() == {"id": 1, "done": str(out)}
    assert [token.label for token in Capture.load(out).tokens] == ["[CLS]", "bank", "bank", "[SEP]"]
    child.say({"id": 2, "model": "minilm", "ids": [-1], "out": str(out)})
    assert child.answer() == {"id": 2, "error": "There is no token -1 in the vocabulary."}


def test_the_second_model_is_loaded_when_it_is_asked_for(child: Child, tmp_path: Path) -> None:
    child.say(request(1, tmp_path / "c", "The river", "smollm2"))
    said = list(iter(child.hear, {"id": 1, "done": str(tmp_path / "c")}))
    assert said[-30:] == [{"id": 1, "progress": n / 30, "say": f"layer {n} of 30"} for n in range(1, 31)]
    assert [token.label for token in Capture.load(tmp_path / "c").tokens] == ["The", "river"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"text": " "}, "The text is empty: type at least one word."),
        ({"model": "foo"}, "Unknown model 'foo'; known: minilm, smollm2."),
        (
            {"out": "/none/c.safetensors"},
            "The capture could not be saved as /none/c.safetensors: No such file or directory.",
        ),
    ],
)
def test_what_goes_wrong_is_a_sentence_and_the_next_request_works(
    child: Child, tmp_path: Path, wrong: Message, sentence: str
) -> None:
    child.say(request(2, tmp_path / "c.safetensors") | wrong)
    assert child.answer() == {"id": 2, "error": sentence}
    child.say(request(3, tmp_path / "c.safetensors"))
    assert child.answer() == {"id": 3, "done": str(tmp_path / "c.safetensors")}


@pytest.mark.parametrize(
    ("line", "number"),
    [
        (b"", None),
        (b"{", None),
        (b"\xff\xfe", None),
        (b"[" * 100_000, None),
        (b"5", None),
        (b'["cancel"]', None),
        (b'"cancel"', None),
        (b'{"id": 4}', 4),
        (b'{"id": 4, "model": "minilm", "text": "a", "out": "b", "more": 1}', 4),
        (b'{"id": 4, "model": "minilm", "text": 5, "out": "b"}', 4),
        (b'{"id": 4, "model": "minilm", "ids": 5, "out": "b"}', 4),
        (b'{"id": 4, "model": "minilm", "ids": [1.5], "out": "b"}', 4),
        (b'{"id": 4, "model": "minilm", "ids": [true], "out": "b"}', 4),
        (b'{"id": "x", "model": "minilm", "text": "a", "out": "b"}', "x"),
    ],
)
def test_a_line_that_is_no_request(child: Child, tmp_path: Path, line: bytes, number: object) -> None:
    child.say(line)
    assert child.hear() == {"id": number, "error": "The window sent a line that is not a request."}
    child.say(request(5, tmp_path / "c.safetensors"))
    assert child.answer()["id"] == 5


def test_only_the_newest_waiting_request_runs(child: Child, tmp_path: Path) -> None:
    child.say(*(request(n, tmp_path / str(n), LONG) for n in range(10, 16)))
    answers = {}
    while 15 not in answers:
        message = child.answer()
        assert message["id"] not in answers
        answers[message["id"]] = message
    assert answers[15] == {"id": 15, "done": str(tmp_path / "15")}
    assert sorted(answers) == list(range(10, 16))
    ran = {number for number, message in answers.items() if "done" in message}
    assert len(ran) <= 2, "the one that began before the others came, and the newest"
    assert {path.name for path in tmp_path.iterdir()} == {str(number) for number in ran}


def test_cancel_works_between_layers(child: Child, tmp_path: Path) -> None:
    child.say(request(20, tmp_path / "c", LONG))
    assert child.hear()["progress"] == 1 / 6
    child.say({"cancel": 20})
    assert child.answer() == {"id": 20, "cancelled": True}
    assert not list(tmp_path.iterdir())
    child.say({"cancel": 20}, {"cancel": 99}, {"cancel": None}, request(21, tmp_path / "c"))
    assert child.answer() == {"id": 21, "done": str(tmp_path / "c")}


def test_a_waiting_request_is_cancelled_at_once(child: Child, tmp_path: Path) -> None:
    child.say(request(30, tmp_path / "a", LONG))
    child.hear()
    child.say(request(31, tmp_path / "b"), {"cancel": 31})
    assert child.answer() == {"id": 31, "cancelled": True}
    assert child.answer() == {"id": 30, "done": str(tmp_path / "a")}
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


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
        raise MemoryError("no\\nmemory") if text == "memory" else KeyError(text)
def noisy(name, cancelled, progress):
    print("loading")
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
