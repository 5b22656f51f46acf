"""What is said of the tiles: to a screen reader, below them, and of the one under the pointer."""

from __future__ import annotations

import math
from typing import Final

from engine.flash.frame.view import FlashView, Tile
from engine.flash.words.quantities import count
from gui.flash.grid.geometry import Plan
from gui.flash.names import ALGORITHMS, DIRECTIONS
from gui.look.numbers import four, whole

LOSS: Final = "A text has no loss of its own: here it is ½ |O|², so that dO = O."


def spoken(view: FlashView) -> str:
    """What a screen reader says of the grid."""
    s, step = view.schedule, view.step
    where = "nothing in SRAM"
    if view.tile is not None:
        where = f"tile ({view.tile.i}, {view.tile.j}) in SRAM"
    elif step is not None and step.i is not None and view.resident:
        where = f"row block {step.i} in SRAM"
    done = f"{whole(view.totals.tiles)} of {count(view.whole.tiles, 'tile')} done, {whole(view.skipped)} skipped"
    name = f"{ALGORITHMS[s.algorithm]}, {DIRECTIONS[s.direction].lower()}"
    return (
        f"{name}, {whole(s.row_blocks)} by {whole(s.key_blocks)} tiles of {s.block_q} by {s.block_k}: {where}, {done}"
    )


def note_of(view: FlashView, plan: Plan) -> str:
    """What has to be known to read the grid; "" for nothing."""
    s = view.schedule
    said = []
    if plan.rows.pooled or plan.keys.pooled:
        up, across = (math.ceil(side.blocks / side.cells) for side in (plan.rows, plan.keys))
        most = f"up to {whole(up)} × {whole(across)} of them"
        said.append(f"{whole(s.row_blocks)} × {whole(s.key_blocks)} tiles: a pixel stands for {most}.")
    if s.asked:
        said.append("The mask is your own function: it is asked for every cell, so that no tile is skipped.")
    if s.direction == "backward" and view.scene.shape is None:
        said.append(LOSS)
        if view.sharing > 1:
            shares = f"of the {view.sharing} query heads that read key head {view.kv_head}"
            said.append(f"dK and dV are this head’s own part, {shares}.")
    return " ".join(said)


def short_note(view: FlashView, plan: Plan) -> str:
    """The same in fewer words."""
    if view.schedule.direction == "forward" or view.scene.shape is not None:
        return note_of(view, plan)
    return "Loss ½ |O|², so dO = O" + f"; dK, dV of this 1 of {view.sharing} query heads" * (view.sharing > 1)


def tile_title(tile: Tile) -> str:
    """What the card of a tile is called."""
    return f"Tile ({tile.i}, {tile.j})"


def state_of(view: FlashView, tile: Tile) -> str:
    """How far a tile is: "in SRAM", "done, scores dropped", ..."""
    s = view.schedule
    cut = ", cut by the mask" if tile.kind == "cut" and not s.asked else ""
    if view.tile is not None and (view.tile.i, view.tile.j) == (tile.i, tile.j):
        return f"in SRAM{cut}"
    if tile.kind == "empty" and s.algorithm != "standard":
        return "skipped: the mask hides all of it"
    cut = ", hidden by the mask" if tile.kind == "empty" else cut
    done = bool(s.done(view.t, tile.i, tile.i + 1, tile.j, tile.j + 1)[0, 0])
    return f"{'done' if done else 'waiting'}{cut}"


def ranges_of(tile: Tile) -> str:
    """Which tokens a tile has: "queries 80 to 95, keys 64 to 79"."""
    return f"{_range('query', 'queries', tile.rows)}, {_range('key', 'keys', tile.keys)}"


def extremes(tile: Tile) -> str:
    """The smallest and the largest visible score, exactly; "" without."""
    if tile.scores is None:
        return ""
    seen = tile.scores if tile.visible is None else tile.scores[tile.visible]
    if not seen.size:
        return ""
    return f"scores {four(float(seen.min()))} to {four(float(seen.max()))}"


def parts_of(tile: Tile, cell: tuple[int, int]) -> str:
    """What else a backward step has of a cell: "P 0.1234, dP 1.2000, dS −0.0123"; "" forward and where hidden."""
    row, key = cell
    if tile.visible is None or tile.limit is None or not tile.visible[row, key]:
        return ""
    there = (("P", tile.weights), ("dP", tile.dp), ("dS", tile.ds))
    return ", ".join(f"{name} {four(float(x[row, key]))}" for name, x in there if x is not None)


def cell_line(tile: Tile, cell: tuple[int, int]) -> str:
    """One cell of a tile, exactly: "looking → token: 1.2346"; "" without numbers."""
    row, key = cell
    if tile.scores is None:
        return ""
    names = [labels[at] if labels else str(first + at) for labels, first, at in _ends(tile, row, key)]
    shown = tile.visible is None or bool(tile.visible[row, key])
    return f"{names[0]} → {names[1]}: {four(float(tile.scores[row, key]))}{'' if shown else ', masked'}"


def _ends(tile: Tile, row: int, key: int) -> tuple[tuple[tuple[str, ...], int, int], ...]:
    return (tile.labels[0], tile.rows[0], row), (tile.labels[1], tile.keys[0], key)


def _range(one: str, many: str, span: tuple[int, int]) -> str:
    first, last = span[0], span[1] - 1
    return f"{one} {first}" if first == last else f"{many} {first} to {last}"
