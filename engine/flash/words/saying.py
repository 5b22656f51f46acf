"""What the sentences of all steps are built from."""

from __future__ import annotations

from engine.flash.frame.view import FlashView, Run
from engine.flash.plan.steps import Step
from engine.flash.words.quantities import amount, named, power_of_ten, span

Said = tuple[Run, ...]


def say(title: str, *parts: str | Run) -> Said:
    """A bold title, and what follows; a string is plain words."""
    rest = (Run(part) if isinstance(part, str) else part for part in parts)
    return Run(title, "bold"), Run(" "), *(run for run in rest if run.text)


def newest(view: FlashView) -> Step:
    """The step that the sentence is about."""
    if view.step is None:
        raise ValueError("Nothing was done yet.")
    return view.step


def row_block(view: FlashView) -> int:
    """The row block of the newest step."""
    i = newest(view).i
    if i is None:
        raise ValueError(f"{newest(view).op} works on no row block.")
    return i


def key_block(view: FlashView) -> int:
    """The key block of the newest step."""
    j = newest(view).j
    if j is None:
        raise ValueError(f"{newest(view).op} works on no key block.")
    return j


def tile(view: FlashView) -> str:
    """ "tile (5, 4)"."""
    return f"tile ({row_block(view)}, {key_block(view)})"


def cells(view: FlashView) -> int:
    """How many cells the newest step's tile has."""
    rows, keys = view.schedule.rows(row_block(view)), view.schedule.keys(key_block(view))
    return (rows[1] - rows[0]) * (keys[1] - keys[0])


def rows(view: FlashView) -> str:
    """ "rows 80 to 95"."""
    return span("row", *view.schedule.rows(row_block(view)))


def row_count(view: FlashView) -> int:
    """How many rows the newest step's block has."""
    start, stop = view.schedule.rows(row_block(view))
    return stop - start


def keys(view: FlashView) -> str:
    """ "keys 64 to 79"."""
    return span("key", *view.schedule.keys(key_block(view)))


def queries(view: FlashView, name: str = "Query block") -> Run:
    """ "Query block 5", in the colour of queries."""
    return Run(f"{name} {row_block(view)}", "query")


def read(view: FlashView) -> str:
    """What the newest step brings from HBM; what was brought before comes from a cache."""
    size = newest(view).read
    return f"from HBM, {amount(size)}" if size else "from the cache, not from HBM"


def sent(view: FlashView) -> str:
    """What the newest step writes."""
    return f"to HBM, {amount(newest(view).written)}"


def pointed(view: FlashView) -> Run | None:
    """The word of the row to point out; None without a text."""
    return None if view.row is None else Run(named(view.row.labels[view.row.query]), "query")


def ending(view: FlashView) -> str:
    """After the last step: all is done, and how exact it is."""
    if view.t < len(view.schedule):
        return ""
    tiles = view.schedule.tiles_visited
    few = {0: " The mask hides every tile", 1: " The only tile is done"}
    all_done = few.get(tiles, f" All {tiles:,} tiles are done")
    if view.error is None:
        return f"{all_done}."
    dense = "dense attention" if view.schedule.direction == "forward" else "the gradients of dense attention"
    if view.error == 0:
        return f"{all_done}: no number differs from {dense}."
    return f"{all_done}: the largest difference to {dense} is {power_of_ten(view.error)}."
