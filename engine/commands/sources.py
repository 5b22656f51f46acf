"""What commands share: which text or file, which head, which variant; each mistake a ValueError with one sentence."""

from __future__ import annotations

import math
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from engine.capture import Capture, CaptureError
from engine.files.contents import is_capture, read_text
from engine.models import MODELS, ModelError, open_model
from engine.own import open_own
from engine.variants import CATALOGUE, TRAINED, Varied, canonical, vary

STEEPEST: Final = 1e30  # of what multiplies q.k: already one-hot, and float32 does not overflow
FILE: Final = "UTF-8 text, or a capture"


class Arguments(Protocol):
    """A parser, or a group of its arguments."""

    def add_argument(self, *names: str, **settings: Any) -> Any:
        """Take one more argument."""


def add_model(parser: Arguments) -> None:
    """--model, for what is read from text."""
    parser.add_argument("--model", help=f"{', '.join(MODELS)} (a capture knows its own)")


def add_layer(parser: Arguments) -> None:
    """--layer."""
    parser.add_argument("--layer", type=int, default=0, help="a number from 0")


def head_of(text: str) -> int | str:
    """What --head says: a number from 0, mean or max."""
    if text in ("mean", "max"):
        return text
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"a head is a number from 0, mean or max, not {text!r}") from None


def add_variant(parser: Arguments) -> None:
    """--variant, --param and --scale, which `varied_of` reads."""
    parser.add_argument("--variant", default=TRAINED, help=f"one, or several joined by +: {', '.join(CATALOGUE)}")
    parser.add_argument("--param", type=_parameter, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--scale", type=_divisor, help="what divides q.k; sqrt(d_k), unless the model says otherwise")


def add_function(parser: Arguments) -> None:
    """--function, which `varied_of` reads: given on purpose, so that it runs."""
    says = "a Python file of yours with mask_mod or score_mod, as torch's FlexAttention takes them; it runs as code"
    parser.add_argument("--function", type=Path, metavar="FILE.py", help=says)


def capture_of(chosen: Namespace) -> Capture:
    """The capture in `chosen.file`, or made by `chosen.model` of `chosen.text` or of the text in the file.

    A command that has a layer and a head is told what is wrong with them before the model takes its second to load.
    """
    name = next(iter(MODELS)) if chosen.model is None else chosen.model
    if name not in MODELS:
        raise ModelError(f"Unknown model {name!r}; known: {', '.join(MODELS)}.")
    info = MODELS[name]
    if chosen.file is not None and is_capture(chosen.file):
        capture = Capture.load(chosen.file)
        if chosen.model not in (None, capture.model):
            raise CaptureError(f"The capture “{chosen.file.name}” is of {capture.title}, not of {info.title}.")
    else:
        text = chosen.text if chosen.file is None else read_text(chosen.file)
        if not text.strip():
            raise ModelError("The text is empty: give at least one word.")
        _check_head(chosen, info.title, info.layers, info.heads)
        capture = open_model(name).capture(text)
    _check_head(chosen, capture.title, len(capture.layers), capture.heads)
    return capture


def varied_of(chosen: Namespace, capture: Capture) -> Varied:
    """What runs the chosen variants at the chosen scale in the chosen layer, with the person's own function, if given.

    Whoever calls closes that function.
    """
    numbers = numbers_of(chosen)
    scale = None if chosen.scale is None else min(1 / chosen.scale, STEEPEST)
    varied = vary(capture, chosen.layer, chosen.variant, numbers, scale)
    function = getattr(chosen, "function", None)
    for name in numbers.keys() & varied.instead.keys():
        asked, got = f"{numbers[name]:g}", f"{varied.instead[name]:g}"
        raise ValueError(f"The parameter {name} cannot be {asked} in this layer: the next number that can is {got}.")
    if function is None:
        return varied
    return vary(capture, chosen.layer, chosen.variant, numbers, scale, open_own(function))


def numbers_of(chosen: Namespace) -> dict[str, float]:
    """The parameters of the chosen variants; to be asked for before a model loads."""
    return canonical(chosen.variant, dict(chosen.param))


def divisor_of(chosen: Namespace, capture: Capture) -> float | None:
    """What divides q.k; None where the layer itself multiplies by 0."""
    trained = capture.layers[chosen.layer].scale
    scale: float | None = chosen.scale or (1 / trained if trained else None)
    return scale


def say(capture: Capture, notes: Sequence[str] = ()) -> None:
    """Say on stderr how much of the text was read, where that is not all of it, and what else there is to say."""
    if capture.read < len(capture.text):
        amount = f"{capture.read:,} of {len(capture.text):,} characters were read"
        print(f"{capture.title} reads {capture.limit} tokens at most: {amount}.", file=sys.stderr)
    for note in notes:
        print(note, file=sys.stderr)


def _check_head(chosen: Namespace, title: str, layers: int, heads: int) -> None:
    if "layer" in chosen and not 0 <= chosen.layer < layers:
        raise ValueError(f"{title} has layers 0 to {layers - 1}, not {chosen.layer}.")
    if "head" in chosen and isinstance(chosen.head, int) and not 0 <= chosen.head < heads:
        raise ValueError(f"{title} has heads 0 to {heads - 1}, not {chosen.head}.")


def _divisor(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = math.nan
    if not (math.isfinite(scale) and scale > 0):
        raise ArgumentTypeError(f"a scale is a finite number above 0, not {text!r}")
    return scale


def _parameter(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not NAME=VALUE, VALUE a number") from None
