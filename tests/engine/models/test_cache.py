"""What was prepared once is whole, or is prepared again; where it cannot be kept that is said."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.models import cache
from engine.models.cache import Made, folder, kept
from engine.models.published import mark_of, sha256_of


class Work:
    """Makes something, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Made:
        self.times += 1
        return {"words": "é"}, {"a": np.arange(6, dtype=np.float16).reshape(2, 3), "b": np.ones(2, np.float32)}


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Work:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "deep" / "qkvista")
    return Work()


def check(made: tuple[cache.Kept, str]) -> str:
    (metadata, tensors), note = made
    assert metadata == {"words": "é"}
    assert torch.equal(tensors["a"], torch.arange(6).reshape(2, 3).half())
    assert torch.equal(tensors["b"], torch.ones(2))
    return note


def test_it_is_made_once(work: Work, tmp_path: Path) -> None:
    assert [check(kept("x", work)) for _ in range(3)] == ["", "", ""]
    assert work.times == 1
    assert {path.name for path in cache.folder().iterdir()} == {"x.safetensors", "x.sha256"}
    check(kept("y", work))
    assert work.times == 2


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def strange(path: Path) -> None:
    path.write_bytes(b"\xff" * 64)


@pytest.mark.parametrize("name", ["x.safetensors", "x.sha256"])
@pytest.mark.parametrize("damage", [cut, flip, strange, Path.unlink], ids=["cut", "flipped", "strange", "gone"])
def test_what_is_damaged_is_made_again(work: Work, name: str, damage: Callable[[Path], None]) -> None:
    check(kept("x", work))
    damage(cache.folder() / name)
    assert check(kept("x", work)) == ""
    assert work.times == 2
    check(kept("x", work))
    assert work.times == 2


def test_a_right_mark_beside_no_tensor_file_is_no_cache(work: Work) -> None:
    check(kept("x", work))
    path = cache.folder() / "x.safetensors"
    path.write_bytes(b"nothing of the kind")
    mark_of(path).write_text(sha256_of(path))
    check(kept("x", work))
    assert work.times == 2


def test_a_full_disk_is_said_and_leaves_nothing(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    note = check(kept("x", work))
    wanted = (
        f"Next time the model is prepared again: it could not be kept in {cache.folder()} (No space left on device)."
    )
    assert note == wanted
    assert list(cache.folder().iterdir()) == []
    monkeypatch.undo()


def test_a_folder_that_cannot_be_made_is_said(work: Work, tmp_path: Path) -> None:
    (tmp_path / "deep").write_text("a file is in the way")
    assert check(kept("x", work)).endswith("qkvista (Not a directory).")
    assert work.times == 1


def test_what_goes_wrong_in_the_making_leaves_nothing(work: Work) -> None:
    def fail() -> Made:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept("x", fail)
    assert not cache.folder().exists()


def test_it_is_the_users_own_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folder().name == "qkvista"
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert folder() == tmp_path / "qkvista"
