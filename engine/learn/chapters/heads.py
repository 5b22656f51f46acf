"""Chapter 5: many heads side by side, and the matrix that joins them."""

from engine.learn.records import Chapter, Formula, Heading, Live, Para, Points, Try
from engine.learn.scenes import ANIMAL, BANK, DURSLEY

CHAPTER = Chapter(
    name="heads",
    title="Many heads",
    lead="One head has one row of weights for each word, so it can look for one kind of thing. A layer has "
    "several heads.",
    blocks=(
        Heading("Why several", "why"),
        Para(
            "In “it was too tired”, “it” needs its noun, and also its verb. One softmax would have to share itself "
            "out between the two. Two heads can look at both, each with its own W{_Q}, W{_K} and W{_V}."
        ),
        Live("heads", ANIMAL, "Layer 3 of MiniLM, all {n:12} heads on one sentence. Click one."),
        Points(
            (
                "Layer 3, head 1: “it” looks at “animal”, {n:68 %}.",
                "Layer 0, head 2: every word looks at the token before it. In this text that is {n:99.99 %} of the "
                "weight on average.",
                "Layer 4, head 5: most of the weight, {n:91 %} on average, goes to [CLS] and [SEP]. The head rests.",
            )
        ),
        Para("Nobody gave out these jobs. They are what training left, and most heads have no name so simple."),
        Heading("The formula", "formula"),
        Formula("head", "Head i equals attention of Q W Q i, K W K i, V W V i."),
        Formula("multihead", "Multi head of Q, K, V equals the heads 1 to h side by side, times W O."),
        Para(
            "In self-attention Q, K and V on the right are all X. Each of the h heads works on d{_model} / h numbers: "
            "in MiniLM {n:384} / {n:12} = {n:32}. So all heads together cost about as much as one head of full width."
        ),
        Heading("The output projection", "output"),
        Para(
            "The outputs of all heads are put side by side: {n:12} × {n:32} = {n:384} numbers again. The matrix W{^O} "
            "then mixes them. W{^O} can be cut into one block of rows a head. So the result is a **sum**: each head "
            "adds its own part, and the bias comes last."
        ),
        Formula("parts", "Concat of the heads times W O equals the sum over i of head i times W O i."),
        Live(
            "parts",
            BANK | {"lens": "shares"},
            "What each head of layer 0 adds to “bank”: its share of the sum, its length, and how far both point the "
            "same way (cosine).",
        ),
        Para(
            "For “bank” in layer 0, head 4 adds the longest part, {n:1.96}, and head 6 the shortest, {n:0.48}. "
            "Lengths do not simply add up, because parts point in different directions. What counts is how far a part "
            "reaches along the sum: head 4 makes {n:29 %} of it."
        ),
        Heading("Sharing keys", "shared"),
        Para(
            "A model that writes keeps all {k:keys} and {v:values} of the text so far in memory. To save memory, "
            "groups of heads can share one {k:key} and one {v:value} head: grouped-query attention. In SmolLM2 {n:9} "
            "{q:query} heads share {n:3} {k:key} heads."
        ),
    ),
    tries=(
        Try("“it” and “animal”", "Attention, layer 3, head 1", ANIMAL | {"workspace": "attention"}),
        Try(
            "Heads that look one back",
            "Heads, by previous token",
            BANK | {"measure": "previous", "sorting": "score", "workspace": "heads"},
        ),
        Try("What each head adds", "Attention, output by head", BANK | {"lens": "shares", "workspace": "attention"}),
        Try(
            "SmolLM2, {n:270} heads",
            "Heads, a text that repeats itself",
            DURSLEY | {"measure": "induction", "workspace": "heads"},
        ),
    ),
    line=None,
    sources="Vaswani et al., arXiv 1706.03762, sec. 3.2.2. Heads at rest: Clark et al., arXiv 1906.04341, sec. 3.2. "
    "Grouped queries: Ainslie et al., arXiv 2305.13245.",
    seed=("Multi-Head Attention (MHA)", "Multi-Head Attention: MultiHead, head_i, W^O"),
)
