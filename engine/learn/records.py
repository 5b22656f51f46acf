"""What a chapter of Learn is made of: frozen records that the room draws and a test reads.

A `text` is a string with marks: {q:words} {k:words} {v:words} {n:number} take the colour of query, key, value and
number, **words** are bold, {_k} is lowered and {^2} raised. `marks.spans` takes it apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.capture import Capture
from engine.scene import Scene

LIVE: Final = (
    "chips",  # the token strip
    "map",
    "bars",
    "scale",  # slider and curves
    "cell",  # one cell's arithmetic
    "heads",  # the heads of a layer
    "product",  # one token's x W_Q multiplied out
    "parts",  # what the heads add through W_O
    "mask",
    "rope",
    "tiles",  # the Flash grid and its transport
    "closeup",  # one row's running maximum and sum
    "memory",  # N x N against N
    "code",  # the pseudocode
    "catalogue",  # the variants
)


@dataclass(frozen=True)
class Para:
    text: str


@dataclass(frozen=True)
class Heading:
    text: str
    anchor: str


@dataclass(frozen=True)
class Formula:
    """resources/formulas/NAME.svg; `alt` says the same in words, for a screen reader."""

    name: str
    alt: str


@dataclass(frozen=True)
class Points:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str


@dataclass(frozen=True)
class Live:
    """A widget of the app on a scene of its own; `kind` is one of LIVE, `fields` are those of Scene."""

    kind: str
    fields: Mapping[str, Any]
    caption: str


@dataclass(frozen=True)
class Figure:
    """A claim with a number. `computed` names the function of `engine.learn.numbers` that gives it, if the app does."""

    value: str
    what: str
    source: str
    computed: str = ""


@dataclass(frozen=True)
class Event:
    date: str  # "June 2017"
    title: str
    text: str
    source: str
    url: str


@dataclass(frozen=True)
class Timeline:
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Paper:
    title: str
    authors: str
    year: int
    venue: str
    url: str
    why: str


@dataclass(frozen=True)
class Papers:
    papers: tuple[Paper, ...]


Block = Para | Heading | Formula | Points | Table | Live | Figure | Timeline | Papers


@dataclass(frozen=True)
class Try:
    """A scene to open in its workspace; `fields` name the workspace too."""

    title: str
    says: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Task:
    """A challenge. `fields` is the scene to begin with; `check(scene, capture)` says whether it is solved.

    The capture is what the model read of the scene's text.
    """

    name: str
    title: str
    asks: str
    hint: str
    fields: Mapping[str, Any]
    check: Callable[[Scene, Capture], bool]


@dataclass(frozen=True)
class Chapter:
    """One chapter. `line` counts the pseudocode's lines from 0; `seed` names what it covers of the concept page."""

    name: str
    title: str
    lead: str
    blocks: tuple[Block, ...]
    tries: tuple[Try, ...] = ()
    line: int | None = None
    sources: str = ""
    seed: tuple[str, ...] = ()
