"""`capture`: what a model made of a text, its queries, keys and values, as a file."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from engine.arguments import Parser, out_file
from engine.capture import CaptureError
from engine.commands.sources import say
from engine.files.contents import is_capture, read_text
from engine.models import MODELS, ModelError, Says, open_model


def capture(arguments: Sequence[str]) -> int:
    """Run `capture` with these arguments; the exit status is returned."""
    parser = capture_parser()
    chosen = parser.parse_args(arguments)
    try:
        text = chosen.text if chosen.file is None else _text(chosen.file)
        if not text.strip():
            raise ModelError("The text is empty: give at least one word.")
        progress = _progress()
        model = open_model(chosen.model, progress=progress)
        made = model.capture(text, progress=progress)
        made.save(chosen.out)
    except ValueError as error:  # a CaptureError, a FileError or a ModelError too
        parser.error(str(error))
    say(made, [model.note] if model.note else [])
    size = chosen.out.stat().st_size / 1e6
    print(f"{chosen.out}: {made.title}, {len(made.tokens):,} tokens, {size:,.1f} MB")
    return 0


def capture_parser() -> Parser:
    """What `capture` understands."""
    parser = Parser(prog="main.py capture", description="Save what a model makes of a text; the window opens the file.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("text", nargs="?", metavar="TEXT", help="what the model reads")
    source.add_argument("--file", type=Path, help="UTF-8 text")
    parser.add_argument("--model", choices=tuple(MODELS), default=next(iter(MODELS)))
    parser.add_argument("--out", type=_out, required=True, metavar="FILE.safetensors")
    return parser


def _text(path: Path) -> str:
    if is_capture(path):
        raise CaptureError(f"“{path.name}” is a capture already; give a text.")
    return read_text(path)


def _out(text: str) -> Path:
    if Path(text).suffix != ".safetensors":
        raise ArgumentTypeError(f"a capture is a .safetensors file, not {text!r}")
    return out_file(text)


def _progress() -> Says:
    """Tell a person at a terminal how far it is, on one line; what a long text takes is always said."""
    terminal = sys.stderr.isatty()

    def progress(share: float, words: str) -> None:
        if terminal:
            print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)
            if share == 1:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
        elif share == 0 and " MB" in words:
            print(f"{words}.", file=sys.stderr)

    return progress
