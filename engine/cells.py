"""A score_mod or mask_mod on every cell of the scores.

numpy's run once, on index arrays that broadcast. torch's are written for FlexAttention, which hands over one cell at a
time: they run as it runs them, by torch.vmap, so that also torch.dot(a[b, h, q_idx], ...) or table[h][q_idx] is right.
"""

from collections.abc import Callable
from typing import Any

from engine.arrays import Array, namespace


def on_cells(function: Callable[..., Any], *scores: Array, like: Array, shape: tuple[int, ...]) -> Any:
    """function(*scores, b, h, q_idx, k_idx), the indices counting up to `shape` (B, H, Nq, Nk); scores are as large.

    The indices live in the library and on the device of `like`. What comes back broadcasts to the shape.
    """
    xp = namespace(like)
    if 0 in shape:
        return xp.zeros(shape, device=like.device)
    numbers = [xp.arange(size, device=like.device) for size in shape]
    if type(like).__module__.startswith("torch"):
        return by_vmap(function, len(scores))(*scores, *numbers)
    along = (xp.reshape(n, (1,) * axis + (-1,) + (1,) * (3 - axis)) for axis, n in enumerate(numbers))
    return function(*scores, *along)


def by_vmap(function: Callable[..., Any], scores: int) -> Callable[..., Any]:
    """The function of one cell as one of (*scores, b, h, q_idx, k_idx): four axes, and the numbers along each."""
    import torch
    from torch.overrides import TorchFunctionMode

    class IndexByTensor(TorchFunctionMode):
        """table[h] with a single number h: torch would ask for its value, which is another one in each cell."""

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if func is torch.Tensor.__getitem__:
                index = args[1] if isinstance(args[1], tuple) else (args[1],)
                if all(isinstance(i, torch.Tensor | int) for i in index):
                    return torch.ops.aten.index(args[0], [torch.as_tensor(i, device=args[0].device) for i in index])
            return func(*args, **(kwargs or {}))

    def cell(*arguments: Any) -> Any:
        with IndexByTensor():
            return torch.as_tensor(function(*arguments))

    for axis in (3, 2, 1, 0):
        cell = torch.vmap(cell, in_dims=(0,) * scores + tuple(0 if axis == other else None for other in range(4)))
    return cell
