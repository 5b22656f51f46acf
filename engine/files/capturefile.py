"""The file of a capture: `.safetensors`, tensors "layers.0.q" and so on, everything else in its metadata."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NoReturn

from engine.capture import Capture, CaptureError, FloatArray, Layer, Token
from engine.files.tensorfile import TensorFileError, brief, read_tensors, strict_json, write_tensors
from engine.layers.rotation import Rotation

FORMAT, VERSION = "qkvista-capture", "1"
MASKS = ("none", "causal")
DTYPES = ("float32", "float16")
MOST = 2**31  # of what is counted: token numbers, characters, words


def write(capture: Capture, path: Path) -> None:
    """Save a capture, atomically. CaptureError if it cannot be written."""
    layers = enumerate(capture.layers)
    tensors = {f"layers.{i}.{name}": getattr(layer, name) for i, layer in layers for name in "qkv"}
    try:
        write_tensors(path, tensors, _metadata(capture))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CaptureError(f"The capture could not be saved as {path}: {reason}.") from error


def read(path: Path, mapped: bool = True) -> Capture:
    """A capture file, checked against everything that the app relies on. CaptureError says what is wrong."""
    try:
        metadata, tensors = read_tensors(path, mapped)
        return _capture(metadata, tensors)
    except TensorFileError as error:
        raise CaptureError(f"“{path.name}” is not a whole capture: {error}.") from error


def _metadata(capture: Capture) -> dict[str, str]:
    def compact(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return {
        "format": FORMAT,
        "version": VERSION,
        "model": capture.model,
        "title": capture.title,
        "text": capture.text,
        "tokens": compact([[t.id, t.piece, t.label, t.start, t.end, t.special, t.word] for t in capture.tokens]),
        "layers": compact([_row(layer) for layer in capture.layers]),
        "dtype": capture.dtype,
        "read": str(capture.read),
        "limit": str(capture.limit),
    }


def _row(layer: Layer) -> dict[str, object]:
    """What the file says of a layer. Files without rotations, which is all before there were any, stay readable."""
    turned = {} if layer.rotation is None else {"rotation": layer.rotation.choices}
    return {"scale": layer.scale, "mask": layer.mask} | turned


def _capture(metadata: dict[str, str], tensors: dict[str, Any]) -> Capture:
    if metadata.get("format") != FORMAT:
        _refuse("it holds tensors, but no text with its queries and keys")
    if metadata.get("version") != VERSION:
        _refuse(f"its format is version {brief(metadata.get('version', '?'))}, this app reads version {VERSION}")
    for name in ("model", "title", "text", "tokens", "layers", "dtype", "read", "limit"):
        if name not in metadata:
            _refuse(f"its {name} is missing")
        _check_text(metadata[name])
    text = metadata["text"]
    tokens = tuple(_token(row, len(text)) for row in _list(metadata, "tokens"))
    return Capture(
        text=text,
        model=metadata["model"],
        title=metadata["title"],
        tokens=tokens,
        layers=_layers(_list(metadata, "layers"), tensors, len(tokens), metadata["dtype"]),
        read=_count(metadata, "read", 0, len(text)),
        dtype=metadata["dtype"],
        limit=_count(metadata, "limit", 1, MOST),
    )


def _list(metadata: dict[str, str], name: str) -> list[Any]:
    try:
        rows = strict_json(metadata[name])
    except ValueError as error:
        _refuse(f"its list of {name} is not proper JSON: {str(error)[:80]}")
    if not isinstance(rows, list) or not rows:
        _refuse(f"it has no {name}")
    return rows


def _count(metadata: dict[str, str], name: str, least: int, most: int) -> int:
    digits = metadata[name]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and least <= int(digits) <= most):
        _refuse(f"its “{name}” is not a number from {least} to {most}")
    return int(digits)


def _token(row: object, length: int) -> Token:
    if not isinstance(row, list) or len(row) != 7:
        _refuse("one of its tokens is not a list of seven")
    number, piece, label, start, end, special, word = row
    counts = (number, start, end) if word is None else (number, start, end, word)
    if not all(type(n) is int and 0 <= n <= MOST for n in counts) or type(special) is not bool:
        _refuse("one of its tokens has a wrong number")
    if not (isinstance(piece, str) and isinstance(label, str)):
        _refuse("one of its tokens has no text")
    _check_text(piece + label)
    if not start <= end <= length:
        _refuse(f"a token stands at {start} to {end}, outside its text of {length} characters")
    return Token(number, piece, label, start, end, special, word)


def _layers(rows: list[Any], tensors: dict[str, Any], count: int, dtype: str) -> tuple[Layer, ...]:
    if dtype not in DTYPES:
        _refuse(f"its numbers are {brief(dtype)}, not {' or '.join(DTYPES)}")
    layers = tuple(_layer(row, i, tensors, dtype) for i, row in enumerate(rows))
    for i, layer in enumerate(layers):
        (heads, n, d), (groups, *key), (value_groups, values, _) = layer.q.shape, layer.k.shape, layer.v.shape
        if n != count or key != [n, d] or values != n or value_groups != groups:
            _refuse(f"the shapes of its queries, keys and values in layer {i} do not fit {count} tokens")
        if 0 in layer.q.shape + layer.k.shape + layer.v.shape or heads % groups:
            _refuse(f"layer {i} has {heads} query heads for {groups} key heads")
        if (heads, groups) != (layers[0].q.shape[0], layers[0].k.shape[0]):
            _refuse(f"layer {i} has another number of heads than layer 0")
    return layers


def _layer(row: Any, index: int, tensors: dict[str, Any], dtype: str) -> Layer:
    if not isinstance(row, dict) or type(row.get("scale")) not in (int, float) or not _finite(row["scale"]):
        _refuse(f"the scale of layer {index} is not a finite number")
    if row.get("mask") not in MASKS:
        _refuse(f"the mask of layer {index} is not {' or '.join(MASKS)}")
    q, k, v = (_array(tensors, f"layers.{index}.{name}", dtype) for name in "qkv")
    return Layer(q, k, v, float(row["scale"]), row["mask"], _rotation(row, index, q.shape[-1]))


def _rotation(row: dict[str, Any], index: int, d: int) -> Rotation | None:
    if row.get("rotation") is None:
        return None
    try:
        rotation = Rotation.of(row["rotation"])
        rotation.check(d)
    except ValueError as error:
        _refuse(f"the rotation of layer {index} cannot be undone ({brief(brief(str(error), 90), 120).rstrip('.')})")
    return rotation


def _array(tensors: dict[str, Any], name: str, dtype: str) -> FloatArray:
    if name not in tensors:
        _refuse(f"{name} is missing")
    array: FloatArray = tensors[name]
    if array.dtype != dtype or array.ndim != 3:
        _refuse(f"{name} is not a {dtype} array of three dimensions")
    return array


def _finite(scale: Any) -> bool:
    try:
        return math.isfinite(scale)
    except OverflowError:  # an integer of many digits
        return False


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        _refuse("its text has broken characters")


def _refuse(reason: str) -> NoReturn:
    raise TensorFileError(reason)
