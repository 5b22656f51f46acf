"""The sentence beside the token strip, made from the numbers of a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.shown.chosen import pieces_of
from engine.shown.view import View
from gui.look.numbers import fixed, percent

ALIKE: Final = 1.5  # nothing above this many even shares: the query looks everywhere alike
SOME: Final = 0.005  # from here on a share is not 0 %
WHY: Final = (
    "Attention says from where this head reads for a word. It does not say why the model answers as it does: "
    "other heads, the values and all later layers decide that."
)


@dataclass(frozen=True)
class Piece:
    """Words of one look: role "query", "key", "sub" (an index below the line) or "" for plain ink."""

    text: str
    role: str = ""


@dataclass(frozen=True)
class Prose:
    """One large line and a few small sentences below it."""

    headline: tuple[Piece, ...]
    body: tuple[Piece, ...]

    def plain(self) -> str:
        """All of it without looks, as a screen reader says it."""
        lines = ("".join(piece.text for piece in line) for line in (self.headline, self.body))
        return ". ".join(line.removesuffix(".") for line in lines) + "."


@dataclass(frozen=True)
class Target:
    """What a query can look at: a shown word, or a special token."""

    label: str
    weight: float
    trained: float | None  # None where only the weight now is known: a folded special token
    special: bool = False
    own: bool = False  # the query itself
    visible: bool = True

    @property
    def quoted(self) -> str:
        return self.label if self.special else f"“{self.label}”"

    @property
    def named(self) -> str:
        return "itself" if self.own else self.quoted


def prose_of(view: View) -> Prose:
    """What the query of this view looks at, in words."""
    query = Piece(label_of(view, view.query), "query")
    if not (np.isfinite(view.row.shown).all() and np.isfinite(view.row.folded)):
        body = "Some numbers of this row are infinite or not a number (NaN), so softmax has no answer."
        return Prose((query, Piece(" has no finite weights")), (Piece(body),))
    if not (view.row.shown_visible.any() or view.row.visible.any()):
        return Prose((Piece("The mask hides every word"),), (query, Piece(" sees nothing, so all its weights are 0.")))
    ranked = _ranked(view)
    chosen = target_of(view, view.key)
    if view.scene.key is not None and chosen != ranked[0]:
        return _chosen(view, query, chosen, ranked[0])
    if _alike(view):
        return _everywhere(view, query, ranked[0].weight)
    return _usual(view, query, ranked)


def label_of(view: View, token: int) -> str:
    """The shown word that holds the token, in one piece, or the token alone when it is folded away."""
    return "".join(view.capture.tokens[piece].label for piece in pieces_of(view.axis, token))


def target_of(view: View, token: int) -> Target:
    """The word, or folded special token, that `token` belongs to, with what it gets."""
    group, row = view.axis.group_of[token], view.row
    label, own = label_of(view, token), token == view.query
    if group < 0:
        weight = float(row.folded_each[view.axis.folded.index(token)])
        return Target(label, weight, None, True, own, bool(row.visible[token]))
    return Target(
        label,
        float(row.shown[group]),
        float(row.shown_trained[group]),
        view.axis.groups[group].special,
        group == view.query_group,
        bool(row.shown_visible[group]),
    )


def share(weight: float) -> str:
    """A weight as percent, with two digits that count where it is small; 100 % only where it is all."""
    if weight >= 0.9995:
        return percent(weight)
    return percent(weight, 0 if 0.0995 <= weight < 0.995 else 1 if weight >= 0.00995 else 2)


def amount(view: View, weight: float) -> str:
    """A weight as a share of the row's attention; as a plain number where rows do not sum to 1."""
    return share(weight) if view.sums is None else fixed(weight, 2)


def _ranked(view: View) -> list[Target]:
    """The few targets that get the most, largest first; of equal ones the word before the special token."""
    tokens = [view.axis.groups[group].tokens[0] for group in view.ranked[:3]]
    tokens += [token for token in view.axis.folded if view.row.visible[token]]
    return sorted((target_of(view, token) for token in tokens), key=lambda target: (-target.weight, target.special))


def _usual(view: View, query: Piece, ranked: list[Target]) -> Prose:
    top = ranked[0]
    gives = _gives(view, top)
    among = _among(view) if top.special else ()
    if view.changed:
        model = () if _in_one(view) else _against_model(view, top)
        return Prose(_headline(query, top), (gives, *among, *model, *_mask(view)))
    return Prose(_headline(query, top), (gives, *(among or _next(view, ranked)), *(_mask(view) or _hint(view))))


def _headline(query: Piece, top: Target) -> tuple[Piece, ...]:
    if top.own:
        return query, Piece(" looks at "), Piece("itself", "key")
    if top.special:
        return query, Piece(f" looks {'mostly' if top.weight > 0.5 else 'most'} at {top.label}")
    return query, Piece(" looks at "), Piece(top.label, "key")


def _among(view: View) -> tuple[Piece, ...]:
    """The word that is marked as the key, where a special token gets more."""
    words = (view.axis.groups[group] for group in view.ranked if not view.axis.groups[group].special)
    first = next(words, None)
    if first is None:
        return ()
    word = target_of(view, first.tokens[0])
    given = amount(view, word.weight)
    given = given if given.strip("0. %") else "next to nothing"
    return (Piece(f" Among the words {word.quoted} comes first with {given}."),)


def _gives(view: View, top: Target) -> Piece:
    given = amount(view, top.weight)
    if view.head == "max":
        return Piece(f"None of the {view.capture.heads} heads gives more than {given}.")
    if view.sums is not None:
        trained = "" if top.trained is None else f"; as trained it is {amount(view, top.trained)}"
        return _averaged(view, f"the weight there is {given}{trained if _in_one(view) else ''}.")
    sentence = f"{given} of its attention is there." if top.special else f"it gives {given} of its attention there."
    return _averaged(view, sentence)


def _in_one(view: View) -> bool:
    """Whether one sentence has both weights, now and as trained: plain numbers, and the scale is the model's."""
    return view.sums is not None and view.changed and view.head != "max" and view.divisor == view.trained_divisor


def _averaged(view: View, sentence: str) -> Piece:
    if view.head == "mean":
        return Piece(f"On average over {view.capture.heads} heads {sentence}")
    return Piece(sentence[0].upper() + sentence[1:])


def _next(view: View, ranked: list[Target]) -> tuple[Piece, ...]:
    if len(ranked) < 2 or ranked[1].weight < SOME:
        return ()
    top, following = ranked[:2]
    if top.weight - following.weight <= 1e-6 * top.weight:
        return (Piece(" It gives itself as much." if following.own else f" {following.quoted} gets as much."),)
    return (Piece(f" Next is {following.named} with {amount(view, following.weight)}."),)


def _against_model(view: View, target: Target, it: str = "") -> tuple[Piece, ...]:
    """What the model itself gives the target, when scale or variant were changed."""
    there = None if target.trained is None else amount(view, target.trained)
    if view.divisor == view.trained_divisor:
        return (Piece(f" As trained the model gives {it}{there}."),) if there else ()
    turned = "sharper" if view.divisor < view.trained_divisor else "flatter"
    gives = f", which gives {it}{there}" if there else ""
    end = f" = {fixed(view.divisor, 2)}, {turned} than the model{gives} at {fixed(view.trained_divisor, 2)}."
    return Piece(" At √d"), Piece("k", "sub"), Piece(end)


def _mask(view: View) -> tuple[Piece, ...]:
    hidden = ~view.row.shown_visible
    count, after = int(hidden.sum()), len(hidden) - 1 - view.query_group
    if not count:
        return ()
    if count == len(hidden):
        return (Piece(" The mask hides every word."),)
    if view.query_group >= 0 and count == after and hidden[view.query_group + 1 :].all():
        return (Piece(f" The mask hides all that comes after “{label_of(view, view.query)}”."),)
    return (Piece(f" The mask hides {count} of {len(hidden)} words."),)


def _hint(view: View) -> tuple[Piece, ...]:
    return (Piece(" Click any word to ask the same of it."),) if len(view.axis.groups) > 1 else ()


def _chosen(view: View, query: Piece, chosen: Target, top: Target) -> Prose:
    """A key that the person picked and that is not the one looked at most."""
    name = Piece("itself", "key") if chosen.own else Piece(chosen.label, "key")
    most = Piece(f" Most goes to {top.named}, {amount(view, top.weight)}.")
    if not chosen.visible:
        return Prose((query, Piece(" cannot see "), name), (Piece("The mask hides it."), most))
    gives = Piece(f" {amount(view, chosen.weight)}")
    of = {"mean": f"That is the average over {view.capture.heads} heads.", "max": "No head gives it more."}
    said = of.get(str(view.head), "")
    model = _against_model(view, chosen, "it ") if view.changed else ()
    body = (Piece(said + most.text if said else most.text.lstrip()), *model)
    return Prose((query, Piece(" gives "), name, gives), body)


def _alike(view: View) -> bool:
    """Whether no visible token gets clearly more than an even share; a merged word counts by piece."""
    row, n = view.row, int(view.row.visible.sum())
    if n < 3 or view.head == "max" or view.sums is not None:
        return False
    pieces = np.array([len(group.tokens) for group in view.axis.groups])
    highest = max((row.shown / pieces).max(initial=0) if len(pieces) else 0, row.folded_each.max(initial=0))
    return bool(highest <= ALIKE / n)


def _everywhere(view: View, query: Piece, most: float) -> Prose:
    even = 1 / int(view.row.visible.sum())
    said = f"nothing gets more than {share(most)}; an even share would be {share(even)}."
    model = _against_model(view, Target("", 0, None)) if view.changed else ()
    return Prose((query, Piece(" looks everywhere alike")), (_averaged(view, said), *model, *_mask(view)))
