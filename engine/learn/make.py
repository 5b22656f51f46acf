"""Makes what the chapters keep in resources/: pictures of formulas (needs ziamath), and the numbers of a projection.

`python -m engine.learn.make`
"""

from __future__ import annotations

from importlib import import_module

from engine.files.saving import save_parts
from engine.files.tensorfile import write_tensors
from engine.learn.formulas import FOLDER, INKS, LATEX, inked
from engine.learn.projection import EXAMPLE, FILE, ROLES, Numbers

SIZE = 26  # of a letter, in pixels of the picture; vectors stay sharp at any size


def draw_formulas() -> None:
    """Every formula as SVG without CSS, which Qt does not read."""
    ziamath = import_module("ziamath")
    ziamath.config.svg2 = False
    ziamath.config.precision = 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, latex in LATEX.items():
        drawn = ziamath.Latex(inked(latex), size=SIZE, color=INKS["ink"]).svg()
        save_parts(FOLDER / f"{name}.svg", (drawn.encode(),))


def projection_numbers() -> dict[str, Numbers]:
    """The layer's input X (N, D) for the example, and the rows of W_Q, W_K, W_V and their biases of its head."""
    from engine.models import open_model  # loads torch

    model, at = open_model(EXAMPLE.model), EXAMPLE
    weights = model.projections(at.layer)
    size = model.info.head_dim
    rows = slice(at.head * size, (at.head + 1) * size)
    found: dict[str, Numbers] = {"x": model.layer_input(at.text, at.layer)}
    for letter in ROLES.values():
        found |= {f"{letter}_{part}": getattr(weights, f"{letter}_{part}")[rows] for part in ("weight", "bias")}
    return found


if __name__ == "__main__":
    draw_formulas()
    FILE.parent.mkdir(parents=True, exist_ok=True)
    write_tensors(FILE, projection_numbers(), {"text": EXAMPLE.text, "model": EXAMPLE.model})
