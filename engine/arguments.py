"""A command line whose mistakes are answered with one sentence on stderr and exit status 2."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, NoReturn


class Parser(ArgumentParser):
    """An ArgumentParser without abbreviations and without a dump of its usage."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """End with the message as a sentence."""
        words = " ".join(message.split()).rstrip(".")
        self.exit(2, f"{words[:1].upper()}{words[1:]}.\n")
