"""Pictures one after the other as a GIF that repeats for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image

from gui.export.palette import AS_BEFORE, Palette, Pixels, Places

SAMPLE: Final = 12  # frames from which the colours are chosen
MOST: Final = 10**9  # pixels of all frames, which are in memory at once
REST: Final = 1500  # ms that the last frame stays longer


def gif_of(
    steps: Sequence[int],
    picture: Callable[[int], Pixels],
    fps: float,
    tell: Callable[[int, int], None],
    meant: Iterable[int] = (),
) -> bytes:
    """A GIF of `picture(step)` for every step, `fps` a second; some of them are drawn twice, to choose the colours.

    A GIF counts hundredths of a second. `tell(done, of)` says how far it is. `meant` are colours that stay exact.
    """
    palette = Palette((picture(step) for step in evenly(steps, SAMPLE)), meant)
    stay = 10 * round(100 / fps)

    def frames() -> Iterator[Image.Image]:
        before: Places | None = None
        for done, step in enumerate(steps, 1):
            places = palette.places(picture(step))
            same = np.zeros(places.shape, bool) if before is None else places == before
            yield palette.image(np.where(same, np.uint8(AS_BEFORE), places))
            before = places
            tell(done, len(steps))

    file, rest = BytesIO(), frames()
    next(rest).save(
        file,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=[stay] * (len(steps) - 1) + [stay + REST],
        loop=0,
        transparency=AS_BEFORE,
        disposal=1,
        optimize=False,
    )
    return file.getvalue()


def count_of(last: int, every: int | None, most: int | None) -> int:
    """How many `steps_of` gives, without listing them."""
    return min(last + 1, most) if most is not None else len(range(0, last, every or 1)) + 1


def steps_of(last: int, every: int | None, most: int | None) -> Sequence[int]:
    """Steps to show of 0 (nothing is done) to `last`: each, or one of `every`, or at most so many; both ends with them.

    Of one frame alone it is the last.
    """
    if most is not None:
        return evenly(range(last + 1), most)
    steps = range(0, last + 1, every or 1)
    return steps if steps[-1] == last else [*steps, last]


def evenly(steps: Sequence[int], most: int) -> Sequence[int]:
    """At most so many of the steps, evenly spread, the first and the last among them. All of them are not listed:
    a schedule may have billions."""
    if len(steps) <= most:
        return steps
    if most == 1:
        return [steps[-1]]
    return [steps[round(place)] for place in np.linspace(0, len(steps) - 1, most)]
