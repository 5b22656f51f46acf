"""Hover texts of the scale: what entropy and gradient are, for the query's row and for all rows."""

from __future__ import annotations

from engine.scene import LARGEST_SCALE, SMALLEST_SCALE
from engine.shown.saturation import Saturation
from engine.shown.thumbnails import Detail
from engine.shown.view import View
from gui.attention.tips import bold
from gui.look.numbers import fixed, percent
from gui.look.plain import breakable


def query_label(view: View) -> str:
    """The word of the query as it is shown; a folded special token by its own name."""
    shown = view.query_group
    return view.axis.groups[shown].label if shown >= 0 else view.capture.tokens[view.query].label


def entropy_tip(view: View, detail: Detail | None) -> str:
    """Entropy in bits, the keys it amounts to, its share of the most; then the mean over all rows."""
    now = view.saturation
    if now is None:
        return ""
    whose, most = breakable(query_label(view)), fixed(view.row.most_entropy, 2)
    lines = [
        f"{bold(f'Entropy {fixed(now.entropy_bits, 4)} bits')}, {percent(now.entropy_now, 1)} of the most, {most}",
        f"As if {_keys(now.entropy_bits)} shared the attention of {whose} alike",
        "H = −Σ p log₂ p over the weights p of the row; 2<sup>H</sup> is the effective number of keys",
    ]
    mean = _fresh(view, detail)
    if mean is not None and mean.mean_entropy is not None:
        lines.append(f"Mean over all rows: {fixed(mean.mean_entropy, 4)} bits, {_keys(mean.mean_entropy)}")
    return "<br>".join(lines)


def gradient_tip(view: View, detail: Detail | None) -> str:
    """The gradient and its share of the peak; then the mean over all rows."""
    now = view.saturation
    if now is None or now.gradient_norm is None or now.gradient_now is None:
        return (now and now.no_gradient) or ""
    reach = f"{SMALLEST_SCALE:g} to {LARGEST_SCALE:g}"
    lines = [
        f"{bold(f'Gradient {fixed(now.gradient_norm, 4)}')}, {percent(now.gradient_now, 1)} of its peak from {reach}",
        f"How much the weights of {breakable(query_label(view))} answer to its scores; at 0 nothing is learned",
        "Frobenius norm of softmax’s Jacobian diag(p) − p p<sup>T</sup>, p the weights of the row",
    ]
    mean = _fresh(view, detail)
    if mean is not None and mean.mean_gradient is not None:
        lines.append(f"Mean over all rows: {fixed(mean.mean_gradient, 4)}")
    return "<br>".join(lines)


def largest_tip(view: View, detail: Detail | None) -> str:
    """The largest weight, and up to which scale it is all there is in half precision; then for all rows."""
    now = view.saturation
    if now is None:
        return ""
    line = f"{bold(f'Largest weight {fixed(now.largest_now, 4)}')} of the row of {breakable(query_label(view))}"
    lines, mean = [line, one_hot_tip(now)], _fresh(view, detail)
    if mean is not None and mean.mean_largest is not None:
        lines.append(f"Mean over all rows: {fixed(mean.mean_largest, 4)}{_all_one_hot(mean)}")
    return "<br>".join(lines)


def _all_one_hot(mean: Detail) -> str:
    one_hot = mean.curves.one_hot if mean.curves is not None else None
    return "" if one_hot is None else f"; up to √dₖ = {fixed(one_hot, 2)} every row is one-hot in fp16"


def one_hot_tip(now: Saturation) -> str:
    """Where the tick stands, and what it means."""
    if now.one_hot is None:
        return f"From √dₖ = {SMALLEST_SCALE:g} on no weight of it rounds to 1 in half precision (fp16)"
    below = f"Up to √dₖ = {fixed(now.one_hot, 2)} the largest weight rounds to 1 in half precision (fp16)"
    return f"{below}: one key gets all there is (one-hot), and nothing is learned there"


def _keys(bits: float) -> str:
    return f"2<sup>{fixed(bits, 2)}</sup> = {fixed(2**bits, 2)} keys"


def _fresh(view: View, detail: Detail | None) -> Detail | None:
    """The means, unless they belong to an older scene."""
    return detail if detail is not None and detail.scene == view.scene else None
