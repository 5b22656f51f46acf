"""Every record of the catalogue against its oracle, on random shapes and numbers; numpy and torch alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.attention import flex_attention as flex

from engine.attention import Attention, attend
from engine.capture import Capture, Layer
from engine.variants import CATALOGUE, Parameter, Varied, vary
from tests.engine.variants.given import Given
from tests.engine.variants.oracles import ORACLES


@pytest.fixture(autouse=True, scope="module")
def without_tracing() -> Iterator[None]:
    """flex_attention as plain calls: it would trace its functions anew each time, for seconds, to the same numbers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flex, "_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG", True)
        yield


@st.composite
def layers(draw: st.DrawFn) -> Layer:
    """A layer of random sizes and standard normal numbers."""
    kv, group, n, d, dv = (draw(st.integers(low, high)) for low, high in ((1, 4), (1, 3), (1, 14), (2, 7), (1, 4)))
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    q, k, v = (random.standard_normal(s).astype("f4") for s in ((kv * group, n, d), (kv, n, d), (kv, n, dv)))
    return Layer(q, k, v, draw(st.floats(0.1, 2)), draw(st.sampled_from(["none", "causal"])))


def numbers(parameter: Parameter) -> st.SearchStrategy[float]:
    """What the parameter may be; whole ones rather as small as the texts here."""
    if parameter.whole:
        low, high = int(parameter.least), int(parameter.most)
        return st.integers(low, min(high, 12)) | st.integers(low, high)
    return st.floats(parameter.least, parameter.most)


def captured(layer: Layer) -> Capture:
    return Capture("", "", "", (), (layer,), 0, "float32", 512)


def attention_of(varied: Varied) -> Attention:
    at = varied.capture.layers[0]
    return attend(at.q[None], at.k[None], at.v[None], varied.spec)


def double(layer: Layer) -> Given:
    q, k, v = (torch.from_numpy(x).double() for x in (layer.q, layer.k, layer.v))
    everything = torch.ones(q.shape[1], q.shape[1], dtype=torch.bool)
    return Given(q, k, v, layer.scale, everything if layer.mask == "none" else everything.tril())


def test_every_record_has_its_oracle() -> None:
    assert set(ORACLES) == set(CATALOGUE)


@pytest.mark.parametrize("name", CATALOGUE)
@settings(max_examples=25)
@given(data=st.data())
def test_the_record_is_what_its_oracle_says(name: str, data: st.DataObject) -> None:
    layer = data.draw(layers())
    chosen = {p.name: data.draw(numbers(p), label=p.name) for p in CATALOGUE[name].parameters}
    found = attention_of(vary(captured(layer), 0, name, chosen))
    weights, output = ORACLES[name](double(layer), chosen)
    np.testing.assert_allclose(found.weights[0], weights, atol=3e-5)
    np.testing.assert_allclose(found.output[0], output, atol=1e-4)


def test_t5_buckets_of_a_causal_model_look_back_alone() -> None:
    """All 32 buckets are for keys before the query: the first 16 of them for single distances."""
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal((2, 40, 4)).astype("f4") for _ in range(3))
    for mask in ("none", "causal"):
        layer = Layer(q, k, v, 0.5, mask)
        found = attention_of(vary(captured(layer), 0, "t5-bias", {"slope": 0.5, "ahead": 1}))
        weights, _ = ORACLES["t5-bias"](double(layer), {"slope": 0.5, "ahead": 1})
        np.testing.assert_allclose(found.weights[0], weights, atol=3e-5)


@pytest.mark.parametrize("name", [name for name in CATALOGUE if name != "differential"])  # numpy alone
@settings(max_examples=10)
@given(data=st.data())
def test_numpy_and_torch_agree(name: str, data: st.DataObject) -> None:
    varied = vary(captured(data.draw(layers())), 0, name)
    at, found = varied.capture.layers[0], attention_of(varied)
    q, k, v = (torch.from_numpy(np.ascontiguousarray(x))[None] for x in (at.q, at.k, at.v))
    by_torch = attend(q, k, v, varied.spec)
    np.testing.assert_allclose(found.weights, by_torch.weights.numpy(), atol=1e-6)
    np.testing.assert_allclose(found.output, by_torch.output.numpy(), atol=1e-5)


@pytest.mark.parametrize("name", CATALOGUE)
@settings(max_examples=20)
@given(layer=layers())
def test_rows_sum_as_the_variant_says(name: str, layer: Layer) -> None:
    varied = vary(captured(layer), 0, name)
    found = attention_of(varied)
    sums: Any = found.weights[found.visible.any(-1)].sum(-1, dtype=np.float64)
    assert np.isfinite(found.weights).all()
    if varied.sums_to_one:
        np.testing.assert_allclose(sums, 1, atol=1e-5)
    elif name == "differential":
        np.testing.assert_allclose(sums, 0.8, atol=1e-5)
    elif name != "sigmoid":
        assert (sums < 1 + 1e-6).all()
    assert (varied.sums is None) == (name not in ("differential", "learned-sink", "off-by-one", "sigmoid"))
