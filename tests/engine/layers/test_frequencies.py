"""RoPE's frequencies and their scaling rules against transformers, against published numbers and in their limits."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.layers.frequencies import frequencies

TRAINED = 2048
LONGER: dict[str, Any] = {"factor": 10.0, "original_max_position_embeddings": TRAINED}


def theirs(d: int, base: float, **rule: Any) -> tuple[Any, float]:
    """transformers' own frequencies for a head of size d."""
    from transformers import LlamaConfig
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    length = rule.pop("length", None)
    config = LlamaConfig(
        hidden_size=d,
        num_attention_heads=1,
        max_position_embeddings=TRAINED,
        rope_parameters={"rope_theta": base, "rope_type": rule.pop("type"), **rule},
    )
    speeds, factor = ROPE_INIT_FUNCTIONS[config.rope_parameters["rope_type"]](config, None, seq_len=length)
    return speeds.double().numpy(), float(factor)


@pytest.mark.parametrize(
    ("scaling", "pair", "value"),
    [
        (None, 17, 8.6596e-2),
        ({"type": "yarn", **LONGER}, 17, 8.3479e-2),
        ({"type": "dynamic", "length": 16384, **LONGER}, 1, 8.0931e-1),
        ({"type": "dynamic", "length": 16384, **LONGER}, 63, 1.6265e-6),
    ],
)
def test_check_values(scaling: dict[str, Any] | None, pair: int, value: float) -> None:
    assert frequencies(128, 1e4, scaling)[0][pair] == pytest.approx(value, rel=5e-5)


RULES = st.one_of(
    st.fixed_dictionaries({"type": st.just("linear"), "factor": st.floats(1, 64)}),
    st.fixed_dictionaries(
        {"type": st.just("dynamic"), "factor": st.floats(1, 64), "length": st.integers(1, 10**5)},
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("yarn"),
            "factor": st.floats(1, 64),
            "original_max_position_embeddings": st.sampled_from([64, 2048, 4096]),
        },
        optional={
            "beta_fast": st.sampled_from([8.0, 32.0]),
            "beta_slow": st.sampled_from([0.5, 1.0]),
            "attention_factor": st.floats(0.5, 2),
            "mscale": st.sampled_from([0.7, 1.0]),
            "mscale_all_dim": st.sampled_from([0.5, 1.0]),
            "truncate": st.booleans(),
        },
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("llama3"),
            "factor": st.floats(1, 64),
            "low_freq_factor": st.floats(0.5, 2),
            "high_freq_factor": st.floats(2.5, 8),
            "original_max_position_embeddings": st.sampled_from([1024, 8192]),
        }
    ),
)


@settings(max_examples=200)
@given(st.sampled_from([4, 16, 64, 80, 128]), st.sampled_from([1e3, 1e4, 5e5]), RULES)
def test_every_rule_equals_transformers(d: int, base: float, rule: dict[str, Any]) -> None:
    expected, factor = theirs(d, base, **rule)
    if rule["type"] == "dynamic":  # there the training length is another field
        rule = {**rule, "original_max_position_embeddings": TRAINED}
    speeds, ours = frequencies(d, base, rule)
    np.testing.assert_allclose(speeds, expected, rtol=3e-5)  # theirs are float32; a steep ramp magnifies that
    assert ours == pytest.approx(factor, rel=1e-6)


def test_yarns_attention_factor() -> None:
    """q.k grows by its square; two mscales of one size cancel (DeepSeek-V3 moves them to the softmax scale)."""
    assert frequencies(64, 1e4, {"type": "yarn", **LONGER})[1] == pytest.approx(0.1 * math.log(10) + 1)
    assert frequencies(64, 1e4, {"type": "yarn", "mscale": 1, "mscale_all_dim": 1, **LONGER})[1] == 1


@given(st.sampled_from(["linear", "yarn", "llama3"]), st.integers(1, 64).map(lambda half: 2 * half))
def test_a_factor_of_1_changes_nothing(kind: str, d: int) -> None:
    numbers = {} if kind == "linear" else {"original_max_position_embeddings": 512}
    speeds, factor = frequencies(d, 1e4, {"type": kind, "factor": 1, **numbers})
    np.testing.assert_allclose(speeds, frequencies(d)[0], rtol=1e-12)
    assert factor == 1


def test_llama3_in_its_three_bands() -> None:
    plain, (scaled, _) = frequencies(128, 5e5)[0], frequencies(128, 5e5, {"type": "llama3", "factor": 8})
    turns = 8192 * plain / (2 * math.pi)
    np.testing.assert_array_equal(scaled[turns >= 4], plain[turns >= 4])
    np.testing.assert_allclose(scaled[turns <= 1], plain[turns <= 1] / 8)
    between = (turns > 1) & (turns < 4)
    assert between.any()
    assert ((plain / 8 < scaled) & (scaled < plain))[between].all()


def test_a_short_text_is_not_scaled_dynamically() -> None:
    rule = {"type": "dynamic", **LONGER}
    np.testing.assert_array_equal(frequencies(64, 1e4, {**rule, "length": TRAINED})[0], frequencies(64)[0])
    assert (frequencies(64, 1e4, {**rule, "length": TRAINED + 1})[0][1:] < frequencies(64)[0][1:]).all()


def test_a_configuration_may_name_its_rule_either_way_and_leave_numbers_empty() -> None:
    plain = frequencies(64, 1e4, {"type": "yarn", **LONGER})
    for names in ({"rope_type": "yarn"}, {"type": "yarn", "rope_type": "yarn", "attention_factor": None}):
        speeds, factor = frequencies(64, 1e4, {**names, **LONGER})
        np.testing.assert_array_equal(speeds, plain[0])
        assert factor == plain[1]


@pytest.mark.parametrize(
    ("d", "base", "scaling", "sentence"),
    [
        (7, 1e4, None, "an even number of dimensions and a base above 1, not 7 and 10000"),
        (0, 1e4, None, "an even number"),
        (8, 1.0, None, "a base above 1, not 8 and 1"),
        (8, math.nan, None, "a base above 1"),
        (8, 1e4, {"type": "longrope", "factor": 2}, "no RoPE scaling longrope: choose one of linear, dynamic, yarn"),
        (8, 1e4, {"factor": 2}, "no RoPE scaling None"),
        (8, 1e4, {"type": "linear"}, "linear: missing a required argument: 'factor'"),
        (8, 1e4, {"type": "linear", "factor": None}, "missing a required argument: 'factor'"),
        (8, 1e4, {"type": "linear", "factor": 2, "beta_fast": 3}, "unexpected keyword argument 'beta_fast'"),
        (8, 1e4, {"type": "linear", "factor": 0.5}, "linear: factor cannot be 0.5"),
        (8, 1e4, {"type": "linear", "factor": math.inf}, "factor cannot be inf"),
        (8, 1e4, {"type": "linear", "factor": "2"}, "linear: '<=' not supported"),
        (8, 1e4, {"type": "yarn", "factor": 2, "original_max_position_embeddings": 0}, "cannot be 0"),
        (8, 1e4, {"type": "yarn", **LONGER, "beta_slow": 0}, "beta_slow cannot be 0"),
        (2, 1e4, {"type": "dynamic", **LONGER, "length": 5000}, "more than two dimensions"),
        (8, 1e4, {"type": "llama3", "factor": 2, "low_freq_factor": 4}, "a low_freq_factor below"),
    ],
)
def test_what_cannot_be_scaled_is_a_sentence(d: int, base: float, scaling: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        frequencies(d, base, scaling)
