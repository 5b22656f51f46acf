"""What an own mask said is kept by one thread at a time: the worker's jobs and the pointer both ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.own.process import OwnProcess


def test_only_whoever_has_the_turn_looks_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    process = OwnProcess(Path("own.py"), "")

    class Watched(dict[Any, Any]):
        def values(self) -> Any:
            assert process._turn.locked()
            return super().values()

    monkeypatch.setattr(process, "_masks", Watched())
    monkeypatch.setattr(process, "_running", lambda: None)
    monkeypatch.setattr(process, "_answer", lambda *asked: ({"dtype": "bool"}, b"\1"))
    index = [np.zeros((1, 1, 1, 1), np.int64)] * 4
    assert process.call("mask_mod", None, *index).item() is True
    assert process.call("mask_mod", None, *index).item() is True and len(process._masks) == 1
