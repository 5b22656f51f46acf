"""No file of a stranger does more than be refused, in one sentence."""

import json
from collections.abc import Callable
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
from tests.engine.captures import TEXT, Header, forge, parts, tiny


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.safetensors"
    tiny().save(path)
    return path


def metadata(**changes: str | None) -> Callable[[Header], None]:
    def change(header: Header) -> None:
        table = header["__metadata__"]
        table.update(changes)
        for name in [name for name, value in table.items() if value is None]:
            del table[name]

    return change


def tensor(name: str, **changes: object) -> Callable[[Header], None]:
    return lambda header: header[name].update(changes)


def token(index: int, place: int, value: object) -> Callable[[Header], None]:
    def change(header: Header) -> None:
        rows = json.loads(header["__metadata__"]["tokens"])
        rows[index][place] = value
        header["__metadata__"]["tokens"] = json.dumps(rows)

    return change


def layers(**changes: object) -> Callable[[Header], None]:
    return metadata(layers=json.dumps([{"scale": 1, "mask": "none"}, {"scale": 1, "mask": "none"} | changes]))


def renamed(name: str) -> Callable[[Header], None]:
    def change(header: Header) -> None:
        header["layers.9.v"] = header.pop(name)

    return change


PLAIN = {"base": 1e4, "layout": "half", "fraction": 0.7, "scaling": None}


def turned(**changes: object) -> Callable[[Header], None]:
    return layers(rotation=PLAIN | changes)


SPOILED: dict[str, tuple[Callable[[Header], None], str]] = {
    "another format": (metadata(format="other"), "no text with its queries and keys"),
    "a later version": (metadata(version="2"), "format is version 2, this app reads version 1"),
    "a strange version": (metadata(version="\n\ud800" + "9" * 999), "format is version"),
    "no version": (metadata(version=None), r"format is version \?"),
    "no text": (metadata(text=None), "its text is missing"),
    "no metadata": (lambda h: h.pop("__metadata__"), "no text with its queries"),
    "metadata of numbers": (lambda h: h["__metadata__"].update(limit=5), "metadata is not a table of texts"),
    "metadata that is a list": (lambda h: h.update(__metadata__=[]), "metadata is not a table of texts"),
    "tokens not JSON": (metadata(tokens="[["), "list of tokens is not proper JSON"),
    "tokens deep": (metadata(tokens="[" * 100_000), "nested too deeply"),
    "no tokens": (metadata(tokens="[]"), "has no tokens"),
    "tokens a table": (metadata(tokens="{}"), "has no tokens"),
    "a short token": (metadata(tokens="[[1]]"), "not a list of seven"),
    "a token twice named": (metadata(tokens='[{"a":1,"a":2}]'), "a name stands twice"),
    "a token of half a character": (token(4, 2, "\ud800"), "broken characters"),
    "a text of half a character": (metadata(text=TEXT[:5] + "\ud800"), "broken characters"),
    "a token outside": (token(4, 4, 7), "5 to 7, outside its text of 6"),
    "a token backwards": (token(4, 3, 9), "9 to 6, outside"),
    "a negative offset": (token(1, 3, -1), "wrong number"),
    "an id that is true": (token(1, 0, True), "wrong number"),
    "an id of many digits": (token(1, 0, 10**40), "wrong number"),
    "a word of many digits": (token(1, 6, 10**18), "wrong number"),
    "special that is 1": (token(1, 5, 1), "wrong number"),
    "a word that is text": (token(1, 6, "0"), "wrong number"),
    "a label that is a number": (token(1, 2, 5), "has no text"),
    "read too much": (metadata(read="7"), "“read” is not a number from 0 to 6"),
    "read not a number": (metadata(read="²"), "“read” is not a number"),
    "read of many digits": (metadata(read="9" * 5000), "“read” is not a number"),
    "limit 0": (metadata(limit="0"), "“limit” is not a number from 1"),
    "dtype": (metadata(dtype="float64"), "numbers are float64, not float32 or float16"),
    "a strange dtype": (metadata(dtype="\n" * 999), "not float32 or float16"),
    "dtype of the other": (metadata(dtype="float16"), "layers.0.q is not a float16 array"),
    "layers of numbers": (metadata(layers="[1, 2]"), "scale of layer 0 is not a finite"),
    "scale NaN": (metadata(layers='[{"scale": NaN, "mask": "none"}]'), "NaN is not a number"),
    "scale infinite": (metadata(layers='[{"scale": 1e999, "mask": "none"}]'), "scale of layer 0 is not a finite"),
    "scale of many digits": (layers(scale=10**400), "scale of layer 1 is not a finite"),
    "scale true": (layers(scale=True), "scale of layer 1 is not a finite"),
    "scale text": (layers(scale="1"), "scale of layer 1 is not a finite"),
    "a mask unknown": (layers(mask="window"), "mask of layer 1 is not none or causal"),
    "a mask that is a list": (layers(mask=[]), "mask of layer 1 is not none or causal"),
    "a rotation that is a number": (layers(rotation=1), r"rotation of layer 1 cannot be undone \(It is not a table"),
    "a rotation without a base": (
        layers(rotation={"layout": "half"}),
        "It is not a table of base",
    ),
    "a rotation with more": (turned(turns=5), "is not a table of base, layout, fraction, scaling"),
    "a layout unknown": (turned(layout="\n\ud800" * 99), "There is no RoPE layout"),
    "a layout that is a list": (turned(layout=[]), "is not a table of"),
    "a base of many digits": (turned(base=10**400), "One of its numbers is too large"),
    "a base of 1": (turned(base=1), "base above 1"),
    "a base that is text": (turned(base="10000"), "One of its numbers is not a number"),
    "an infinite base": (
        metadata(layers=json.dumps([{"scale": 1, "mask": "none", "rotation": PLAIN}] * 2).replace("10000.0", "1e999")),
        "base above 1",
    ),
    "all of three dimensions": (turned(fraction=1), "even number of dimensions"),
    "no dimension": (turned(fraction=0), "fraction above 0"),
    "too many dimensions": (turned(fraction=1e300), "cannot be undone"),
    "an unknown rule": (turned(scaling={"type": "magic", "factor": 2}), "no RoPE scaling magic"),
    "a rule that is a list": (turned(scaling=["linear"]), "is not a number"),
    "a rule of lists": (turned(scaling={"type": ["linear"]}), "cannot be undone"),
    "a rule without its number": (turned(scaling={"type": "linear"}), "missing a required argument"),
    "a factor of lists": (turned(scaling={"type": "linear", "factor": [2]}), "is not a number"),
    "a factor of many digits": (turned(scaling={"type": "linear", "factor": 10**400}), "cannot be undone"),
    "a factor of 0": (turned(scaling={"type": "linear", "factor": 0}), "factor cannot be 0"),
    "an attention factor of 0": (
        turned(scaling={"type": "yarn", "factor": 2, "original_max_position_embeddings": 9, "attention_factor": 0}),
        "cannot be 0",
    ),
    "a beta without end": (
        turned(scaling={"type": "yarn", "factor": 2, "original_max_position_embeddings": 1e308, "beta_fast": 1e-9}),
        "numbers cannot be used",
    ),
    "a layer too many": (metadata(layers=json.dumps([{"scale": 1, "mask": "none"}] * 3)), "layers.2.q is missing"),
    "a tensor missing": (renamed("layers.1.v"), "layers.1.v is missing"),
    "shape not of its size": (tensor("layers.0.q", shape=[4, 5, 4]), "size that its shape needs"),
    "shape huge": (tensor("layers.0.q", shape=[2**62, 2**62, 16]), "size that its shape needs"),
    "shape negative": (tensor("layers.0.q", shape=[-4, -5, 3]), "no proper shape and place"),
    "shape of floats": (tensor("layers.0.q", shape=[4.0, 5, 3]), "no proper shape and place"),
    "shape missing": (lambda h: h["layers.0.q"].pop("shape"), "no proper shape and place"),
    "a tensor that is text": (lambda h: h.update({"layers.0.q": "x"}), "no proper shape and place"),
    "offsets outside": (tensor("layers.1.v", data_offsets=[2**62, 2**62 + 80]), "does not begin where"),
    "offsets overlap": (tensor("layers.0.q", data_offsets=[4, 244]), "does not begin where"),
    "offsets backwards": (tensor("layers.0.q", data_offsets=[240, 0]), "size that its shape needs"),
    "one offset": (tensor("layers.0.q", data_offsets=[0]), "no proper shape and place"),
    "dtype unknown": (tensor("layers.0.q", dtype="BF16"), "is BF16, not one of F16, F32, F64"),
    "dtype a list": (tensor("layers.0.q", dtype=["F32"]), "not one of"),
    "dtype of integers": (tensor("layers.0.q", dtype="I32"), "is I32"),
    "two dimensions": (tensor("layers.0.q", shape=[4, 15]), "not a float32 array of three dimensions"),
    "heads not a multiple": (tensor("layers.0.q", shape=[3, 5, 4]), "do not fit 5 tokens"),
    "tokens do not fit": (tensor("layers.0.q", shape=[5, 4, 3]), "do not fit 5 tokens"),
    "another number of heads": (tensor("layers.1.q", shape=[4, 3, 5]), "in layer 1 do not fit 5 tokens"),
}


@pytest.mark.parametrize(("change", "reason"), SPOILED.values(), ids=SPOILED.keys())
def test_a_spoiled_header_is_refused_in_one_sentence(
    saved: Path, change: Callable[[Header], None], reason: str
) -> None:
    header, data = parts(saved)
    change(header)
    forge(saved, header, data)
    with pytest.raises(CaptureError, match=reason) as refusal:
        Capture.load(saved)
    sentence = str(refusal.value)
    assert sentence.startswith("“tiny.safetensors” is not a whole capture: ")
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 250


@pytest.mark.parametrize(("read", "limit"), [("0", "1"), ("6", str(2**31))])
def test_the_least_and_the_most_that_can_be(saved: Path, read: str, limit: str) -> None:
    header, data = parts(saved)
    metadata(read=read, limit=limit)(header)
    forge(saved, header, data)
    assert (Capture.load(saved).read, Capture.load(saved).limit) == (int(read), int(limit))


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
