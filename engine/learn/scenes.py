"""The scenes that several chapters share, as fields of Scene, so that their numbers can be compared."""

from __future__ import annotations

from typing import Any, Final

from engine.files.examples import GALLERY

Fields = dict[str, Any]


def example(name: str) -> Fields:
    """An example of the gallery, where it is best looked at: its text, model, layer, head and query."""
    at = GALLERY[name]
    return {"text": at.text, "model": at.model, "layer": at.layer, "head": at.head, "query": at.query}


BANK: Final[Fields] = example("bank-muddy")
RIVER: Final = 5  # the token "river" in it
ANIMAL: Final[Fields] = example("animal-tired")
DURSLEY: Final[Fields] = example("dursley")
LOCKS: Final[Fields] = example("keys-and-locks")
