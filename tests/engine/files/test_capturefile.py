"""No file of a stranger does more than be refused, in one sentence."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.capture import Capture, CaptureError
from engine.files.examples import GALLERY
from engine.layers.rotation import Rotation
from tests.engine.captures import forge, parts, tiny
from tests.engine.files.spoiling import layers, metadata, token, turned


@pytest.mark.parametrize(("read", "limit"), [("0", "1"), ("6", str(2**31))])
def test_the_least_and_the_most_that_can_be(saved: Path, read: str, limit: str) -> None:
    header, data = parts(saved)
    metadata(read=read, limit=limit)(header)
    token(1, 0, int(limit))(header)
    forge(saved, header, data)
    capture = Capture.load(saved)
    assert (capture.read, capture.limit, capture.tokens[1].id) == (int(read), int(limit), int(limit))


def test_a_rotation_and_none_are_read(saved: Path) -> None:
    """Files made before rotations were kept have none; the version has not changed."""
    header, data = parts(saved)
    assert "rotation" not in header["__metadata__"]["layers"]
    assert {layer.rotation for layer in Capture.load(saved).layers} == {None}
    turned(scaling={"type": "linear", "factor": 2})(header)
    forge(saved, header, data)
    assert Capture.load(saved).layers[0].rotation is None
    assert Capture.load(saved).layers[1].rotation == Rotation(fraction=0.7, scaling=(("type", "linear"), ("factor", 2)))


def test_heads_that_cannot_share_and_heads_that_differ(tmp_path: Path) -> None:
    capture, path = tiny(), tmp_path / "c.safetensors"
    first = capture.layers[0]
    replace(capture, layers=(replace(first, q=first.q[:3]),)).save(path)
    with pytest.raises(CaptureError, match="layer 0 has 3 query heads for 2 key heads"):
        Capture.load(path)
    replace(capture, layers=(first, replace(first, q=first.q[:2]))).save(path)
    with pytest.raises(CaptureError, match="layer 1 has another number of heads"):
        Capture.load(path)
    replace(capture, layers=(replace(first, q=first.q[:, :, :0], k=first.k[:, :, :0]),)).save(path)
    with pytest.raises(CaptureError, match="layer 0 has"):
        Capture.load(path)


def attempt(path: Path, data: bytes) -> None:
    """Any file is a capture whose every number can be asked for, or is refused."""
    path.write_bytes(data)
    try:
        capture = Capture.load(path)
    except CaptureError:
        return
    with np.errstate(all="ignore"):
        assert capture.attention(0).weights.shape[-1] == len(capture.tokens)
        assert all(layer.unrotated()[0].shape == layer.q.shape for layer in capture.layers)


FUZZ = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(share=st.floats(0, 1, exclude_max=True))
def test_a_capture_cut_anywhere_is_refused(tmp_path: Path, share: float) -> None:
    tiny().save(tmp_path / "whole.safetensors")
    data = (tmp_path / "whole.safetensors").read_bytes()
    (tmp_path / "cut.safetensors").write_bytes(data[: int(share * len(data))])
    with pytest.raises(CaptureError):
        Capture.load(tmp_path / "cut.safetensors")


@FUZZ
@given(flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=5))
def test_no_flipped_byte_is_more_than_refused(tmp_path: Path, flips: list[tuple[float, int]]) -> None:
    tiny().save(tmp_path / "whole.safetensors")
    data = bytearray((tmp_path / "whole.safetensors").read_bytes())
    length = 8 + int.from_bytes(data[:8], "little")
    for share, byte in flips:
        data[int(share * length)] = byte
    attempt(tmp_path / "flipped.safetensors", bytes(data))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@FUZZ
@given(
    value=JSON, place=st.sampled_from(["header", "tensor", "tokens", "token", "layers", "layer", "rotation", "scaling"])
)
def test_no_value_in_any_place_is_more_than_refused(tmp_path: Path, value: object, place: str) -> None:
    tiny().save(tmp_path / "whole.safetensors")
    header, data = parts(tmp_path / "whole.safetensors")
    table = header["__metadata__"]
    if place == "header":
        header["__metadata__"] = value
    elif place == "tensor":
        header["layers.1.k"] = value
    elif place in ("rotation", "scaling"):
        (layers(rotation=value) if place == "rotation" else turned(scaling=value))(header)
    elif place in ("tokens", "layers"):
        table[place] = json.dumps(value)
    else:
        rows = json.loads(table[place + "s"])
        rows[1] = value
        table[place + "s"] = json.dumps(rows)
    forge(tmp_path / "forged.safetensors", header, data)
    attempt(tmp_path / "forged.safetensors", (tmp_path / "forged.safetensors").read_bytes())


def test_a_copy_survives_that_its_file_is_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(GALLERY["bank-muddy"].path.read_bytes())
    copied, whole = Capture.load(path, mapped=False), Capture.load(GALLERY["bank-muddy"].path)
    path.write_bytes(b"")
    for ours, theirs in zip(copied.layers, whole.layers, strict=True):
        np.testing.assert_array_equal(ours.q, theirs.q)
        np.testing.assert_array_equal(ours.v, theirs.v)


@pytest.mark.parametrize(
    ("part", "shape", "reason"),
    [
        ("qkv", (2, 1, 4), "do not fit"),  # of another text, all three alike
        ("v", (2, 1, 4), "do not fit"),
        ("v", (1, 0, 4), "do not fit"),
        ("v", None, "query heads for"),  # values of no size
    ],
)
def test_each_shape_is_held_against_the_others(
    tmp_path: Path, part: str, shape: tuple[int, int, int] | None, reason: str
) -> None:
    capture = tiny()
    layer = capture.layers[0]
    to = shape or (*layer.v.shape[:2], 0)
    arrays: dict[str, Any] = {name: np.ones(to, layer.q.dtype) for name in part}
    spoiled = replace(layer, **arrays)
    path = tmp_path / "c.safetensors"
    replace(capture, layers=(spoiled,) * len(capture.layers)).save(path)
    with pytest.raises(CaptureError, match=reason):
        Capture.load(path)


def test_values_of_other_heads_than_the_keys_are_refused(tmp_path: Path) -> None:
    capture = tiny()
    v = capture.layers[0].v
    more = replace(capture.layers[0], v=np.ones((2 * len(v), *v.shape[1:]), v.dtype))
    path = tmp_path / "c.safetensors"
    replace(capture, layers=(more, *capture.layers[1:])).save(path)
    with pytest.raises(CaptureError, match="do not fit"):
        Capture.load(path)
