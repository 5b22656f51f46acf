"""RoPE against transformers and its own laws; sinusoidal positions; rotation by distance."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.positions import rope, rope_by_distance, sinusoidal
from tests.engine.numbers import close, numbers

EVEN = st.integers(1, 8).map(lambda half: 2 * half)
LAYOUTS = st.sampled_from(["half", "interleaved"])
YARN = {"type": "yarn", "factor": 10, "original_max_position_embeddings": 2048}
DYNAMIC = {"type": "dynamic", "factor": 4, "original_max_position_embeddings": 8}
LLAMA3 = {"type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4}
ANY_SCALING = st.sampled_from([None, {"type": "linear", "factor": 3}, YARN, LLAMA3, DYNAMIC])


def waves(positions: Any, d: int, base: float) -> tuple[Any, Any]:
    """cos and sin of every angle, in the layout that transformers' rotations take: (1, N, d), both halves alike."""
    angles = torch.as_tensor(positions, dtype=torch.float64)[:, None] / base ** (torch.arange(0, d, 2).double() / d)
    both = torch.cat((angles, angles), -1)[None]
    return both.cos(), both.sin()


# Oracles


@given(st.integers(1, 6), EVEN, st.floats(10, 1e6), st.integers(0, 999))
def test_half_layout_equals_llama(n: int, d: int, base: float, start: int) -> None:
    from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

    q, k, positions = (
        torch.as_tensor(numbers(2, 3, n, d)),
        torch.as_tensor(numbers(2, 1, n, d)),
        range(start, start + n),
    )
    for x, expected in zip((q, k), apply_rotary_pos_emb(q, k, *waves(positions, d, base)), strict=True):
        close(rope(x, np.array(positions), base), expected, atol=1e-9)


@given(st.integers(1, 6), EVEN, st.integers(0, 3))
def test_interleaved_and_partial_equal_gpt_j(n: int, d: int, rest: int) -> None:
    from transformers.models.gptj.modeling_gptj import apply_rotary_pos_emb

    x, (cos, sin) = numbers(2, n, 3, d + rest), waves(range(n), d, 1e4)  # GPT-J has heads after tokens
    turned = apply_rotary_pos_emb(torch.as_tensor(x[..., :d]), sin[..., : d // 2], cos[..., : d // 2])
    got = rope(x.swapaxes(1, 2), np.arange(n), layout="interleaved", fraction=d / (d + rest)).swapaxes(1, 2)
    close(got[..., :d], turned, atol=1e-9)
    assert (got[..., d:] == x[..., d:]).all()


@given(st.integers(1, 6), EVEN, st.integers(1, 9))
def test_partial_halves_equal_gpt_neox(n: int, d: int, rest: int) -> None:
    from transformers.models.gpt_neox.modeling_gpt_neox import apply_rotary_pos_emb

    q = torch.as_tensor(numbers(1, 2, n, d + rest))
    expected, _ = apply_rotary_pos_emb(q, q, *waves(range(n), d, 1e4))
    close(rope(q, torch.arange(n), fraction=d / (d + rest)), expected, atol=1e-9)


@pytest.mark.parametrize("scaling", [None, {"type": "linear", "factor": 3}, YARN, LLAMA3, DYNAMIC], ids=str)
def test_a_whole_rotary_layer_of_transformers(scaling: dict[str, Any] | None) -> None:
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb

    rule = dict(scaling or {"type": "default"})
    if rule["type"] == "llama3":
        rule["original_max_position_embeddings"] = 8192
    trained = rule.pop("original_max_position_embeddings") if rule["type"] == "dynamic" else 8192
    config = LlamaConfig(
        hidden_size=64,
        num_attention_heads=2,
        max_position_embeddings=trained,
        rope_parameters={"rope_theta": 5e4, "rope_type": rule.pop("type"), **rule},
    )
    x, positions = torch.randn(1, 2, 40, 32, generator=torch.Generator().manual_seed(0)), torch.arange(40)
    expected, _ = apply_rotary_pos_emb(x, x, *LlamaRotaryEmbedding(config)(x, positions[None]))
    got = rope(x, positions, 5e4, scaling=scaling)
    assert got.dtype == torch.float32
    close(got, expected, atol=1e-5)


@given(st.integers(0, 9), st.integers(1, 9))
def test_sinusoidal_as_the_paper_writes_it(n: int, d: int) -> None:
    expected = np.empty((n, d))
    for position in range(n):
        for i in range(d):
            angle = position / 10000 ** (2 * (i // 2) / d)
            expected[position, i] = math.cos(angle) if i % 2 else math.sin(angle)
    close(sinusoidal(n, d), expected)


def test_sinusoidal_equals_roformers() -> None:
    from transformers.models.roformer.modeling_roformer import RoFormerSinusoidalPositionalEmbedding

    expected, ours = RoFormerSinusoidalPositionalEmbedding(50, 16).create_weight(), sinusoidal(50, 16)
    close(np.concatenate((ours[:, 0::2], ours[:, 1::2]), -1), expected, atol=1e-6)  # sines first, then cosines


# Laws


@given(EVEN, LAYOUTS, ANY_SCALING, st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_scores_know_only_the_distance(d: int, layout: Any, scaling: Any, m: int, n: int, shift: int) -> None:
    if scaling is DYNAMIC:  # its speeds depend on the length, which is the same text's here
        d, scaling = d + 2, {**DYNAMIC, "length": 1024}
    q, k = numbers(1, d), numbers(1, d, seed=1)

    def score(m: int, n: int) -> Any:
        turned_q, turned_k = (rope(x, [p], layout=layout, scaling=scaling) for x, p in ((q, m), (k, n)))
        return turned_q @ turned_k.T

    close(score(m + shift, n + shift), score(m, n), atol=1e-9)


@given(st.integers(1, 5), EVEN, LAYOUTS, st.sampled_from([0.5, 1.0]), st.integers(0, 9999))
def test_lengths_are_kept(n: int, d: int, layout: Any, fraction: float, start: int) -> None:
    x = numbers(2, n, 2 * d)
    turned = rope(x, np.arange(start, start + n), layout=layout, fraction=fraction)
    close(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1))
    assert n == 1 or not np.allclose(turned, x)


@given(st.integers(1, 5), EVEN, LAYOUTS, ANY_SCALING, st.sampled_from([0.5, 1.0]))
def test_the_inverse_takes_it_back(n: int, d: int, layout: Any, scaling: Any, fraction: float) -> None:
    x, choices = numbers(2, n, 2 * d + 4), (1e4, layout, fraction, scaling)
    close(rope(rope(x, np.arange(n), *choices), np.arange(n), *choices, inverse=True), x)


def test_position_0_stays_and_a_quarter_turn_is_a_quarter_turn() -> None:
    x = np.array([[1.0, 0.0, 2.0, 0.0]])
    close(rope(x, [0]), x)
    quarter = [math.pi / 2]  # the first pair turns one radian per position
    close(rope(x[:, :2], quarter), [[0, 1]])
    close(rope(x, quarter, base=1e300), [[-2, 0, 1, 0]])
    close(rope(x, quarter, base=1e300, layout="interleaved"), [[0, 1, 2, 0]])


def test_yarn_multiplies_the_turned_part_by_its_factor() -> None:
    x, factor = numbers(4, 12), 0.1 * math.log(10) + 1
    turned = rope(x, np.arange(4), fraction=2 / 3, scaling=YARN)
    close(np.linalg.norm(turned[:, :8], axis=-1), factor * np.linalg.norm(x[:, :8], axis=-1))
    assert (turned[:, 8:] == x[:, 8:]).all()


def test_dynamic_takes_the_length_from_the_positions_unless_it_is_told() -> None:
    x = numbers(16, 8)
    whole = rope(x, np.arange(16), scaling=DYNAMIC)
    close(rope(x, np.arange(16), scaling={**DYNAMIC, "length": 16}), whole)
    close(rope(x[:9], np.arange(9), scaling={**DYNAMIC, "length": 16}), whole[:9])
    assert not np.allclose(rope(x[:9], np.arange(9), scaling=DYNAMIC), whole[:9])


def test_every_batch_may_have_its_own_positions() -> None:
    x = numbers(2, 3, 4, 8)
    both = rope(x, np.stack((np.arange(4), np.arange(7, 11)))[:, None])
    close(both[1], rope(x[1], np.arange(7, 11)))
    close(both[0], rope(x[0], np.arange(4)))


def test_no_tokens() -> None:
    assert rope(np.zeros((2, 0, 4)), np.arange(0), scaling=DYNAMIC).shape == (2, 0, 4)


def test_a_fraction_of_an_odd_size_that_binary_numbers_miss() -> None:
    x = numbers(3, 98)
    close(rope(x, np.arange(3), fraction=2 / 98)[:, :2], rope(x[:, :2], np.arange(3)))


@given(st.integers(1, 4), EVEN, LAYOUTS, ANY_SCALING)
def test_numpy_and_torch_agree(n: int, d: int, layout: Any, scaling: Any) -> None:
    x = numbers(2, n, d + 2)
    ours = rope(x, np.arange(n), layout=layout, scaling=scaling)
    theirs = rope(torch.as_tensor(x), torch.arange(n), layout=layout, scaling=scaling)
    assert isinstance(ours, np.ndarray) and isinstance(theirs, torch.Tensor)
    close(ours, theirs)


@pytest.mark.parametrize("layout", ["half", "interleaved"])
def test_gradients(layout: Any) -> None:
    x = torch.as_tensor(numbers(2, 3, 8)).requires_grad_()
    assert torch.autograd.gradcheck(lambda x: rope(x, torch.arange(3), layout=layout, fraction=0.5, scaling=YARN), [x])


@pytest.mark.parametrize("kind", [np.float16, torch.float16, torch.bfloat16])
def test_half_precision_is_rotated_in_float32(kind: Any) -> None:
    exact = numbers(3, 8)
    x: Any = exact.astype(kind) if kind is np.float16 else torch.as_tensor(exact).to(kind)
    got, wide = rope(x, np.arange(3) + 1000), x.astype(np.float32) if kind is np.float16 else x.float()
    assert got.dtype == x.dtype
    expected = rope(wide, np.arange(3) + 1000)
    rounded = expected.astype(kind) if kind is np.float16 else expected.to(kind)
    assert (got == rounded).all()


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"layout": "thirds"}, "no RoPE layout thirds"),
        ({"fraction": 0.0}, "a fraction above 0 and up to 1, not 0 of 8"),
        ({"fraction": 1.2}, "not 1.2 of 8 dimensions"),
        ({"fraction": 3 / 8}, "an even number of dimensions and a base above 1, not 3"),
    ],
)
def test_what_cannot_be_rotated_is_a_sentence(choices: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        rope(numbers(2, 8), [0, 1], **choices)


# By distance


@given(st.integers(1, 7), st.integers(1, 20), EVEN, st.sampled_from([None, DYNAMIC]), LAYOUTS)
def test_the_curve_is_the_mean_of_each_diagonal(n_q: int, n_k: int, d: int, scaling: Any, layout: Any) -> None:
    q, k = numbers(2, n_q, d + 2), numbers(2, n_k, d + 2, seed=1)
    distances, rotated, plain = rope_by_distance(q, k, scaling=scaling, layout=layout)
    assert distances.tolist() == list(range(1 - n_k, n_q))
    rule = scaling and {**scaling, "length": max(n_q, n_k)}
    turned = [rope(x, np.arange(x.shape[-2]), scaling=rule, layout=layout) for x in (q, k)]
    for got, (a, b) in ((rotated, turned), (plain, (q, k))):
        scores = a @ b.swapaxes(-1, -2)
        expected = [np.diagonal(scores, -d, -2, -1).mean(-1) for d in range(1 - n_k, n_q)]
        close(got, np.stack(expected, -1))


def test_the_curve_in_torch_and_in_half_precision() -> None:
    q, k = (numbers(5, 4, seed=s).astype(np.float16) for s in (0, 1))
    ours, theirs = rope_by_distance(q, k), rope_by_distance(torch.as_tensor(q), torch.as_tensor(k))
    for a, b in zip(ours, theirs, strict=True):
        assert isinstance(b, torch.Tensor)
        close(a, b)
    assert ours[1].dtype == ours[2].dtype == np.float64


def test_equal_vectors_lose_their_score_with_distance() -> None:
    """Where content says nothing, rotation alone makes near keys count more."""
    same = np.ones((64, 64))
    _, rotated, plain = rope_by_distance(same, same)
    close(plain, np.full(127, 64), atol=1e-9)
    assert rotated[63] == pytest.approx(64)
    assert rotated[63] > rotated[64:80].max() > rotated[100:].max()
