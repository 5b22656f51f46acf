"""Hover texts about tokens, shared by the strip and the bars."""

from __future__ import annotations

import math
from typing import Final

from engine.capture import Capture
from engine.shown.view import View
from gui.attention.sentence.prose import target_of
from gui.look.numbers import four
from gui.look.plain import breakable

MOST_PIECES: Final = 12


def bold(text: str) -> str:
    return f"<b>{breakable(text)}</b>"


def pieces_line(capture: Capture, tokens: tuple[int, ...]) -> str:
    """The vocabulary's own pieces with their numbers: "un (4895) + ##break (26740)"."""
    known = [capture.tokens[token] for token in tokens[:MOST_PIECES]]
    line = " + ".join(f"{breakable(token.piece)} (id {token.id})" for token in known)
    return line + (f" and {len(tokens) - MOST_PIECES} more" if len(tokens) > MOST_PIECES else "")


def place_line(capture: Capture, tokens: tuple[int, ...]) -> str:
    """Where the tokens stand: "tokens 3 to 5 of 12, characters 8 to 19"."""
    first, last = tokens[0], tokens[-1]
    count = len(capture.tokens)
    which = f"token {first}" if first == last else f"tokens {first} to {last}"
    start, end = capture.tokens[first].start, capture.tokens[last].end
    spelled = f", characters {start} to {end}" if end > start else ", not in the text"
    return f"{which} (0 to {count - 1}){spelled}"


def spoken(view: View, token: int, role: str, ghost: str = "model") -> str:
    """What a screen reader says of a word: "bank, weight 0.0080, query 3 of 10"; `ghost` is who has the other one."""
    target = target_of(view, token)
    weight = f"weight {four(target.weight)}" if target.visible else "masked"
    other = target.trained if view.changed else None
    lacks = other is None or (ghost == "pinned" and math.isnan(other))
    model = "" if other is None or lacks else f", {ghost} {four(other)}"
    return f"{target.label}, {weight}{model}, {role} {token + 1} of {len(view.capture.tokens)}"


def words_of(view: View) -> tuple[int, bool, bool]:
    """What the words of a view depend on; the capture is the same object as long as the text is."""
    return id(view.capture), view.scene.merge, view.scene.specials


def chip_tip(view: View, chip: int) -> str:
    """The hover text of a chip of the strip: a shown word, the folded special tokens, or what was not read."""
    words = len(view.axis.groups)
    if chip < words:
        tokens = view.axis.groups[chip].tokens
        target = target_of(view, tokens[0])
        weight = four(target.weight) if target.visible else "0, masked"
        parts = (pieces_line(view.capture, tokens), place_line(view.capture, tokens))
        return "<br>".join((f"{bold(view.axis.groups[chip].label)}, weight {weight}", *parts))
    if chip == words and view.axis.folded:
        each = [(target_of(view, token), token) for token in view.axis.folded[:MOST_PIECES]]
        lines = [f"{bold(target.label)}, weight {four(target.weight)}, token {token}" for target, token in each]
        return "<br>".join([*lines, "The model adds these to every text. A click shows them."])
    limit, read = view.capture.limit, view.capture.read
    return f"The model reads {limit} tokens at most. The text after character {read} is not read."
