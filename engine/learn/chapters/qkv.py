"""Chapter 2: the three roles of a word, and where their numbers come from."""

from engine.learn.records import Chapter, Formula, Heading, Live, Para, Points, Try
from engine.learn.scenes import BANK, RIVER

CHAPTER = Chapter(
    name="qkv",
    title="Queries, keys, values",
    lead="Each word plays three parts: it asks, it can be found, and it has something to give.",
    blocks=(
        Heading("Three roles", "roles"),
        Points(
            (
                "The {q:query} says what a word looks for. “bank” could ask: which words tell me what kind of bank I "
                "am?",
                "The {k:key} says what a word can be found by. “river” could answer: I am a place with water.",
                "The {v:value} is what a word hands over once it is found. “bank” mixes it into its own meaning.",
            )
        ),
        Para(
            "The questions in words are ours. To the model all three are lists of numbers, and nobody says what a "
            "single number stands for. All it needs is that a {q:query} and the right {k:key} point the same way."
        ),
        Heading("From one list to three", "project"),
        Para(
            "Before attention each word is one row of a matrix X: N words, d{_model} numbers each. In MiniLM "
            "d{_model} is {n:384}. Three learned matrices, W{_Q}, W{_K} and W{_V}, make {q:Q}, {k:K} and {v:V} of it. "
            "They are the same for all words, and they do not change while you read."
        ),
        Formula("project", "Q equals X times W Q, K equals X times W K, V equals X times W V."),
        Para(
            "In this head each matrix has {n:384} rows and d{_k} = {n:32} columns, so a {q:query} has {n:32} numbers. "
            "The width of V may differ and is called d{_v}; in this model it is {n:32} too. MiniLM also adds a "
            "learned bias to each number, as BERT does."
        ),
        Live(
            "product",
            BANK | {"key": RIVER},
            "The row of “bank”, times one column of W{_Q}, summed up, plus the bias: one number of its query.",
        ),
        Heading("Query meets key", "dot"),
        Para(
            "To compare the {q:query} of “bank” with the {k:key} of “river”, multiply them number by number and add "
            "up. This dot product is {n:28.56}. The largest of its {n:32} products alone gives {n:8.74}."
        ),
        Live("cell", BANK | {"key": RIVER}, "All products of this one cell, and what becomes of their sum."),
    ),
    tries=(
        Try(
            "This cell in numbers",
            "Attention, “bank” and “river”",
            BANK | {"key": RIVER, "stage": "raw", "workspace": "attention"},
        ),
        Try(
            "The products, sorted",
            "Attention, which numbers of query and key agree",
            BANK | {"key": RIVER, "lens": "dimensions", "workspace": "attention"},
        ),
        Try("What “river” hands over", "Attention, values", BANK | {"lens": "values", "workspace": "attention"}),
    ),
    line=0,
    sources="Vaswani et al., arXiv 1706.03762, sec. 3.2. The bias is BERT’s: Devlin et al., arXiv 1810.04805, "
    "and its code.",
    seed=(
        "Intuition: Query",
        "Intuition: Key",
        "Intuition: Value",
        "Formal Definition: Q, K, V from X by W_Q, W_K, W_V",
    ),
)
