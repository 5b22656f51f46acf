"""`render`: what a picture or an animation of a workspace should show, read from the command line. gui/ draws it."""

from __future__ import annotations

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from engine.arguments import Parser, out_file
from engine.capture import Capture
from engine.commands.asked import VIEWS, read, read_pinned, refuse, scene_of
from engine.commands.query import token_of
from engine.commands.sources import FILE, add_layer, add_model, add_variant, head_of, say
from engine.scene import ALGORITHMS, DIRECTIONS, SORTINGS, Scene

VECTOR: Final = (".svg", ".pdf")
NUMBERS: Final = (".csv", ".json", ".npz")
KINDS: Final = (".png", *VECTOR, ".gif", *NUMBERS)
SMALLEST: Final = (960, 600)  # pixels: the smallest window
LARGEST: Final = 8192
FASTEST: Final = 50  # pictures a second that programs still show
SIZES: Final = {".gif": (1200, 720)}  # nothing scrolls at this size


@dataclass(frozen=True, eq=False)
class Wanted:
    """A file to draw. `capture` is None for a shape without numbers; `last`: the steps are played to the end.

    `pinned` is the capture of what the scene is compared with, None where nothing is pinned.

    A GIF shows every step, or every one of `every` steps, or at most `frames` of them, `fps` a second.
    """

    scene: Scene
    capture: Capture | None
    out: Path
    size: tuple[int, int]
    dpr: float
    last: bool = False
    every: int | None = None
    frames: int | None = None
    fps: float = 8.0
    pinned: Capture | None = None

    @property
    def kind(self) -> str:
        """What the file is, by the end of its name: one of KINDS."""
        return self.out.suffix.lower()


def wanted(arguments: Sequence[str]) -> Wanted:
    """What these arguments ask for; a model reads the text. Bad ones end with one sentence and exit status 2."""
    parser = render_parser()
    chosen = parser.parse_args(arguments)
    try:
        refuse(chosen)
        scene, capture = read(chosen, scene_of(chosen))
        notes: list[str] = []
        if capture is not None and chosen.query is not None:
            query, notes = token_of(capture, chosen.query)
            scene = replace(scene, query=query, key=None)
        pinned = read_pinned(chosen, scene)
    except ValueError as error:  # a CaptureError, a FileError or a ModelError too
        parser.error(str(error))
    if capture is not None:
        say(capture, notes)
    kind = chosen.out.suffix.lower()
    return Wanted(
        scene=scene,
        capture=capture,
        out=chosen.out,
        size=chosen.size or SIZES.get(kind, (1440, 900)),
        dpr=chosen.dpr or (2.0 if kind in VECTOR else 1.0),
        last=chosen.step is None and chosen.scene is None,
        every=chosen.every,
        frames=chosen.frames,
        fps=chosen.fps or 8.0,
        pinned=pinned,
    )


def render_parser() -> Parser:
    """What `render` understands."""
    parser = Parser(prog="main.py render", description="Draw a workspace into a file, without a screen.")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("text", nargs="?", metavar="TEXT", help="what the model reads")
    source.add_argument("--file", type=Path, help=FILE)
    parser.add_argument("--scene", type=Path, metavar="FILE.json", help="what to show; the other choices change it")
    parser.add_argument("--view", choices=VIEWS)
    parser.add_argument("--out", type=_out, required=True, metavar="FILE", help=", ".join(kind[1:] for kind in KINDS))
    parser.add_argument("--theme", choices=("light", "dark"))
    parser.add_argument("--size", type=_size, metavar="WIDTHxHEIGHT", help="1440x900; of a GIF 1200x720")
    parser.add_argument("--dpr", type=ratio_of, help="device pixels per pixel, 1 to 4; in SVG and PDF of the maps")
    add_model(parser)
    add_layer(parser)
    parser.add_argument("--head", type=head_of, help="a number from 0, mean or max")
    parser.add_argument("--query", help="a token number, a word, or word#2")
    add_variant(parser)
    parser.set_defaults(layer=None, variant=None)
    heads = parser.add_argument_group("--view heads")
    heads.add_argument("--measure", help="what heads are measured by")
    heads.add_argument("--threshold", type=_number, help="fade the heads on its other side")
    heads.add_argument("--sort", choices=SORTINGS)
    flash = parser.add_argument_group("--view flash")
    flash.add_argument("--algorithm", choices=ALGORITHMS)
    flash.add_argument("--direction", choices=DIRECTIONS)
    flash.add_argument("--block-q", type=int, help="rows of a tile")
    flash.add_argument("--block-k", type=int, help="columns of a tile")
    flash.add_argument("--step", type=int, help="the steps done; all, unless a scene says otherwise")
    gif = parser.add_argument_group("a GIF, which shows every step")
    gif.add_argument("--every", type=_some, help="only each of so many steps, and the last")
    gif.add_argument("--frames", type=_some, help="at most so many steps, evenly spread")
    gif.add_argument("--fps", type=_rate, help="pictures a second; 8")
    return parser


def _out(text: str) -> Path:
    if Path(text).suffix.lower() not in KINDS:
        raise ArgumentTypeError(f"the file ends in one of {', '.join(KINDS)}, not {text!r}")
    return out_file(text)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    width, height = map(int, match.groups()) if match else (0, 0)
    if not (SMALLEST[0] <= width <= LARGEST and SMALLEST[1] <= height <= LARGEST):
        least = "x".join(map(str, SMALLEST))
        raise ArgumentTypeError(f"a size is two numbers from {least} to {LARGEST}x{LARGEST}, not {text!r}")
    return width, height


def ratio_of(text: str) -> float:
    """What --dpr says: device pixels per pixel, 1 to 4."""
    return _between(text, 1, 4, "a device pixel ratio")


def _rate(text: str) -> float:
    return _between(text, 0.5, FASTEST, "what is shown a second")


def _between(text: str, low: float, high: float, what: str) -> float:
    number = _number(text)
    if not low <= number <= high:
        raise ArgumentTypeError(f"{what} is a number from {low:g} to {high:g}, not {text!r}")
    return number


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ArgumentTypeError(f"this is a finite number, not {text!r}")
    return number


def _some(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) >= 1):
        raise ArgumentTypeError(f"this is a whole number from 1, not {text!r}")
    return int(text[:9])
