"""Views with numbers written by hand, for what real heads seldom do: ties, NaN, rows that see nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture import Capture, Layer, Token
from engine.maps.raster import Raster
from engine.maps.words import Axis, axis_of
from engine.scene import Scene
from engine.shown.chosen import Row
from engine.shown.thumbnails import Detail, detail_of
from engine.shown.view import View, view_of
from gui.parts.pane import Pane
from gui.store import Store

Numbers = NDArray[Any]


def capture_of(words: str, heads: int = 12, read: int | None = None) -> Capture:
    """[CLS], the words (pieces of one word joined by "|"), [SEP]; the numbers in it are all the same."""
    tokens = [Token(101, "[CLS]", "[CLS]", 0, 0, True, None)]
    at = 0
    for number, word in enumerate(words.split()):
        for part, piece in enumerate(word.split("|")):
            tokens.append(
                Token(1000 + len(tokens), "##" * (part > 0) + piece, piece, at, at + len(piece), False, number)
            )
            at += len(piece)
        at += 1
    text = words.replace("|", "")
    tokens.append(Token(102, "[SEP]", "[SEP]", len(text), len(text), True, None))
    same = np.ones((heads, len(tokens), 2), np.float32)
    layer = Layer(same, same, same, 1 / 5.65685425, "none")
    return Capture(
        text, "minilm", "MiniLM-L6-v2", tuple(tokens), (layer,), len(text) if read is None else read, "float32", 512
    )


def view_of_row(
    words: str,
    weights: Sequence[float],
    *,
    trained: Sequence[float] | None = None,
    hidden: Sequence[int] = (),
    query: int = 1,
    key: int | None = None,
    specials: bool = False,
    head: int | str = 4,
    scale: float | None = None,
    changed: bool | None = None,
    order: str = "text",
) -> View:
    """The view of one row of weights over all tokens, [CLS] and [SEP] included; `hidden` are the masked tokens."""
    capture = capture_of(words)
    axis = axis_of(capture.tokens, True, specials)
    now = np.array(weights, np.float32)
    seen = np.ones(len(now), bool)
    seen[list(hidden)] = False
    assert len(now) == len(capture.tokens)
    row = _row(axis, now, np.array(weights if trained is None else trained, np.float32), seen)
    ranked = tuple(int(g) for g in np.argsort(-row.shown, kind="stable") if row.shown_visible[g])
    best = [g for g in ranked if not axis.groups[g].special]
    scene = Scene(query=query, key=key, specials=specials, head=head, scale=scale, order=order, theme="light")
    chosen = key if key is not None else axis.groups[best[0]].tokens[0] if best else query
    nothing = np.zeros((1, 1), np.float32)
    return View(
        scene=scene,
        capture=capture,
        axis=axis,
        layer=0,
        head=head,
        stage="weights",
        divisor=scale or 5.65685425,
        trained_divisor=5.65685425,
        changed=scale is not None if changed is None else changed,
        query=query,
        query_group=axis.group_of[query],
        key=chosen,
        key_group=axis.group_of[chosen],
        ranked=ranked,
        row=row,
        cell=None,
        saturation=None,
        map=Raster(nothing, nothing > 0, np.arange(2), np.arange(2), nothing[0], 1.0, 0.0),
        top=1.0,
        limit=1.0,
        kv_head=None,
        seconds=0.0,
    )


def _row(axis: Axis, now: Numbers, trained: Numbers, seen: Numbers) -> Row:
    def by_word(row: Numbers) -> Numbers:
        return np.array([row[list(group.tokens)].sum(dtype=np.float64) for group in axis.groups])

    folded = list(axis.folded)
    ends = [0, len(now) - 1]
    safe = np.where(now > 0, now, 1)
    return Row(
        weights=now,
        trained=trained,
        visible=seen,
        shown=by_word(now),
        shown_trained=by_word(trained),
        shown_visible=by_word(seen) > 0,
        folded=float(now[folded].sum()),
        folded_trained=float(trained[folded].sum()),
        folded_each=now[folded].astype(np.float64),
        special=float(now[ends].sum()),
        total=float(now.sum()),
        entropy=float(-(safe * np.log2(safe)).sum()),
        most_entropy=float(np.log2(max(seen.sum(), 1))),
    )


def live(pane: Pane, store: Store, capture: Capture) -> None:
    """Show the store's scene now and whenever it changes, as the window does."""

    def show() -> None:
        view = view_of(store.scene, capture, (100, 100), lambda: False)
        assert view is not None
        pane.show_view(view)

    store.changed.connect(show)
    show()


def detailed(view: View, size: int = 70) -> Detail:
    """What the window shows a moment after the view."""
    detail = detail_of(view.scene, view.capture, size, lambda: False)
    assert detail is not None
    return detail
