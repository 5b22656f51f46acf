"""The matrices of an algorithm as they lie in HBM, in blocks: what is there, what is stored by now, what is in SRAM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.flash.frame.progress import in_order, written
from engine.flash.frame.reverse import LETTERS
from engine.flash.frame.session import Session
from engine.flash.frame.view import Floats, Strip
from engine.flash.plan.chip import Resident
from engine.flash.plan.schedules import Schedule
from engine.shown.view import round_up


@dataclass(frozen=True)
class _Matrix:
    """A matrix with a row for each query, or for each key (`of`), as wide as a key, a value or all keys."""

    letter: str
    of: str  # "i" or "j"
    width: str  # "d", "v" or "n"
    stored: str = ""  # the operation that writes it; "": it is there from the start


Q, K, V = _Matrix("Q", "i", "d"), _Matrix("K", "j", "d"), _Matrix("V", "j", "v")
O, DO = _Matrix("O", "i", "v"), _Matrix("dO", "i", "v")  # noqa: E741 - the papers' letter
_STORED: Final = _Matrix("O", "i", "v", "store")
MATRICES: Final[dict[tuple[str, str], tuple[_Matrix, ...]]] = {
    ("standard", "forward"): (Q, K, V, _STORED, _Matrix("S", "i", "n", "store_s"), _Matrix("P", "i", "n", "store_p")),
    ("fa1", "forward"): (Q, K, V, _STORED),
    ("fa2", "forward"): (Q, K, V, _STORED),
    ("decoding", "forward"): (Q, K, V, _STORED),
    ("standard", "backward"): (
        *(Q, K, V, O, DO, _Matrix("P", "i", "n")),
        *(_Matrix("dP", "i", "n", "store_dp"), _Matrix("dS", "i", "n", "store_ds")),
        *(
            _Matrix("dQ", "i", "d", "store_dq"),
            _Matrix("dK", "j", "d", "store_dk"),
            _Matrix("dV", "j", "v", "store_dv"),
        ),
    ),
}
_TILED_BACKWARD: Final = (
    *(Q, K, V, O, DO),
    *(_Matrix("dQ", "i", "d", "store_dq"), _Matrix("dK", "j", "d", "store_dkv"), _Matrix("dV", "j", "v", "store_dkv")),
)


def strips_of(
    session: Session,
    t: int,
    resident: tuple[Resident, ...],
    output: Floats | None,
    gradients: Mapping[str, Floats] | None = None,
) -> tuple[Strip, ...]:
    """Every matrix after t steps; `output` (n_q, dv) is O as far as it is stored, `gradients` dQ, dK and dV by letter.

    O shares the colours of V, of which it is an average, and dO is O: see `Reverse`.
    """
    s = session.schedule
    inside = {each.name: each.block for each in resident}
    values, limits = _numbers(session, output, gradients or {})
    strips = [
        _strip(s, matrix, t, inside.get(matrix.letter), values.get(matrix.letter), limits.get(matrix.letter, 1.0))
        for matrix in MATRICES.get((s.algorithm, s.direction), _TILED_BACKWARD)
    ]
    return (*strips, _parts(s, t, inside)) if s.algorithm == "decoding" else tuple(strips)


def _numbers(
    session: Session, output: Floats | None, gradients: Mapping[str, Floats]
) -> tuple[dict[str, Floats | None], dict[str, float]]:
    inputs = session.inputs
    if inputs is None:
        return {}, {}
    q, k, v = map(round_up, inputs.largest)
    values = {"Q": inputs.q, "K": inputs.k, "V": inputs.v, "O": output}
    limits = {"Q": q, "K": k, "V": v, "O": v, "S": session.limit}
    if session.reverse is not None:
        values |= {"dO": output, **gradients}
        largest = {letter: float(np.abs(x).max(initial=0, where=np.isfinite(x))) for letter, x in gradients.items()}
        largest |= session.reverse.largest  # in the end, once that is known
        limits |= {"dO": v} | {letter: round_up(most) for letter, most in largest.items()}
    return values, limits


def _strip(s: Schedule, matrix: _Matrix, t: int, active: int | None, values: Floats | None, limit: float) -> Strip:
    tokens, block, blocks = (s.n_q, s.block_q, s.row_blocks) if matrix.of == "i" else (s.n_k, s.block_k, s.key_blocks)
    width = {"d": s.d, "v": s.d_v, "n": s.n_k}[matrix.width]
    held = blocks if not matrix.stored else int(written(s, matrix.stored, t).sum())
    size, growing = tokens * width * s.itemsize, values is not None and matrix.letter in LETTERS
    return Strip(matrix.letter, values, limit, tokens, width, block, blocks, active, held, size, growing)


def _parts(s: Schedule, t: int, inside: dict[str, int]) -> Strip:
    """What each range of keys leaves for the merge: O in float32, and its log-sum-exp."""
    blocks, rows = s.splits * s.row_blocks, s.splits * s.n_q
    held = in_order(blocks, t, lambda n: s.find("store_partial", n // s.splits, split=n % s.splits))
    newest = s[t - 1] if t else None
    active = None if newest is None or newest.op != "merge" else (newest.i or 0) * s.splits + newest.split
    return Strip("O parts", None, 1.0, rows, s.d_v, s.block_q, blocks, active, held, rows * (s.d_v + 1) * 4)
