"""Folders of a test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.memory.folders import Folders


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path / "config" / "qkvista", tmp_path / "state" / "qkvista")
