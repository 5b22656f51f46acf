"""Scenes and captures for tests of the Flash workspace's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from engine.capture import Capture
from engine.flash.frame.frames import flash_detail, flash_view
from engine.flash.frame.view import FlashDetail, FlashView
from engine.scene import Scene

WAYS = (
    *(("standard", "forward"), ("fa1", "forward"), ("fa2", "forward"), ("decoding", "forward")),
    *(("standard", "backward"), ("fa1", "backward"), ("fa2", "backward")),
)
CARRYING = ("fa1", "fa2", "decoding")  # forward passes with a running maximum


def never() -> bool:
    return False


def scene_of(algorithm: str = "fa2", direction: str = "forward", **fields: Any) -> Scene:
    """A scene of head 1 in small ragged tiles; Flash-Decoding in three parts."""
    given = {"head": 1, "query": 8, "block_q": 4, "block_k": 3, "variant": "causal"}
    given |= {"splits": 3} if algorithm == "decoding" else {}
    return Scene(**{**given, "algorithm": algorithm, "direction": direction, **fields})


def shown(scene: Scene, capture: Capture | None) -> FlashView:
    view = flash_view(scene, capture, never)
    assert view is not None
    return view


def detailed(scene: Scene, capture: Capture | None) -> FlashDetail:
    detail = flash_detail(scene, capture, never)
    assert detail is not None
    return detail


def walk(scene: Scene, capture: Capture | None) -> Iterator[FlashView]:
    """The view after every number of steps."""
    steps = len(shown(scene, capture).schedule)
    for t in range(steps + 1):
        yield shown(replace(scene, step=t), capture)


def scores_of(capture: Capture, head: int = 1) -> np.ndarray[Any, Any]:
    """Causal scores of a head, float64, straight from q and k; -inf where hidden."""
    layer = capture.layers[0]
    q, k = layer.q[head].astype(np.float64), layer.k[layer.kv_group(head)].astype(np.float64)
    scores: np.ndarray[Any, Any] = np.where(np.tri(len(q), dtype=bool), q @ k.T * layer.scale, -np.inf)
    return scores
