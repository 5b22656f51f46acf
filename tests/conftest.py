"""What holds for every test: no screen, no network, none of the person's own files, and no thread left behind."""

import atexit
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.disk import Disk, small_disk

_home = tempfile.mkdtemp(prefix="qkvista-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)

settings.register_profile("untimed", deadline=None)  # a busy machine is no failure
settings.load_profile("untimed")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HOME"] = os.environ["LOCALAPPDATA"] = _home
for _kind in ("CACHE", "CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{_kind}_HOME"] = f"{_home}/{_kind.lower()}"


@pytest.fixture(autouse=True)
def settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test starts without settings; what is cached (converted weights) is shared by the run."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk of 64 kB of the test's own."""
    with small_disk(tmp_path / "disk") as made:
        yield made


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """A thread that a test starts ends with it (within two seconds)."""
    before = set(threading.enumerate())
    yield
    started = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    for thread in started:
        thread.join(timeout=2)
    assert not [thread.name for thread in started if thread.is_alive()]
