"""Frames as a GIF: which steps, which colours, and what a reader of it sees."""

from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from gui.export.animation import REST, evenly, gif_of, steps_of
from gui.export.palette import AS_BEFORE, EXACT, Palette, Pixels
from gui.exporting.choices import CHOICES
from gui.exporting.notes import steps_of as steps_of_choice


def frame_of(step: int) -> Pixels:
    """A square that moves over paper, with a number's worth of noise at the top."""
    frame = np.full((40, 60), 0xFDFDFD, np.uint32)
    frame[10:20, step : step + 10] = 0x5E4FB8
    frame[0, : step + 1] = 0x1D1E24
    return frame


def seen(gif: bytes) -> list[np.ndarray]:
    """The frames as they are shown."""
    image = Image.open(BytesIO(gif))
    shown = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        shown.append(np.asarray(image.convert("RGB")).astype(np.uint32))
    return shown


def codes(frame: np.ndarray) -> Pixels:
    joined: Pixels = frame[..., 0] << 16 | frame[..., 1] << 8 | frame[..., 2]
    return joined


@pytest.mark.parametrize(
    ("last", "every", "most", "steps"),
    [
        (5, None, None, [0, 1, 2, 3, 4, 5]),
        (5, 2, None, [0, 2, 4, 5]),
        (6, 2, None, [0, 2, 4, 6]),
        (5, 99, None, [0, 5]),
        (10, None, 3, [0, 5, 10]),
        (2, None, 9, [0, 1, 2]),
        (9, None, 2, [0, 9]),
        (9, None, 1, [9]),
        (0, None, None, [0]),
    ],
)
def test_steps(last: int, every: int | None, most: int | None, steps: list[int]) -> None:
    assert list(steps_of(last, every, most)) == steps


def test_evenly_spread() -> None:
    steps = evenly(range(1000), 37)
    assert (len(set(steps)), steps[0], steps[-1]) == (37, 0, 999)
    assert max(np.diff(steps)) - min(np.diff(steps)) <= 1


def test_billions_of_steps_are_counted_and_thinned_without_a_list_of_them() -> None:
    many = 10**12
    assert len(steps_of(many, None, None)) == len(evenly(range(many + 1), many + 1)) == many + 1
    assert [len(steps_of(many, None, 24)), steps_of(many, None, 24)[-1]] == [24, many]
    choice = next(choice for choice in CHOICES if choice.id == "gif")
    assert len(steps_of_choice(choice, SimpleNamespace(schedule=range(many)))) == many + 1


def test_every_frame_arrives_for_ever_with_its_time() -> None:
    told: list[tuple[int, int]] = []
    gif = gif_of(range(30), frame_of, 20, lambda done, of: told.append((done, of)))
    image = Image.open(BytesIO(gif))
    assert (image.n_frames, image.info["loop"]) == (30, 0)  # type: ignore[attr-defined]
    for number in range(30):
        image.seek(number)
        assert image.info["duration"] == 50 + REST * (number == 29)
    assert told == [(number, 30) for number in range(1, 31)]
    for step, frame in enumerate(seen(gif)):
        assert np.array_equal(codes(frame), frame_of(step)), step


def test_what_stays_costs_nothing() -> None:
    noise = np.random.default_rng(0).choice(np.array([0xFDFDFD, 0x777777], np.uint32), (300, 300))

    def picture(step: int) -> Pixels:
        frame = noise.copy()
        frame[0, step] = frame[-1, -1 - step] = 0xFF0000  # far apart
        return frame

    one, many = (len(gif_of(range(n), picture, 10, lambda done, of: None)) for n in (1, 20))
    assert many < 4 * one  # and 20 times without


def test_frequent_colours_stay_and_rare_ones_are_near() -> None:
    ramp = np.arange(2000, dtype=np.uint32)
    rare = ((ramp % 256) << 16 | (ramp * 7 % 256) << 8 | (ramp * 13 % 256)).astype(np.uint32)
    often = np.repeat(np.array([0x123456, 0xFEDCBA], np.uint32), 500)
    palette = Palette([np.concatenate((rare, often))[None]])
    assert EXACT < len(palette.codes) <= AS_BEFORE
    assert np.array_equal(palette.codes[palette.places(often[None])], often[None])
    found = palette.codes[palette.places(rare[None])][0]
    apart = [np.abs((found >> shift & 255).astype(int) - (rare >> shift & 255)) for shift in (16, 8, 0)]
    assert np.mean(apart) < 16


def test_a_colour_with_a_meaning_stays_however_rare() -> None:
    noise = np.repeat(np.random.default_rng(0).integers(0, 2**24, 5000, np.uint32), 2)
    orange = np.array([[0xB34E00]], np.uint32)
    frame = np.concatenate((noise, orange[0]))[None]
    without, within = Palette([frame]), Palette([frame], [0xB34E00, 0x00FF01])
    assert without.codes[without.places(orange)] != 0xB34E00
    assert within.codes[within.places(orange)] == 0xB34E00
    assert 0x00FF01 not in within.codes


def test_a_colour_that_no_sample_had_takes_the_nearest() -> None:
    palette = Palette([np.array([[0x000000, 0xFFFFFF, 0x0000FF]], np.uint32)])
    got = palette.codes[palette.places(np.array([[0x101010, 0xF0F0F0, 0x2020F0]], np.uint32))]
    assert got.tolist() == [[0x000000, 0xFFFFFF, 0x0000FF]]
