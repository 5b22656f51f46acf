"""What comes back at the next start, as one frozen record, and as the JSON of the settings file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from engine.looks import COLOURS, THEMES

CONTRASTS: Final = ("system", "usual", "more")
FORMAT: Final = 1
LARGEST: Final = 1_000_000  # bytes of a settings file; a usual one has 400
MOST_RECENT: Final = 8
MOST_NAMES: Final = 200
MOST_HABITS: Final = 100
LONGEST_HABIT: Final = 100  # characters
LONGEST_NAME: Final = 4_096  # characters: a path has no more on Linux
LARGEST_ZOOM: Final = 8.0
FURTHEST: Final = 100_000  # pixels on a desktop of many screens


@dataclass(frozen=True)
class Remembered:
    """What the app keeps between starts, besides the scene itself.

    `zoom` is the size of everything that the person chose, 1 as designed; None for what the system asks. `toured` is
    True once the tour was seen or skipped; `read` and `solved` are the chapters and tasks of Learn, `recent` the files
    that were opened, the newest first. `window` is (left, top, width, height) on the desktop, None before the first
    time. `habits` are choices of a workspace that are no part of the scene (gui/frame/habits.py), by name.
    """

    theme: str = "system"
    colours: str = "violet"
    contrast: str = "system"
    zoom: float | None = None
    toured: bool = False
    read: tuple[str, ...] = ()
    solved: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    window: tuple[int, ...] | None = None
    maximised: bool = False
    habits: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """The settings file."""
        return json.dumps({"qkvista_settings": FORMAT} | asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> Remembered:
        """What the settings file says; a field that is missing or means nothing has its default, others are ignored.

        Raises ValueError with the rest of a sentence for what is no settings file of this format.
        """
        try:
            record: Any = json.loads(text)
        except (ValueError, RecursionError):
            raise ValueError("it is not JSON.") from None
        if not isinstance(record, dict) or record.get("qkvista_settings") != FORMAT:
            raise ValueError(f"it does not say that it holds settings of format {FORMAT}.")
        said = {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}
        known = {each.name for each in fields(cls)}
        meant: dict[str, Any] = {name: said[name] for name in said if name in known and fits(name, said[name])}
        return cls(**meant)


def fits(name: str, value: Any) -> bool:
    """Whether a field can have this value; one without a rule of its own takes what is of its default's type."""
    rule = _RULES.get(name)
    return rule(value) if rule else type(value) is type(getattr(Remembered(), name))


def _is_among(known: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in known


def _are_names(most: int) -> Callable[[Any], bool]:
    def names(value: Any) -> bool:
        return isinstance(value, tuple) and len(value) <= most and all(map(_is_name, value))

    return names


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and "\0" not in value


def _are_habits(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) > MOST_HABITS:
        return False
    return all(isinstance(word, str) and 0 < len(word) <= LONGEST_HABIT for word in (*value, *value.values()))


def _is_zoom(value: Any) -> bool:
    if value is None:
        return True
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 1 / LARGEST_ZOOM <= value <= LARGEST_ZOOM  # which NaN is not


def _is_place(value: Any) -> bool:
    if value is None:
        return True
    whole = isinstance(value, tuple) and len(value) == 4 and all(type(side) is int for side in value)
    return whole and all(abs(side) <= FURTHEST for side in value) and min(value[2:]) > 0


_RULES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "theme": _is_among(THEMES),
    "colours": _is_among(COLOURS),
    "contrast": _is_among(CONTRASTS),
    "zoom": _is_zoom,
    "read": _are_names(MOST_NAMES),
    "solved": _are_names(MOST_NAMES),
    "recent": _are_names(MOST_RECENT),
    "window": _is_place,
    "habits": _are_habits,
}
