"""The products of a cell are its q.k; of rotated heads pair by pair, each as far as the distance turns it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.capture import Capture
from engine.layers.rotation import Rotation
from engine.shown.view import varied_of
from engine.why.dimensions import dimensions_of
from tests.engine.why.conftest import Look, turned

ROTATIONS = (
    Rotation(base=100.0),
    Rotation(base=50.0, layout="interleaved"),
    Rotation(base=100.0, fraction=0.5),
    Rotation(
        base=1e4,
        scaling=(("type", "dynamic"), ("factor", 4.0), ("original_max_position_embeddings", 3)),
    ),
    Rotation(base=1e4, scaling=(("type", "yarn"), ("factor", 4.0), ("original_max_position_embeddings", 32))),
)


@pytest.mark.parametrize("variant", ["as-trained", "rope", "qk-norm", "gqa"])
def test_the_products_add_up_to_the_q_k_of_the_core(bank: Capture, look: Look, variant: str) -> None:
    for query, key in ((2, 5), (4, 1), (0, 9)):
        view = look(bank, query=query, key=key, variant=variant, specials=True, head=7)
        varied = varied_of(view.scene, bank)
        found = dimensions_of(view, varied)
        assert found is not None
        raw = varied.capture.attention(0, 7, varied.spec).raw[0, 0, query, key]
        assert found.products.shape == (32,)
        assert found.products.sum() == pytest.approx(raw, rel=1e-4, abs=1e-4)
        assert (found.pairs, found.flat) == (None, None)


def test_of_pieces_it_is_the_strongest_pair(pieces: Capture, look: Look) -> None:
    word = next(i for i, token in enumerate(pieces.tokens) if token.piece.startswith("##"))
    view = look(pieces, query=word, key=word)
    found = dimensions_of(view, varied_of(view.scene, pieces))
    assert found is not None
    assert view.cell is not None
    assert view.cell.of_pieces > 1
    layer = pieces.layers[0]
    np.testing.assert_allclose(
        found.products, layer.q[4, view.cell.query].astype(float) * layer.k[4, view.cell.key], rtol=1e-6
    )


@pytest.mark.parametrize("rotation", ROTATIONS, ids=["half", "interleaved", "partial", "dynamic", "yarn"])
@pytest.mark.parametrize("head", [1, 2])
def test_a_pair_is_turned_by_the_distance(look: Look, rotation: Rotation, head: int) -> None:
    capture = turned(rotation)
    view = look(capture, head=head, layer=1, query=5, key=2, merge=False)
    found = dimensions_of(view, varied_of(view.scene, capture))
    assert found is not None
    assert found.pairs is not None
    layer, pairs = capture.layers[1], found.pairs
    q, k = (x[i] for x, i in zip(layer.unrotated(), (head, head // 2), strict=True))
    rest = np.setdiff1d(np.arange(8), pairs.dimensions)
    assert pairs.products.sum() + found.products[rest].sum() == pytest.approx(found.products.sum(), abs=1e-5)
    assert found.flat == pytest.approx(float(q[5].astype(float) @ k[2]), abs=1e-5)
    assert found.flat == pytest.approx(pairs.flat.sum() + found.products[rest].sum(), abs=1e-5)
    factor = dict(rotation.scaling).get("type") == "yarn"
    for (a, b), product, flat, wave in zip(
        pairs.dimensions, pairs.products, pairs.flat, pairs.wavelengths, strict=True
    ):
        met = complex(q[5, a], q[5, b]) * complex(k[2, a], k[2, b]).conjugate()
        met *= np.exp(2j * np.pi * (5 - 2) / wave)
        assert met.real * ((0.1 * np.log(4) + 1) ** 2 if factor else 1) == pytest.approx(product, abs=1e-5)
        assert flat == pytest.approx(q[5, a] * k[2, a] + q[5, b] * k[2, b], abs=1e-5)


def test_wavelengths_are_tokens_of_a_whole_turn(look: Look) -> None:
    view = look(turned(Rotation(base=100.0)), head=0, query=3, key=1)
    found = dimensions_of(view, varied_of(view.scene, view.capture))
    assert found is not None
    assert found.pairs is not None
    np.testing.assert_allclose(found.pairs.wavelengths, 2 * np.pi * 100.0 ** (np.arange(4) / 4))
    np.testing.assert_array_equal(found.pairs.dimensions, [[0, 4], [1, 5], [2, 6], [3, 7]])


@pytest.mark.parametrize("head", ["mean", "max"])
def test_of_all_heads_there_is_none(bank: Capture, look: Look, head: str) -> None:
    view = look(bank, head=head)
    assert dimensions_of(view, varied_of(view.scene, bank)) is None
