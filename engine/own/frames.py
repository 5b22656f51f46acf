"""How the window and the process of an own function talk: a line of JSON, then as many bytes as it says."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

Header = dict[str, Any]


def write_frame(pipe: BinaryIO, header: Header, payload: bytes | memoryview = b"") -> None:
    """Send a header and its bytes. OSError when nobody reads any more."""
    pipe.write(json.dumps(header | {"bytes": len(payload)}).encode() + b"\n")
    pipe.write(payload)
    pipe.flush()


def read_frame(pipe: BinaryIO) -> tuple[Header, bytearray] | None:
    """The next header and its bytes; None at the end, also when that comes in the middle."""
    line = pipe.readline()
    if not line.endswith(b"\n"):
        return None
    header: Header = json.loads(line)
    payload = bytearray(header["bytes"])
    return (header, payload) if pipe.readinto(payload) == len(payload) else None  # type: ignore[attr-defined]
