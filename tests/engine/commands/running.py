"""Runs a command as main.py does, and keeps what it wrote."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest


class Run:
    """One command: what it prints, and the one sentence that it ends with."""

    def __init__(self, command: Callable[[Sequence[str]], int], capsys: pytest.CaptureFixture[str]) -> None:
        self._command, self._capsys = command, capsys

    def __call__(self, *arguments: str) -> str:
        assert self._command(arguments) == 0
        out, self.err = self._capsys.readouterr()
        return out

    def json(self, *arguments: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self(*arguments), parse_constant=pytest.fail)
        return answer

    def refused(self, *arguments: str) -> str:
        """The one sentence that it ends with."""
        with pytest.raises(SystemExit) as end:
            self._command(arguments)
        out, err = self._capsys.readouterr()
        assert (end.value.code, out) == (2, "")
        assert err.count("\n") == 1
        assert err.endswith(".\n")
        assert "Traceback" not in err
        assert "usage" not in err
        return err.rstrip("\n")
