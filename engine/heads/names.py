"""The measures of a head by name: known without what they say and compute."""

from typing import Final

MEASURES: Final = (
    *("previous", "next", "own", "first", "special", "separator", "duplicate", "induction"),
    *("entropy", "bits", "distance", "pair"),
)
