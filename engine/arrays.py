"""Arrays of numpy, torch or another library that speaks the Python array API, each in its own functions.

numpy's own namespace speaks it since 2.1. Everything else goes through array-api-compat, which is imported only then:
importing its wrapper of numpy would cost the window 60 ms.
"""

from typing import Any

import numpy as np

Array = Any  # numpy or torch


def namespace(*arrays: Array) -> Any:
    """The functions for some arrays of one library: numpy itself for numpy's. Raises TypeError for a mixture."""
    if all(isinstance(x, np.ndarray | np.generic) for x in arrays):
        return np
    from array_api_compat import array_namespace

    return array_namespace(*arrays)


def as_array(x: Any, like: Array, dtype: Any = None) -> Array:
    """x (numbers, or an array) in the library and on the device of `like`; a torch tensor keeps its gradient."""
    xp = namespace(like)
    if xp is not np and hasattr(x, "shape") and namespace(x) is xp:  # torch.asarray would lose it
        return xp.astype(x, x.dtype if dtype is None else dtype, copy=False)
    return xp.asarray(x, dtype=dtype, device=like.device)


def pick(table: Any, *index: Array) -> Array:
    """table[index], one index array for each axis of the table; an axis of size 1 repeats."""
    table = as_array(table, index[0])
    return table[tuple(i * 0 if size == 1 else i for i, size in zip(index, table.shape, strict=True))]


def wide(x: Array) -> Array:
    """Half precision as float32; wider types as they are."""
    return namespace(x).astype(x, namespace(x).float32) if x.dtype.itemsize < 4 else x
