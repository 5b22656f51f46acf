"""The list of heads: what each adds to the layer's output through the output projection."""

from __future__ import annotations

import numpy as np

from engine.why.shares import Shares
from engine.why.why import Why
from gui.attention.why.rows import Line, Lines, full
from gui.look.numbers import fixed, percent

TIPS = (
    "how long the head’s part is after W_O",
    "the cosine of the part with the sum: 1 the same way, 0 across, −1 against",
    "how much of the sum’s length the part makes, along the sum: all of them add up to 1",
)


def of_shares(why: Why, found: Shares) -> Lines:
    """Each head's part of the layer's output; the bias of W_O closes the sum."""
    lengths, along, cosines = found.lengths, found.along, found.cosines
    biased, total = bool(np.any(found.bias)), float(np.linalg.norm(found.total))
    head, count = why.view.head, len(along)

    def line(index: int) -> Line:
        if index == count:
            length, share = float(np.linalg.norm(found.bias)), found.bias_along
            tip = f"The bias of W_O, the same for every word<br>length {length:.9g}<br>{share:.9g} along the sum"
            return Line(
                "bias", (fixed(length, 2), "", fixed(share, 3)), tip, (full(length), "", full(share)), "rest", True
            )
        length, cosine, share = float(lengths[index]), float(cosines[index]), float(along[index])
        tip = f"<b>head {index}</b><br>length {length:.9g}<br>cosine with the sum {cosine:.9g}<br>{share:.9g} along it"
        return Line(
            f"head {index}",
            (fixed(length, 2), fixed(cosine, 2), fixed(share, 3)),
            tip,
            (full(length), full(cosine), full(share)),
            "head" if index == head else "",
            field=("head", index),
        )

    closes = f" and the bias {percent(found.bias_along)}" if biased else ""
    best = int(np.argmax(along))
    said = (
        f"The layer adds up {count} heads{' and a bias' if biased else ''} to an output of length {fixed(total, 2)}. "
        f"Head {best} makes {percent(float(along[best]))} of it{closes}; all together 100 %."
    )
    return Lines(
        columns=("length", "cosine", "share"),
        bars=np.append(along, found.bias_along if biased else []),
        ghosts=None,
        line=line,
        labels=(*(f"head {index}" for index in range(count)), *(("bias",) if biased else ())),
        legend=("share along the sum", ""),
        sentence=said,
        short=f"Head {best} makes {percent(float(along[best]))} of the sum; all together 100 %",
        rest=int(biased),
        chosen=head if isinstance(head, int) else -1,
        strip="parts",
        main=2,
        tips=TIPS,
    )
