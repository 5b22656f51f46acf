"""Changes to the header of a saved capture."""

import json
from collections.abc import Callable

from tests.engine.captures import Header


def metadata(**changes: str | None) -> Callable[[Header], None]:
    """Metadata replaced; None takes it away."""

    def change(header: Header) -> None:
        table = header["__metadata__"]
        table.update(changes)
        for name in [name for name, value in table.items() if value is None]:
            del table[name]

    return change


def tensor(name: str, **changes: object) -> Callable[[Header], None]:
    """What is said of a tensor replaced."""
    return lambda header: header[name].update(changes)


def token(index: int, place: int, value: object) -> Callable[[Header], None]:
    """One of the seven values of a token replaced."""

    def change(header: Header) -> None:
        rows = json.loads(header["__metadata__"]["tokens"])
        rows[index][place] = value
        header["__metadata__"]["tokens"] = json.dumps(rows)

    return change


def layers(**changes: object) -> Callable[[Header], None]:
    """What is said of layer 1 replaced."""
    return metadata(layers=json.dumps([{"scale": 1, "mask": "none"}, {"scale": 1, "mask": "none"} | changes]))


def renamed(name: str) -> Callable[[Header], None]:
    """A tensor under a name that nobody asks for."""

    def change(header: Header) -> None:
        header["layers.9.v"] = header.pop(name)

    return change


PLAIN = {"base": 1e4, "layout": "half", "fraction": 0.7, "scaling": None}


def turned(**changes: object) -> Callable[[Header], None]:
    """The rotation of layer 1, with some of it replaced."""
    return layers(rotation=PLAIN | changes)
