"""Numbers for tests of the mathematics, and when two arrays of them are the same."""

from typing import Any

import numpy as np


def numbers(*shape: int, seed: int = 0) -> Any:
    """Standard normal, float64."""
    return np.random.default_rng(seed).standard_normal(shape)


def close(a: Any, b: Any, atol: float = 1e-12) -> None:
    """Fail unless two arrays, of numpy or torch, agree."""
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=atol, rtol=0)
