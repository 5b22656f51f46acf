"""Read and write a `.safetensors` file with numpy alone: the header is checked before anything is mapped.

Layout (https://github.com/huggingface/safetensors): 8 bytes with the header's length, little endian; the header in
JSON, name -> dtype, shape, data_offsets, and `__metadata__` of strings; then the tensors, side by side.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.files.saving import save_parts

DTYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4"), "F64": np.dtype("<f8")}
LONGEST_HEADER = 32 * 2**20  # bytes; a capture of 100,000 tokens needs about 5 MB

Array = npt.NDArray[Any]


class TensorFileError(ValueError):
    """What is wrong with a file, as one sentence."""


class Entry(NamedTuple):
    """Where a tensor stands: bytes from `begin` to `end` after the header."""

    begin: int
    end: int
    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def strict_json(text: str) -> Any:
    """Parse JSON from a stranger: no name twice, no NaN. ValueError for whatever is wrong, depth included."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = dict(pairs)
        if len(names) < len(pairs):
            raise ValueError("a name stands twice")
        return names

    def number(constant: str) -> Any:
        raise ValueError(f"{constant} is not a number")

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def looks_like(path: Path) -> bool:
    """Whether the file begins as a safetensors file does: a possible length, then a brace."""
    with path.open("rb") as file:
        start = file.read(9)
    return start[8:9] == b"{" and int.from_bytes(start[:8], "little") <= LONGEST_HEADER


def read_tensors(path: Path, mapped: bool = True) -> tuple[dict[str, str], dict[str, Array]]:
    """The metadata and the tensors, as views of the mapped file, or of a copy. TensorFileError for anything wrong."""
    try:
        if path.exists() and not path.is_file():  # a pipe would wait for ever
            raise TensorFileError("it is not a file")
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            header = _header(file.read(8), size)
            metadata, entries = _parse(file.read(header))
            _check_extent(entries, size - 8 - header)
            file.seek(0)
            data = np.memmap(file, np.uint8, "r").view(np.ndarray) if mapped else np.fromfile(file, np.uint8, size)
            if len(data) < size:
                raise TensorFileError("it was changed while it was read")
            numbers = data[8 + header :]
    except TensorFileError:
        raise
    except (OSError, ValueError) as error:  # a ValueError: the path itself is impossible
        raise TensorFileError(f"it cannot be read ({getattr(error, 'strerror', None) or error})") from error
    return metadata, {e.name: numbers[e.begin : e.end].view(e.dtype).reshape(e.shape) for e in entries}


def write_tensors(path: Path, tensors: Mapping[str, Array], metadata: Mapping[str, str]) -> None:
    """Save tensors one after the other, whole or not at all, without a second copy of them in memory.

    OSError if the disk refuses, ValueError for metadata that has no UTF-8 and for numbers of another kind.
    """
    names: dict[str, object] = {"__metadata__": dict(metadata)}
    arrays, place = [], 0
    for name, tensor in tensors.items():
        kind = next((kind for kind, dtype in DTYPES.items() if dtype == tensor.dtype.newbyteorder("<")), None)
        if kind is None:
            raise ValueError(f"{name} is {tensor.dtype}, not one of {', '.join(DTYPES)}")
        arrays.append(np.ascontiguousarray(tensor, DTYPES[kind]))
        names[name] = {"dtype": kind, "shape": tensor.shape, "data_offsets": (place, place := place + tensor.nbytes)}
    header = json.dumps(names, ensure_ascii=False, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)  # so that the numbers are aligned
    save_parts(path, (len(header).to_bytes(8, "little"), header, *(array.reshape(-1).data for array in arrays)))


def _header(first: bytes, size: int) -> int:
    length = int.from_bytes(first, "little")
    if size < 10:
        raise TensorFileError(f"it has only {size} bytes")
    if not 2 <= length <= LONGEST_HEADER:
        raise TensorFileError("it does not begin like one")
    if length > size - 8:
        raise TensorFileError(f"it ends after {size} bytes, within its header of {length}")
    return length


def _parse(header: bytes) -> tuple[dict[str, str], list[Entry]]:
    try:
        names = strict_json(header.decode())
    except ValueError as error:
        raise TensorFileError(f"its header is not proper JSON: {brief(str(error))}") from None
    if not isinstance(names, dict):
        raise TensorFileError("its header is not a table")
    metadata = names.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise TensorFileError("its metadata is not a table of texts")
    return metadata, sorted(_entry(name, value) for name, value in names.items())


def _entry(name: str, value: object) -> Entry:
    try:
        kind, shape, (begin, end) = value["dtype"], value["shape"], value["data_offsets"]  # type: ignore[index]
        natural = all(type(n) is int and n >= 0 for n in (*shape, begin, end))
    except (TypeError, KeyError, ValueError):
        natural = False
    if not natural:
        raise TensorFileError(f"tensor {brief(name)} has no proper shape and place")
    if not isinstance(kind, str) or kind not in DTYPES:
        raise TensorFileError(f"tensor {brief(name)} is {brief(str(kind))}, not one of {', '.join(DTYPES)}")
    dtype = DTYPES[kind]
    if len(shape) > 8 or math.prod(shape) * dtype.itemsize != end - begin:
        raise TensorFileError(f"tensor {brief(name)} does not have the size that its shape needs")
    return Entry(begin, end, name, dtype, tuple(shape))


def _check_extent(entries: list[Entry], size: int) -> None:
    place = 0
    for entry in entries:
        if entry.begin != place:
            raise TensorFileError(f"tensor {brief(entry.name)} does not begin where the one before it ends")
        place = entry.end
    if place > size:
        raise TensorFileError(f"it is cut short: {size} of {place} bytes of numbers are there")
    if place < size:
        raise TensorFileError(f"{size - place} bytes too many follow its numbers")


def brief(text: str, longest: int = 40) -> str:
    """A stranger's text, fit for a sentence."""
    shown = text if len(text) <= longest else text[:longest] + "…"
    return shown if shown.isprintable() else ascii(shown)[1:-1]
