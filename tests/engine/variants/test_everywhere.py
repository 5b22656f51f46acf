"""Every variant through the command line and through the view, on the captures of the gallery."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.capture import Capture
from engine.commands.weights import weights
from engine.files.examples import GALLERY
from engine.maps.rows import STAGES, stage_rows
from engine.scene import Scene
from engine.shown.measures import entropy
from engine.shown.probe import probe
from engine.shown.thumbnails import detail_of
from engine.shown.view import View, varied_of, view_of
from engine.variants import CATALOGUE, vary

CAPTURES = {name: Capture.load(example.path) for name, example in GALLERY.items()}
BANK = CAPTURES["bank-muddy"]
CHOICES = (*CATALOGUE, "window+alibi+sparsemax", "mla+rope+gated+softcap+padding", "differential+off-by-one+sinks")
LESS = {"off-by-one", "learned-sink", "differential+off-by-one+sinks"}


def shown(scene: Scene, capture: Capture = BANK) -> View:
    view = view_of(scene, capture, (300, 300), lambda: False)
    assert view is not None
    return view


def fits(variant: str, total: float) -> bool:
    """Whether a row's sum is what the variant promises."""
    if variant in LESS:
        return 0 < total < 1
    if variant == "sigmoid":
        return total > 0
    return total == pytest.approx(0.8 if variant == "differential" else 1, abs=1e-5)


@pytest.mark.parametrize("variant", CHOICES)
@pytest.mark.parametrize("head", ["4", "mean"])
def test_the_command_line_prints_rows_that_sum_as_the_variant_says(
    variant: str, head: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(GALLERY["bank-muddy"].path)
    assert weights(["--file", path, "--layer", "1", "--head", head, "--variant", variant]) == 0
    out, err = capsys.readouterr()
    answer: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    assert (answer["variant"], err) == (variant, "")
    assert answer["parameters_from"] == (
        "you" if any(CATALOGUE[name].parameters_from == "you" for name in variant.split("+")) else "model"
    )
    varied = vary(BANK, 1, variant)
    expected, _ = stage_rows(varied.capture, 1, 4 if head == "4" else head, varied.spec, "weights", 0, 10)
    np.testing.assert_allclose(answer["weights"], expected, atol=1e-6)
    assert all(len(row) == 10 and None not in row and fits(variant, sum(row)) for row in answer["weights"])


@pytest.mark.parametrize("variant", CHOICES)
@pytest.mark.parametrize("name", CAPTURES)
def test_the_view_shows_finite_numbers_that_follow_from_each_other(variant: str, name: str) -> None:
    capture, example = CAPTURES[name], GALLERY[name]
    scene = Scene(model=example.model, layer=example.layer, head=example.head, query=example.query, variant=variant)
    view = shown(scene, capture)
    assert (view.sums is None) == fits("full", view.row.total)
    assert fits(variant, view.row.total)
    assert (view.row.entropy is None) == (view.saturation is None) == (view.sums is not None)
    assert np.isfinite(view.map.values).all()
    cell, varied = view.cell, varied_of(scene, capture)
    assert cell is not None
    assert cell.products.sum() == pytest.approx(cell.raw, rel=1e-4, abs=1e-4)
    assert cell.scaled == pytest.approx(cell.raw / view.divisor, rel=1e-5, abs=1e-6)
    if cell.chain is None and cell.visible:
        assert math.exp(cell.scored - cell.lse) == pytest.approx(cell.weight, rel=1e-4)
    elif cell.visible:
        assert math.isnan(cell.lse) and cell.chain is not None and cell.chain.endswith(".")
    now, _ = stage_rows(varied.capture, view.layer, view.head, varied.spec, "weights", 0, len(capture.tokens))
    np.testing.assert_allclose(view.row.weights, now[view.query], atol=1e-6)
    was = shown(replace(scene, variant="as-trained"), capture)
    np.testing.assert_allclose(view.row.trained, was.row.weights, atol=1e-6)


@pytest.mark.parametrize("variant", CHOICES)
@pytest.mark.parametrize("head", [3, "mean", "max"])
def test_every_stage_can_be_shown_probed_and_drawn_small(variant: str, head: int | str) -> None:
    scene = Scene(layer=2, head=head, variant=variant, merge=False, specials=True)
    for stage in STAGES if isinstance(head, int) else ("weights", "difference"):
        view = shown(Scene(**{**vars(scene), "stage": stage}))
        assert view.stage == stage
        found = probe(view, 3, 2)
        values, visible = rows_of(view, stage)
        np.testing.assert_array_equal(view.map.visible, visible)
        np.testing.assert_allclose(view.map.values, np.where(visible, values, 0), atol=1e-6)
        assert found.numbers[stage] == pytest.approx(float(view.map.values[3, 2]), rel=1e-4, abs=1e-6)
        assert found.visible == rows_of(view, "weights")[1][3, 2]
        if stage == "difference" and head != "max":
            assert all(fits(variant, 1 + total) for total in view.map.values.sum(1))
    detail = detail_of(scene, BANK, 40, lambda: False)
    assert detail is not None
    assert np.isfinite(detail.maps).all()
    assert (detail.mean_entropy is None) == (view.sums is not None or not isinstance(head, int))
    if isinstance(head, int):
        np.testing.assert_allclose(detail.maps[head], shown(scene).map.values, atol=1e-6)


def rows_of(view: View, stage: str) -> Any:
    varied = varied_of(view.scene, view.capture)
    return stage_rows(varied.capture, view.layer, view.head, varied.spec, stage, 0, len(view.capture.tokens))


SUMMED = [name for name in CHOICES if vary(BANK, 0, name).sums_to_one]


@pytest.mark.parametrize("variant", SUMMED)
def test_the_curves_are_those_of_the_variant(variant: str) -> None:
    """At each scale the curve of entropy is what the row has there; the gradient is softmax's or none."""
    view = shown(Scene(variant=variant, query=3))
    curve = view.saturation
    assert curve is not None
    own = vary(BANK, 0, variant).spec.normalizer.__name__ == "softmax"
    assert (curve.gradient is not None) == (curve.no_gradient is None) == (curve.gradient_norm is not None) == own
    detail = detail_of(view.scene, BANK, 40, lambda: False)
    assert detail is not None and (detail.mean_gradient is not None) == own
    assert curve.entropy_bits == pytest.approx(view.row.entropy, abs=1e-4)
    for at in (0, 40, 90):
        scene = Scene(variant=variant, query=3, scale=float(curve.divisors[at]))
        bits = entropy(shown(scene).row.weights.astype(float))
        assert curve.entropy[at] * view.row.most_entropy == pytest.approx(bits, abs=1e-4)


def test_a_row_without_a_sum_has_no_curves_and_says_why() -> None:
    for variant in set(CHOICES) - set(SUMMED):
        view = shown(Scene(variant=variant))
        assert view.saturation is None and view.sums is not None and view.sums.startswith("Rows ")
        detail = detail_of(view.scene, BANK, 40, lambda: False)
        assert detail is not None and detail.mean_entropy is None and detail.mean_gradient is None


def test_shared_keys_are_said() -> None:
    assert shown(Scene(variant="mqa", head=7)).kv_head == 0
    assert shown(Scene(variant="gqa", head=7, parameters={"groups": 3})).kv_head == 1
    assert shown(Scene(head=7)).kv_head == 7
    assert shown(Scene(variant="gqa", parameters={"groups": 5})).sums is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--variant", "sigmoid+sparsemax"), "Sigmoid and Sparsemax do not combine: each takes the place of softmax."),
        (("--variant", "as-trained+causal"), "As trained and Causal do not combine: it is the model alone."),
        (
            ("--variant", "window", "--param", "width=0"),
            "The parameter window.width is a whole number from 1 to 2048, not 0.",
        ),
        (
            ("--variant", "window", "--param", "width=nan"),
            "The parameter window.width is a whole number from 1 to 2048, not nan.",
        ),
        (
            ("--variant", "gqa", "--param", "groups=5"),
            "The parameter gqa.groups cannot be 5 in this layer: the next number that can is 4.",
        ),
        (
            ("--variant", "window+sinks", "--param", "width=5"),
            "The parameter width is not clear: choose window.width or sinks.width.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        weights(["--file", str(GALLERY["bank-muddy"].path), *arguments])
    assert end.value.code == 2
    assert capsys.readouterr() == ("", sentence + "\n")


def test_a_parameter_of_the_command_line_counts(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GALLERY["bank-muddy"].path)
    seen = {}
    for given in ("width=3", "window.width=3", "width=9"):
        assert weights(["--file", path, "--query", "7", "--variant", "window+alibi", "--param", given]) == 0
        row = json.loads(capsys.readouterr().out)["weights"]
        seen[given] = [i for i, weight in enumerate(row) if weight > 0]
    assert seen == {"width=3": [5, 6, 7], "window.width=3": [5, 6, 7], "width=9": list(range(8))}
