"""`flash`: what a FlashAttention schedule moves and computes, and how exact it is on a head's own numbers."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.arguments import Parser
from engine.attention import Mask
from engine.capture import Capture
from engine.commands.exact import errors_of
from engine.commands.sources import (
    FILE,
    add_layer,
    add_model,
    add_variant,
    capture_of,
    divisor_of,
    numbers_of,
    say,
    varied_of,
)
from engine.flash import ALGORITHMS, DIRECTIONS, Schedule, schedule
from engine.flash.frame.inputs import Inputs, inputs_of
from engine.flash.hardware.devices import DEVICES, device_of
from engine.flash.hardware.presets import KERNELS, preset_for
from engine.flash.hardware.roofline import roofline
from engine.flash.plan.schedules import TOTALS
from engine.masks import both, causal

BLOCK: Final = 16  # rows and columns of a tile, unless somebody says otherwise
ALIGNMENTS: Final = ("top-left", "bottom-right")
OF_A_SHAPE: Final = ("n", "n_k", "d", "dv")
OF_A_TEXT: Final = ("model", "layer", "head", "variant", "param", "scale")


def flash(arguments: Sequence[str]) -> int:
    """Run `flash` with these arguments; the exit status is returned."""
    parser = flash_parser()
    chosen = parser.parse_args(arguments)
    try:
        with_text = chosen.text is not None or chosen.file is not None
        _refuse(parser, chosen, with_text)
        answer = _of_text(chosen) if with_text else _of_shape(chosen)
    except ValueError as error:  # a CaptureError or a ModelError too
        parser.error(str(error))
    print(json.dumps(answer, ensure_ascii=False, allow_nan=False))
    return 0


def flash_parser() -> Parser:
    """What `flash` understands."""
    parser = Parser(
        prog="main.py flash",
        description="Print what a schedule of one head moves between memory and chip, and computes: of a shape alone, "
        "or of a text, then with the largest difference to dense attention in float64.",
    )
    shape = parser.add_argument_group("a shape")
    shape.add_argument("--n", type=_whole, help="queries, and keys")
    shape.add_argument("--n-k", type=_whole, help="keys, where they are not as many as the queries")
    shape.add_argument("--d", type=_whole, help="the size of a query and of a key")
    shape.add_argument("--dv", type=_whole, help="the size of a value, where it is not that of a key")
    text = parser.add_argument_group("or a head of a model that reads a text")
    source = text.add_mutually_exclusive_group()
    source.add_argument("--text", help="what the model reads")
    source.add_argument("--file", type=Path, help=FILE)
    add_model(text)
    add_layer(text)
    text.add_argument("--head", type=_head, default=0, help="a number from 0")
    add_variant(text)
    _add_schedule(parser)
    return parser


def _add_schedule(parser: Parser) -> None:
    parser.add_argument("--algorithm", choices=ALGORITHMS, help="fa2 unless --tiles says another")
    parser.add_argument("--direction", choices=DIRECTIONS, default="forward", help="backward: it alone")
    parser.add_argument("--block-q", type=_whole, help=f"rows of a tile; {BLOCK}, or as --tiles says")
    parser.add_argument("--block-k", type=_whole, help=f"columns of a tile; {BLOCK}, or as --tiles says")
    parser.add_argument("--tiles", choices=tuple(KERNELS), help="the tile of a real kernel for this size of a key")
    parser.add_argument(
        "--causal",
        nargs="?",
        const="top-left",
        choices=ALIGNMENTS,
        help="hide later keys; top-left: query i sees keys 0 to i; bottom-right: the last query sees the last key",
    )
    parser.add_argument("--splits", type=_whole, default=1, help="ranges of keys, for decoding")
    parser.add_argument("--itemsize", type=_whole, default=2, help="bytes of an element in memory: 1, 2, 4 or 8")
    parser.add_argument("--device", choices=tuple(DEVICES), help="print its roofline too")
    parser.add_argument("--format", choices=("json",), default="json")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"this is a whole number, not {text!r}") from None


def _head(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"tiles are those of one head, a number from 0, not {text!r}") from None


def _refuse(parser: Parser, chosen: Namespace, with_text: bool) -> None:
    """ValueError for what only makes sense in the other of the two ways to call this."""
    names = OF_A_SHAPE if with_text else OF_A_TEXT
    wrong = [f"--{name.replace('_', '-')}" for name in names if getattr(chosen, name) != parser.get_default(name)]
    if wrong and with_text:
        raise ValueError(f"The text and its model give the sizes: leave out {' and '.join(wrong)}.")
    if wrong:
        raise ValueError(f"A shape alone has no {' and no '.join(wrong)}: give a text with --text or --file.")
    if not with_text and (chosen.n is None or chosen.d is None):
        raise ValueError("Give a shape, --n and --d, or a text, --text or --file.")


def _of_shape(chosen: Namespace) -> dict[str, Any]:
    n_k = chosen.n if chosen.n_k is None else chosen.n_k
    answer = _totals(chosen, _schedule(chosen, (chosen.n, n_k), chosen.d, chosen.dv, _causal(chosen, chosen.n, n_k)))
    if chosen.causal == "top-left" and n_k != chosen.n:
        print("The causal mask starts at the top left: query i sees keys 0 to i.", file=sys.stderr)
    return answer


def _of_text(chosen: Namespace) -> dict[str, Any]:
    numbers_of(chosen)
    capture = capture_of(chosen)
    varied = varied_of(chosen, capture)
    inputs = _masked(inputs_of(varied, chosen.layer, chosen.head), chosen)
    sizes = (len(inputs.q), len(inputs.k))
    made = _schedule(chosen, sizes, int(inputs.q.shape[1]), int(inputs.v.shape[1]), inputs.spec.mask)
    errors = errors_of(inputs, made)
    say(capture)
    return _told(chosen, capture) | _totals(chosen, made) | errors


def _masked(inputs: Inputs, chosen: Namespace) -> Inputs:
    """With the causal mask beside what the model and the variants hide."""
    added, own = _causal(chosen, len(inputs.q), len(inputs.k)), inputs.spec.mask
    if added is None:
        return inputs
    return replace(inputs, spec=replace(inputs.spec, mask=added if own is None else both(own, added)))


def _causal(chosen: Namespace, n_q: int, n_k: int) -> Mask | None:
    if chosen.causal is None:
        return None
    return causal(n_k - n_q if chosen.causal == "bottom-right" else 0)


def _schedule(chosen: Namespace, sizes: tuple[int, int], d: int, d_v: int | None, mask: Mask | None) -> Schedule:
    preset = None if chosen.tiles is None else preset_for(chosen.tiles, d, chosen.causal is not None)
    if chosen.tiles is not None and preset is None:
        raise ValueError(f"{KERNELS[chosen.tiles].title} takes no keys of size {d}.")
    block_q, block_k = (BLOCK, BLOCK) if preset is None else (preset.block_q, preset.block_k)
    return schedule(
        *sizes,
        d,
        block_q=block_q if chosen.block_q is None else chosen.block_q,
        block_k=block_k if chosen.block_k is None else chosen.block_k,
        algorithm=chosen.algorithm or ("fa2" if preset is None else preset.algorithm),
        direction=chosen.direction,
        mask=mask,
        d_v=d_v,
        splits=chosen.splits,
        itemsize=chosen.itemsize,
    )


def _told(chosen: Namespace, capture: Capture) -> dict[str, Any]:
    return {
        "model": capture.model,
        "tokens": [token.label for token in capture.tokens],
        "layer": chosen.layer,
        "head": chosen.head,
        "scale": divisor_of(chosen, capture),
        "variant": chosen.variant,
    }


def _totals(chosen: Namespace, made: Schedule) -> dict[str, Any]:
    told: dict[str, Any] = {name: getattr(made, name) for name in TOTALS} | {"steps": len(made)}
    if chosen.device is None:
        return told
    at = roofline(made, device_of(chosen.device))
    limits = {"intensity": at.intensity, "attainable": at.attainable, "bound": at.bound, "seconds": at.seconds}
    return told | {"device": chosen.device} | limits
