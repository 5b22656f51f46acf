"""The formulas of the chapters: their LaTeX, and their pictures in resources/formulas, coloured as a theme wants them.

`python -m engine.learn.make` draws them with ziamath, which the app itself does not need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "resources" / "formulas"
INKS: Final = {
    "ink": "#000001",
    "query": "#000002",
    "key": "#000003",
    "value": "#000004",
}  # what a file has in their place
_LETTERS: Final = {"Q": "query", "q": "query", "K": "key", "k": "key", "V": "value", "v": "value"}

LATEX: Final[dict[str, str]] = {
    "project": r"<Q> = X W_Q \qquad <K> = X W_K \qquad <V> = X W_V",
    "attention": (
        r"\mathrm{Attention}(<Q>, <K>, <V>) = \mathrm{softmax}\left(\frac{<Q> <K>^{\top}}{\sqrt{d_k}}\right) <V>"
    ),
    "softmax": r"p_{ij} = \frac{e^{s_{ij}}}{\sum_{n} e^{s_{in}}}",
    "output": r"o_i = \sum_{j} p_{ij} \, <v>_j",
    "variance": (
        r"\mathrm{Var}(<q> \cdot <k>) = d_k \qquad \mathrm{Var}\left(\frac{<q> \cdot <k>}{\sqrt{d_k}}\right) = 1"
    ),
    "jacobian": r"\frac{\partial p_i}{\partial s_j} = p_i \, (\delta_{ij} - p_j)",
    "head": r"\mathrm{head}_i = \mathrm{Attention}(<Q> W_i^Q, \; <K> W_i^K, \; <V> W_i^V)",
    "multihead": (
        r"\mathrm{MultiHead}(<Q>, <K>, <V>) = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) \, W^O"
    ),
    "parts": (
        r"\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) \, W^O = \sum_{i=1}^{h} \mathrm{head}_i \, W_i^O"
    ),
    "mask": r"s_{ij} = {-\infty} \quad \mathrm{where} \quad j > i",
    "rope": (r"(x_1, \; x_2) \to (x_1 \cos m\theta - x_2 \sin m\theta, \;\; x_1 \sin m\theta + x_2 \cos m\theta)"),
    "relative": r"(R_m <q>) \cdot (R_n <k>) = <q>^{\top} R_{n-m} \, <k>",
    "theta": r"\theta_i = \mathrm{base}^{-2i/d}, \qquad i = 0, \ldots, \frac{d}{2} - 1",
    "traffic": r"4 N^2 + 4 N d \qquad \mathrm{against} \qquad 2 N d + 2 N d \, T_r + N",
    "online": r"m' = \max(m, \max S) \qquad a = e^{m - m'}",
    "sums": r"\ell' = a \, \ell + \sum e^{S - m'} \qquad O' = a \, O + e^{S - m'} <V>",
    "rescale": r"e^{s - m'} = e^{s - m} \cdot e^{m - m'}",
    "core": r"O = \mathrm{Norm}\left(\mathrm{score}(\mathrm{scale} \cdot <Q> <K>^{\top}) + \mathrm{mask}\right) <V>",
}


def inked(latex: str) -> str:
    """LaTeX with <Q>, <k> and the like in the colours of INKS."""
    return re.sub(r"<([QqKkVv])>", lambda at: rf"{{\color{{{INKS[_LETTERS[at[1]]]}}}{{{at[1]}}}}}", latex)


@cache
def _drawn(name: str) -> str:
    return (FOLDER / f"{name}.svg").read_text("utf-8")


def svg_of(name: str, colours: Mapping[str, str]) -> str:
    """The picture of a formula as SVG, its letters in these colours; `colours` has each name of INKS.

    KeyError for a colour that is left out, FileNotFoundError for a formula that is not there.
    """
    text = _drawn(name)
    for ink, placeholder in INKS.items():
        text = text.replace(placeholder, colours[ink])
    return text
