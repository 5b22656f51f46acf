"""JSON as text that every file and clipboard can hold."""

from __future__ import annotations

import json
import re
from typing import Any, Final

LONE: Final = re.compile("[\ud800-\udfff]")  # halves of a character, which UTF-8 does not have


def written(record: Any, indent: int | None = None) -> str:
    """The record as JSON; half a character, which a text may have, is escaped. ValueError for NaN and infinity."""
    plain = json.dumps(record, ensure_ascii=False, indent=indent, allow_nan=False)
    return LONE.sub(lambda half: f"\\u{ord(half[0]):04x}", plain)
