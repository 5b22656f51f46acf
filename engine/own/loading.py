"""A person's file as functions, and what went wrong in it as one sentence with the line."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final

CODE: Final = "<own function>"  # the file's name in tracebacks, whatever letters its own has
MODULE: Final = "own_function"
SIGNATURES: Final = {"mask_mod": ("b", "h", "q_idx", "kv_idx"), "score_mod": ("score", "b", "h", "q_idx", "kv_idx")}
LONGEST: Final = 200  # characters of what Python says
# what torch.vmap says of the mistakes that are made most, in words of FlexAttention
PLAIN: Final = {
    "data-dependent control flow": "all cells are computed at once, so that if, and, or cannot choose between them: "
    "use torch.where, & and |",
    ".item()": "all cells are computed at once, so that no single number can be taken out of a tensor",
}


class PersonsError(Exception):
    """What is wrong with the person's file. Its text is one sentence."""


def load(name: str, path: str, source: str) -> dict[str, Callable[..., Any]]:
    """Run the file and return its functions of SIGNATURES. PersonsError with one sentence, also for exit()."""
    module = ModuleType(MODULE)
    module.__file__ = path
    sys.modules[MODULE] = module  # dataclasses look their module up
    try:
        exec(compile(source, CODE, "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        raise PersonsError(sentence_of(error, name, source)) from None
    found = {each: getattr(module, each) for each in SIGNATURES if hasattr(module, each)}
    if not found:
        wanted = " nor ".join(f"{each}({', '.join(names)})" for each, names in SIGNATURES.items())
        raise PersonsError(f"{name} defines neither {wanted}.")
    for each, function in found.items():
        _check_signature(each, function, name, source)
    return found


def sentence_of(error: BaseException, name: str, source: str, function: object = None) -> str:
    """Where and what: the deepest line of the file that was running, else the line where `function` begins."""
    if isinstance(error, SyntaxError) and error.filename == CODE:
        return at_line(error.lineno or 1, name, source, str(error.msg))
    frames = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == CODE]
    line = frames[-1] if frames else first_line(function)
    return at_line(line, name, source, _said(error))


def at_line(line: int | None, name: str, source: str, what: str) -> str:
    """ "Line 3 of own.py, “return q_idx > x”: NameError, name 'x' is not defined." """
    lines: Sequence[str] = source.splitlines()
    text = lines[line - 1].strip() if line and line <= len(lines) else ""
    where = f"Line {line} of {name}" if line else name
    return f"{where}{f', “{_short(text, 80)}”' if text else ''}: {_short(what, LONGEST).rstrip('.')}."


def first_line(function: object) -> int | None:
    """Where a function of the file begins; None when it is of no file, or of another one."""
    code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
    return code.co_firstlineno if code is not None and code.co_filename == CODE else None


def _check_signature(each: str, function: object, name: str, source: str) -> None:
    names = SIGNATURES[each]
    wanted = f"{each} is a function of {', '.join(names)}"
    if not callable(function):
        raise PersonsError(at_line(None, name, source, wanted))
    try:
        inspect.signature(function).bind(*names)
    except TypeError:
        raise PersonsError(at_line(first_line(function), name, source, wanted)) from None
    except ValueError:  # of C code: nobody knows
        return


def _said(error: BaseException) -> str:
    """The kind of an exception and the first line of what it says, where it can say anything."""
    try:
        said = str(error)
    except Exception:  # an exception of the person's own
        said = ""
    words = " ".join(said.strip().partition("\n")[0].split())
    if isinstance(error, SystemExit):
        return f"it ends its process with exit({words if error.code is not None else ''})"
    plain = next((plain for mark, plain in PLAIN.items() if mark in said), "")
    return plain or ", ".join(filter(None, (type(error).__name__, words)))


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
