"""Chapter 13: the whole of it in nine lines that run."""

from engine.learn.records import Chapter, Heading, Live, Para, Points, Try
from engine.learn.scenes import BANK

CHAPTER = Chapter(
    name="pseudocode",
    title="Pseudocode",
    lead="Nine lines of PyTorch do all of it. Step through them on the numbers of one head.",
    blocks=(
        Live("code", BANK, "Each line with the shape and the numbers that it makes. Turn the mask on and off."),
        Heading("Line by line", "lines"),
        Points(
            (
                "{q:Q}, {k:K} and {v:V} come as batch, heads, tokens, d{_k}. Here batch and heads are 1: {n:1 × 1 × "
                "10 × 32}.",
                "d_k is the last size of {q:Q}, {n:32}.",
                "The scores are {q:Q} times {k:K} transposed in its last two axes: {n:1 × 1 × 10 × 10}.",
                "They are divided by √d{_k} = {n:5.66}.",
                "If there is a mask, scores where it is 0 become −∞.",
                "Softmax along the last axis, the keys: each row of weights adds up to 1.",
                "The weights times {v:V} are the output: {n:1 × 1 × 10 × 32} again.",
            )
        ),
        Heading("−inf, or −1e9?", "inf"),
        Para(
            "You will meet −1e9 in the place of −∞. In 32 bits the weights are usually the same. In 16 bits PyTorch "
            "refuses it. And a row that sees nothing at all becomes uniform with −1e9, where −∞ gives NaN. The "
            "chapter on masks has the numbers."
        ),
        Heading("Run it yourself", "run"),
        Para(
            "**Copy as PyTorch file** gives a whole one: the function, the {q:queries}, {k:keys} and {v:values} of "
            "the head on screen, and a call that prints the weights. It needs PyTorch and nothing else, and prints "
            "what you see here. In a real program call torch.nn.functional.scaled_dot_product_attention: it does the "
            "same, with FlashAttention where it can."
        ),
    ),
    tries=(
        Try("This head", "Attention, all stages", BANK | {"workspace": "attention"}),
        Try(
            "With the mask",
            "Attention, causal",
            BANK | {"variant": "causal", "stage": "masked", "workspace": "attention"},
        ),
    ),
    line=None,
    sources="Vaswani et al., arXiv 1706.03762, eq. 1. PyTorch’s documentation of "
    "torch.nn.functional.scaled_dot_product_attention.",
    seed=("Pseudocode: scaled_dot_product_attention.py", "Pseudocode: mask"),
)
