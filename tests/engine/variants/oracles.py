"""Every variant of the catalogue once more, in double precision, by code that nobody here wrote where there is some.

torch's own attention (SDPA) does masks and biases, its flex_attention what SDPA cannot; modules of transformers do
ALiBi, T5's buckets, RoPE, RMS norm, gpt-oss' sinks; what has no such code is a loop written from its paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from torch.nn.attention.flex_attention import flex_attention
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.gpt_oss.modeling_gpt_oss import eager_attention_forward
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb
from transformers.models.qwen3.modeling_qwen3 import Qwen3RMSNorm
from transformers.models.t5.modeling_t5 import T5Attention

from tests.engine.variants.given import Answer, Given, Numbers, Tensor, biased, sdpa, weighted

# Masks


def by(sees: Callable[[Numbers, int, int], bool]) -> Callable[[Given, Numbers], Answer]:
    return lambda at, p: sdpa(at, at.seen(lambda q, k: sees(p, q, k)))


def padding(at: Given, p: Numbers) -> Answer:
    return sdpa(at, at.seen(lambda q, k: k < at.n - p["last"]))


def bigbird(at: Given, p: Numbers) -> Answer:
    """Blocks: the neighbours, both ends for and to all, and for each row some of the rest, drawn with the seed."""
    blocks, draw = -(-at.n // int(p["block"])), Random(int(p["seed"]))
    ends = [b for b in range(blocks) if b < p["ends"] or b >= blocks - p["ends"]]
    table = []
    for row in range(blocks):
        seen = {b for b in range(blocks) if abs(b - row) <= p["window"] or b in ends or row in ends}
        rest = [b for b in range(blocks) if b not in seen]
        for _ in range(min(int(p["random"]), len(rest))):
            seen.add(rest.pop(int(draw.random() * len(rest))))
        table.append(seen)
    size = int(p["block"])
    return sdpa(at, at.seen(lambda q, k: k // size in table[q // size]))


# Scores


def alibi(at: Given, p: Numbers) -> Answer:
    slopes = build_alibi_tensor(torch.ones(1, 2), at.heads, torch.float64)[:, 0, 1]  # what is added at position 1
    place = torch.arange(at.n)
    return biased(at, -slopes[:, None, None] * (place[:, None] - place).abs())


def t5_bias(at: Given, p: Numbers) -> Answer:
    place, both_sides = torch.arange(at.n), bool(at.own.all())
    bucket = T5Attention._relative_position_bucket(place - place[:, None], both_sides, 32, 128)
    falls = [-p["slope"] * (b % 16) + p["ahead"] * (b >= 16) if both_sides else -p["slope"] * b for b in range(32)]
    return biased(at, torch.tensor(falls, dtype=torch.float64)[bucket])


def softcap(at: Given, p: Numbers) -> Answer:
    limit = p["limit"]

    def score_mod(s: Tensor, b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return torch.where(at.own[q, k], limit * torch.tanh(s / limit), -math.inf)

    k, v = at.for_each_head(at.k)[None], at.for_each_head(at.v)[None]
    eye = torch.eye(at.n, dtype=torch.float64).expand(1, at.heads, -1, -1)
    weights, output = (flex_attention(at.q[None], k, x, score_mod, scale=at.scale) for x in (eye, v))
    assert isinstance(weights, Tensor) and isinstance(output, Tensor)
    return weights[0], output[0]


def forgetting(at: Given, p: Numbers) -> Answer:
    """The paper's product of all gates after the key, up to the query."""
    faded = torch.zeros(at.n, at.n, dtype=torch.float64)
    for q in range(at.n):
        for k in range(q):
            faded[q, k] = sum(math.log(p["gate"]) for _ in range(k + 1, q + 1))
    return biased(at, faded, at.seen(lambda q, k: k <= q))


# Queries, keys and values


def rope(at: Given, p: Numbers) -> Answer:
    """Llama's own rotation of as many of the first dimensions as make whole pairs."""
    size = int(at.q.shape[-1])
    turned = min(max(2 * round(size * p["fraction"] / 2), 2), size - size % 2)
    speeds = p["base"] ** -(torch.arange(0, turned, 2, dtype=torch.float64) / turned) / p["stretch"]
    angles = torch.arange(at.n)[:, None] * torch.cat((speeds, speeds))
    q, k = apply_rotary_pos_emb(
        at.q[None, ..., :turned], at.k[None, ..., :turned], angles.cos()[None], angles.sin()[None]
    )
    parts = ((q, at.q), (k, at.k))
    q, k = (torch.cat((rotated[0], whole[..., turned:]), -1) for rotated, whole in parts)
    return sdpa(replace(at, q=q, k=k))


def qk_norm(at: Given, p: Numbers) -> Answer:
    norm = Qwen3RMSNorm(at.q.shape[-1], eps=1e-6).double()
    with torch.no_grad():
        q, k = (norm.weight * x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) for x in (at.q, at.k))
        torch.testing.assert_close(norm(at.q).double(), q, atol=1e-5, rtol=1e-5)  # the module itself is float32
    return sdpa(replace(at, q=q * p["gain"], k=k))


def gqa(at: Given, p: Numbers) -> Answer:
    heads = len(at.k)
    groups = next(n for n in range(min(int(p["groups"]), heads), 0, -1) if heads % n == 0)
    k, v = (torch.stack([part.mean(0) for part in x.chunk(groups)]) for x in (at.k, at.v))
    return sdpa(replace(at, k=k, v=v))


def mla(at: Given, p: Numbers) -> Answer:
    """Eckart and Young: the first singular vectors of all keys and values side by side."""
    flat = torch.cat((at.k, at.v), -1).movedim(0, 1).reshape(at.n, -1)
    u, s, vh = torch.linalg.svd(flat, full_matrices=False)
    rank = min(int(p["rank"]), len(s))
    cut = (u[:, :rank] * s[:rank] @ vh[:rank]).reshape(at.n, len(at.k), -1).movedim(1, 0)
    size = at.k.shape[-1]
    return sdpa(replace(at, k=cut[..., :size], v=cut[..., size:]))


def differential(at: Given, p: Numbers) -> Answer:
    weights, _ = sdpa(at)
    v = at.for_each_head(at.v)
    partner = [(h + 1) % at.heads for h in range(at.heads)]
    less = weights - p["lambda"] * weights[partner]
    return less, less @ torch.cat((v, v[partner]), -1)


def gated(at: Given, p: Numbers) -> Answer:
    weights, output = sdpa(at)
    return weights, torch.sigmoid(torch.tensor(p["gate"], dtype=torch.float64)) * output


# Normalisers


def learned_sink(at: Given, p: Numbers) -> Answer:
    sinks = torch.full((at.heads,), p["logit"], dtype=torch.float64)
    module = SimpleNamespace(num_key_value_groups=at.heads // len(at.k), sinks=sinks, training=False)
    hidden = torch.zeros(1, 1, at.n, at.n, dtype=torch.float64).masked_fill(~at.own, -math.inf)
    output, weights = eager_attention_forward(module, at.q[None], at.k[None], at.v[None], hidden, at.scale)
    return weights[0], output[0].transpose(0, 1)


def off_by_one(at: Given, p: Numbers) -> Answer:
    """torch's add_zero_attn: one more key and value, of zeros."""
    k, v = (functional.pad(at.for_each_head(x), (0, 0, 0, 1)) for x in (at.k, at.v))
    mask = functional.pad(at.own, (0, 1), value=True)
    eye = torch.eye(at.n + 1, at.n, dtype=torch.float64).expand(at.heads, -1, -1)
    weights, output = (
        functional.scaled_dot_product_attention(at.q[None], k[None], x[None], attn_mask=mask, scale=at.scale)[0]
        for x in (eye, v)
    )
    return weights, output


def sigmoid(at: Given, p: Numbers) -> Answer:
    return weighted(at, torch.sigmoid(at.scores() - math.log(at.n) + p["bias"]))


def by_bisection(power: int) -> Callable[[Given, Numbers], Answer]:
    """max(s / power - t, 0) ** power summing to 1: t by halving an interval, as its definition says."""

    def solve(row: list[float]) -> list[float]:
        scaled = [s / power for s in row]
        low, high = max(scaled) - 1, max(scaled)
        for _ in range(200):
            middle = (low + high) / 2
            total = sum(max(s - middle, 0) ** power for s in scaled)
            low, high = (middle, high) if total > 1 else (low, middle)
        return [max(s - high, 0) ** power for s in scaled]

    def answer(at: Given, p: Numbers) -> Answer:
        rows = [[solve(row) for row in head] for head in at.scores().tolist()]
        return weighted(at, torch.tensor(rows, dtype=torch.float64))

    return answer


def linear(at: Given, p: Numbers) -> Answer:
    """Equation 4 of the paper, token by token."""
    q, k = functional.elu(at.q) + 1, functional.elu(at.for_each_head(at.k)) + 1
    weights = torch.zeros(at.heads, at.n, at.n, dtype=torch.float64)
    for h, i in np.ndindex(at.heads, at.n):
        alike = {j: float(q[h, i] @ k[h, j]) for j in range(at.n) if at.own[i, j]}
        for j, number in alike.items():
            weights[h, i, j] = number / sum(alike.values())
    return weighted(at, weights)


ORACLES: dict[str, Callable[[Given, Any], Answer]] = {
    "as-trained": lambda at, p: sdpa(at),
    "full": lambda at, p: sdpa(at, torch.ones(at.n, at.n, dtype=torch.bool)),
    "causal": lambda at, p: sdpa(at, at.own.tril()),
    "causal-bottom-right": lambda at, p: sdpa(at, at.own.tril(at.n - at.n)),
    "padding": padding,
    "window": by(lambda p, q, k: q - p["width"] < k <= q),
    "prefix": by(lambda p, q, k: k < p["length"] or k <= q),
    "dilated": by(lambda p, q, k: abs(q - k) <= p["width"] and (q - k) % p["rate"] == 0),
    "global": by(lambda p, q, k: abs(q - k) <= p["width"] or q < p["count"] or k < p["count"]),
    "bigbird": bigbird,
    "document": by(lambda p, q, k: (q >= p["start"]) == (k >= p["start"])),
    "chunk": by(lambda p, q, k: q // p["size"] == k // p["size"]),
    "sinks": by(lambda p, q, k: k <= q and (k < p["count"] or q - p["width"] < k)),
    "alibi": alibi,
    "t5-bias": t5_bias,
    "softcap": softcap,
    "forgetting": forgetting,
    "rope": rope,
    "qk-norm": qk_norm,
    "mqa": lambda at, p: gqa(at, {"groups": 1}),
    "gqa": gqa,
    "mla": mla,
    "differential": differential,
    "gated": gated,
    "learned-sink": learned_sink,
    "off-by-one": off_by_one,
    "sigmoid": sigmoid,
    "sparsemax": by_bisection(1),
    "entmax15": by_bisection(2),
    "linear": linear,
}
