"""256 colours that all frames of an animation share, so that none flickers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

AS_BEFORE: Final = 255  # the place of no colour: what stays as it was
EXACT: Final = 96  # the most frequent ones, which stay as they are
REFINED: Final = 8  # rounds in which colours move to the middle of those that they stand for
Pixels = NDArray[np.uint32]  # (height, width) of 0xRRGGBB
Places = NDArray[np.uint8]  # (height, width) of places in a palette


class Palette:
    """The colours for frames like the given ones: the frequent ones as they are, of the others the nearest.

    `meant` are colours with a meaning: those of them that occur stay as they are, however rare.
    """

    def __init__(self, frames: Iterable[Pixels], meant: Iterable[int] = ()) -> None:
        codes, counts = _counted(frames)
        order = np.argsort(np.where(np.isin(codes, list(meant)), -(2**40), -counts), kind="stable")
        exact, rest = codes[order[:EXACT]], order[EXACT:]
        self.codes = np.unique(np.concatenate((exact, _few(codes[rest], counts[rest]))))
        self._places = np.full(2**24, AS_BEFORE, np.uint8)
        self._places[self.codes] = np.arange(len(self.codes))

    def places(self, frame: Pixels) -> Places:
        """Which colour each pixel takes."""
        found = self._places[frame]
        if (found == AS_BEFORE).any():
            unknown = np.unique(frame[found == AS_BEFORE])
            self._places[unknown] = _nearest(unknown, self.codes)
            found = self._places[frame]
        return found

    def image(self, places: Places) -> Image.Image:
        """Pillow's image with this palette."""
        made = Image.fromarray(places)
        made.putpalette(_split(self.codes).astype(np.uint8).tobytes())
        return made


def _counted(frames: Iterable[Pixels]) -> tuple[Pixels, NDArray[np.int64]]:
    """All colours of the frames, and how many pixels have each."""
    counted: dict[int, int] = {}
    for frame in frames:
        for code, many in zip(*(part.tolist() for part in np.unique(frame, return_counts=True)), strict=True):
            counted[code] = counted.get(code, 0) + many
    return np.array(list(counted), np.uint32), np.array(list(counted.values()), np.int64)


def _few(codes: Pixels, counts: NDArray[np.int64]) -> Pixels:
    """What stands for many colours: by median cut (Heckbert 1982) and k-means, the frequent ones counting more."""
    if not len(codes):
        return codes
    line = _split(np.repeat(codes, np.ceil(np.sqrt(counts)).astype(np.int64)))[None].astype(np.uint8)
    image = Image.fromarray(line).quantize(AS_BEFORE - EXACT, Image.Quantize.MEDIANCUT, kmeans=REFINED)
    cut = image.getpalette() or []
    red, green, blue = np.array(cut, np.uint32).reshape(-1, 3).T
    joined: Pixels = (red << 16 | green << 8 | blue).astype(np.uint32)
    return joined


def _nearest(codes: Pixels, among: Pixels) -> NDArray[np.intp]:
    """For each colour the place of the nearest one, green counting most, as for eyes."""
    found = np.empty(len(codes), np.intp)
    for start in range(0, len(codes), 4096):
        apart = _split(codes[start : start + 4096])[:, None] - _split(among)[None]
        found[start : start + 4096] = np.argmin((apart**2 * (2, 4, 3)).sum(2), 1)
    return found


def _split(codes: Pixels) -> NDArray[np.int64]:
    """Red, green and blue of colours, along a last axis."""
    return np.stack((codes >> 16, codes >> 8 & 255, codes & 255), -1).astype(np.int64)
