"""A command line whose mistakes are answered with one sentence on stderr and exit status 2."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any, NoReturn


class Parser(ArgumentParser):
    """An ArgumentParser without abbreviations and without a dump of its usage."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """End with the message as a sentence."""
        words = " ".join(message.split()).rstrip(".")
        self.exit(2, f"{words[:1].upper()}{words[1:]}.\n")


def out_file(text: str) -> Path:
    """The file that a command will write, tried before the work that fills it. ArgumentTypeError where it cannot be."""
    from tempfile import TemporaryFile  # the window never needs it

    path = Path(text)
    folder = path.absolute().parent
    try:
        if not folder.is_dir():  # which raises for a name that is too long, and below what may not be entered
            raise ArgumentTypeError(f"there is no folder {folder}")
        if path.is_dir():
            raise ArgumentTypeError(f"{text!r} is a folder")
        with TemporaryFile(dir=folder):  # a file is tried: a disk that is read-only or full has the right permissions
            return path
    except OSError as error:
        reason = error.strerror or str(error)
        raise ArgumentTypeError(f"no such file can be written ({reason[:1].lower()}{reason[1:]})") from error
