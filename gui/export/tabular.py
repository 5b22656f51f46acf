"""Fonts for files, whose character map says what each glyph means, so that a PDF can be searched and copied from.

The feature "tnum" puts other glyphs in the place of digits, and Qt writes into a PDF the meaning of those alone that
the font's map names: without this the numbers of an exported page could be read, but neither searched nor copied.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

Group = tuple[int, int, int]  # first and last character, and the glyph of the first
TAB: Final = 9
PUNCTUATION, MODIFIERS = range(0x2000, 0x2070), range(0x2B0, 0x300)
HEADER, RECORD = 12, 16  # bytes, of the file and of each table's entry in its directory


def tabular(font: bytes) -> bytes:
    """A TrueType font whose digits, and what stands with them, are tabular; the same bytes where it has no such glyphs.

    Reads the tables GSUB (feature "tnum", single substitutions) and cmap (format 12) of OpenType 1.9, and adds a new
    cmap. ValueError for a font without a map of that format.
    """
    tables = _tables(font)
    if b"GSUB" not in tables or b"cmap" not in tables:
        return font
    instead = dict(_substitutions(font, tables[b"GSUB"][1], b"tnum"))
    moved = {code: instead[glyph] for code, glyph in _glyphs(font).items() if glyph in instead}
    return _mapped(font, moved) if moved else font


def proportional(font: bytes) -> bytes:
    """The same font with its digits as they are, and one meaning a glyph. ValueError as for `tabular`."""
    return _mapped(font, {})


def renamed(font: bytes, old: str, new: str) -> bytes:
    """The font with another family name of the same length. ValueError for another length."""
    if len(old) != len(new):
        raise ValueError(f"{new!r} is not as long as {old!r}.")
    start, length = _table(font, b"name")
    table = font[start : start + length].replace(old.encode("utf-16-be"), new.encode("utf-16-be"))
    return font[:start] + table.replace(old.encode(), new.encode()) + font[start + length :]


def _mapped(font: bytes, moved: dict[int, int]) -> bytes:
    """The font with other glyphs for some characters, and a new cmap that gives each glyph one meaning."""
    tables, named = _tables(font), _glyphs(font)
    groups = _groups(font, tables[b"cmap"][1])
    own = {code: (code, code, glyph) for code, glyph in moved.items()}
    if 0 in named:
        own[TAB] = (TAB, TAB, named[0])  # else Qt takes the space for it, and calls spaces tabs
    marks = {glyph for code, glyph in named.items() if code in PUNCTUATION}
    letters = {code for code, glyph in named.items() if code in MODIFIERS and glyph in marks}  # quotation marks again
    cmap = _cmap([*_without(groups, own.keys() | letters), *own.values()])
    entry = tables[b"cmap"][0]
    padded = font + bytes(-len(font) % 4)
    return padded[: entry + 8] + struct.pack(">LL", len(padded), len(cmap)) + padded[entry + RECORD :] + cmap


def _glyphs(font: bytes) -> dict[int, int]:
    """Character -> glyph."""
    groups = _groups(font, _tables(font)[b"cmap"][1])
    return {start + n: first + n for start, end, first in groups for n in range(end - start + 1)}


def _table(font: bytes, tag: bytes) -> tuple[int, int]:
    """Where a table is, and its length."""
    entry, start = _tables(font)[tag]
    return start, struct.unpack_from(">L", font, entry + 12)[0]


def _tables(font: bytes) -> dict[bytes, tuple[int, int]]:
    """Tag -> where its entry is in the directory, and where the table is."""
    (count,) = struct.unpack_from(">H", font, 4)
    entries = (HEADER + RECORD * number for number in range(count))
    return {font[at : at + 4]: (at, struct.unpack_from(">L", font, at + 8)[0]) for at in entries}


def _groups(font: bytes, cmap: int) -> list[Group]:
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    for number in range(count):
        at = cmap + struct.unpack_from(">L", font, cmap + 8 + 8 * number)[0]
        if struct.unpack_from(">H", font, at)[0] == 12:
            (many,) = struct.unpack_from(">L", font, at + 12)
            return list(struct.iter_unpack(">LLL", font[at + 16 : at + 16 + 12 * many]))
    raise ValueError("The font has no character map of format 12.")


def _without(groups: list[Group], codes: set[int]) -> Iterator[Group]:
    """The groups, cut around these characters."""
    for start, end, first in groups:
        at = start
        for code in sorted(code for code in codes if start <= code <= end):
            if at < code:
                yield at, code - 1, first + at - start
            at = code + 1
        if at <= end:
            yield at, end, first + at - start


def _cmap(groups: list[Group]) -> bytes:
    """A character map with one table, for all of Unicode on every system."""
    table = struct.pack(">HHLLL", 12, 0, 16 + 12 * len(groups), 0, len(groups))
    table += b"".join(struct.pack(">LLL", *group) for group in sorted(groups))
    return struct.pack(">HHHHLHHL", 0, 2, 0, 4, 20, 3, 10, 20) + table


def _substitutions(font: bytes, gsub: int, feature: bytes) -> Iterator[tuple[int, int]]:
    """Glyph and glyph instead, of all lookups of the feature."""
    features, lookups = (gsub + at for at in struct.unpack_from(">HH", font, gsub + 6))
    (count,) = struct.unpack_from(">H", font, features)
    wanted: set[int] = set()
    for number in range(count):
        at = features + 2 + 6 * number
        if font[at : at + 4] == feature:
            record = features + struct.unpack_from(">H", font, at + 4)[0]
            wanted |= set(_numbers(font, record + 2))
    for index in sorted(wanted):
        lookup = lookups + struct.unpack_from(">H", font, lookups + 2 + 2 * index)[0]
        (kind,) = struct.unpack_from(">H", font, lookup)
        for offset in _numbers(font, lookup + 4):
            if kind == 1:
                yield from _singles(font, lookup + offset)


def _singles(font: bytes, at: int) -> Iterator[tuple[int, int]]:
    form, coverage, delta = struct.unpack_from(">HHH", font, at)
    covered = list(_covered(font, at + coverage))
    others = [glyph + delta & 0xFFFF for glyph in covered] if form == 1 else _numbers(font, at + 4)
    yield from zip(covered, others, strict=True)


def _covered(font: bytes, at: int) -> Iterator[int]:
    (form,) = struct.unpack_from(">H", font, at)
    if form == 1:
        yield from _numbers(font, at + 2)
        return
    (count,) = struct.unpack_from(">H", font, at + 2)
    for number in range(count):
        first, last, _ = struct.unpack_from(">HHH", font, at + 4 + 6 * number)
        yield from range(first, last + 1)


def _numbers(font: bytes, at: int) -> tuple[int, ...]:
    """Numbers of two bytes, after their count."""
    (count,) = struct.unpack_from(">H", font, at)
    return struct.unpack_from(f">{count}H", font, at + 2)
