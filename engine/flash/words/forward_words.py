"""What each operation of a forward pass does, in plain words with the numbers of this step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from engine.flash.frame.view import FlashView, RowState, Run
from engine.flash.words import saying
from engine.flash.words.quantities import amount, count, named, number
from engine.flash.words.saying import Said, say

KEY, VALUE = Run("Key", "key"), Run("value", "value")


def load_q(view: FlashView) -> Said:
    read, rows, algorithm = saying.read(view), saying.rows(view), view.schedule.algorithm
    if algorithm == "fa1":
        return say("Load.", saying.queries(view), f", {rows}, comes with its O, m and ℓ so far {read}.")
    if algorithm == "standard":
        return say("Load.", saying.queries(view), f", {rows}, comes {read}.")
    starts = f" comes {read}. Its maximum m starts at −∞, its sum ℓ and O at 0"
    if algorithm == "decoding":
        return say("Load.", saying.queries(view), f", {rows},{starts}, once more for {_part(view)}.")
    return say("Load.", saying.queries(view), f", {rows},{starts}.")


def load_kv(view: FlashView) -> Said:
    stay = "; they stay while the query blocks go by" if view.schedule.algorithm == "fa1" else ""
    block = f" block {saying.key_block(view)}, {saying.keys(view)}, come {saying.read(view)}{stay}."
    return say("Load.", KEY, " and ", VALUE, block)


def load_k(view: FlashView) -> Said:
    return say("Load.", Run(f"Key block {saying.key_block(view)}", "key"), f" comes {saying.read(view)}.")


def load_v(view: FlashView) -> Said:
    return say("Load.", Run(f"Value block {saying.key_block(view)}", "value"), f" comes {saying.read(view)}.")


def scores(view: FlashView) -> Said:
    cells, standard = saying.cells(view), view.schedule.algorithm == "standard"
    goes = "" if standard else " that never leave SRAM" if cells > 1 else " that never leaves SRAM"
    return say(
        "Scores.", f"In {saying.tile(view)} each query meets each key: {count(cells, 'score')}{goes}.", *_top(view)
    )


def _top(view: FlashView) -> tuple[str | Run, ...]:
    """The largest score of the row to point out, and its key."""
    word, row, tile = saying.pointed(view), view.row, view.tile
    if word is None or row is None or tile is None or tile.scores is None:
        return ()
    line = tile.scores[row.query]
    best = int(np.argmax(line))
    key = Run(named(tile.labels[1][best]), "key")
    return " In the row of ", word, f" the largest is {number(line[best])}, for ", key, "."


def mask(view: FlashView) -> Said:
    cells, tile = saying.cells(view), saying.tile(view)
    known = view.tile.visible if view.tile is not None else None
    if view.schedule.asked:
        start = f"This mask cannot answer for a whole tile, so {tile} is asked cell by cell"
    else:
        start = f"The mask cuts {tile}"
    if known is None:
        return say("Mask.", f"{start}: a score that it hides counts as −∞.")
    hidden = int((~known).sum())
    if not hidden:
        return say("Mask.", f"{start}; none of its {count(cells, 'score')} is hidden.")
    counts = "counts" if hidden == 1 else "count"
    return say("Mask.", f"{start}: {hidden:,} of {count(cells, 'score')} {counts} as −∞.")


def maximum(view: FlashView) -> Said:
    row, tile = view.row, saying.tile(view)
    if row is None:
        return say("Maximum.", f"Where {tile} has a larger score, the running maximum m rises.")
    if np.isneginf(row.m_before).all():
        first = f"The first tile sets the running maximum of {count(len(row.m), 'row')}."
        return say("Maximum.", first, *_row(view, lambda r, n: f"it is {number(r.m[n])}"))
    rose = int((row.m > row.m_before).sum())
    where = f"in {rose:,} of {count(len(row.m), 'row')}" if rose else "in no row"
    return say("Maximum.", f"{tile.capitalize()} raises the running maximum {where}{_kept(view)}.", *_row(view, _rises))


def _kept(view: FlashView) -> str:
    return ", for a rise by less than 8 powers of two is left for later" if view.scene.lazy else ""


def _rises(row: RowState, n: int) -> str:
    before, now = number(row.m_before[n]), number(row.m[n])
    return f"it stays at {now}" if row.m[n] == row.m_before[n] else f"it rises from {before} to {now}"


def rescale(view: FlashView) -> Said:
    row, tile = view.row, saying.tile(view)
    if row is None:
        return say("Rescale.", f"Where {tile} brought a larger maximum, what was summed shrinks by α = exp(m − m′).")
    if not (row.l_before > 0).any():
        return say("Rescale.", "Nothing was summed before this tile, so nothing shrinks.")
    shrunk = int(((row.factor < 1) & (row.l_before > 0)).sum())
    if not shrunk:
        kept = "No maximum rose by more than 8 powers of two" if view.scene.lazy else "No row has a larger maximum"
        return say("Rescale.", f"{kept}: α is 1, and what was summed stays.", *_row(view, _shrinks))
    they = "it" if shrunk == 1 else "they"
    brought = f"brought a larger maximum to {shrunk:,} of {count(len(row.m), 'row')}"
    return say(
        "Rescale.", f"{tile.capitalize()} {brought}: what {they} summed so far shrinks by α.", *_row(view, _shrinks)
    )


def _shrinks(row: RowState, n: int) -> str:
    before = number(row.l_before[n])
    return f"{before} stays" if row.factor[n] == 1 else f"{before} becomes {number(row.factor[n] * row.l_before[n])}"


def accumulate(view: FlashView) -> Said:
    tile, block = saying.tile(view), f"O of row block {saying.row_block(view)}"
    if view.schedule.algorithm == "standard":
        values = Run(f"value block {saying.key_block(view)}", "value")
        return say("Accumulate.", f"The weights of {tile} times ", values, f" join {block}.")
    start = f"{tile.capitalize()} adds exp(S − m) to ℓ and exp(S − m) "
    return say("Accumulate.", start, Run("V", "value"), " to O, and its scores are dropped.", *_row(view, _grows))


def _grows(row: RowState, n: int) -> str:
    before, now = number(row.factor[n] * row.l_before[n]), number(row.l[n])
    return f"ℓ stays at {now}" if row.l[n] == row.factor[n] * row.l_before[n] else f"ℓ grows from {before} to {now}"


def _row(view: FlashView, words: Callable[[RowState, int], str]) -> tuple[str | Run, ...]:
    """ "In the row of looking, ..." """
    word = saying.pointed(view)
    if view.row is None or word is None:
        return ()
    return " In the row of ", word, f", {words(view.row, view.row.query)}."


def store(view: FlashView) -> Said:
    i, s = saying.row_block(view), view.schedule
    done = f"{view.finished:,} of {count(s.row_blocks, 'block')} {'is' if view.finished == 1 else 'are'} done"
    if s.algorithm == "fa1":
        back = f"Row block {i} goes back with m and ℓ {saying.sent(view)}: O is divided at every tile; {done}."
        return say("Store.", back, saying.ending(view))
    goes = f"O of row block {i} goes" if s.algorithm == "standard" else f"O / ℓ and m + ln ℓ of row block {i} go"
    return say(
        "Store.",
        f"{goes} {saying.sent(view)}; {done}.",
        saying.ending(view),
    )


def store_partial(view: FlashView) -> Said:
    left = f"{_part(view).capitalize()} leaves its own output and log-sum-exp in HBM, in float32: "
    return say("Store.", f"{left}{amount(saying.newest(view).written)}.")


def merge(view: FlashView) -> Said:
    part = f"{_part(view).capitalize()} comes {saying.read(view)}"
    if saying.newest(view).split == 0:
        return say("Merge.", f"{part}; the other parts are to join it.")
    return say("Merge.", f"{part}, and joins: each side counts exp(L) of its own log-sum-exp L.")


def _part(view: FlashView) -> str:
    return f"part {saying.newest(view).split + 1} of {view.schedule.splits}"


def store_s(view: FlashView) -> Said:
    return say("Store.", f"The scores of {saying.tile(view)} go {saying.sent(view)}: the whole map is kept there.")


def load_s(view: FlashView) -> Said:
    return say("Load.", f"All scores of row block {saying.row_block(view)} come {saying.read(view)}.")


def softmax(view: FlashView) -> Said:
    keys, rows = count(view.schedule.n_k, "key"), count(saying.row_count(view), "row")
    return say("Softmax.", f"Each of {rows} has all {keys} at once: nothing is rescaled.")


def store_p(view: FlashView) -> Said:
    return say("Store.", f"The weights of row block {saying.row_block(view)} go {saying.sent(view)}.")


def load_p(view: FlashView) -> Said:
    return say("Load.", f"The weights of {saying.tile(view)} come {saying.read(view)}.")


FORWARD: Final[dict[str, Callable[[FlashView], Said]]] = {
    **{each.__name__: each for each in (load_q, load_kv, load_k, load_v, load_s, load_p, scores, mask, rescale)},
    **{each.__name__: each for each in (accumulate, store, store_partial, store_s, store_p, merge, softmax)},
    "max": maximum,
}
