"""Chapter 2: the three roles of a word, and where their numbers come from."""

from engine.learn.records import Chapter, Heading, Para, Points, Try
from engine.learn.scenes import BANK, RIVER

CHAPTER = Chapter(
    name="qkv",
    title="Queries, keys, values",
    lead="Each word plays three parts: it asks, it can be found, and it has something to give.",
    blocks=(
        Heading("Three roles", "roles"),
        Points(
            (
                "The {q:query} says what a word looks for. “bank” could ask: which words tell me what kind of bank "
                "I am?",
                "The {k:key} says what a word can be found by. “river” could answer: I am a place with water.",
                "The {v:value} is what a word hands over when it was found. Of “river” this is what “bank” takes in.",
            )
        ),
        Para(
            "The questions in words are ours. To the model all three are lists of numbers, and nobody says what "
            "a single number stands for."
        ),
    ),
    tries=(Try("q·k of this cell", "Attention, “bank” and “river”", BANK | {"key": RIVER, "workspace": "attention"}),),
    sources="Vaswani et al., arXiv 1706.03762, sec. 3.2.",
    seed=("Intuition: Query, Key, Value", "Formal Definition: X, W_Q, W_K, W_V"),
)
