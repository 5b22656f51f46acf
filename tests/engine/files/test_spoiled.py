"""A spoiled header of a capture is refused, in one sentence."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.capture import Capture, CaptureError
from tests.engine.captures import TEXT, Header, forge, parts
from tests.engine.files.spoiling import PLAIN, layers, metadata, renamed, tensor, token, turned

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
    "a piece of half a character": (token(4, 1, "\ud800"), "broken characters"),
    "a title of half a character": (metadata(title="\ud800"), "broken characters"),
    "a text of half a character": (metadata(text=TEXT[:5] + "\ud800"), "broken characters"),
    "a token outside": (token(4, 4, 7), "5 to 7, outside its text of 6"),
    "a token backwards": (token(4, 3, 9), "9 to 6, outside"),
    "a negative offset": (token(1, 3, -1), "wrong number"),
    "an id that is true": (token(1, 0, True), "wrong number"),
    "an id of many digits": (token(1, 0, 10**40), "wrong number"),
    "an id one too large": (token(1, 0, 2**31 + 1), "wrong number"),
    "a limit one too large": (metadata(limit=str(2**31 + 1)), "“limit” is not a number from 1 to 2147483648"),
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
