"""What one frame of the Flash workspace shows, as frozen records. Widgets draw these and compute nothing.

Letters of the shapes: N queries and keys of the text (Flash-Decoding: one query, N keys), d and dv sizes of a key and
of a value, R rows and C columns of one tile, K keys and T key tiles that a row block visits. Bytes are whole numbers.
Without numbers (`scene.shape`) there are `schedule`, counters and curves; what is made of numbers is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.capture import Capture
    from engine.flash.plan.schedules import Resident, Schedule, Step, Totals
    from engine.scene import Scene

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Run:
    """A piece of a sentence. `role` is "", "bold", "query", "key" or "value": the colour of the words."""

    text: str
    role: str = ""


@dataclass(frozen=True, eq=False)
class Strip:
    """A matrix in HBM, in blocks: how the grid draws it along its side, and the memory picture as a row of boxes.

    `letter` is Q, K, V or O; S and P of standard attention; dO, dQ, dK, dV of a backward pass, and dP, dS of the
    standard one; "O parts" of Flash-Decoding. The last block may be smaller. `held` counts the blocks that hold
    something now: all of what was there before, of a result those that were stored (from the first on, but for unusual
    masks).
    """

    letter: str
    values: Floats | None  # (N, d or dv); O: the rows stored so far, zeros in the others, None until it is computed
    limit: float  # the colours run from -limit to limit; a round number
    tokens: int  # how many rows the matrix has
    width: int  # how many numbers a row has
    block: int  # rows of a block
    blocks: int
    active: int | None  # the block that lies in SRAM now
    held: int
    bytes: int  # of the whole matrix
    growing: bool = False  # the numbers of the block in SRAM are there, too, as they are summed up


@dataclass(frozen=True, eq=False)
class Tile:
    """One tile of the map. Hidden cells keep their score; `visible` says which they are.

    The tile in SRAM has scores once they are computed, and hidden cells once the mask step is done.
    """

    i: int
    j: int
    rows: tuple[int, int]  # of the schedule, first and one past the last
    keys: tuple[int, int]
    kind: str  # "empty" | "cut" | "full"
    scores: Floats | None  # (R, C), as the score change leaves them, before the mask
    visible: Bools | None  # (R, C)
    labels: tuple[tuple[str, ...], tuple[str, ...]]  # of the rows and of the keys; empty without a text
    weights: Floats | None = None  # (R, C) P once it is there: exp(S - m), and where it is divided at once exp(S - L)
    dp: Floats | None = None  # (R, C) backward: dO V^T, once it is there
    ds: Floats | None = None  # (R, C) backward: P (dP - D), once it is there
    shown: str = "S"  # which of them the newest step is about: "S", or backward "P", "dP" or "dS"
    limit: float | None = None  # the colours of P, dP and dS run from -limit to limit; those of S as the view says

    @property
    def cells(self) -> Floats | None:
        """(R, C) what `shown` names; None before it is there."""
        return {"S": self.scores, "P": self.weights, "dP": self.dp, "dS": self.ds}[self.shown]


@dataclass(frozen=True, eq=False)
class RowState:
    """What the rows of the block in SRAM carry along: each array (R,).

    Before the tile in SRAM: `m_before`, `l_before`. Now: `m` and `l`, equal to these until the step that changes them
    (m: max; l: rescale, accumulate). `factor` is exp(m_before - m): 1 until the new maximum is known, 1 for a row that
    had seen nothing yet, and with lazy rescaling 1 while the old maximum is kept. The sum after rescaling is
    `factor * l_before`. m is -inf for a row that has seen nothing.
    """

    i: int
    start: int  # the first row, of the schedule
    labels: tuple[str, ...]  # the words of the rows
    m_before: Floats
    m: Floats
    factor: Floats
    l_before: Floats
    l: Floats  # noqa: E741 - the paper's letter
    query: int  # the row to point out, from 0 in this block: the chosen query, else the row that changes most


@dataclass(frozen=True, eq=False)
class Backward:
    """What a backward step has at hand of the rows and the keys of its tile; None for what no step has brought yet.

    `delta` is D, rowsum(dO O); `lse` is L; `share` is the sum of P over the tile's keys. `dk` and `dv` are the lengths
    of the rows of dK and dV as far as they are summed up. `query` is the row to point out, from 0, if it is here.
    """

    i: int | None
    rows: tuple[int, int]
    j: int | None
    keys: tuple[int, int]
    labels: tuple[tuple[str, ...], tuple[str, ...]]  # the words of the rows, and of the keys
    lse: Floats | None  # (R,)
    delta: Floats | None  # (R,)
    share: Floats | None  # (R,)
    dk: Floats | None  # (C,)
    dv: Floats | None  # (C,)
    query: int | None


@dataclass(frozen=True, eq=False)
class CloseUp:
    """Online softmax in the chosen query's row: its keys in the order in which their tiles arrive.

    Keys of one tile lie at edges[n]:edges[n + 1]. Numbers of later tiles are there too; what has happened by now are
    the first `arrived` tiles. In Flash-Decoding m and l begin anew where `splits` changes, and the weights of each part
    sum to 1 until all are merged and stored.
    """

    query: int  # a token of the text
    label: str
    i: int  # its row block
    tiles: Whole  # (T,) key tiles in the order of arrival
    splits: Whole  # (T,) the part of the keys that a tile belongs to
    edges: Whole  # (T + 1,)
    keys: Whole  # (K,) tokens of the text
    labels: tuple[str, ...]  # of the keys
    scores: Floats  # (K,) -inf where hidden
    m: Floats  # (T,) running maximum after each tile
    l: Floats  # noqa: E741 - (T,) running sum after each tile
    factors: Floats  # (T,) by which a tile shrank what was summed before it; 1 for the first
    arrived: int  # tiles that are summed by now
    active: int | None  # the place, in `tiles`, of the tile that is in SRAM now
    weights: Floats  # (K,) exp(score - m) / l of the keys that arrived; 0 for the others
    before: Floats  # (K,) the same one tile earlier
    final: Floats  # (K,) the weights in the end


@dataclass(frozen=True, eq=False)
class Curve:
    """HBM traffic of one algorithm against the work done, at most 400 points in the order of the steps.

    The work is the share of the operations: a pass that computes nothing (softmax of standard attention) goes
    straight up.
    """

    algorithm: str
    steps: Whole  # (P,) from 0 to all
    share: NDArray[np.float64]  # (P,) 0 to 1, rising
    read: Whole  # (P,) bytes
    written: Whole  # (P,)

    @property
    def moved(self) -> Whole:
        """Bytes read and written (P,)."""
        return self.read + self.written


@dataclass(frozen=True, eq=False)
class FlashView:
    """All that one frame of the Flash workspace shows, after `t` steps.

    The grid asks the schedule itself for the tiles on screen: `schedule.kinds(i0, i1, j0, j1)` and, of the same window,
    `schedule.done(t, i0, i1, j0, j1)`; the transport's scale is `schedule.starts`.
    """

    scene: Scene
    capture: Capture | None  # None when there is no text
    schedule: Schedule
    t: int  # steps done, 0 to len(schedule)
    step: Step | None  # the newest step; None at the start
    sentence: tuple[Run, ...]
    line: int  # of the pseudocode, from 1; 0 at the start
    tile: Tile | None  # the tile in SRAM
    band: Tile | None  # whole rows in SRAM as one wide tile: standard attention backward, where it makes dS of P and dP
    limit: float  # the colours of scores run from -limit to limit: the head's largest visible score, rounded up
    row: RowState | None  # None without numbers, between row blocks, and where nothing runs along (standard, backward)
    closeup: CloseUp | None  # None without numbers, for standard attention and backward
    query: int | None  # the chosen query, a token of the text; None without a text
    strips: tuple[Strip, ...]  # Q, K, V, O first
    resident: tuple[Resident, ...]  # what lies in SRAM
    sram_used: int
    sram_size: int  # of the chosen device, one streaming multiprocessor
    totals: Totals  # so far
    whole: Totals  # when all is done
    standard: Totals  # what standard attention moves and computes in all
    skipped: int  # tiles that the mask hides whole
    finished: int  # row blocks whose output is final
    curve: Curve
    standard_curve: Curve
    share: float  # of the operations done, where the curves stand
    error: float | None  # largest |output - dense| in the finished rows (backward: of the gradients stored for good);
    # None before one is, or until it is computed
    divisor: float | None  # sqrt(d_k) in force
    kv_head: int | None
    changed: bool  # scale or variant differ from the model's own
    beside: FlashView | None  # the other algorithm at the same share of the work
    seconds: float
    backward: Backward | None = None  # None forward and without numbers
    differences: Mapping[str, float] = field(default_factory=dict)  # backward: `error` for dQ, dK and dV each
    sharing: int = 1  # query heads that read the same keys and values

    @property
    def moved(self) -> int:
        """Bytes that the newest step moves between HBM and SRAM."""
        return 0 if self.step is None else self.step.read + self.step.written

    def strip(self, letter: str) -> Strip:
        """The matrix of that letter. KeyError when this algorithm has none."""
        return {strip.letter: strip for strip in self.strips}[letter]


@dataclass(frozen=True, eq=False)
class FlashDetail:
    """What a frame shows a moment later: the output, and how far it is from dense attention.

    `output` is O of the strip. It is final in the rows of finished blocks; FlashAttention-1 stores others before.
    """

    scene: Scene
    output: Floats | None  # (N, dv) what is stored by now; 0 in rows that are not; None without numbers
    limit: float
    error: float | None  # largest |output - dense| in the rows finished by now; None before one is
    beside: FlashDetail | None = None
    sentence: tuple[Run, ...] = ()  # the view's, now that the error is known
    gradients: Mapping[str, Strip] = field(default_factory=dict)  # backward: the strips of dO, dQ, dK and dV, by letter
    backward: Backward | None = None
    differences: Mapping[str, float] = field(default_factory=dict)
