"""A comparison in words, made from its numbers: what is pinned, what differs, and what the query gives in both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.compare.compared import Compared
from engine.compare.pinned import Pinned, pin
from engine.models import MODELS
from engine.variants import TRAINED, titled
from gui.attention.sentence.prose import amount, label_of, target_of
from gui.frame.provenance import Fact
from gui.look.numbers import fixed
from gui.look.plain import one_line
from gui.look.runs import Run
from gui.messages.reading_note import share_read

SAME: Final = "This is the pinned view: change head, variant, sentence or model to look at both."
NOTHING: Final = "The two texts share no word, so their maps cannot be compared word by word."
LONGEST: Final = 24  # characters of a word in the sentence


def name_of(pinned: Pinned) -> str:
    """What is pinned, without its model: "L2 H7, Causal, √dₖ = 3.00"."""
    return ", ".join([_head(pinned), _variant(pinned), *_scale(pinned), *_own(pinned)])


def model_of(pinned: Pinned) -> str:
    """Who read the pinned text: a model, or a file."""
    return Path(pinned.source).name if pinned.source else MODELS[pinned.model].title


def sentence_of(compared: Compared) -> tuple[list[Run], list[Run]]:
    """What the query gives the key in both, and what else there is to know of the two."""
    return _gives(compared), [
        Run(text, "ink3") for text in (*_unread(compared), *_counts(compared), *_lacking(compared))
    ]


def facts_of(compared: Compared) -> tuple[Fact, ...]:
    """Where the pinned numbers come from."""
    pinned = compared.scene.pinned
    assert pinned is not None
    text = one_line(compared.pinned.capture.text)[:200]
    tip = f"{compared.pinned.capture.title} on “{text}”; both maps share query, key, stage and zoom"
    facts = [Fact("pinned", name_of(pinned), compared.pinned.capture.title, tip, rank=1)]
    if _lacking(compared):
        facts.append(
            Fact("pinned without", Path(pinned.function).name, "", _lacking(compared)[0].strip(), 1, alarm=True)
        )
    return tuple(facts)


def _gives(compared: Compared) -> list[Run]:
    view, pinned = compared.view, compared.pinned
    query, key = (
        Run(_short(label_of(view, token)), role, 600) for token, role in ((view.query, "query"), (view.key, "key"))
    )
    if pin(compared.scene) == compared.scene.pinned:
        return [Run(SAME)]
    if not compared.aligned.matched:
        return [Run(NOTHING)]
    beside = (compared.aligned.token(view.query), compared.aligned.token(view.key))
    if beside[0] is None or not compared.answered:
        return [query, Run(" is not in the pinned text, so its row has no counterpart.")]
    if beside[1] is None:
        return [key, Run(" is not in the pinned text.")]
    here, there = target_of(view, view.key), target_of(pinned, beside[1])
    given = amount(view, here.weight) if here.visible else "nothing (masked)"
    was = amount(pinned, there.weight) if there.visible else "nothing (masked)"
    to = Run("itself", "key", 600) if here.own else key
    return [
        query,
        Run(" gives "),
        to,
        Run(f" {given} ", "ink", 600),
        Run("here and "),
        Run(was, "ink", 600),
        *_where(compared),
    ]


def _where(compared: Compared) -> list[Run]:
    """ " in the pinned head (L2 H7)", named after the one thing that differs."""
    now, pinned = pin(compared.scene), compared.scene.pinned
    assert pinned is not None
    named = {
        "text": ("sentence", ()),
        "model": ("model", (compared.pinned.capture.title,)),
        "head": ("head", (_head(pinned),)),
        "variant": ("variant", (_variant(pinned),)),
        "scale": ("view", _scale(pinned) or ("the model’s scale",)),
        "function": ("view", _own(pinned) or ("no own function",)),
    }
    found = _differing(now, pinned)
    noun, names = named[found[0]] if len(found) == 1 else ("view", (_head(pinned),))
    inside = f" ({', '.join(names)})" if names else ""
    return [Run(f" in the pinned {noun}{inside}.")]


def _differing(now: Pinned, pinned: Pinned) -> list[str]:
    """In what two views differ."""
    fields = {
        "text": ("text", "source") if now.source or pinned.source else ("text",),
        "model": () if now.source or pinned.source else ("model",),
        "head": ("layer", "head"),
        "variant": ("variant", "parameters"),
        "scale": ("scale",),
        "function": ("function",),
    }
    return [name for name, of in fields.items() if any(getattr(now, x) != getattr(pinned, x) for x in of)]


def _counts(compared: Compared) -> Sequence[str]:
    """How many words have a counterpart, where not all have one."""
    matched, here, there = compared.aligned.matched, len(compared.aligned.there), len(compared.aligned.here)
    if not matched or matched == here == there:
        return ()
    if matched == here:
        more = there - matched
        return (f" {more} word{'s' if more > 1 else ''} of the pinned text {'are' if more > 1 else 'is'} not here.",)
    return (f" {matched} of {here} words stand in both.",)


def _unread(compared: Compared) -> Sequence[str]:
    """That the model read a part of the pinned text; of the text on screen the window itself says so."""
    pinned = compared.pinned.capture
    share = share_read(pinned)
    if not share or (pinned.text, pinned.read) == (compared.view.capture.text, compared.view.capture.read):
        return ()
    return (f" Of the pinned text {pinned.title} read {share}.",)


def _lacking(compared: Compared) -> Sequence[str]:
    """That the pinned view's own function does not run."""
    pinned = compared.scene.pinned
    if pinned is None or not pinned.function or compared.pinned.own is not None:
        return ()
    return (f" Pinned without “{Path(pinned.function).name}”, which was not approved in this session.",)


def _short(label: str) -> str:
    label = one_line(label)
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 8]}…{label[-7:]}"


def _head(pinned: Pinned) -> str:
    return f"L{pinned.layer} H{pinned.head}" if isinstance(pinned.head, int) else f"L{pinned.layer} {pinned.head}"


def _variant(pinned: Pinned) -> str:
    if pinned.variant == TRAINED:
        return "as trained"
    names = titled(pinned.variant)
    numbers = ", ".join(f"{key.partition('.')[2]} {value:g}" for key, value in pinned.parameters.items())
    return f"{names}, {numbers}" if numbers else names


def _scale(pinned: Pinned) -> tuple[str, ...]:
    return () if pinned.scale is None else (f"√dₖ = {fixed(pinned.scale, 2)}",)


def _own(pinned: Pinned) -> tuple[str, ...]:
    return (Path(pinned.function).name,) if pinned.function else ()
