"""From a choice to a layer and a spec: how masks, scores and heads combine, what is kept, what a layer cannot do."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from engine.capture import Capture, Layer
from engine.maps.rows import head_rows, stage_rows
from engine.variants import CATALOGUE, Varied, vary
from tests.engine.conftest import MakeCapture


def picture(varied: Varied) -> str:
    n = len(varied.capture.tokens)
    _, seen = stage_rows(varied.capture, 0, 0, varied.spec, "weights", 0, n)
    return " ".join("".join(".x"[int(cell)] for cell in row) for row in seen)


@pytest.mark.parametrize(
    ("variant", "trained", "seen"),
    [
        ("window", "none", "x... xx.. .xx. ..xx"),
        ("window+sinks", "none", "x... xx.. ..x. ...x"),
        ("prefix", "none", "xx.. xx.. xxx. xxxx"),
        ("prefix", "causal", "x... xx.. xxx. xxxx"),  # a causal model stays causal
        ("document", "causal", "x... xx.. ..x. ..xx"),
        ("document+causal", "none", "x... xx.. ..x. ..xx"),
        ("full", "causal", "xxxx xxxx xxxx xxxx"),
        ("full+alibi", "causal", "xxxx xxxx xxxx xxxx"),
        ("alibi", "causal", "x... xx.. xxx. xxxx"),
        ("forgetting", "none", "x... xx.. xxx. xxxx"),
        ("padding", "none", "xxx. xxx. xxx. xxx."),
        ("global", "none", "xxxx xx.. x.x. x..x"),
    ],
)
def test_masks_add_up_and_add_to_the_model_s_own(
    random_capture: MakeCapture, variant: str, trained: str, seen: str
) -> None:
    small = {"window.width": 2, "prefix.length": 2, "document.start": 2, "global.width": 0, "sinks.width": 1}
    chosen = {name: x for name, x in small.items() if name.partition(".")[0] in variant.split("+")}
    assert picture(vary(random_capture(4, mask=trained), 0, variant, chosen)) == seen


def test_scores_change_in_the_order_named(random_capture: MakeCapture) -> None:
    capture = random_capture(6)
    raw = stage_rows(capture, 0, 1, vary(capture, 0, "as-trained").spec, "scaled", 0, 6)[0].astype(float)
    far = 2**-8 * np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    for variant, expected in (
        ("softcap+alibi", 5 * np.tanh(raw / 5) - far),
        ("alibi+softcap", 5 * np.tanh((raw - far) / 5)),
    ):
        varied = vary(capture, 0, variant)
        rows = head_rows(varied.capture, 0, 1, varied.spec, 0, 6)
        np.testing.assert_allclose(rows.scored[0, 0], expected, atol=1e-5)


def test_the_order_of_names_does_not_matter_for_keys_and_values(random_capture: MakeCapture) -> None:
    capture = random_capture(8, heads=4, d=6)
    one, other = (vary(capture, 0, names) for names in ("mla+rope+gated+qk-norm", "gated+qk-norm+rope+mla"))
    for part in ("q", "k", "v"):
        a, b = (getattr(varied.capture.layers[0], part) for varied in (one, other))
        np.testing.assert_array_equal(a, b)


def test_differential_takes_the_partner_s_changed_scores(random_capture: MakeCapture) -> None:
    """With a mask, a score by head, a normaliser, shared keys and a slice of rows."""
    capture = random_capture(9, heads=4, kv_heads=2, d=4)
    plain, changed = (vary(capture, 0, f"window+alibi+rope+off-by-one{more}") for more in ("", "+differential"))
    for head in range(4):
        mine, partner = (
            stage_rows(plain.capture, 0, h, plain.spec, "weights", 3, 8)[0] for h in (head, (head + 1) % 4)
        )
        rows = head_rows(changed.capture, 0, head, changed.spec, 3, 8)
        np.testing.assert_allclose(rows.weights[0, 0], mine - 0.2 * partner, atol=1e-6)
    whole = changed.capture.attention(0, spec=changed.spec)
    np.testing.assert_allclose(whole.weights[0, 3, 3:8], rows.weights[0, 0], atol=1e-6)
    assert changed.sums == "Rows sum to less than 1: a head may look nowhere."
    nothing_off = vary(capture, 0, "differential", {"lambda": 0})
    assert nothing_off.sums is None
    assert nothing_off.capture.layers[0].v.shape == (4, 9, 8)


def test_a_layer_has_key_groups_of_its_own(random_capture: MakeCapture) -> None:
    capture = random_capture(5, heads=12)
    two = replace(capture, layers=(*capture.layers, *capture.layers))
    varied = vary(two, 1, "gqa", {"groups": 3})
    assert [varied.capture.kv_group(head, 1) for head in range(12)] == [head // 4 for head in range(12)]
    assert [varied.capture.kv_group(head, 0) for head in range(12)] == list(range(12))
    assert varied.capture.own is two
    assert stage_rows(varied.capture, 0, 11, varied.spec, "weights", 0, 5)[0].shape == (5, 5)


def test_groups_that_do_not_divide_are_fewer_and_said(random_capture: MakeCapture) -> None:
    capture = random_capture(5, heads=12)
    assert vary(capture, 0, "gqa", {"groups": 4}).instead == {}
    for asked, got in ((5, 4), (11, 6), (64, 12)):
        varied = vary(capture, 0, "gqa", {"groups": asked})
        assert varied.instead == {"gqa.groups": got}
        assert len(varied.capture.layers[0].k) == got


def test_nothing_is_made_where_nothing_changes(random_capture: MakeCapture) -> None:
    capture = random_capture(5)
    assert vary(capture, 0, "as-trained").capture is capture
    assert vary(capture, 0, "window").capture is capture
    assert vary(capture, 0, "window").spec.scale == 0.5
    assert vary(capture, 0, "linear").spec.scale == 0.5, "it cancels out, and is the model's own on every control"
    assert vary(capture, 0, "linear", scale=0.25).spec.scale == 0.25


def test_a_transform_is_made_once_whatever_the_scale(
    random_capture: MakeCapture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.layers import latent

    made: list[object] = []
    compress = latent.compress
    monkeypatch.setattr(latent, "compress", lambda k, v: made.append(k) or compress(k, v))  # type: ignore[func-returns-value]
    capture = random_capture(9)
    layers = {id(vary(capture, 0, "mla", {"rank": 3}, scale).capture.layers[0]) for scale in (None, 0.1, 0.2)}
    assert len(layers) == 1
    for rank in range(1, 30):
        vary(capture, 0, "mla+window", {"rank": rank})
    assert len(made) == 1
    assert vary(random_capture(9, seed=1), 0, "mla", {"rank": 3}).capture.layers[0].k.shape == (2, 9, 4)
    assert len(made) == 2


def test_what_is_kept_goes_with_the_capture(random_capture: MakeCapture) -> None:
    capture = random_capture(9)
    for name in CATALOGUE:
        vary(capture, 0, name)
    gone = weakref.ref(capture), weakref.ref(capture.layers[0])
    del capture
    gc.collect()
    assert [one() for one in gone] == [None, None]


def test_half_precision_is_widened(random_capture: MakeCapture) -> None:
    capture = random_capture(6, heads=4, dtype="float16")
    for name in CATALOGUE:
        varied = vary(capture, 0, name)
        assert stage_rows(varied.capture, 0, 1, varied.spec, "weights", 0, 6)[0].dtype == np.float32, name


def test_a_layer_with_a_nan_has_no_latents(random_capture: MakeCapture) -> None:
    capture: Capture = random_capture(6)
    at = capture.layers[0]
    k = at.k.copy()
    k[0, 0, 0] = np.nan
    broken = replace(capture, layers=(Layer(at.q, k, at.v, at.scale, at.mask),))
    with pytest.raises(ValueError, match=r"^Latent \(MLA\) needs finite keys and values, and this layer has others\.$"):
        vary(broken, 0, "mla")
