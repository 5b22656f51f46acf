"""Chapter 6: what a query may see, and how the rest is hidden."""

from engine.learn.records import Chapter, Formula, Heading, Live, Para, Points, Table, Try
from engine.learn.scenes import BANK, DURSLEY

CAUSAL = BANK | {"variant": "causal"}

CHAPTER = Chapter(
    name="masks",
    title="Masks",
    lead="A mask says which keys a query may see. What is hidden gets the score −∞, and so the weight 0.",
    blocks=(
        Heading("Hide the future", "causal"),
        Para(
            "A model that writes a text guesses the next word from the words so far. If it could see the next word "
            "while it is trained, it would only copy it. So in **causal** attention a {q:query} sees itself and what "
            "stands before it: {k:k} ≤ {q:q}."
        ),
        Formula("mask", "The score s i j is minus infinity where j is larger than i."),
        Live("mask", CAUSAL, "MiniLM was trained without this mask. Here it gets one, to see what a mask does."),
        Para(
            "Of {n:100} cells {n:55} stay. “bank” no longer sees “river”: {n:0 %} instead of {n:52 %}. What is left "
            "shares the row, and [CLS] gets {n:62 %}. The row still adds up to 1, because hiding comes **before** "
            "softmax."
        ),
        Heading("Learning from all words at once", "parallel"),
        Para(
            "With a causal mask one pass over N words is N exercises: each row predicts its next word, and none can "
            "peek. That is why transformers train in parallel although they write one word after the other."
        ),
        Heading("Why −∞ and not −1e9", "inf"),
        Para(
            "Many programs write −1e9 there instead, a very low score. e{^−∞} is exactly 0, and in 32 bits e{^−1e9} "
            "is rounded to 0 too. Most of the time both give the same. There are three differences:"
        ),
        Points(
            (
                "In 16-bit floats (fp16) the lowest number is {n:−65504}. There is no −1e9, and PyTorch refuses it.",
                "In a row where **everything** is hidden, equal low scores make equal weights: each of {n:10} hidden "
                "words gets {n:10 %}. That is a leak, and nobody notices.",
                "−∞ in such a row gives 0 / 0 in a plain softmax, which is NaN, not a number. That, at least, is "
                "noticed. In QKVista such a row is defined: all weights 0, output 0.",
            )
        ),
        Para("QKVista selects with the mask, so a NaN behind it cannot leak out either."),
        Heading("Other masks", "other"),
        Table(
            ("Mask", "A query sees"),
            (
                ("Padding", "no filler at the end of a shorter text in a batch"),
                ("Sliding window", "itself and a few words before it"),
                ("Prefix", "all of the first words, then as in causal"),
                ("Documents", "its own text only, where several are packed together"),
                ("Sinks", "a window, and the first few tokens"),
            ),
            "Each is in the catalogue of variants, with its source.",
        ),
    ),
    tries=(
        Try(
            "Causal on this sentence", "Attention, stage Masked", CAUSAL | {"stage": "masked", "workspace": "attention"}
        ),
        Try("A model trained causal", "SmolLM2, Attention", DURSLEY | {"workspace": "attention"}),
        Try(
            "A sliding window",
            "Attention, three words wide",
            BANK | {"variant": "window", "parameters": {"window.width": 3}, "workspace": "attention"},
        ),
    ),
    line=5,
    sources="Vaswani et al., arXiv 1706.03762, sec. 3.2.3. fp16: IEEE 754, binary16; torch.finfo(torch.float16).min.",
    seed=("Common Variants: Causal Attention", "Pseudocode: mask"),
)
