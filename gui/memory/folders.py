"""Where the app keeps what comes back, and how a file that cannot be read is put aside there."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QStandardPaths

NAME: Final = "qkvista"
MOST_ASIDE: Final = 1_000


@dataclass(frozen=True)
class Folders:
    """`config` holds the settings, `state` the last scene; they may not be there yet."""

    config: Path
    state: Path

    @property
    def settings(self) -> Path:
        return self.config / "settings.json"

    @property
    def scene(self) -> Path:
        return self.state / "last.qkv.json"

    @property
    def history(self) -> Path:
        return self.state / "history.json"

    @property
    def starting(self) -> Path:
        return self.state / "starting"


def own_folders() -> Folders:
    """The person's own: on Linux below XDG_CONFIG_HOME and XDG_STATE_HOME."""
    places = QStandardPaths.StandardLocation
    config, state = (
        Path(QStandardPaths.writableLocation(place)) / NAME
        for place in (places.GenericConfigLocation, places.GenericStateLocation)
    )
    return Folders(config, state)


def read_small(path: Path, largest: int) -> str | None:
    """The text of a file of at most `largest` bytes, None where there is none.

    Raises ValueError with the rest of a sentence for what cannot be such a text, so that no size, kind or content of a
    file does harm.
    """
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise ValueError("it is not a file.")
        if size > largest:
            raise ValueError(f"it is too large: {size / 1e6:,.1f} MB.")
        return path.read_bytes().decode()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8.") from None
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror or error}.") from None


def put_aside(path: Path) -> Path | None:
    """Rename a file that cannot be used, so that it is kept: the new path, None where that cannot be done."""
    stem, *suffixes = path.name.split(".")
    for number in range(1, MOST_ASIDE):
        aside = path.with_name(".".join((f"{stem}-aside-{number}", *suffixes)))
        if not os.path.lexists(aside):
            try:
                return path.rename(aside)
            except OSError:
                return None
    return None
