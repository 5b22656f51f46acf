"""The numbers of the chapters about heads, masks and positions, in the order of the page."""

from __future__ import annotations

import math

import numpy as np
import torch

from engine import masks
from engine.attention import Spec
from engine.layers.multihead import head_parts
from engine.models import MODELS
from engine.models.projections import output_projection
from tests.engine.learn.claims.views import BANK_AT, RIVER_AT, capture_of, mean_of, percent, view


def heads() -> list[str]:
    capture, small = capture_of("bank-muddy"), MODELS["smollm2"]
    mini = MODELS["minilm"]
    animal = capture_of("animal-tired")
    labels = [token.label for token in animal.tokens]
    seen = animal.attention(3, 1).weights[0, 0, labels.index("it"), labels.index("animal")]
    joined = output_projection("minilm", 0)
    parts = head_parts(capture.attention(0).output[0], joined.weight)
    whole = parts[:, BANK_AT].sum(axis=0) + joined.bias
    lengths = np.linalg.norm(parts[:, BANK_AT], axis=-1)
    assert (int(np.argmax(lengths)), int(np.argmin(lengths))) == (4, 6)
    width, h, d = str(mini.heads * mini.head_dim), str(mini.heads), str(mini.head_dim)
    return [
        h,
        percent(seen),
        percent(mean_of("previous", "animal-tired", 0, 2), 2),
        percent(mean_of("special", "animal-tired", 4, 5)),
        width,
        h,
        d,
        h,
        d,
        width,
        f"{lengths.max():.2f}",
        f"{lengths.min():.2f}",
        percent(parts[4, BANK_AT] @ whole / (whole @ whole)),
        str(small.heads),
        str(small.kv_heads),
        str(small.layers * small.heads),
    ]


def hiding() -> list[str]:
    causal, n = view(variant="causal"), len(capture_of("bank-muddy").tokens)
    made = capture_of("bank-muddy").attention(0, 4, Spec(mask=masks.causal()))
    uniform = torch.softmax(torch.full((n,), -1e9), -1)
    return [
        str(n * n),
        str(int(made.visible.sum())),
        percent(causal.row.weights[RIVER_AT]),
        percent(view().row.weights[RIVER_AT]),
        percent(causal.row.weights[0]),
        f"{torch.finfo(torch.float16).min:.0f}".replace("-", "−"),
        str(n),
        percent(float(uniform[0])),
    ]


def rope() -> list[str]:
    rotation = capture_of("dursley").layers[0].rotation
    assert rotation is not None
    d = capture_of("dursley").layers[0].q.shape[2]
    slowest = rotation.base ** (-(d - 2) / d)
    turn = 2 * math.pi / slowest
    degrees = f"{math.degrees(rotation.base**0):.1f}°"
    return [
        str(MODELS["minilm"].limit),
        str(d),
        str(d // 2),
        f"{rotation.base:,.0f}",
        degrees,
        f"{round(turn, -3):,.0f}",
    ]
