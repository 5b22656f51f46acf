"""Every number that a chapter has from the app, computed anew, in the order of the page."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import torch

from engine import masks
from engine.attention import Spec, attend
from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.flash import replay, schedule
from engine.flash.frame.closeup import close_up
from engine.flash.frame.session import session_of
from engine.flash.hardware.devices import device_of
from engine.heads.patterns import PATTERNS
from engine.heads.rows import Rows
from engine.heads.text import Text
from engine.layers.multihead import head_parts
from engine.learn.chapters.idea import MONEY
from engine.learn.scenes import BANK
from engine.models import MODELS, open_model
from engine.models.projections import output_projection
from engine.scene import Scene
from engine.shown.view import View, view_of

BANK_AT, RIVER_AT, MUDDY_AT = 2, 5, 7
MIB, GIB = 2**20, 2**30


@cache
def capture_of(example: str) -> Capture:
    return Capture.load(GALLERY[example].path)


def view(scale: float | None = None, example: str = "bank-muddy", **fields: Any) -> View:
    at = GALLERY[example]
    chosen: dict[str, Any] = {"layer": at.layer, "head": at.head, "query": at.query, "scale": scale} | fields
    scene = Scene(**({"text": at.text, "model": at.model} | chosen))
    found = view_of(scene, capture_of(example), (8, 8), lambda: False)
    assert found is not None
    return found


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def mean_of(measure: str, example: str, layer: int, head: int) -> float:
    capture = capture_of(example)
    weights = capture.attention(layer).weights[0]
    rows = Rows(weights, np.ones_like(weights, bool), 0, Text.of(capture.tokens))
    numbers, counts = PATTERNS[measure].of_rows(rows)
    return float(numbers[head][np.broadcast_to(counts, numbers.shape)[head]].mean())


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


def heads() -> list[str]:
    capture, small = capture_of("bank-muddy"), MODELS["smollm2"]
    mini = MODELS["minilm"]
    animal = capture_of("animal-tired")
    labels = [token.label for token in animal.tokens]
    seen = animal.attention(3, 1).weights[0, 0, labels.index("it"), labels.index("animal")]
    parts = head_parts(capture.attention(0).output[0], output_projection("minilm", 0).weight)
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


def flash() -> list[str]:
    device, capture = device_of("a100"), capture_of("bank-muddy")
    session = session_of(Scene(**BANK, block_q=4, block_k=4), capture, lambda: False)
    assert session is not None
    s, row = session.schedule, close_up(session, 0, None, BANK_AT)
    assert row is not None
    standard = session.standard
    layer = capture.layers[0]
    q, k, v = (part[4][None, None] for part in (layer.q, layer.k, layer.v))
    apart = np.abs(replay(q, k, v, s).output - attend(q, k, v).output).max()
    assert apart < 1e-6
    causal = schedule(1024, 1024, 64, block_q=128, block_k=128, mask=masks.causal())
    m, a, total = ([f"{x:.{n}f}" for x in of] for of, n in ((row.m, 2), (row.factors, 3), (row.l, 2)))
    assert row.factors[2] == 1
    moved = [one.hbm_read + one.hbm_written for one in (s, standard)]
    big = [schedule(1024, 1024, 64, block_q=128, block_k=128, algorithm=algorithm) for algorithm in ("standard", "fa2")]
    mib = [(one.hbm_read + one.hbm_written) / MIB for one in big]
    return [
        f"{device.bandwidth / 1e9:,.0f}",
        str(device.multiprocessors),
        f"{device.sram / 2**10:.0f}",
        str(s.tiles_total),
        str(len(s)),
        m[0],
        total[0],
        m[1],
        a[1],
        total[1],
        m[2],
        a[2],
        total[2],
        m[0],
        m[1],
        a[1],
        "1",
        "0.000001",
        f"{mib[0]:.1f}",
        f"{mib[1]:.2f}",
        str(len(capture.tokens)),
        f"{moved[0]:,}",
        f"{moved[1]:,}",
        str(causal.tiles_visited),
        str(causal.tiles_total),
    ]


def when() -> list[str]:
    device, n = device_of("a100"), (1024, 10_000, 131_072)
    maps, kept = [2 * x * x for x in n], [4 * x for x in n]
    long, longest = (schedule(x, x, 64, block_q=128, block_k=128).operations for x in (8192, 131_072))
    assert schedule(16384, 16384, 64, block_q=128, block_k=128).operations == 4 * long
    return [
        f"{maps[0] / MIB:.0f} MiB",
        f"{kept[0] / 2**10:.0f} KiB",
        f"{maps[1] / MIB:.0f} MiB",
        f"{kept[1] / 2**10:.0f} KiB",
        f"{maps[2] / GIB:.0f} GiB",
        f"{kept[2] / 2**10:.0f} KiB",
        f"{32 * maps[1] / GIB:.1f} GiB",
        f"{long / 1e9:.1f}",
        f"{longest / 1e12:.1f}",
        f"{1000 * longest / device.peak:.0f}",
    ]


def pseudocode() -> list[str]:
    layer = capture_of("bank-muddy").layers[0]
    _, n, d = layer.q.shape
    whole = f"1 × 1 × {n} × {d}"
    return [whole, str(d), f"1 × 1 × {n} × {n}", f"{1 / layer.scale:.2f}", whole]


CLAIMS: dict[str, Callable[[], list[str]]] = {
    "idea": idea,
    "qkv": qkv,
    "formula": formula,
    "scale": scale,
    "heads": heads,
    "masks": hiding,
    "rope": rope,
    "flash": flash,
    "when": when,
    "history": list,
    "variants": list,
    "papers": list,
    "pseudocode": pseudocode,
}
