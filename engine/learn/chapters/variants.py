"""Chapter 11: the variants, made from the catalogue: title, idea and source stand there alone."""

from engine.learn.records import Block, Chapter, Formula, Heading, Live, Para, Table, Try
from engine.learn.scenes import BANK
from engine.variants import CATALOGUE, FAMILIES, TRAINED, Variant

SAYS = {
    "mask": "They change which keys a query may see.",
    "score": "They change a score before the softmax.",
    "heads": "They change how heads share keys, or what becomes of their result.",
    "position": "They change queries and keys before they meet.",
    "normaliser": "They put something else in the place of softmax.",
}


def of_family(family: str) -> tuple[Variant, ...]:
    """The variants of one family in the catalogue's order, without the model's own way."""
    return tuple(v for v in CATALOGUE.values() if v.family == family and v.name != TRAINED)


def _table(family: str) -> tuple[Block, ...]:
    rows = tuple((v.title, v.idea, str(v.year)) for v in of_family(family))
    return (
        Heading(FAMILIES[family], family),
        Para(SAYS[family]),
        Table(("Variant", "Idea", "Year"), rows, "The catalogue; each record names its paper."),
    )


CHAPTER = Chapter(
    name="variants",
    title="Variants",
    lead="Almost every kind of attention is the same formula with one part exchanged.",
    blocks=(
        Formula("core", "O equals norm of score of scale times Q K transposed, with a mask, times V."),
        Para(
            "Change what a query may see, bend its scores, share keys, turn them, or replace softmax. FlashAttention "
            "is no variant of this kind: it gives the same numbers in another way."
        ),
        Live("catalogue", BANK, "All of them on this head. The model was not trained with them: see what changes."),
        *(block for family in SAYS for block in _table(family)),
    ),
    tries=tuple(
        Try(CATALOGUE[name].title, CATALOGUE[name].idea, BANK | {"variant": name, "workspace": "attention"})
        for name in ("causal", "rope", "sparsemax", "sigmoid", "differential")
    ),
    line=None,
    sources="Each variant’s own, in the catalogue.",
    seed=("Common Variants",),
)
