"""The numbers of a view, exact, with their names: as CSV, JSON and NPZ."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from io import BytesIO, StringIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture
from engine.files.plainjson import written
from engine.heads.view import heads_of
from engine.maps.rows import OF_ALL, stage_rows
from engine.scene import Scene
from engine.shown.view import varied_of, view_of
from engine.why.listed import Listed, listed
from engine.why.why import why_of

Table = NDArray[Any]
Tell = Callable[[float], None]
SMALL: Final = 16  # pixels of a head's map, which is not looked at here
SMALL_MAP: Final = (1, 1)  # nor is this one
STRIP: Final = 1024  # rows that are computed at once
MOST_STEPS: Final = 200_000  # of a schedule that are written out
STEP: Final = ("op", "i", "j", "read", "written", "operations", "split")


@dataclass(frozen=True, eq=False)
class Tables:
    """`tables` by their names; `about` says what they are of. `head` and `lines` are the one table of a CSV file."""

    about: Mapping[str, Any]
    tables: Mapping[str, Table]
    head: Sequence[str]
    lines: Iterable[Sequence[object]]


def silent(share: float) -> None:
    """For those who do not ask how far it is."""


def tables_of(scene: Scene, capture: Capture | None, tell: Tell = silent, ended: bool = False) -> Tables:
    """The numbers that the scene shows: all tokens, special ones included, unmerged, as the engine computes them.

    Attention: the matrix (N, N) of the shown stage, and the weights; another lens than the weights adds the columns of
    its list, of the shown words as on screen, which then are the one table of a CSV file. Heads: the scores (layers,
    heads) by each measure. Flash: the schedule's steps and totals, and what the rows have after `scene.step` of them
    (`ended`: after all). `tell(share)` says how far it is; what it raises ends the work. ValueError, with one sentence,
    for what has no numbers.
    """
    if scene.workspace == "flash":
        return _flash(scene, capture, ended)
    if capture is None or scene.workspace == "learn":
        raise ValueError("A chapter’s numbers are those of the examples: open one with “Try it”.")
    if scene.workspace == "heads":
        view = heads_of(scene, capture, SMALL, lambda: False, lambda part: tell(0.5))
        assert view is not None  # nobody cancels
        places = [*np.ndindex(next(iter(view.scores.values())).shape)]
        lines = ([layer, head, *(table[layer, head] for table in view.scores.values())] for layer, head in places)
        return Tables(_about(scene, capture), view.scores, ("layer", "head", *view.scores), lines)
    return _attention(scene, capture, tell)


def csv_of(made: Tables, separator: str = ",", tell: Tell = silent) -> str:
    """A line for each row, with the shortest digits that give the same number again."""
    file = StringIO()
    write = csv.writer(file, lineterminator="\n", delimiter=separator).writerow
    write(made.head)
    for line in made.lines:
        write(["" if cell is None else str(cell) for cell in line])
        tell(0.9)
    return file.getvalue()


def json_of(made: Tables, tell: Tell = silent) -> str:
    """All tables and what they are of; what is not a number, or not finite, is null."""
    plain = {}
    for name, table in made.tables.items():
        plain[name] = [_plain(row) for row in table] if table.ndim > 1 else _plain(table)
        tell(0.9)
    return written({**made.about, **plain}) + "\n"


def npz_of(made: Tables) -> bytes:
    """All tables as numpy's arrays; `tokens` as texts, and `about` as JSON."""
    file = BytesIO()
    about = np.array(written(dict(made.about)))
    named: dict[str, Any] = {"about": about, "tokens": np.array(made.about.get("tokens", ()), str), **made.tables}
    np.savez(file, **named)
    return file.getvalue()


def _about(scene: Scene, capture: Capture) -> dict[str, Any]:
    return {
        "model": capture.model,
        "text": capture.text,
        "tokens": [token.label for token in capture.tokens],
        "variant": scene.variant,
        "parameters": dict(scene.parameters),
        "scale": scene.scale,
        "scene": json.loads(scene.to_json()),
    }


def _attention(scene: Scene, capture: Capture, tell: Tell) -> Tables:
    stage = scene.stage if isinstance(scene.head, int) or scene.stage in OF_ALL else "weights"
    now = varied_of(scene, capture)
    count = len(capture.tokens)
    tables: dict[str, Table] = {}
    for done, name in enumerate(names := dict.fromkeys((stage, "weights"))):
        rows = []
        for start in range(0, count, STRIP):
            end = min(start + STRIP, count)
            rows.append(stage_rows(now.capture, scene.layer, scene.head, now.spec, name, start, end)[0])
            tell((done + end / count) / len(names) / 2)
        tables[name] = np.concatenate(rows)
    about = _about(scene, capture) | {"layer": scene.layer, "head": scene.head, "stage": stage}
    labels = about["tokens"]
    made = _lens(scene, capture, tell)
    if made is not None:
        about |= {"lens": scene.lens, f"{scene.lens}_rows": made.rows}
        tables |= {f"{scene.lens}_{name}": column for name, column in made.columns.items()}
        columns = zip(made.rows, *made.columns.values(), strict=True)
        return Tables(about, tables, (scene.lens, *made.columns), map(_known, columns))
    lines = ([label, *row] for label, row in zip(labels, tables[stage], strict=True))
    return Tables(about, tables, ("query", *labels), lines)


def _lens(scene: Scene, capture: Capture, tell: Tell) -> Listed | None:
    """What the lens beside the map lists; None for the weights, and where it shows a sentence."""
    if scene.lens == "weights":
        return None
    view = view_of(scene, capture, SMALL_MAP, lambda: False)
    assert view is not None  # nobody cancels
    why = why_of(view, None, lambda share: tell((1 + share) / 2), lambda: False)
    return None if why is None else listed(why)


def _known(line: Sequence[object]) -> list[object]:
    """None for what the list leaves empty."""
    return [None if isinstance(cell, float) and np.isnan(cell) else cell for cell in line]


def _flash(scene: Scene, capture: Capture | None, ended: bool) -> Tables:
    from engine.flash import replay
    from engine.flash.frame.session import session_of
    from engine.flash.plan.schedules import TOTALS

    session = session_of(scene, capture, lambda: False)
    assert session is not None  # nobody cancels
    made, inputs = session.schedule, session.inputs
    if len(made) > MOST_STEPS:
        raise ValueError(f"{len(made):,} steps are too many to be written out; {MOST_STEPS:,} are the most.")
    at = len(made) if ended else min(scene.step, len(made))
    scene = replace(scene, step=at)
    of = {"scene": json.loads(scene.to_json())} if capture is None else _about(scene, capture)
    totals = {f"{name}_total" if name in STEP else name: int(getattr(made, name)) for name in TOTALS}
    about = of | {"algorithm": made.algorithm, "direction": made.direction, "done": at} | totals
    steps = [asdict(step) for step in made]
    tables: dict[str, Table] = {name: np.array([_number(step[name]) for step in steps]) for name in STEP}
    if inputs is not None and made.direction == "forward":
        q, k, v = (x[None, None] for x in (inputs.q, inputs.k, inputs.v))
        state = replay(q, k, v, made, inputs.spec, at, lazy=scene.lazy)
        tables |= {f"row_{name}": np.asarray(getattr(state, name)[0, 0]) for name in ("m", "l", "output", "lse")}
    lines = ([number, *(step[name] for name in STEP)] for number, step in enumerate(steps, 1))
    return Tables(about, tables, ("step", *STEP), lines)


def _number(cell: object) -> object:
    """-1 for a tile that a step is not on."""
    return -1 if cell is None else cell


def _plain(row: Table) -> list[object]:
    if row.dtype.kind != "f":
        return list(row.tolist())
    return [float(str(cell)) if np.isfinite(cell) else None for cell in row]
