"""scaled_dot_product_attention in nine lines of PyTorch: shown, traced on a head's numbers, and copied as a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.attention import Spec, attend
from engine.normalizers import softmax
from engine.variants import trained_spec

if TYPE_CHECKING:
    from engine.capture import Capture

Numbers = NDArray[Any]

LINES: Final = (
    "def scaled_dot_product_attention(Q, K, V, mask=None):",
    "    d_k = Q.size(-1)",
    "    scores = torch.matmul(Q, K.transpose(-2, -1))",
    "    scores = scores / math.sqrt(d_k)",
    "    if mask is not None:",
    '        scores = scores.masked_fill(mask == 0, float("-inf"))',
    "    weights = torch.softmax(scores, dim=-1)",
    "    output = torch.matmul(weights, V)",
    "    return output, weights",
)
INPUTS: Final = "One row a token: what it asks, what it is found by, what it gives."
LONGEST: Final = 256  # tokens of a program with its numbers in it


@dataclass(frozen=True, eq=False)
class Stage:
    """What one line has made: `values` (rows, columns) of the last two axes; a number, and a yes or no, is (1, 1).

    Of several tensors side by side in `values`, `beside` has the names and columns; `shape` is that of the first.
    """

    line: int  # of LINES, from 0
    name: str
    shape: tuple[int, ...]  # of the tensor; () for a number
    values: Numbers
    note: str  # one plain sentence
    beside: tuple[tuple[str, int], ...] = ()


def trace(q: Numbers, k: Numbers, v: Numbers, mask: Numbers | None = None) -> tuple[Stage, ...]:
    """The stages of LINES in the order in which they run, on q, k (N, d), v (N, dv) and a mask (N, N) or None.

    Every stage is one of `attend`, so that it is what the app shows. A row that sees nothing gets weights 0 here, where
    PyTorch's softmax gives NaN. ValueError when the shapes do not belong together.
    """
    spec = Spec(mask=None if mask is None else lambda b, h, i, j: np.asarray(mask, bool)[i, j])
    made = attend(q[None, None], k[None, None], v[None, None], spec)
    d = q.shape[-1]
    inputs = np.concatenate([q, k, v], axis=-1)
    beside = (("Q", q.shape[1]), ("K", k.shape[1]), ("V", v.shape[1]))

    def stage(line: int, name: str, values: Numbers, note: str) -> Stage:
        return Stage(line, name, (1, 1, *values.shape), values, note)

    hidden = int((~made.visible).sum())
    return (
        Stage(0, "Q, K, V", (1, 1, *q.shape), inputs, INPUTS, beside),
        Stage(1, "d_k", (), np.array([[d]]), f"A query has {d} numbers."),
        stage(2, "scores", made.raw[0, 0], "Each query times each key: row = query, column = key."),
        stage(3, "scores", made.scaled[0, 0], f"Divided by √{d} = {d**0.5:.2f}."),
        Stage(4, "mask", (), np.array([[mask is not None]]), "There is a mask." if hidden else _no_mask(mask)),
        *(() if mask is None else (stage(5, "scores", made.masked[0, 0], f"−∞ in {hidden:,} hidden cells."),)),
        stage(6, "weights", made.weights[0, 0], "Each row between 0 and 1, and 1 in all."),
        stage(7, "output", made.output[0, 0], "Each row: the values, mixed by its weights."),
        stage(8, "output, weights", made.output[0, 0], "Both are handed back."),
    )


def _no_mask(mask: Numbers | None) -> str:
    return "There is no mask: the next line is left out." if mask is None else "There is a mask, and it hides nothing."


def program(capture: Capture, layer: int, head: int, masked: bool = False, spec: Spec | None = None) -> str:
    """A whole Python file that runs LINES on one head and prints its weights, a row a token, with six decimals.

    As the model itself ran, or with the scale and the mask of `spec`; `masked` adds a causal mask. The file needs torch
    alone. IndexError for a layer or head that is not there, ValueError for a text too long to be written out, and for a
    spec that changes scores or has another normaliser than softmax.
    """
    n = len(capture.tokens)
    if n > LONGEST:
        raise ValueError(f"The program would hold the numbers of {n:,} tokens; {LONGEST} are the most.")
    if not 0 <= layer < len(capture.layers) or not 0 <= head < capture.heads:
        raise IndexError(f"There is no layer {layer}, head {head}.")
    at = capture.layers[layer]
    spec = spec or trained_spec(at)
    if spec.score is not None or spec.normalizer is not softmax:
        raise ValueError("The nine lines of the program have no change of scores, and softmax alone.")
    visible = capture.attention(layer, head, spec).visible[0, 0]
    visible = visible & np.tri(n, dtype=bool) if masked else visible
    scale, own = at.scale if spec.scale is None else spec.scale, at.q.shape[-1] ** -0.5
    scaled = np.isclose(scale, own, rtol=1e-6)
    whose = "this model multiplies" if scale == at.scale else "here the scale multiplies"
    blind = not visible.any(axis=1).all()
    parts = (
        f'"""Scaled dot-product attention of {capture.title}, layer {layer}, head {head}, with its own numbers."""',
        "",
        "import math",
        "",
        "import torch",
        "",
        "",
        *LINES,
        "",
        "",
        f"tokens = {[token.label for token in capture.tokens]!r}",
        _tensor("Q", np.asarray(at.q[head], np.float32)),
        *(() if scaled else (f"Q = Q * {float(scale) / own!r}  # {whose} q.k by {float(scale)!r}",)),
        _tensor("K", np.asarray(at.k[at.kv_group(head)], np.float32)),
        _tensor("V", np.asarray(at.v[at.kv_group(head)], np.float32)),
        f"mask = {_mask(visible)}",
        "",
        "output, weights = scaled_dot_product_attention(Q, K, V, mask)",
        *(("weights = weights.nan_to_num(0.0)  # of a row that sees nothing",) if blind else ()),
        "for token, row in zip(tokens, weights[0, 0].tolist()):",
        '    print(f"{token:>12}", *(f"{weight:.6f}" for weight in row))',
        "",
    )
    return "\n".join(parts)


def _mask(visible: Numbers) -> str:
    """What a query (row) may see, as Python: 1 where it may, 0 where not; None where it may see all."""
    n = len(visible)
    if visible.all():
        return "None"
    if (visible == np.tri(n, dtype=bool)).all():
        return f"torch.tril(torch.ones({n}, {n}))"
    rows = (f'    "{"".join("01"[int(cell)] for cell in row)}",' for row in visible)
    return "\n".join(("torch.tensor([[int(cell) for cell in row] for row in (  # a row a query", *rows, ")])"))


def _tensor(name: str, rows: Numbers) -> str:
    """A matrix as a tensor (1, 1, rows, columns); nine digits are enough for every 32-bit number."""
    lines = ("    [" + ", ".join(f"{x:.9g}" for x in row) + "]," for row in rows.tolist())
    return "\n".join((f"{name} = torch.tensor([[[", *lines, "]]])"))
