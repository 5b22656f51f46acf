"""A sentence for what one step does, made of the numbers that the frame shows."""

from __future__ import annotations

from typing import Final

from engine.flash.frame.view import FlashView, Run
from engine.flash.words.backward_words import BACKWARD
from engine.flash.words.forward_words import FORWARD
from engine.flash.words.quantities import amount
from engine.flash.words.saying import Said, say

WORDS: Final = {"forward": FORWARD, "backward": BACKWARD}


def sentence_of(view: FlashView) -> Said:
    """What the newest step of a view does; what lies ready before the first one; at the end, how exact it was.

    Words of the text stand in the colour of their role. Everything else of the view but its sentence must be there.
    """
    if view.step is None:
        return _start(view)
    return WORDS[view.schedule.direction][view.step.op](view)


def plain(sentence: Said) -> str:
    """The sentence as one string."""
    return "".join(run.text for run in sentence)


def _start(view: FlashView) -> Said:
    q, k, v = (view.strip(letter) for letter in "QKV")
    names = (Run("Q", "query"), ", ", Run("K", "key"), " and ", Run("V", "value"))
    if view.schedule.direction == "backward":
        if view.scene.shape is not None:
            return say("Start.", *names, " lie in HBM with O and its gradient dO. SRAM is empty.")
        given = " lie in HBM with O and dO. A text has no loss: here it is ½ |O|², so that dO = O. SRAM is empty."
        return say("Start.", *names, given)
    alike = q.bytes == k.bytes == v.bytes
    size = f"{amount(q.bytes)} each" if alike else f"{amount(q.bytes)}, {amount(k.bytes)} and {amount(v.bytes)}"
    return say("Start.", *names, f" lie in HBM, {size}. SRAM is empty.")
