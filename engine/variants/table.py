"""The catalogue: every record under its name, in the order in which people see them and in which they are applied.

Heads are shared before positions turn queries and keys, and both come before what replaces softmax.
"""

from engine.variants import headed, masked, normalised, scored, turned
from engine.variants.records import FAMILIES, Change, Variant

AS_TRAINED = Variant(
    name="as-trained",
    title="As trained",
    family="model",
    idea="Exactly as the model itself ran.",
    formula="softmax(scale · q·k where the model’s mask allows)",
    source="the model’s own configuration",
    year=2017,
    good_for="Seeing what the model did.",
    used_by="this model",
    build=lambda layer, numbers: Change(),
    against=frozenset(FAMILIES),
    because="it is the model alone",
)
_RECORDS = (AS_TRAINED, *masked.RECORDS, *scored.RECORDS, *headed.RECORDS, *turned.RECORDS, *normalised.RECORDS)
CATALOGUE: dict[str, Variant] = {variant.name: variant for variant in _RECORDS}
