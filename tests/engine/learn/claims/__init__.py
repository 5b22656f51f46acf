"""Every number that a chapter has from the app, computed anew: a function a chapter, a file a subject."""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.learn.claims.cost import flash, when
from tests.engine.learn.claims.heads import heads, hiding, rope
from tests.engine.learn.claims.rows import formula, idea, pseudocode, qkv, scale

CLAIMS: dict[str, Callable[[], list[str]]] = {
    "idea": idea,
    "qkv": qkv,
    "formula": formula,
    "scale": scale,
    "heads": heads,
    "masks": hiding,
    "rope": rope,
    "flash": flash,
    "when": when,
    "history": list,
    "variants": list,
    "papers": list,
    "pseudocode": pseudocode,
}
