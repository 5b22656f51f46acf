"""The process of a person's own function, `python -m engine.own.child`: it may hang or crash, and nothing else does.

Frames (engine/own/frames.py) in: first {"name", "path", "limit"} and the file's text, then any number of
{"id", "function", "dtype", "shape", "sizes"} and the bytes of four runs of index numbers (int64, `sizes` of them) and
of a block of scores (`dtype`, `shape`; none for a mask). Out: {"functions": [...]} once, then for each call
{"id", "dtype"} and the array's bytes; or {"error": "a sentence"}. The end of stdin ends the process, and so does a call
that takes longer than `limit` seconds, after the line that it hangs in was written to stderr.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, NoReturn

from engine.own.frames import Header, read_frame, write_frame
from engine.own.loading import PersonsError, at_line, first_line, load, sentence_of


def main() -> None:
    """Load the file that the first frame brings, then answer until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which closes stdin
    requests, answers, errors = _private_pipes()
    faulthandler.enable(errors)
    first = read_frame(requests)
    if first is None:
        return
    import torch

    torch.set_num_threads(1)
    torch.vmap(torch.sin)(torch.zeros(1))  # what this imports is not the person's time
    header, payload = first
    os._exit = _exit  # so that the line is known
    person = Person(header["name"], payload.decode())
    _answer(answers, errors, header, partial(person.load, header["path"]))
    while (request := read_frame(requests)) is not None:
        header, payload = request
        _answer(answers, errors, header, partial(person.call, header, payload))


class Person:
    """The person's file and its functions."""

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source = name, source
        self.functions: dict[str, Callable[..., Any]] = {}

    def load(self, path: str) -> tuple[Header, bytes]:
        """Run the file. PersonsError with a sentence."""
        sys.path.append(os.path.dirname(path))
        self.functions = load(self.name, path, self.source)
        return {"functions": list(self.functions)}, b""

    def call(self, header: Header, payload: bytearray) -> tuple[Header, memoryview]:
        """One function on every cell, by torch.vmap as FlexAttention has it. PersonsError with a sentence."""
        import torch

        name, shape = header["function"], tuple(header["shape"])
        function = self.functions[name]
        dtype = getattr(torch, header["dtype"]) if header["dtype"] else None
        numbers = torch.frombuffer(payload, dtype=torch.int64, count=sum(header["sizes"]))
        runs: tuple[torch.Tensor, ...] = torch.split(numbers, header["sizes"])
        index = [run.expand(size) for run, size in zip(runs, shape, strict=True)]
        scores = []
        if dtype is not None:
            offset = 8 * sum(header["sizes"])
            scores = [torch.frombuffer(payload, dtype=dtype, offset=offset).reshape(shape)]
        try:
            cells = self._cells(function, scores, index)
            self._check(function, cells, shape, dtype)
        except PersonsError:
            raise
        except BaseException as error:
            raise PersonsError(sentence_of(error, self.name, self.source, function)) from None
        values = cells.to(dtype or torch.bool).contiguous().numpy()
        return {"dtype": values.dtype.name}, memoryview(values).cast("B")

    def _cells(self, function: Callable[..., Any], scores: list[Any], index: list[Any]) -> Any:
        import torch

        from engine.cells import by_vmap

        def checked(*arguments: Any) -> Any:
            given = function(*arguments)
            if not isinstance(given, torch.Tensor | bool | int | float):
                self._refuse(function, f"it gave {'nothing' if given is None else type(given).__name__}")
            return given

        with torch.no_grad():
            return by_vmap(checked, len(scores))(*scores, *index)

    def _check(self, function: Callable[..., Any], cells: Any, shape: tuple[int, ...], dtype: Any) -> None:
        import torch

        if cells.shape != shape:
            each = tuple(cells.shape[len(shape) :])
            self._refuse(function, f"it gave an array of shape {each} a cell, where one value is due")
        kind = str(cells.dtype).removeprefix("torch.")
        if dtype is None and cells.dtype != torch.bool:
            self._refuse(function, f"it gave {kind} numbers, and a mask says True or False")
        if dtype is not None and (cells.dtype == torch.bool or cells.is_complex()):
            self._refuse(function, f"it gave {kind} values, and a score is a real number")

    def _refuse(self, function: object, what: str) -> NoReturn:
        raise PersonsError(at_line(first_line(function), self.name, self.source, what))


def _answer(answers: BinaryIO, errors: BinaryIO, asked: Header, work: Callable[[], tuple[Header, Any]]) -> None:
    """Answer with what `work` gives, or with the sentence that it raises; a hang ends the process."""
    faulthandler.dump_traceback_later(asked["limit"], exit=True, file=errors)
    try:
        header, payload = work()
    except PersonsError as error:
        header, payload = {"error": str(error)}, b""
    finally:
        faulthandler.cancel_dump_traceback_later()
    write_frame(answers, {"id": asked["id"]} | header, payload)


def _exit(status: object = 0) -> NoReturn:
    raise SystemExit(status)


def _private_pipes() -> tuple[BinaryIO, BinaryIO, BinaryIO]:
    """Requests, answers and errors, where no print() and no input() of the person's reaches them."""
    kept = os.dup(0), os.dup(1), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    return os.fdopen(kept[0], "rb"), os.fdopen(kept[1], "wb"), os.fdopen(kept[2], "wb", buffering=0)


if __name__ == "__main__":
    main()
