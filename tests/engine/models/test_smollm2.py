"""SmolLM2 equals the reference implementation, and keeps what its layers did in what it says it takes."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.functional import linear

from engine.layers.rotation import Rotation
from engine.models import MODELS, Cancelled, ModelError
from engine.models.repeated import repeated
from engine.models.smollm2 import SmolLM2
from engine.positions import rope
from tests.engine.llama import answer, reference

DURSLEY = "Mr and Mrs Dursley were proud to say that Mr and Mrs Dursley were perfectly normal."
ODD = "naïve 🎉 שלום 漢字\n\n\tÅngström?! 2024 <|im_start|>user\nHello<|im_end|>"
LONG = "A river has a bank; the bank lends no money, and money, unbelievably, never runs dry. " * 12
INFO = MODELS["smollm2"]


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)  # two on a busy machine wait for each other
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def smollm2() -> SmolLM2:
    return SmolLM2(INFO)


@pytest.fixture(scope="module")
def llama() -> Any:
    return reference()


@pytest.mark.parametrize("text", [DURSLEY, ODD, LONG, "x"], ids=["dursley", "odd", "long", "one token"])
def test_all_270_heads_equal_the_reference(smollm2: SmolLM2, llama: Any, text: str) -> None:
    capture = smollm2.capture(text)
    theirs = answer(llama, [token.id for token in capture.tokens])
    assert len(capture.layers) == len(theirs.attentions) == 30
    for layer, expected in enumerate(theirs.attentions):
        ours = capture.attention(layer).weights
        assert ours.shape == expected.shape == (1, 9, len(capture.tokens), len(capture.tokens))
        assert np.abs(ours - expected.numpy()).max() < 5e-3
        assert np.abs(ours.sum(-1) - 1).max() < 1e-5
        assert not np.triu(ours[0, 0], 1).any()


def test_the_layers_input_and_its_projections_lead_to_what_was_captured(smollm2: SmolLM2, llama: Any) -> None:
    capture = smollm2.capture(DURSLEY)
    ids = [token.id for token in capture.tokens]
    hidden = answer(llama, ids).hidden_states
    for layer in (0, 1, 18, 29):
        x, w, at = torch.tensor(smollm2.layer_input(ids, layer)), smollm2.projections(layer), capture.layers[layer]
        block = llama.model.layers[layer]
        assert (x - block.input_layernorm(hidden[layer][0])).abs().max() < 2e-2
        q, k = at.unrotated()
        for name, heads, meant in (("q", 9, q), ("k", 3, k), ("v", 3, at.v)):
            weight, bias = (torch.tensor(getattr(w, f"{name}_{part}")) for part in ("weight", "bias"))
            made = linear(x, weight, bias).reshape(-1, heads, 64).transpose(0, 1)
            np.testing.assert_allclose(made, meant, atol=2e-2, rtol=2e-3)
            theirs = getattr(block.self_attn, f"{name}_proj").weight
            np.testing.assert_allclose(weight, theirs, atol=1e-3, rtol=1e-3)
        np.testing.assert_allclose(w.o_weight, block.self_attn.o_proj.weight, atol=1e-3, rtol=1e-3)
        assert (w.o_bias.shape, w.k_bias.shape) == ((576,), (192,))


def test_it_continues_a_sentence(smollm2: SmolLM2, llama: Any) -> None:
    assert smollm2.next_tokens("The capital of France is", 1) == " Paris"
    text = smollm2.next_tokens("One, two, three,", 6)
    ids = [token.id for token in smollm2.capture("One, two, three,").tokens]
    theirs = llama.generate(torch.tensor([ids]), max_new_tokens=6, do_sample=False, pad_token_id=0)[0]
    assert text == smollm2.capture(theirs.tolist()).text.removeprefix("One, two, three,")


def test_it_stops_where_its_text_ends_and_where_there_is_no_room(smollm2: SmolLM2) -> None:
    asked = "<|im_start|>user\nSay only the word yes.<|im_end|>\n<|im_start|>assistant\n"
    assert len(smollm2.capture(asked + smollm2.next_tokens(asked, 40)).tokens) < len(smollm2.capture(asked).tokens) + 40
    with pytest.raises(ModelError, match="reads 8192 tokens at most"):
        smollm2.next_tokens("a", 8192)


def test_the_dursleys(smollm2: SmolLM2) -> None:
    capture = smollm2.capture(DURSLEY)
    assert [token.label for token in capture.tokens][:7] == ["Mr", "and", "Mrs", "D", "urs", "ley", "were"]
    weights = capture.attention(18, 6).weights[0, 0]
    assert len(weights) == 21
    assert weights[14:16].argmax(-1).tolist() == [4, 5]  # D and urs look at what followed the first time
    facts = (capture.model, capture.title, capture.dtype, capture.limit, capture.read, capture.heads)
    assert facts == ("smollm2", "SmolLM2-135M-Instruct (Q4_1)", "float16", 8192, len(DURSLEY), 9)


def test_what_the_table_says_is_so(smollm2: SmolLM2) -> None:
    layers = smollm2.capture("a b").layers
    assert (INFO.layers, INFO.heads, INFO.kv_heads) == (len(layers), len(layers[0].q), len(layers[0].k))
    for layer in layers:
        assert (layer.q.shape[-1], str(layer.q.dtype), str(layer.v.dtype)) == (INFO.head_dim, INFO.dtype, INFO.dtype)
        assert (layer.scale, layer.mask) == (1 / 8, "causal")
        assert layer.rotation == Rotation(base=100_000, layout="half", fraction=1.0)
    assert smollm2._shape.limit == INFO.limit
    assert min(len(smollm2._words._piece(number)) for number in INFO.ordinary) > 1
    with pytest.raises(ModelError, match="no token 49152"):
        smollm2.capture([INFO.ordinary.stop])


def test_the_rotation_comes_off_and_goes_on(smollm2: SmolLM2) -> None:
    twice = smollm2.capture([504] * 40)
    q, k = twice.layers[0].unrotated()
    np.testing.assert_allclose(q, np.broadcast_to(q[:, :1], q.shape), atol=2e-2)  # one token, one query
    np.testing.assert_allclose(k, np.broadcast_to(k[:, :1], k.shape), atol=2e-2)
    assert np.abs(twice.layers[0].k[:, 0].astype(float) - twice.layers[0].k[:, 30]).max() > 0.5
    at = smollm2.capture(DURSLEY).layers[9]
    np.testing.assert_allclose(rope(at.unrotated()[0], np.arange(21), base=1e5), at.q, atol=1e-5)


def test_heads_do_on_random_repeats_what_they_are_known_for(smollm2: SmolLM2) -> None:
    capture = smollm2.capture(repeated(INFO, 32, 0))
    rows, heads = (
        np.arange(33, 65),
        {head: capture.attention(*head).weights[0, 0] for head in ((18, 6), (18, 8), (16, 0))},
    )
    assert heads[18, 6][rows, rows - 31].mean() > 0.8  # what followed the token's first time
    assert heads[18, 8][1:, 0].mean() > 0.95
    assert heads[16, 0][range(1, 65), range(64)].mean() > 0.7


# Running


def test_progress_and_cancel(smollm2: SmolLM2) -> None:
    said: list[tuple[float, str]] = []
    asks = iter(range(1000))
    smollm2.capture("a b", lambda: next(asks) < 0, lambda share, words: said.append((share, words)))
    assert said == [(n / 30, f"layer {n} of 30") for n in range(1, 31)]
    assert next(asks) == 29 * 5 + 1, "q, k, v; three key heads; the inner layer. Of the last one only q, k and v"
    said.clear()
    with pytest.raises(Cancelled):
        smollm2.capture("a b", lambda: len(said) == 2, lambda share, words: said.append((share, words)))
    assert len(said) == 2


@pytest.mark.parametrize(("most", "layers"), [(0, 0), (8, 0), (9, 1)])
def test_a_long_text_is_given_up_within_a_layer(smollm2: SmolLM2, most: int, layers: int) -> None:
    """Its first layer is asked three times in each of its parts: 600 tokens, 256 at once, and three key heads."""
    said: list[str] = []
    asks = iter(range(most))
    with pytest.raises(Cancelled):
        smollm2.capture([504] * 600, lambda: next(asks, None) is None, lambda share, words: said.append(words))
    takes = INFO.announced(600)
    assert takes and said == [takes, f"layer 1 of 30 · {takes}"][: 1 + layers]


def test_a_long_text_is_announced_before_its_first_layer(smollm2: SmolLM2) -> None:
    said: list[tuple[float, str]] = []
    with pytest.raises(Cancelled):
        smollm2.capture("word " * 9000, lambda: bool(said), lambda share, words: said.append((share, words)))
    assert said == [(0.0, "8,192 tokens: 472 MB kept, 586 MB while it reads")]


@pytest.mark.parametrize("layer", [-1, 30])
def test_a_layer_that_is_not_there(smollm2: SmolLM2, layer: int) -> None:
    with pytest.raises(IndexError, match="has no layer"):
        smollm2.layer_input("a", layer)
    with pytest.raises(IndexError, match="has no layer"):
        smollm2.projections(layer)


def test_no_map_is_made_of_a_long_text(smollm2: SmolLM2, monkeypatch: pytest.MonkeyPatch) -> None:
    from torch.nn import attention

    from engine.models import smollm2 as room

    chosen: list[object] = []

    def listening(kind: attention.SDPBackend) -> Any:
        chosen.append(kind)
        return attention.sdpa_kernel(kind)

    monkeypatch.setattr(room, "sdpa_kernel", listening)
    smollm2.capture("a b")
    assert set(chosen) == {attention.SDPBackend.FLASH_ATTENTION}
