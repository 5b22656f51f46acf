"""Variants that hide keys. Each hides more than the model's own mask does, but for `full`, which hides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine import masks
from engine.variants.records import Change, Numbers, Parameter, Variant

if TYPE_CHECKING:
    from engine.attention import Mask
    from engine.capture import Layer

LONGEST = 2048  # tokens that a slider reaches


def _tokens(name: str, title: str, default: int, hint: str, least: int = 1, most: int = LONGEST) -> Parameter:
    """A number of tokens, blocks and the like."""
    return Parameter(name, title, least, most, default, whole=True, logarithmic=least > 0 and most > 64, hint=hint)


def _n(layer: Layer) -> int:
    return int(layer.k.shape[1])


def _whole(numbers: Numbers) -> dict[str, int]:
    return {name: int(value) for name, value in numbers.items()}


def _bottom_right(layer: Layer, numbers: Numbers) -> Change:
    return Change(mask=masks.causal(_n(layer) - int(layer.q.shape[1])))


def _padding(layer: Layer, numbers: Numbers) -> Change:
    return Change(mask=masks.padding([max(_n(layer) - int(numbers["last"]), 0)]))


def _document(layer: Layer, numbers: Numbers) -> Change:
    return Change(mask=masks.document((np.arange(_n(layer)) >= numbers["start"]).astype(np.int64)))


def _global(layer: Layer, numbers: Numbers) -> Change:
    at = _whole(numbers)
    near = masks.dilated(at["width"], 1)
    return Change(mask=masks.either(near, masks.global_tokens(range(min(at["count"], _n(layer))))))


def _bigbird(layer: Layer, numbers: Numbers) -> Change:
    at = _whole(numbers)
    rest = (at[name] for name in ("ends", "random", "seed"))
    return Change(mask=masks.bigbird(_n(layer), at["block"], 2 * at["window"] + 1, *rest))


def _sinks(layer: Layer, numbers: Numbers) -> Change:
    at = _whole(numbers)
    seen: Mask = masks.either(masks.sinks(at["count"]), masks.window(at["width"]))
    return Change(mask=masks.both(masks.causal(), seen))


RECORDS = (
    Variant(
        name="full",
        title="Full",
        family="mask",
        idea="Every token sees every token, before and after it, whatever the model’s own mask hides.",
        formula="softmax(scale · q·k)",
        source="Vaswani et al., Attention Is All You Need, arXiv 1706.03762, eq. 1",
        year=2017,
        good_for="Texts that are there as a whole: search, classification, translation’s source side.",
        used_by="BERT, MiniLM, ViT, the encoder of T5",
        build=lambda layer, numbers: Change(hides=False),
        mask="none",
        against=frozenset(("mask", "forgetting")),
        because="full hides nothing",
    ),
    Variant(
        name="causal",
        title="Causal",
        family="mask",
        idea="A token sees itself and what stands before it.",
        formula="softmax(scale · q·k where k ≤ q)",
        source="Vaswani et al., Attention Is All You Need, arXiv 1706.03762, sec. 3.2.3",
        year=2017,
        good_for="Writing a text token by token.",
        used_by="GPT, Llama, Mistral, SmolLM2",
        build=lambda layer, numbers: Change(mask=masks.causal()),
    ),
    Variant(
        name="causal-bottom-right",
        title="Causal, bottom right",
        family="mask",
        idea="Causal with the last query at the last key: the same as causal where both are as many, as here.",
        formula="softmax(scale · q·k where k ≤ q + n_k − n_q)",
        source="Dao, FlashAttention 2.1, change of causal flag; FlashAttention-2 is arXiv 2307.08691",
        year=2023,
        good_for="Decoding with a cache: few new queries after many old keys.",
        used_by="FlashAttention from 2.1 on, most decoders with a cache",
        build=_bottom_right,
    ),
    Variant(
        name="padding",
        title="Padding",
        family="mask",
        idea="The last tokens are padding, and no query sees them.",
        formula="softmax(scale · q·k where k < n − last)",
        source="Devlin et al., BERT, arXiv 1810.04805, the attention mask of its code",
        year=2018,
        good_for="Texts of unequal length in one batch.",
        used_by="every model that runs in batches",
        build=_padding,
        parameters=(_tokens("last", "Padding tokens", 1, "How many of the last tokens are padding", 0, LONGEST),),
        parameters_from="you",
    ),
    Variant(
        name="window",
        title="Sliding window",
        family="mask",
        idea="A token sees itself and the few before it.",
        formula="softmax(scale · q·k where q − width < k ≤ q)",
        source="Jiang et al., Mistral 7B, arXiv 2310.06825, sec. 2",
        year=2023,
        good_for="Long texts at a cost that grows with the length, not with its square.",
        used_by="Mistral 7B, Gemma 2 and 3, gpt-oss, in some or all layers",
        build=lambda layer, numbers: Change(mask=masks.window(int(numbers["width"]))),
        parameters=(_tokens("width", "Width", 4, "Keys in sight, the query’s own included"),),
        parameters_from="you",
    ),
    Variant(
        name="prefix",
        title="Prefix LM",
        family="mask",
        idea="The first tokens see each other both ways, the rest looks back; a causal model stays causal.",
        formula="softmax(scale · q·k where k < length or k ≤ q)",
        source="Raffel et al., T5, arXiv 1910.10683, sec. 3.2.1",
        year=2019,
        good_for="A question that is there as a whole, and an answer that is being written.",
        used_by="UniLM, GLM, PaliGemma",
        build=lambda layer, numbers: Change(mask=masks.prefix(int(numbers["length"]))),
        parameters=(_tokens("length", "Prefix", 4, "Tokens of the prefix", 0, LONGEST),),
        parameters_from="you",
    ),
    Variant(
        name="dilated",
        title="Dilated window",
        family="mask",
        idea="A token sees every second, third, … token near it, on both sides.",
        formula="softmax(scale · q·k where |q − k| ≤ width and (q − k) mod rate = 0)",
        source="Beltagy et al., Longformer, arXiv 2004.05150, sec. 3.1",
        year=2020,
        good_for="A wider reach for the same number of keys.",
        used_by="Longformer (some heads), LongNet, NATTEN’s DiNA",
        build=lambda layer, numbers: Change(mask=masks.dilated(int(numbers["width"]), int(numbers["rate"]))),
        parameters=(
            _tokens("width", "Reach", 4, "How far it looks to each side", 0),
            _tokens("rate", "Rate", 2, "Of how many tokens each one is seen", 1, 64),
        ),
        parameters_from="you",
    ),
    Variant(
        name="global",
        title="Global tokens",
        family="mask",
        idea="A window on both sides, and a few first tokens that see all and are seen by all.",
        formula="softmax(scale · q·k where |q − k| ≤ width or q < count or k < count)",
        source="Beltagy et al., Longformer, arXiv 2004.05150, sec. 3.1",
        year=2020,
        good_for="Long documents where one token, such as [CLS], gathers the whole.",
        used_by="Longformer, LED, ETC",
        build=_global,
        parameters=(
            _tokens("count", "Global tokens", 1, "How many of the first tokens", 0, 64),
            _tokens("width", "Reach", 2, "How far the others look to each side", 0),
        ),
        parameters_from="you",
    ),
    Variant(
        name="bigbird",
        title="BigBird",
        family="mask",
        idea="Blocks of tokens see their neighbours, the first and last blocks, and a few at random.",
        formula="softmax(scale · q·k where k’s block is near q’s, at an end, or drawn for it)",
        source="Zaheer et al., Big Bird, arXiv 2007.14062, sec. 2",
        year=2020,
        good_for="Long documents, with a proof that little is lost.",
        used_by="BigBird, BigBird-Pegasus",
        build=_bigbird,
        parameters=(
            _tokens("block", "Block", 2, "Tokens a block; the paper has 64", 1, 256),
            _tokens("window", "Neighbours", 1, "Neighbouring blocks in sight on each side", 0, 16),
            _tokens("ends", "End blocks", 1, "First, and last, blocks that see all and are seen by all", 0, 16),
            _tokens("random", "Random blocks", 1, "More blocks in sight, drawn from the seed", 0, 16),
            _tokens("seed", "Seed", 0, "Another number draws other blocks", 0, 999),
        ),
        parameters_from="you",
    ),
    Variant(
        name="document",
        title="Documents",
        family="mask",
        idea="Two texts in one sequence do not see each other.",
        formula="softmax(scale · q·k where q and k are of the same document)",
        source="Krell et al., Efficient Sequence Packing, arXiv 2107.02027, sec. 3",
        year=2021,
        good_for="Training on many short texts without padding.",
        used_by="Llama 3, and most training with packed sequences",
        build=_document,
        parameters=(_tokens("start", "Second starts at", 5, "The token where the second document begins", 0),),
        parameters_from="you",
    ),
    Variant(
        name="chunk",
        title="Chunks",
        family="mask",
        idea="The text is cut into chunks of one size; a token sees its own chunk only.",
        formula="softmax(scale · q·k where ⌊q / size⌋ = ⌊k / size⌋)",
        source="Meta, Llama 4 (2025), its local layers; there causal too",
        year=2025,
        good_for="Very long texts, beside some layers that see all.",
        used_by="Llama 4",
        build=lambda layer, numbers: Change(mask=masks.chunk(int(numbers["size"]))),
        parameters=(_tokens("size", "Size", 4, "Tokens a chunk"),),
        parameters_from="you",
    ),
    Variant(
        name="sinks",
        title="Attention sinks",
        family="mask",
        idea="Causal: a sliding window, and the first tokens, which take what no other token should get.",
        formula="softmax(scale · q·k where k ≤ q and (k < count or q − width < k))",
        source="Xiao et al., StreamingLLM, arXiv 2309.17453, sec. 3.2",
        year=2023,
        good_for="Endless texts with a small cache.",
        used_by="StreamingLLM, many serving engines",
        build=_sinks,
        parameters=(
            _tokens("count", "Sinks", 1, "First tokens that stay in sight; the paper has 4", 0, 64),
            _tokens("width", "Width", 3, "Keys in sight, the query’s own included"),
        ),
        parameters_from="you",
    ),
)
