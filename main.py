"""QKVista from the command line: the window, or a command that needs none. What is heavy is imported when needed."""

from __future__ import annotations

import errno
import os
import re
import sys
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from engine.arguments import Parser, out_file

SMALLEST, LARGEST = 200, 8192  # pixels of a side of a picture
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
COMMANDS = """\
commands (a file of such a name is opened as ./NAME):
  main.py weights TEXT | --file FILE ...   print the attention weights of one head
  main.py flash --n 1024 --d 64 ...        print what FlashAttention moves and computes
  main.py capture TEXT --out FILE ...      save a model's queries, keys and values
  main.py render TEXT --out FILE ...       draw a workspace as PNG, SVG, PDF or GIF, or save its numbers
  main.py screenshot --out FILE.png ...    save a picture of a workspace
each with --help
"""


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit status is returned. 2 means that they say something impossible."""
    command, *rest = arguments or [""]
    run = BY_NAME.get(command)
    return window(arguments) if run is None else run(rest)


def weights(arguments: Sequence[str]) -> int:
    """Print the weights of a head."""
    from engine.commands.weights import weights as run

    return run(arguments)


def flash(arguments: Sequence[str]) -> int:
    """Print what a schedule of FlashAttention moves and computes."""
    from engine.commands.flash import flash as run

    return run(arguments)


def capture(arguments: Sequence[str]) -> int:
    """Save what a model makes of a text."""
    from engine.commands.capture import capture as run

    return run(arguments)


def render(arguments: Sequence[str]) -> int:
    """Draw a workspace into a file."""
    from engine.commands.render import NUMBERS, wanted

    asked = wanted(arguments)
    if asked.kind in NUMBERS:
        from engine.commands.numbers import save

        return save(asked)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if not _can_open():
        return 1
    from gui.render import render as run

    return run(asked)


def screenshot(arguments: Sequence[str]) -> int:
    """Save a picture of a workspace, on a machine without a screen too."""
    from engine.commands.render import ratio_of
    from engine.scene import WORKSPACES

    parser = Parser(prog="main.py screenshot", description="Save a picture of a workspace.")
    parser.add_argument("--workspace", choices=WORKSPACES, help="the scene's, or attention")
    parser.add_argument("--theme", choices=("light", "dark"), help="the scene's, or light")
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WIDTHxHEIGHT")
    parser.add_argument("--dpr", type=ratio_of, default=1.0, help="device pixels per pixel")
    parser.add_argument("--scene", type=Path, metavar="FILE.json", help="what to show")
    parser.add_argument("--out", type=_picture, required=True, metavar="FILE.png")
    chosen = parser.parse_args(arguments)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if not _can_open():
        return 1
    from gui.screenshot import screenshot as run

    return run(chosen.workspace, chosen.theme, chosen.size, chosen.dpr, chosen.scene, chosen.out)


def window(arguments: Sequence[str]) -> int:
    """Open the window."""
    parser = Parser(
        prog="main.py", description="See self-attention.", epilog=COMMANDS, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="what to open: a capture, a view, or a text")
    chosen = parser.parse_args(arguments)
    if not _can_open():
        return 1
    from gui.start import run

    return run(chosen.file)


def _can_open() -> bool:
    from gui.launch import problem

    sentence = problem()
    if sentence:
        print(sentence, file=sys.stderr)
    return not sentence


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    width, height = map(int, match.groups()) if match else (0, 0)
    if not SMALLEST <= min(width, height) <= max(width, height) <= LARGEST:
        raise ArgumentTypeError(f"a size is two numbers from {SMALLEST} to {LARGEST}, as in 1440x900, not {text!r}")
    return width, height


def _picture(text: str) -> Path:
    if Path(text).suffix.lower() != ".png":
        raise ArgumentTypeError(f"the picture is a .png file, not {text!r}")
    return out_file(text)


BY_NAME = {"weights": weights, "flash": flash, "capture": capture, "render": render, "screenshot": screenshot}

if __name__ == "__main__":
    if sys.stdout is None:  # it was closed by whoever started this
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 0
    except OSError as error:
        if error.errno not in FULL:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
