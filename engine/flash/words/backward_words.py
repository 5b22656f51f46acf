"""What each operation of a backward pass does, in plain words, with the numbers that the frame has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.flash.frame.view import FlashView, Floats, Run
from engine.flash.words import saying
from engine.flash.words.forward_words import KEY, VALUE, load_k, load_p, load_v, mask
from engine.flash.words.quantities import between, count
from engine.flash.words.quantities import number as plain_number
from engine.flash.words.saying import Said, say


def load_o(view: FlashView) -> Said:
    return say("Load.", f"O and its gradient dO of row block {saying.row_block(view)} come {saying.read(view)}.")


def delta(view: FlashView) -> Said:
    rows = count(saying.row_count(view), "row")
    known = "" if view.backward is None else between(view.backward.delta)
    return say("Delta.", f"D = rowsum(dO · O): one number for each of {rows}{known}.")


def store_delta(view: FlashView) -> Said:
    return say("Store.", f"D of row block {saying.row_block(view)} goes {saying.sent(view)}.")


def load_kv(view: FlashView) -> Said:
    block = f" block {saying.key_block(view)}, {saying.keys(view)}, come {saying.read(view)}; dK and dV start at 0."
    return say("Load.", KEY, " and ", VALUE, block)


def load_q(view: FlashView) -> Said:
    if view.schedule.algorithm == "standard":
        return say("Load.", saying.queries(view), f" comes {saying.read(view)}.")
    beside = "O, dO, dQ, ℓ and m" if view.schedule.algorithm == "fa1" else "dO, dQ, L and D"
    return say("Load.", saying.queries(view), f", {saying.rows(view)}, comes with {beside} {saying.read(view)}.")


def scores(view: FlashView) -> Said:
    again = count(saying.cells(view), "score")
    return say("Scores.", f"{saying.tile(view).capitalize()} is computed again from Q and K, {again}: none was kept.")


def weights(view: FlashView) -> Said:
    saved = "m and ℓ" if view.schedule.algorithm == "fa1" else "L"
    share = "" if view.backward is None else between(view.backward.share)
    adds = f" Of each row’s whole of 1, it holds{share.removeprefix(',')}." if share else ""
    tile = saying.tile(view).capitalize()
    return say("Weights.", f"{tile}: the forward pass saved {saved}, so P = exp(S − L) is right at once.{adds}")


def grad_v(view: FlashView) -> Said:
    block = Run(f"value block {saying.key_block(view)}", "value")
    return say("Gradient.", "dV of ", block, f" grows by Pᵀ dO{_longest(view, 'dv')}.")


def grad_p(view: FlashView) -> Said:
    tile = saying.tile(view).capitalize()
    return say("Gradient.", f"{tile}: dP = dO Vᵀ, how the loss follows each weight{between(_seen(view))}.")


def grad_s(view: FlashView) -> Said:
    where = saying.tile(view) if saying.newest(view).j is not None else f"row block {saying.row_block(view)}"
    known = between(_seen(view))
    return say("Gradient.", f"{where.capitalize()}: dS = P (dP − D), through the softmax back to the scores{known}.")


def grad_q(view: FlashView) -> Said:
    return say("Gradient.", "dQ of ", saying.queries(view, "query block"), " grows by scale · dS K.")


def grad_k(view: FlashView) -> Said:
    block = Run(f"key block {saying.key_block(view)}", "key")
    return say("Gradient.", "dK of ", block, f" grows by scale · dSᵀ Q{_longest(view, 'dk')}.")


def _seen(view: FlashView) -> Floats | None:
    """The visible numbers of the tile that the step is about."""
    tile = view.tile
    return None if tile is None or tile.cells is None or tile.visible is None else tile.cells[tile.visible]


def _longest(view: FlashView, name: str) -> str:
    """How long the longest row of dK or dV of the key block is by now."""
    lengths = None if view.backward is None else getattr(view.backward, name)
    return "" if lengths is None or not len(lengths) else f"; its longest row is {plain_number(float(lengths.max()))}"


def store_dq(view: FlashView) -> Said:
    block = saying.queries(view, "query block")
    return say("Store.", "dQ of ", block, f" goes {saying.sent(view)}.", saying.ending(view))


def store_dkv(view: FlashView) -> Said:
    block = f"dK and dV of block {saying.key_block(view)} go {saying.sent(view)}."
    return say("Store.", block, saying.ending(view))


def store_dk(view: FlashView) -> Said:
    block = Run(f"key block {saying.key_block(view)}", "key")
    return say("Store.", "dK of ", block, f" goes {saying.sent(view)}.", saying.ending(view))


def store_dv(view: FlashView) -> Said:
    block = Run(f"value block {saying.key_block(view)}", "value")
    return say("Store.", "dV of ", block, f" goes {saying.sent(view)}.", saying.ending(view))


def load_do(view: FlashView) -> Said:
    return say("Load.", f"dO of row block {saying.row_block(view)} comes {saying.read(view)}.")


def store_dp(view: FlashView) -> Said:
    return say("Store.", f"dP of {saying.tile(view)} goes {saying.sent(view)}: the whole map is kept there.")


def load_p_dp(view: FlashView) -> Said:
    return say("Load.", f"P and dP of row block {saying.row_block(view)} come {saying.read(view)}.")


def store_ds(view: FlashView) -> Said:
    return say("Store.", f"dS of row block {saying.row_block(view)} goes {saying.sent(view)}.")


def load_ds(view: FlashView) -> Said:
    return say("Load.", f"dS of {saying.tile(view)} comes {saying.read(view)}.")


BACKWARD: Final[dict[str, Callable[[FlashView], Said]]] = {
    **{each.__name__: each for each in (load_o, load_kv, load_q, load_k, load_v, load_p, load_do, load_p_dp, load_ds)},
    **{each.__name__: each for each in (delta, scores, mask, weights, grad_v, grad_p, grad_s, grad_q, grad_k)},
    **{each.__name__: each for each in (store_delta, store_dq, store_dkv, store_dk, store_dv, store_dp, store_ds)},
    "reload_do": load_do,
    "reload_ds": load_ds,
}
