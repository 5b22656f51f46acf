"""A raster of a small capture, and the words that such captures are made of."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from engine.attention import Spec
from engine.capture import Capture
from engine.maps.raster import Raster, Viewport, raster
from engine.maps.words import axis_of

PLAIN = Spec()
ALL = Viewport()
WORDS = st.lists(st.sampled_from(["[S]", "a", "b", "c+d", "e+f+g"]), min_size=1, max_size=12).map(" ".join)


def draw(
    capture: Capture,
    head: int | str = 0,
    spec: Spec = PLAIN,
    stage: str = "weights",
    merge: bool = False,
    specials: bool = True,
    viewport: Viewport = ALL,
    **size: int,
) -> Raster:
    """The raster of layer 0, whole unless `viewport` or its fields in `size` say a part."""
    axis = axis_of(capture.tokens, merge, specials)
    result = raster(capture, 0, head, spec, stage, axis, replace(viewport, **size))
    assert result is not None
    return result
