"""`render --out FILE.csv|json|npz`: the numbers of a picture instead of the picture, exact."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine.files.saving import save_bytes
from engine.shown.tables import csv_of, json_of, npz_of, tables_of

if TYPE_CHECKING:
    from engine.commands.render import Wanted


def save(wanted: Wanted) -> int:
    """Write the numbers; the exit status, 2 with one sentence for what has none or cannot be saved."""
    try:
        made = tables_of(wanted.scene, wanted.capture, ended=wanted.last)
        if wanted.kind == ".npz":
            data = npz_of(made)
        else:
            data = (csv_of(made) if wanted.kind == ".csv" else json_of(made)).encode()
        save_bytes(wanted.out, data)
    except OSError as error:
        print(f"“{wanted.out.name}” cannot be saved: {error.strerror or error}.", file=sys.stderr)
        return 2
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
