"""Chapter 4: why scores are divided by √d_k, and what happens otherwise."""

from engine.learn.records import Chapter, Formula, Heading, Live, Para, Table, Try
from engine.learn.scenes import BANK

CHAPTER = Chapter(
    name="scale",
    title="The scale",
    lead="Before the softmax every score is divided by √d{_k}. Leave that out, and one word takes all the attention "
    "while the gradient disappears.",
    blocks=(
        Formula(
            "attention",
            "Attention of Q, K and V equals softmax of Q times K transposed, divided by the square root of d k, times "
            "V.",
        ),
        Heading("Why divide", "why"),
        Para(
            "Suppose the d{_k} numbers of a {q:query} and of a {k:key} are random and independent, with mean 0 and "
            "variance 1. Variance says how far numbers scatter. Each product then has variance 1, and variances of "
            "independent terms add up. So the dot product has variance d{_k}: the larger the head, the larger its "
            "scores."
        ),
        Formula("variance", "The variance of q dot k is d k; the variance of q dot k divided by the root of d k is 1."),
        Para("Divided by √d{_k} the variance is 1 again, whatever the size of the head. That is all √d{_k} is for."),
        Heading("See it collapse", "collapse"),
        Para(
            "The head below has d{_k} = {n:32}, so the model divides by {n:5.66}. Divide by 1 instead, and “river” "
            "takes {n:99 %} of the attention."
        ),
        Live("scale", BANK | {"scale": 1.0}, "Turn √d{_k} from 0.5 to 64. The pale bars are the model’s own."),
        Table(
            ("√d{_k}", "“river”", "entropy", "gradient, share of its peak"),
            (
                ("0.5", "{n:99.98 %}", "{n:0.00 bits}", "{n:0.1 %}"),
                ("1", "{n:98.66 %}", "{n:0.10 bits}", "{n:7 %}"),
                ("5.66, the model", "{n:52.32 %}", "{n:2.11 bits}", "{n:100 %}"),
                ("16", "{n:22.21 %}", "{n:3.15 bits}", "{n:85 %}"),
                ("64", "{n:12.47 %}", "{n:3.31 bits}", "{n:79 %}"),
            ),
            "Computed from this head: MiniLM-L6-v2, layer 0, head 4, the row of “bank”.",
        ),
        Para(
            "Dividing by a **small** number stretches the gaps between scores: sharper, in the end a single word "
            "(one-hot). A **large** one shrinks them: flatter, in the end every word alike. Entropy counts this in "
            "bits: 0 is one word alone, and log{_2} of {n:10} tokens, {n:3.32}, is all alike."
        ),
        Heading("What the gradient loses", "gradient"),
        Para(
            "Training asks how the weights would change if a score changed a little. For softmax the answer is this "
            "matrix of derivatives. Here p is the row of weights, and δ{_ij} is 1 where i is j, else 0:"
        ),
        Formula(
            "jacobian", "The derivative of p i by s j is p i times one minus p i if i is j, else minus p i times p j."
        ),
        Para(
            "Every entry is a weight times another one, or times what it leaves of 1. If one weight is 1 and the "
            "others 0, every entry is 0. Then no small change of a score changes anything, and the head stops "
            "learning: the gradient has **vanished**. At √d{_k} = 1 this row keeps {n:7 %} of the largest gradient it "
            "has on this slider. At 0.5 it keeps {n:0.1 %}."
        ),
        Para(
            "Flat is not the aim either. A head that weighs everything alike says nothing. The model’s own scale lies "
            "near the top of the curve for this row."
        ),
        Heading("Is it always √d{_k}?", "always"),
        Para(
            "No. T5 divides by 1 and starts with smaller weights instead. Gemma 2 takes a number of its own from its "
            "configuration. In the other workspaces the strip at the foot of the window states the scale in force."
        ),
    ),
    tries=(
        Try("Open this head at √d{_k} = 1", "Attention, “bank”", BANK | {"scale": 1.0, "workspace": "attention"}),
        Try("Flatten it: √d{_k} = 32", "“river” falls to {n:0.15}", BANK | {"scale": 32.0, "workspace": "attention"}),
        Try(
            "All {n:72} heads at √d{_k} = 1",
            "Heads, sorted by entropy",
            BANK | {"scale": 1.0, "measure": "entropy", "sorting": "score", "workspace": "heads"},
        ),
    ),
    line=3,
    sources="Vaswani et al., arXiv 1706.03762, sec. 3.2.1 and footnote 4. T5: Raffel et al., arXiv 1910.10683, and its "
    "code. Gemma 2: arXiv 2408.00118, and query_pre_attn_scalar of its code.",
    seed=(
        "Formal Definition: scaling factor",
        "Interactive Walkthrough: Scaling Factor",
        "Interactive Walkthrough: sharper and smoother",
    ),
)
