"""Chapter 3: the formula, part by part, on one row."""

from engine.learn.records import Chapter, Formula, Heading, Live, Para, Points, Try
from engine.learn.scenes import BANK, RIVER

CHAPTER = Chapter(
    name="formula",
    title="The formula",
    lead="Four steps turn queries, keys and values into an answer for every word: compare, scale, share out, mix.",
    blocks=(
        Formula(
            "attention",
            "Attention of Q, K and V equals softmax of Q times K transposed, divided by the square root of d k, times "
            "V.",
        ),
        Heading("Compare", "compare"),
        Para(
            "{q:Q}{k:K}{^⊤} holds the dot product of each {q:query} with each {k:key}. N words give N × N scores: a "
            "row for each word that asks, a column for each that is asked. Our sentence has {n:10} tokens with its "
            "two marks, so {n:100} scores."
        ),
        Live(
            "map",
            BANK | {"stage": "raw"},
            "The scores q·k. The bar at the right says which colour is above 0, and which below.",
        ),
        Heading("Scale", "scale"),
        Para(
            "Divide each score by √d{_k}. Here d{_k} is {n:32}, and {n:28.56} becomes {n:5.05}. The next chapter is "
            "about this step alone."
        ),
        Heading("Share out", "softmax"),
        Para(
            "Softmax makes shares of scores. It raises the number e, about 2.72, to each score of a row, and divides "
            "by the sum of all of these. The result lies between 0 and 1, and each row adds up to 1."
        ),
        Formula("softmax", "The weight i j equals e to the score i j, divided by the sum of e to all scores of row i."),
        Para(
            "For “bank” and “river”: e{^5.05} is {n:155.8}. All ten keys together come to {n:297.7}. The weight is "
            "{n:0.523}. The order of the scores stays, and a score that is larger by 1 gets e times as much."
        ),
        Live("cell", BANK | {"key": RIVER}, "The same four lines for any cell. Choose another key."),
        Para(
            "These N × N weights are the **attention map**. Many call them probabilities, because they behave like "
            "ones. They say where a head reads from. They do not say why a model answers as it does."
        ),
        Live("map", BANK, "The weights, from 0 to 1. Each row adds up to 1, its special tokens included."),
        Heading("Mix", "mix"),
        Para(
            "The output of a word is the sum of all {v:values}, each times its weight. “bank” gets {n:0.523} times "
            "the {v:value} of “river”, {n:0.245} times that of “muddy”, and so on: {n:32} numbers again, now with "
            "water in them."
        ),
        Formula("output", "The output i equals the sum over j of the weight i j times the value j."),
        Heading("Shapes", "shapes"),
        Points(
            (
                "{q:Q} is N × d{_k}, {k:K} is N × d{_k}, {v:V} is N × d{_v}.",
                "{q:Q}{k:K}{^⊤}, the scaled scores and the weights are N × N.",
                "The output is N × d{_v}: one row for each {q:query}.",
            )
        ),
        Para(
            "No step depends on the order of the words. Shuffle them, and the rows of the result are shuffled the "
            "same way. A model has to add where words stand; the chapter on RoPE shows one way."
        ),
    ),
    tries=(
        Try("Scores, then weights", "Attention, stage q·k", BANK | {"stage": "raw", "workspace": "attention"}),
        Try("Weights times values", "Attention, value-weighted", BANK | {"stage": "value", "workspace": "attention"}),
    ),
    line=2,
    sources="Vaswani et al., arXiv 1706.03762, eq. 1. On reading weights: Jain and Wallace, arXiv 1902.10186.",
    seed=(
        "Intuition: attention map, softmax, weighted sum",
        "Formal Definition: Attention(Q, K, V)",
        "Formal Definition: QK^T",
        "Formal Definition: softmax",
        "Interactive Walkthrough: query token",
        "Interactive Walkthrough: attention weights",
    ),
)
