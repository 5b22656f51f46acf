"""Chapter 7: how queries and keys learn where their words stand."""

from engine.learn.records import Chapter, Formula, Heading, Live, Para, Points, Try
from engine.learn.scenes import BANK, DURSLEY

CHAPTER = Chapter(
    name="rope",
    title="Where words stand: RoPE",
    lead="A dot product does not know where its words stand. Rotary embeddings turn each query and key by an angle "
    "that grows with its position.",
    blocks=(
        Heading("The problem", "problem"),
        Para(
            "“Dog bites man” and “man bites dog” have the same words. Without positions each word would get the same "
            "result in both. MiniLM adds a learned vector for each place to its input, before the first layer. Its "
            "places end at {n:512}."
        ),
        Heading("Turn instead of add", "turn"),
        Para(
            "RoPE takes the d{_k} numbers of a {q:query} in pairs. A pair is a point in the plane, or one complex "
            "number. At position m pair i is turned by the angle m θ{_i}. {k:Keys} are turned the same way; "
            "{v:values} are not."
        ),
        Formula(
            "rope",
            "The pair x 1, x 2 becomes x 1 cos m theta minus x 2 sin m theta, and x 1 sin m theta plus x 2 cos m "
            "theta.",
        ),
        Live(
            "rope",
            DURSLEY,
            "A circle is a pair of numbers of the query: grey before the turn, in the query’s colour after it.",
        ),
        Heading("Only the distance counts", "distance"),
        Para(
            "Turn the {q:query} by m θ and the {k:key} by n θ. The angle between them has changed by (m − n) θ. A dot "
            "product depends on lengths and on the angle between, and turning keeps lengths. So the score knows the "
            "**distance** m − n, and not the places themselves:"
        ),
        Formula("relative", "The dot product of R m q and R n k equals q transposed times R of n minus m times k."),
        Para(
            "Each word is turned by its own absolute place, and still what comes out is relative. Move the whole text "
            "by a hundred tokens, and no score changes."
        ),
        Heading("Fast and slow pairs", "pairs"),
        Formula("theta", "Theta i equals base to the power of minus 2 i over d."),
        Points(
            (
                "SmolLM2 has d{_k} = {n:64}, so {n:32} pairs, and the base {n:100,000}.",
                "The first pair turns by {n:57.3°} with each token: it tells neighbours apart.",
                "The last needs {n:438,000} tokens for one turn. It hardly moves, and carries what does not depend on "
                "distance.",
            )
        ),
        Para(
            "To read longer texts than in training, the angles are made smaller: by one factor, or slow pairs more "
            "than fast ones (YaRN, Llama 3)."
        ),
    ),
    tries=(
        Try("A head with RoPE", "SmolLM2, layer 18, head 6", DURSLEY | {"workspace": "attention"}),
        Try(
            "Which pairs agree",
            "Attention, products by dimension",
            DURSLEY | {"lens": "dimensions", "workspace": "attention"},
        ),
        Try(
            "RoPE on MiniLM",
            "A variant on top of its own positions",
            BANK | {"variant": "rope", "workspace": "attention"},
        ),
    ),
    line=None,
    sources="Su et al., RoFormer, arXiv 2104.09864, sec. 3.2 and eq. 34. YaRN: Peng et al., arXiv 2309.00071. "
    "Places of "
    "MiniLM: its configuration.",
    seed=("Common Variants: Rotary Embeddings (RoPE)",),
)
