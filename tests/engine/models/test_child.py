"""The process that runs models: every request is answered once, whatever happens."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.capture import Capture
from tests.engine.models.children import LONG, Child, Message, request


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    shared = Child()
    yield shared
    shared.stop()


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
