"""What the table of rows says in words: titles, headings, hover texts, and why it may be empty."""

from __future__ import annotations

from typing import Final

from engine.flash.frame.view import FlashView, RowState
from gui.look.numbers import fixed, four

EMPTY: Final = {
    "shape": "A shape alone has no numbers.",
    "standard": "Standard attention carries nothing along: it writes all scores to HBM and reads them again.",
    "standard backward": "Standard attention carries nothing along: backward reads the weights of all tiles from HBM.",
    "backward": "Backward recomputes the weights from what the forward pass stored; nothing runs along.",
    "": "Nothing is in SRAM yet: press play, or step.",
    "end": "Nothing is in SRAM now: each row block leaves its output and its log-sum-exp in HBM.",
}
HEADINGS: Final = (("running max m", "max m"), ("factor α", "α"))


def titles(view: FlashView | None) -> tuple[str, ...]:
    """The pane's title, in as many words as there may be room for."""
    state = view.row if view else None
    if state is None:
        return ("What a row block carries along", "A row block carries", "Carried along")
    i = f"{state.i:,}"
    return (f"What row block {i} carries along", f"What row block {i} carries", f"Row block {i}")


def nothing(view: FlashView) -> str:
    """Why there are no rows."""
    backward = view.schedule.direction == "backward"
    if view.scene.shape is not None:
        return EMPTY["shape"]
    if view.schedule.algorithm == "standard":
        return EMPTY["standard backward" if backward else "standard"]
    return EMPTY["backward" if backward else "end" if view.t else ""]


def token_of(view: FlashView, row: int) -> int | None:
    """The token of a row (from 0) of the block in SRAM; None without a text. Decoding has the chosen query alone."""
    if view.row is None or view.query is None:
        return None
    return view.query if view.schedule.algorithm == "decoding" else view.row.start + row


def factor_words(factor: float) -> str:
    """The factor in its column: "0.32", "1", and "<0.01" for what is not quite nothing."""
    if factor == 1 or factor == 0:
        return fixed(factor, 0)
    return "<0.01" if 0 < factor < 0.005 else fixed(factor, 2)


def exact(view: FlashView, state: RowState, row: int) -> str:
    """All numbers of a row."""
    label = f" “{state.labels[row]}”" if row < len(state.labels) else ""
    before, now = (fixed(float(m[row]), 6) for m in (state.m_before, state.m))
    return (
        f"Row {token_of(view, row)}{label}: maximum {before} → {now}, "
        f"factor exp(m − m′) = {float(state.factor[row]):.7g}, "
        f"ℓ {float(state.l_before[row]):.7g} → {float(state.l[row]):.7g}"
    )


def spoken(view: FlashView, state: RowState) -> str:
    """The row that is pointed out, for a screen reader."""
    row = state.query
    label = state.labels[row] if row < len(state.labels) else f"row {token_of(view, row)}"
    return (
        f"Row block {state.i}; {label}: maximum {four(float(state.m[row]))}, factor {four(float(state.factor[row]))}, "
        f"sum {four(float(state.l[row]))}"
    )
