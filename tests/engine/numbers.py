"""Numbers for tests of the mathematics, and when two arrays of them are the same."""

from typing import Any

import numpy as np
import torch

Arrays = tuple[Any, Any, Any]


def numbers(*shape: int, seed: int = 0) -> Any:
    """Standard normal, float64."""
    return np.random.default_rng(seed).standard_normal(shape)


def qkv(
    heads: int = 4, kv_heads: int = 2, n_q: int = 5, n_k: int = 7, d: int = 8, d_v: int = 3, seed: int = 0
) -> Arrays:
    """q, k and v of two texts, float64."""
    shapes = (2, heads, n_q, d), (2, kv_heads, n_k, d), (2, kv_heads, n_k, d_v)
    q, k, v = (np.random.default_rng([seed, i]).standard_normal(shape) for i, shape in enumerate(shapes))
    return q, k, v


def tensors(arrays: Arrays) -> Arrays:
    """The same numbers for torch."""
    q, k, v = (torch.as_tensor(x) for x in arrays)
    return q, k, v


def close(a: Any, b: Any, atol: float = 1e-12) -> None:
    """Fail unless two arrays, of numpy or torch, agree."""
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=atol, rtol=0)
