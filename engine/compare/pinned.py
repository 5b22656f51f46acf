"""What makes a map, held still: the view that a person pinned to put others beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.scene import Scene


@dataclass(frozen=True)
class Pinned:
    """The fields of a scene that make its map, under their names there; the scene that holds it checks them.

    Query, key, stage, viewport and what counts as a word are the scene's own: both maps share them.
    """

    text: str
    source: str
    model: str
    layer: int
    head: int | str
    variant: str
    parameters: Mapping[str, float]
    function: str
    scale: float | None

    def choices(self) -> dict[str, Any]:
        """The fields as a scene takes them."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: object) -> Pinned:
        """What `choices` gave, as JSON has it. ValueError with one sentence for anything else."""
        names = [field.name for field in fields(cls)]
        if not isinstance(record, dict) or set(record) != set(names):
            raise ValueError(f"The pinned view has these fields and no others: {', '.join(names)}.")
        return cls(**record)


def pin(scene: Scene) -> Pinned:
    """What makes the map of a scene."""
    return Pinned(**{field.name: getattr(scene, field.name) for field in fields(Pinned)})


def pinned_in(scene: Scene) -> Scene | None:
    """What a scene of the Attention workspace is compared with, as a scene of its own; elsewhere nothing is."""
    if scene.pinned is None or scene.workspace != "attention":
        return None
    return replace(scene, pinned=None, **scene.pinned.choices())


def same_words(a: Scene, b: Scene) -> bool:
    """Whether the maps of two scenes have the same words on their axes."""
    return (a.text, a.source, a.model, a.merge, a.specials) == (b.text, b.source, b.model, b.merge, b.specials)
