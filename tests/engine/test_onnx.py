"""The node tests of ONNX for Attention and FlexAttention, all of them, on numpy and on torch."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx.reference import ReferenceEvaluator

from engine import masks, scores
from engine.attention import Spec, attend
from engine.normalizers import softmax

TOLERANCE = {"float32": 1e-5, "float64": 1e-5, "float16": 2e-3, "bfloat16": 2e-2}
MODES = ("scaled", "scored", "masked", "weights")  # of qk_matmul_output_mode 0 to 3


@dataclass(frozen=True)
class Case:
    """One node with its inputs and expected outputs by name, and its attributes."""

    name: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    attributes: dict[str, Any]
    dtype: str


def cases(module: str, operator: str) -> list[Case]:
    """The cases of an operator; those that are named _expanded are the same again, spelt out in smaller operators."""
    importlib.import_module(f"onnx.backend.test.case.node.{module}")
    found = []
    for case in importlib.import_module("onnx.backend.test.case.node")._NodeTestCases:
        node = case.model.graph.node[0]
        if node.op_type == operator and "_expanded" not in case.name:
            attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
            [(given, expected)] = case.data_sets
            inputs = dict(zip(filter(None, node.input), given, strict=True))
            outputs = dict(zip(filter(None, node.output), expected, strict=True))
            found.append(Case(case.name, inputs, outputs, attributes, str(inputs["Q"].dtype)))
    return found


ATTENTION = cases("attention", "Attention")
FLEX = cases("flexattention", "FlexAttention")


def tensor(x: Any) -> Any:
    """torch's of numpy's; numpy has bfloat16 from elsewhere, of which torch knows nothing."""
    return torch.as_tensor(x.astype(np.float32)).bfloat16() if str(x.dtype) == "bfloat16" else torch.as_tensor(x)


def libraries(each: list[Case]) -> list[Any]:
    """Each case on numpy and on torch: torch alone has bfloat16, and numpy alone runs what is a graph of ONNX."""
    runs = [(case, "numpy", lambda x: x) for case in each if case.dtype != "bfloat16"]
    runs += [(case, "torch", tensor) for case in each if not {"score_mod", "prob_mod"} & set(case.attributes)]
    return [pytest.param(case, convert, id=f"{case.name}-{name}") for case, name, convert in runs]


def check(case: Case, output: str, got: Any) -> None:
    expected = case.outputs[output].astype(np.float64)
    assert tuple(got.shape) == expected.shape
    values = got.double().numpy() if isinstance(got, torch.Tensor) else got
    np.testing.assert_allclose(values, expected, atol=TOLERANCE[case.dtype], rtol=0)


def test_no_case_goes_missing() -> None:
    assert (len(ATTENTION), len({case.name for case in ATTENTION})) == (93, 93)
    assert (len(FLEX), len({case.name for case in FLEX})) == (11, 11)
    assert len(libraries(ATTENTION)) == 93 + 93 - 5
    assert len(libraries(FLEX)) == 11 + 11 - 5
    modes = [
        case.attributes.get("qk_matmul_output_mode", 0) for case in ATTENTION if "qk_matmul_output" in case.outputs
    ]
    assert [modes.count(mode) for mode in range(4)] == [3, 2, 7, 6]
    assert sum({"present_key", "present_value"} <= set(case.outputs) for case in ATTENTION) == 21


def heads(x: Any, count: int | None) -> Any:
    """(B, N, heads x size) as (B, heads, N, size)."""
    return x if x.ndim == 4 else x.reshape(*x.shape[:2], count, -1).swapaxes(1, 2)


def by_batch(each: list[masks.Mask]) -> masks.Mask:
    """Each batch its own mask, or one for all."""

    def only(batch: int) -> masks.See:
        return lambda b, h, q, k: b == batch

    return each[0] if len(each) == 1 else masks.either(*(masks.both(only(i), mask) for i, mask in enumerate(each)))


def allowed(case: Case, n_q: int, past: int) -> masks.Mask:
    """The keys that the attributes let a query see. Offsets: the past length, or nonpad - n_q, else 0."""
    at, nonpad = case.attributes, case.inputs.get("nonpad_kv_seqlen")
    offsets = [past] if nonpad is None else [int(length) - n_q for length in nonpad]
    ahead, behind = at.get("right_window_size", -1), at.get("left_window_size", -1)
    each: list[masks.Mask] = [] if nonpad is None else [masks.padding(nonpad)]
    if at.get("is_causal"):
        each.append(by_batch([masks.causal(offset) for offset in offsets]))
    if ahead >= 0:
        each.append(by_batch([masks.causal(offset + ahead) for offset in offsets]))
    if behind >= 0:
        each.append(by_batch([masks.negate(masks.causal(offset - behind - 1)) for offset in offsets]))
    return masks.both(*each)


def with_mask(spec: Spec, given: Any, n_k: int) -> Spec:
    """The same with the mask input: booleans, or numbers that are added and hide where they are -inf."""
    missing = [(0, 0)] * (given.ndim - 1) + [(0, n_k - given.shape[-1])]
    if given.dtype == bool:
        added, keep = None, np.pad(given, missing)
    else:
        added = np.pad(given.astype(np.float64), missing, constant_values=-np.inf)
        keep = added > -np.inf
    assert spec.mask is not None
    spec = replace(spec, mask=masks.both(spec.mask, masks.keep(keep)))
    if added is None:
        return spec
    bias = scores.bias(np.where(keep, added, 0))
    return replace(spec, score=scores.chain(spec.score, bias) if spec.score else bias)


def problem(case: Case) -> tuple[Any, Any, Any, Spec]:
    """q, k, v with the past in front of them, and how to attend, of a case for Attention."""
    at, x = case.attributes, case.inputs
    q = heads(x["Q"], at.get("q_num_heads"))
    k, v = (heads(x[name], at.get("kv_num_heads")) for name in "KV")
    past = 0
    if "past_key" in x:
        past = x["past_key"].shape[2]
        k, v = np.concatenate([x["past_key"], k], 2), np.concatenate([x["past_value"], v], 2)
    spec = replace(capped(case), mask=allowed(case, q.shape[2], past))
    if "attn_mask" in x:
        spec = with_mask(spec, x["attn_mask"], k.shape[2])
    return q, k, v, spec


def capped(case: Case) -> Spec:
    """How to attend before anything is added or hidden."""
    at = case.attributes
    return Spec(at.get("scale"), scores.softcap(at["softcap"]) if "softcap" in at else None)


def check_output(case: Case, output: Any) -> None:
    """Y, (B, N, heads x size) where Q is."""
    flat = case.inputs["Q"].ndim == 3
    check(case, "Y", output.swapaxes(1, 2).reshape(*output.shape[:3:2], -1) if flat else output)


@pytest.mark.parametrize(("case", "convert"), libraries(ATTENTION))
def test_attention(case: Case, convert: Callable[[Any], Any]) -> None:
    *arrays, spec = problem(case)
    q, k, v = map(convert, arrays)
    got = attend(q, k, v, spec)
    check_output(case, got.output)
    if "present_key" in case.outputs:
        check(case, "present_key", got.k)
        check(case, "present_value", got.v)
    if "qk_matmul_output" in case.outputs:
        mode = case.attributes.get("qk_matmul_output_mode", 0)
        check(case, "qk_matmul_output", getattr(got if mode != 1 else attend(q, k, v, capped(case)), MODES[mode]))


@pytest.mark.parametrize(("case", "convert"), libraries(FLEX))
def test_flex_attention(case: Case, convert: Callable[[Any], Any]) -> None:
    def graph(name: str) -> Callable[[Any], Any]:
        run = ReferenceEvaluator(case.attributes[name], opsets={"": 26})
        [given] = run.input_names

        def on(cells: Any) -> Any:
            [changed] = run.run(None, {given: cells})
            return changed

        return on

    spec = Spec(case.attributes.get("scale"))
    if "score_mod" in case.attributes:
        change = graph("score_mod")
        spec = replace(spec, score=lambda s, b, h, q, k: change(s))
    if "prob_mod" in case.attributes:
        after = graph("prob_mod")
        spec = replace(spec, normalizer=lambda masked: (after(softmax(masked)[0]), None))
    q, k, v = (convert(case.inputs[name]) for name in "QKV")
    check(case, "Y", attend(q, k, v, spec).output)
