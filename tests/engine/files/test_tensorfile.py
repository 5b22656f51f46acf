"""A file that is cut, spoiled, or something else altogether is refused before anything of it is used."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from engine.capture import Capture, CaptureError
from engine.files.tensorfile import LONGEST_HEADER, TensorFileError, looks_like, read_tensors, write_tensors
from tests.engine.captures import forge, parts, tiny


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.safetensors"
    tiny().save(path)
    return path


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it has only 0 bytes"),
        (b"12345678", "it has only 8 bytes"),
        (b"\2\0\0\0\0\0\0\0{", "it has only 9 bytes"),
        (b"\1\0\0\0\0\0\0\0{}", "does not begin like one"),
        (LONGEST_HEADER.to_bytes(8, "little") + b"{}", "ends after 10 bytes, within its header of 33554432"),
        ((LONGEST_HEADER + 1).to_bytes(8, "little") + b"{}", "does not begin like one"),
        ((2**63).to_bytes(8, "little") + b"{}", "does not begin like one"),
        ((19).to_bytes(8, "little") + b"{}" * 9, "ends after 26 bytes, within its header of 19"),
        (b"\5\0\0\0\0\0\0\0{} {}", "not proper JSON"),
        (b"\2\0\0\0\0\0\0\0[]", "header is not a table"),
        (b"\2\0\0\0\0\0\0\0\xff\xfe", "not proper JSON"),
        ((10**6).to_bytes(8, "little") + b"[" * 10**6, "nested too deeply"),
        (b"\x2f\0\0\0\0\0\0\0" + b'{"__metadata__":{"a":"1"},"__metadata__":{"a":1}}'[:47], "not proper JSON"),
    ],
)
def test_a_file_that_is_something_else(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "c.safetensors"
    path.write_bytes(data)
    with pytest.raises(CaptureError, match=reason):
        Capture.load(path)


@pytest.mark.parametrize(
    ("data", "begins"),
    [
        (LONGEST_HEADER.to_bytes(8, "little") + b"{", True),
        ((LONGEST_HEADER + 1).to_bytes(8, "little") + b"{", False),
        (b"\2\0\0\0\0\0\0\0[]", False),
        (b"\2\0\0\0\0\0\0\0", False),
        (b"", False),
    ],
)
def test_a_file_begins_like_one_or_not(tmp_path: Path, data: bytes, begins: bool) -> None:
    path = tmp_path / "c"
    path.write_bytes(data)
    assert looks_like(path) == begins


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ([True, 4], "no proper shape and place"),
        ([-1, -1, 4], "no proper shape and place"),
        ([3], "not have the size that its shape needs"),
        ([5], "not have the size that its shape needs"),
        ([1] * 8 + [4], "not have the size that its shape needs"),  # more axes than anything here has
    ],
)
def test_a_shape_that_does_not_fit_is_refused(tmp_path: Path, shape: list[int], reason: str) -> None:
    """Four numbers of float32."""
    path = tmp_path / "c"
    forge(path, {"x": {"dtype": "F32", "shape": shape, "data_offsets": [0, 16]}}, bytes(16))
    with pytest.raises(TensorFileError, match=reason):
        read_tensors(path)


@pytest.mark.parametrize("letters", range(8))
def test_the_numbers_begin_at_a_multiple_of_eight_bytes(tmp_path: Path, letters: int) -> None:
    path = tmp_path / "c"
    write_tensors(path, {"x": np.arange(3.0)}, {"a": "b" * letters})
    assert int.from_bytes(path.read_bytes()[:8], "little") % 8 == 0
    assert read_tensors(path)[1]["x"].flags.aligned


def test_eight_axes_are_not_too_many(tmp_path: Path) -> None:
    path = tmp_path / "c"
    forge(path, {"x": {"dtype": "F32", "shape": [1] * 7 + [4], "data_offsets": [0, 16]}}, bytes(16))
    assert read_tensors(path)[1]["x"].shape == (1, 1, 1, 1, 1, 1, 1, 4)


def test_a_file_that_was_cut_while_it_was_copied(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.fromfile(saved, np.uint8)
    monkeypatch.setattr(np, "fromfile", lambda file, dtype, count: whole[: count - 1])
    with pytest.raises(CaptureError, match="it was changed while it was read"):
        Capture.load(saved, mapped=False)


def test_a_name_that_stands_twice(saved: Path) -> None:
    header, data = parts(saved)
    raw = json.dumps(header)
    forge(saved, (raw[:-1] + ', "layers.0.q": ' + json.dumps(header["layers.0.q"]) + "}").encode(), data)
    with pytest.raises(CaptureError, match="a name stands twice"):
        Capture.load(saved)


@pytest.mark.parametrize("name", ["two\nlines", "half \ud800", "long" * 9999, "\0\x1b[31m"])
def test_a_strangers_name_makes_no_strange_sentence(saved: Path, name: str) -> None:
    header, data = parts(saved)
    forge(saved, header | {name: {}}, data)
    with pytest.raises(CaptureError, match="has no proper shape and place") as refusal:
        Capture.load(saved)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 150


def test_a_file_cut_short_or_with_something_behind(saved: Path) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[:-7])
    with pytest.raises(CaptureError, match=r"cut short: 873 of 880 bytes"):
        Capture.load(saved)
    saved.write_bytes(data + b"x")
    with pytest.raises(CaptureError, match="1 bytes too many"):
        Capture.load(saved)


@pytest.mark.parametrize("name", ["none", ".", "nul\0", "\udfff\ud800"])
def test_a_path_that_is_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(CaptureError, match=r"not a whole capture: it (is not a file|cannot be read)"):
        Capture.load(tmp_path / name)


def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CaptureError, match="it is not a file"):
        Capture.load(tmp_path / "pipe")
