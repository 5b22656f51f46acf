"""The numbers of the chapters about one row of weights, in the order of the page."""

from __future__ import annotations

import math

import numpy as np

from engine.files.examples import GALLERY
from engine.learn.chapters.idea import MONEY
from engine.models import MODELS, open_model
from tests.engine.learn.claims.views import BANK_AT, MUDDY_AT, RIVER_AT, capture_of, percent, view


def idea() -> list[str]:
    weights, far = view().row.weights, view(example="bank-river").row.weights
    read = open_model("minilm").capture(MONEY)
    labels = [token.label for token in read.tokens]
    money = [read.attention(0, head).weights[0, 0, labels.index("bank")] for head in (4, 3)]
    words = {label: float(weight) for label, weight in zip(labels, money[1], strict=True) if label[0] != "["}
    assert max(words, key=lambda label: words[label]) == "rates"
    third = view(head=3).row.weights
    assert int(np.argmax(third)) == MUDDY_AT
    return [
        percent(weights[RIVER_AT]),
        percent(weights[MUDDY_AT]),
        percent(weights[BANK_AT]),
        percent(weights[0] + weights[-1]),
        percent(far[[token.label for token in capture_of("bank-river").tokens].index("river")]),
        percent(money[0][0] + money[0][-1]),
        percent(words["rates"]),
        percent(third[MUDDY_AT]),
    ]


def qkv() -> list[str]:
    info, cell = MODELS["minilm"], view(key=RIVER_AT).cell
    assert cell is not None
    x = open_model("minilm").layer_input(GALLERY["bank-muddy"].text, 0)
    v = capture_of("bank-muddy").layers[0].v
    d, model = str(info.head_dim), str(x.shape[1])
    assert v.shape[2] == info.head_dim
    return [model, model, d, d, d, f"{cell.raw:.2f}", d, f"{cell.products.max():.2f}"]


def formula() -> list[str]:
    cell, weights = view(key=RIVER_AT).cell, view().row.weights
    assert cell is not None
    n, d = len(weights), str(MODELS["minilm"].head_dim)
    return [
        str(n),
        str(n * n),
        d,
        f"{cell.raw:.2f}",
        f"{cell.scaled:.2f}",
        f"{math.exp(cell.scaled):.1f}",
        f"{math.exp(cell.lse):.1f}",
        f"{cell.weight:.3f}",
        f"{weights[RIVER_AT]:.3f}",
        f"{weights[MUDDY_AT]:.3f}",
        d,
    ]


def scale() -> list[str]:
    def row(divisor: float | None, digits: int) -> list[str]:
        found = view(divisor).saturation
        assert found is not None and found.gradient_now is not None
        river = view(divisor).row.weights[RIVER_AT]
        return [percent(river, 2), f"{found.entropy_bits:.2f} bits", percent(found.gradient_now, digits)]

    kept = row(1.0, 0)[2], row(0.5, 1)[2]
    heads = sum(layer.q.shape[0] for layer in capture_of("bank-muddy").layers)
    return [
        str(MODELS["minilm"].head_dim),
        f"{view().trained_divisor:.2f}",
        percent(view(1.0).row.weights[RIVER_AT]),
        *row(0.5, 1),
        *row(1.0, 0),
        *row(None, 0),
        *row(16.0, 0),
        *row(64.0, 0),
        "10",
        f"{math.log2(len(capture_of('bank-muddy').tokens)):.2f}",
        *kept,
        f"{view(32.0).row.weights[RIVER_AT]:.2f}",
        str(heads),
    ]


def pseudocode() -> list[str]:
    layer = capture_of("bank-muddy").layers[0]
    _, n, d = layer.q.shape
    whole = f"1 × 1 × {n} × {d}"
    return [whole, str(d), f"1 × 1 × {n} × {n}", f"{1 / layer.scale:.2f}", whole]
