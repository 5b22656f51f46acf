"""`render --out FILE.csv|json|npz`: the numbers of a picture instead of the picture, exact."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Mapping
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.heads.view import heads_of
from engine.rows import stage_rows
from engine.saving import save_bytes
from engine.view import varied_of

if TYPE_CHECKING:
    from engine.commands.render import Wanted

Table = NDArray[Any]
SMALL: Final = 16  # pixels of a head's map, which is not looked at here


def save(wanted: Wanted) -> int:
    """Write the numbers; the exit status, 2 with one sentence for what has none or cannot be saved.

    Of the Attention view the matrix (N, N) of the shown stage, float32, all tokens unmerged; of Heads all scores,
    (layers, heads) each by its measure. CSV and JSON have the shortest digits that give the same number again.
    """
    try:
        about, tables = _numbers(wanted)
        data = {".csv": _csv, ".json": _json, ".npz": _npz}[wanted.kind](about, tables)
        save_bytes(wanted.out, data)
    except OSError as error:
        print(f"“{wanted.out.name}” cannot be saved: {error.strerror or error}.", file=sys.stderr)
        return 2
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _numbers(wanted: Wanted) -> tuple[dict[str, Any], Mapping[str, Table]]:
    """What the numbers are of, and the numbers by their names."""
    scene, capture = wanted.scene, wanted.capture
    if capture is None or scene.workspace == "flash":
        raise ValueError("The numbers of the flash view are printed by the command flash.")
    about = {
        "model": capture.model,
        "tokens": [token.label for token in capture.tokens],
        "variant": scene.variant,
        "scale": scene.scale,
    }
    if scene.workspace == "heads":
        view = heads_of(scene, capture, SMALL, lambda: False, lambda part: None)
        assert view is not None  # nobody cancels
        return about, view.scores
    now = varied_of(scene, capture)
    count = len(capture.tokens)
    rows, _ = stage_rows(now.capture, scene.layer, scene.head, now.spec, scene.stage, 0, count)
    return about | {"layer": scene.layer, "head": scene.head, "stage": scene.stage}, {scene.stage: rows}


def _npz(about: dict[str, Any], tables: Mapping[str, Table]) -> bytes:
    file = BytesIO()
    named: dict[str, Any] = {"tokens": np.array(about["tokens"]), **tables}
    np.savez(file, **named)
    return file.getvalue()


def _json(about: dict[str, Any], tables: Mapping[str, Table]) -> bytes:
    """What is not a number, or not finite, is null."""
    plain = {name: [[_plain(cell) for cell in row] for row in table] for name, table in tables.items()}
    return json.dumps(about | plain, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _csv(about: dict[str, Any], tables: Mapping[str, Table]) -> bytes:
    """A matrix with its words around it; scores with a line for each head."""
    file = StringIO()
    write = csv.writer(file, lineterminator="\n").writerow
    if "stage" in about:
        write(["query", *about["tokens"]])
        for label, row in zip(about["tokens"], tables[about["stage"]], strict=True):
            write([label, *map(str, row)])
    else:
        write(["layer", "head", *tables])
        for layer, head in np.ndindex(next(iter(tables.values())).shape):
            write([layer, head, *(str(table[layer, head]) for table in tables.values())])
    return file.getvalue().encode()


def _plain(cell: np.floating[Any]) -> float | None:
    return float(str(cell)) if np.isfinite(cell) else None
