"""`weights`: the attention weights of one head, as JSON or CSV, without a screen."""

from __future__ import annotations

import csv
import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from engine.arguments import Parser
from engine.commands.query import token_of
from engine.commands.sources import (
    FILE,
    add_function,
    add_layer,
    add_model,
    add_variant,
    capture_of,
    divisor_of,
    head_of,
    numbers_of,
    say,
    varied_of,
)
from engine.maps.rows import stage_rows
from engine.variants import Varied, parameters_from

CHUNK = 256  # rows
Rows = Iterator[list[float | None]]


def weights(arguments: Sequence[str]) -> int:
    """Run `weights` with these arguments; the exit status is returned."""
    parser = weights_parser()
    chosen = parser.parse_args(arguments)
    try:
        numbers_of(chosen)
        capture = capture_of(chosen)
        query, notes = (None, []) if chosen.query is None else token_of(capture, chosen.query)
        varied = varied_of(chosen, capture)
        rows = _rows(chosen, varied, query)
        if varied.own is not None:  # it may fail at any row, and then nothing is printed
            with closing(varied.own):
                rows = iter(list(rows))
    except ValueError as error:  # a CaptureError, a ModelError or an OwnError too
        parser.error(str(error))
    say(capture, notes)
    (_write_csv if chosen.format == "csv" else _write_json)(chosen, varied, query, rows)
    return 0


def weights_parser() -> Parser:
    """What `weights` understands."""
    parser = Parser(prog="main.py weights", description="Print the attention weights of one head.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("text", nargs="?", metavar="TEXT", help="what the model reads")
    source.add_argument("--file", type=Path, help=FILE)
    add_model(parser)
    add_layer(parser)
    parser.add_argument("--head", type=head_of, default="mean", help="a number from 0, mean or max")
    parser.add_argument(
        "--query", help="one row only: a token number, a word, or word#2; of a word in pieces the first"
    )
    add_variant(parser)
    add_function(parser)
    parser.add_argument("--format", choices=("json", "csv"), default="json")
    return parser


def _rows(chosen: Namespace, varied: Varied, query: int | None) -> Rows:
    """The weights, row by row, in the shortest digits that give the same float32; None for what is not a number."""
    capture, spec, count = varied.capture, varied.spec, len(varied.capture.tokens)
    first, end = (0, count) if query is None else (query, query + 1)
    for start in range(first, end, CHUNK):
        with np.errstate(all="ignore"):
            part, _ = stage_rows(capture, chosen.layer, chosen.head, spec, "weights", start, min(start + CHUNK, end))
        for row in part:
            yield [float(str(weight)) if math.isfinite(weight) else None for weight in row]


def _write_json(chosen: Namespace, varied: Varied, query: int | None, rows: Rows) -> None:
    capture = varied.capture
    head = {
        "model": capture.model,
        "tokens": [token.label for token in capture.tokens],
        "query": query,
        "layer": chosen.layer,
        "head": chosen.head,
        "scale": divisor_of(chosen, capture),
        "variant": chosen.variant,
        "parameters_from": parameters_from(chosen.variant) if varied.own is None else "you",
    }
    if varied.own is not None:
        head["function"] = varied.own.name
    print(json.dumps(head, ensure_ascii=False)[:-1], end=', "weights": ')
    if query is not None:
        print(json.dumps(next(rows)), end="}\n")
        return
    for i, row in enumerate(rows):
        print("[" if i == 0 else ",", json.dumps(row), sep="", end="")
    print("]}")


def _write_csv(chosen: Namespace, varied: Varied, query: int | None, rows: Rows) -> None:
    labels = [token.label for token in varied.capture.tokens]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["query", *labels])
    for i, row in enumerate(rows):
        table.writerow([labels[i if query is None else query], *("nan" if w is None else w for w in row)])
