"""The catalogue of attention variants: one record a variant, found by its name, and how they combine."""

from engine.variants.choice import canonical, clash, masks_of, names_of, numbers_of, parameters_from, titled
from engine.variants.records import FAMILIES, Change, Parameter, Variant
from engine.variants.table import CATALOGUE
from engine.variants.varied import TRAINED, Varied, trained_spec, vary

__all__ = ["CATALOGUE", "FAMILIES", "TRAINED", "Change", "Parameter", "Variant", "Varied", "canonical", "clash"]
__all__ += ["masks_of", "names_of", "numbers_of", "parameters_from", "titled", "trained_spec", "vary"]
