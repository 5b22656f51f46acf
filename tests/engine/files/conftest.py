"""A capture in a file, for tests that spoil it."""

from pathlib import Path

import pytest

from tests.engine.captures import tiny


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The file of `tiny()`."""
    path = tmp_path / "tiny.safetensors"
    tiny().save(path)
    return path
