"""Where captures are kept: found again by what was read, and given up by how large they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.scene import Scene
from gui.flow import library as room
from gui.flow.library import Library
from gui.flow.reader import Reading

BANK = GALLERY["bank-muddy"]
SIZE = BANK.path.stat().st_size


def copies(folder: Path, count: int) -> list[Path]:
    return [Path(shutil.copy(BANK.path, folder / f"{i}.safetensors")) for i in range(count)]


def test_examples_of_both_models_are_found() -> None:
    library = Library()
    for example in GALLERY.values():
        scene = Scene(model=example.model, text=example.text, layer=example.layer, head=example.head)
        assert library.find(scene) == example.path
    assert library.find(Scene(model="smollm2", text=BANK.text)) is None
    assert library.find(Scene(source="/a/b.safetensors")) == Path("/a/b.safetensors")


def test_token_numbers_are_a_reading_of_their_own(tmp_path: Path) -> None:
    library, (text, ids, other) = Library(), copies(tmp_path, 3)
    readings = [Reading("smollm2", "a"), Reading("smollm2", ids=(0, 5, 5)), Reading("smollm2", ids=(0, 6, 6))]
    for reading, path in zip(readings, (text, ids, other), strict=True):
        assert library.find_reading(reading) is None
        library.add(reading, path)
    assert [library.find_reading(reading) for reading in readings] == [text, ids, other]
    assert library.find(Scene(model="smollm2", text="a")) == text
    assert len({Reading("m", ids=(1,)), Reading("m", ids=(1,)), Reading("m", "")}) == 2


def test_the_oldest_readings_go_when_all_are_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_READ", 3 * SIZE)
    library, paths = Library(), copies(tmp_path, 5)
    readings = [Reading("minilm", str(i)) for i in range(5)]
    for reading, path in zip(readings[:3], paths[:3], strict=True):
        library.add(reading, path)
    assert all(path.exists() for path in paths)
    library.add(readings[0], paths[0])  # read again: the newest now
    library.add(readings[3], paths[3])
    assert [path.exists() for path in paths] == [True, False, True, True, True]
    assert library.find_reading(readings[1]) is None
    assert library.find_reading(readings[0]) == paths[0]
    library.add(readings[0], paths[4])  # a new file for the same text
    assert [path.exists() for path in paths] == [False, False, True, True, True]


def test_the_newest_reading_stays_however_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_READ", SIZE // 2)
    library, (first, second) = Library(), copies(tmp_path, 2)
    library.add(Reading("minilm", "a"), first)
    assert first.exists()
    library.add(Reading("minilm", "b"), second)
    assert (first.exists(), second.exists()) == (False, True)
    assert isinstance(library.load(second), Capture)


def test_what_is_mapped_is_kept_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_MAPPED", 2 * SIZE)
    library, (a, b, c) = Library(), copies(tmp_path, 3)
    first, second = library.load(a), library.load(b)
    assert (library.load(a), library.load(b)) == (first, second)
    assert library.load(a) is first  # and b is the oldest
    third = library.load(c)
    assert library.load(a) is first
    assert library.load(c) is third
    assert library.load(b) is not second


def test_a_reading_whose_file_is_gone_stays_mapped(tmp_path: Path) -> None:
    library, (path,) = Library(), copies(tmp_path, 1)
    library.add(Reading("minilm", "a"), path)
    capture = library.load(path)
    path.unlink()
    assert library.load(path) is capture


def test_two_thousand_tokens_of_the_decoder_fit_several_times() -> None:
    from engine.models import MODELS

    assert 4 * MODELS["smollm2"].bytes_of(2048) < room.MOST_READ
    assert MODELS["smollm2"].bytes_of(8192) < room.MOST_READ


def test_what_is_pinned_stays_however_old_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_READ", 2 * SIZE)
    monkeypatch.setattr(room, "MOST_MAPPED", SIZE)
    library, paths = Library(), copies(tmp_path, 4)
    library.hold(Scene(text="0"))
    for i in range(3):
        library.add(Reading("minilm", str(i)), paths[i])
    assert [path.exists() for path in paths[:3]] == [True, False, True]
    pinned, now = library.load(paths[0]), library.load(paths[2])
    assert library.load(paths[0]) is pinned, "both stay mapped, however large"
    assert library.load(paths[2]) is now
    library.hold(None)
    library.add(Reading("minilm", "3"), paths[3])
    assert [path.exists() for path in paths] == [False, False, True, True]


def test_a_reading_whose_file_was_swept_away_is_read_anew(tmp_path: Path) -> None:
    library, (seen, unseen) = Library(), copies(tmp_path, 2)
    readings = [Reading("minilm", "seen"), Reading("minilm", "unseen")]
    for reading, path in zip(readings, (seen, unseen), strict=True):
        library.add(reading, path)
    library.load(seen)
    seen.unlink()
    unseen.unlink()
    assert [library.find_reading(reading) for reading in readings] == [seen, None]
    library.add(readings[1], *copies(tmp_path, 1))
    assert library.find_reading(readings[1]) == tmp_path / "0.safetensors"
