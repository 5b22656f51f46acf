"""The lists of words: values, and rollout."""

from __future__ import annotations

import numpy as np

from engine.shown.view import View
from engine.why.rollout import Rollout
from engine.why.values import Values
from engine.why.why import Why
from gui.attention.bars.layout import numbered
from gui.attention.sentence.prose import label_of
from gui.attention.tips import bold
from gui.attention.why.rows import FOLDED, Line, Lines, full, word_role
from gui.look.numbers import fixed, four, percent

VALUES = (
    "the weight",
    "the length of the value, √ of the sum of squares",
    "its share of weight · |v| of the whole row",
)
ROLLOUT = ("the share that came from this word, through all layers", "the weight that the open head alone gives it")


def of_values(why: Why, found: Values) -> Lines:
    """Weight times |v| beside the weight alone."""
    view, groups, folded = why.view, why.view.axis.groups, bool(why.view.axis.folded)
    bars = np.append(found.shares, found.folded_share if folded else [])
    ghosts = np.append(found.weights, found.folded_weight if folded else [])

    def line(index: int) -> Line:
        if index == len(groups):
            weight, share = found.folded_weight, found.folded_share
            tip = f"{bold(_specials(view))}<br>weight {four(weight)}<br>{_of_row(share)}"
            return Line(
                FOLDED, (fixed(weight, 3), "", fixed(share, 3)), tip, (full(weight), "", full(share)), "rest", True
            )
        weight, length, share = (float(each[index]) for each in (found.weights, found.lengths, found.shares))
        seen, label = bool(found.visible[index]), groups[index].label
        tip = f"{bold(label)}<br>weight {weight:.9g}<br>|v| {length:.9g}"
        if len(groups[index].tokens) > 1:
            tip += f", the mean of {len(groups[index].tokens)} pieces"
        tip += f"<br>weight · |v| {found.weighted[index]:.9g}<br>{_of_row(share) if seen else 'masked'}"
        numbers = (fixed(weight, 3), fixed(length, 2), fixed(share, 3)) if seen else ("masked", fixed(length, 2), "")
        return _word(why, index, numbers, tip, (full(weight), full(length), full(share)), muted=not seen)

    changed = abs(found.shares - found.weights)
    most = int(np.argmax(changed)) if len(groups) else -1
    said = f"Σ weight · |v| = {fixed(found.total, 3)}: what the query can take home at most."
    if most >= 0 and changed[most] >= 0.005:
        moved = f"from {percent(found.weights[most])} of the weight to {percent(found.shares[most])}"
        said += f" Its value moves “{groups[most].label}” most: {moved}."
    return Lines(
        columns=("weight", "|v|", "share"),
        bars=bars,
        ghosts=ghosts,
        line=line,
        labels=(*(group.label for group in groups), *((FOLDED,) if folded else ())),
        legend=("share of weight · |v|", "weight"),
        sentence=said,
        short=f"Σ weight · |v| = {fixed(found.total, 3)}",
        rest=int(folded),
        chosen=view.key_group,
        main=2,
        tips=VALUES,
    )


def of_rollout(why: Why, found: Rollout) -> Lines:
    """Where the query's numbers come from after all layers up to here, beside this layer's own row."""
    view, groups, folded = why.view, why.view.axis.groups, bool(why.view.axis.folded)
    head = f"head {view.head}" if isinstance(view.head, int) else str(view.head)

    def line(index: int) -> Line:
        if index == len(groups):
            share, weight, label = found.folded, view.row.folded, _specials(view)
        else:
            share, weight, label = float(found.shares[index]), float(view.row.shown[index]), groups[index].label
        tip = f"{bold(label)}<br>{share:.9g} by rollout<br>{weight:.9g} in layer {view.layer}, {head}"
        numbers, plain = (fixed(share, 3), fixed(weight, 3)), (full(share), full(weight))
        if index == len(groups):
            return Line(FOLDED, numbers, tip, plain, "rest", muted=True)
        return _word(why, index, numbers, tip, plain)

    kept = percent(found.residual)
    through = f"Layers 0 to {view.layer}" if view.layer else "Layer 0 alone"
    said = (
        f"{through}, mean of all heads. Each layer keeps {kept} of a token as its residual: set so, not measured "
        f"(Abnar and Zuidema 2020)."
    )
    return Lines(
        columns=("rollout", head),
        bars=np.append(found.shares, found.folded if folded else []),
        ghosts=np.append(view.row.shown, view.row.folded if folded else []),
        line=line,
        labels=(*(group.label for group in groups), *((FOLDED,) if folded else ())),
        legend=("rollout", head),
        sentence=said,
        short=f"{through}, mean of heads, residual {kept}",
        rest=int(folded),
        chosen=view.key_group,
        main=0,
        tips=ROLLOUT,
    )


def _word(
    why: Why, index: int, numbers: tuple[str, ...], tip: str, plain: tuple[str, ...], muted: bool = False
) -> Line:
    group = why.view.axis.groups[index]
    token = group.tokens[0]
    place = str(token) if numbered(why.view) else ""
    return Line(group.label, numbers, tip, plain, word_role(why, index), muted or group.special, place, ("key", token))


def _specials(view: View) -> str:
    return " ".join(label_of(view, token) for token in view.axis.folded)


def _of_row(share: float) -> str:
    return f"{percent(share, 2)} of the row"
