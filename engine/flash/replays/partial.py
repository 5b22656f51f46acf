"""What attention over some of the keys has found, and how two such findings become one.

The arithmetic of Flash-Decoding's second pass, of ring attention and of split-K kernels. numpy and torch alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.arrays import Array, namespace
from engine.normalizers import QUIET


@dataclass(frozen=True, eq=False)
class Partial:
    """Attention over a part of the keys; output 0 and log-sum-exp -inf for rows that saw none of it."""

    output: Array  # (..., R, dv)
    lse: Array  # (..., R), natural log


@QUIET
def merge(a: Partial, b: Partial) -> Partial:
    """Attention over the keys of both, which must share none: L = ln(e^La + e^Lb), O = e^(La-L) Oa + e^(Lb-L) Ob.

    Associative and commutative; a part that nobody saw changes nothing. Dao et al., Flash-Decoding (2023).
    """
    xp = namespace(a.lse, b.lse)
    lse = xp.logaddexp(a.lse, b.lse)
    return Partial(_share(a, lse) * a.output + _share(b, lse) * b.output, lse)


def _share(part: Partial, lse: Array) -> Array:
    """e^(L_part - L), 0 where neither part saw anything."""
    xp = namespace(lse)
    share = xp.where(lse == -xp.inf, xp.zeros_like(lse), xp.exp(part.lse - lse))
    return share[..., None]
