"""`weights`: the attention weights of one head, as JSON or CSV, without a screen."""

from __future__ import annotations

import csv
import json
import math
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.arguments import Parser
from engine.capture import Capture, CaptureError
from engine.files import is_capture, read_text
from engine.models import MODELS, ModelError, open_model
from engine.query import token_of
from engine.rows import stage_rows
from engine.variants import CATALOGUE, TRAINED, Varied, canonical, parameters_from, vary

STEEPEST = 1e30  # of what multiplies q.k: already one-hot, and float32 does not overflow
CHUNK = 256  # rows


def weights(arguments: Sequence[str]) -> int:
    """Run `weights` with these arguments; the exit status is returned."""
    parser = weights_parser()
    chosen = parser.parse_args(arguments)
    try:
        numbers = canonical(chosen.variant, dict(chosen.param))
        capture = _capture(chosen)
        _check_head(chosen, capture.title, len(capture.layers), capture.heads)
        varied = _varied(chosen, capture, numbers)
        query, notes = (None, []) if chosen.query is None else token_of(capture, chosen.query)
    except ValueError as error:  # a CaptureError or a ModelError too
        parser.error(str(error))
    if capture.read < len(capture.text):
        amount = f"{capture.read:,} of {len(capture.text):,} characters were read"
        notes.insert(0, f"{capture.title} reads {capture.limit} tokens at most: {amount}.")
    for note in notes:
        print(note, file=sys.stderr)
    (_write_csv if chosen.format == "csv" else _write_json)(chosen, varied, query)
    return 0


def weights_parser() -> Parser:
    """What `weights` understands."""
    parser = Parser(prog="main.py weights", description="Print the attention weights of one head.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("text", nargs="?", metavar="TEXT", help="what the model reads")
    source.add_argument("--file", type=Path, help="UTF-8 text, or a capture")
    parser.add_argument("--model", help=f"{', '.join(MODELS)} (a capture knows its own)")
    parser.add_argument("--layer", type=int, default=0, help="a number from 0")
    parser.add_argument("--head", type=_head, default="mean", help="a number from 0, mean or max")
    parser.add_argument(
        "--query", help="one row only: a token number, a word, or word#2; of a word in pieces the first"
    )
    parser.add_argument("--variant", default=TRAINED, help=f"one, or several joined by +: {', '.join(CATALOGUE)}")
    parser.add_argument("--param", type=_parameter, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--scale", type=_divisor, help="what divides q.k; sqrt(d_k), unless the model says otherwise")
    parser.add_argument("--format", choices=("json", "csv"), default="json")
    return parser


def _head(text: str) -> int | str:
    if text in ("mean", "max"):
        return text
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"a head is a number from 0, mean or max, not {text!r}") from None


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


def _capture(chosen: Namespace) -> Capture:
    """The capture that was given, or made of the text that was given. ValueError with a sentence."""
    name = chosen.model or "minilm"
    if name not in MODELS:
        raise ModelError(f"Unknown model {name!r}; known: {', '.join(MODELS)}.")
    if chosen.file is not None and is_capture(chosen.file):
        capture = Capture.load(chosen.file)
        if chosen.model not in (None, capture.model):
            raise CaptureError(f"The capture “{chosen.file.name}” is of {capture.title}, not of {MODELS[name].title}.")
        return capture
    text = chosen.text if chosen.file is None else read_text(chosen.file)
    if not text.strip():
        raise ModelError("The text is empty: give at least one word.")
    info = MODELS[name]
    _check_head(chosen, info.title, info.layers, info.heads)  # before the model takes its second to load
    return open_model(name).capture(text)


def _check_head(chosen: Namespace, title: str, layers: int, heads: int) -> None:
    if not 0 <= chosen.layer < layers:
        raise ValueError(f"{title} has layers 0 to {layers - 1}, not {chosen.layer}.")
    if isinstance(chosen.head, int) and not 0 <= chosen.head < heads:
        raise ValueError(f"{title} has heads 0 to {heads - 1}, not {chosen.head}.")


def _varied(chosen: Namespace, capture: Capture, numbers: dict[str, float]) -> Varied:
    scale = None if chosen.scale is None else min(1 / chosen.scale, STEEPEST)
    varied = vary(capture, chosen.layer, chosen.variant, numbers, scale)
    for name in numbers.keys() & varied.instead.keys():
        asked, got = f"{numbers[name]:g}", f"{varied.instead[name]:g}"
        raise ValueError(f"The parameter {name} cannot be {asked} in this layer: the next number that can is {got}.")
    return varied


def _rows(chosen: Namespace, varied: Varied, query: int | None) -> Iterator[list[float | None]]:
    """The weights, row by row, in the shortest digits that give the same float32; None for what is not a number."""
    capture, spec, count = varied.capture, varied.spec, len(varied.capture.tokens)
    first, end = (0, count) if query is None else (query, query + 1)
    for start in range(first, end, CHUNK):
        with np.errstate(all="ignore"):
            part, _ = stage_rows(capture, chosen.layer, chosen.head, spec, "weights", start, min(start + CHUNK, end))
        for row in part:
            yield [float(str(weight)) if math.isfinite(weight) else None for weight in row]


def _write_json(chosen: Namespace, varied: Varied, query: int | None) -> None:
    capture, trained = varied.capture, varied.capture.layers[chosen.layer].scale
    head = {
        "model": capture.model,
        "tokens": [token.label for token in capture.tokens],
        "query": query,
        "layer": chosen.layer,
        "head": chosen.head,
        "scale": chosen.scale or (1 / trained if trained else None),
        "variant": chosen.variant,
        "parameters_from": parameters_from(chosen.variant),
    }
    print(json.dumps(head, ensure_ascii=False)[:-1], end=', "weights": ')
    rows = (json.dumps(row) for row in _rows(chosen, varied, query))
    if query is not None:
        print(next(rows), end="}\n")
        return
    for i, row in enumerate(rows):
        print("[" if i == 0 else ",", row, sep="", end="")
    print("]}")


def _write_csv(chosen: Namespace, varied: Varied, query: int | None) -> None:
    labels = [token.label for token in varied.capture.tokens]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["query", *labels])
    for i, row in enumerate(_rows(chosen, varied, query)):
        table.writerow([labels[i if query is None else query], *("nan" if w is None else w for w in row)])
