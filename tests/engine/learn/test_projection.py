"""x W + b multiplied out is what the model itself has, and what the example's capture holds."""

import numpy as np
import pytest

from engine.learn.make import projection_numbers
from engine.learn.projection import EXAMPLE, ROLES, projection_of
from tests.engine.learn.claims.views import capture_of


@pytest.mark.parametrize("role", ROLES)
def test_the_result_is_the_captures(role: str) -> None:
    layer = capture_of(EXAMPLE.name).layers[EXAMPLE.layer]
    expected = getattr(layer, ROLES[role])[EXAMPLE.head]
    for token in range(len(expected)):
        found = projection_of(token, role)
        np.testing.assert_allclose(found.result, expected[token], atol=2e-5)
        summed = [found.products(number).sum() + found.bias[number] for number in range(len(found.bias))]
        np.testing.assert_allclose(summed, expected[token], atol=2e-5)


def test_the_file_holds_what_the_model_has() -> None:
    made = projection_numbers()
    for role, letter in ROLES.items():
        for token in range(len(made["x"])):
            kept = projection_of(token, role)
            np.testing.assert_allclose(kept.x, made["x"][token], atol=1e-5)
            np.testing.assert_array_equal(kept.weight, made[f"{letter}_weight"])
            np.testing.assert_array_equal(kept.bias, made[f"{letter}_bias"])


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no role gate: choose one of query, key, value\.$"):
        projection_of(0, "gate")
    for token in (-1, 10):
        with pytest.raises(IndexError, match=r"tokens 0 to 9, not"):
            projection_of(token)
    for number in (-1, 32):
        with pytest.raises(IndexError, match=r"numbers 0 to 31, not"):
            projection_of(0).products(number)
