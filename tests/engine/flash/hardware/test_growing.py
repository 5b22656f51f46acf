"""Growth of a scene's own traffic: exact at each point, and honest about what is carried over of its mask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.algebra import Kind, Mask
from engine.capture import Capture
from engine.flash.hardware.growing import GROWN, POINTS, GrowthDetail, growth_of, is_causal
from engine.flash.plan.schedules import schedule
from engine.masks import both, causal, window
from engine.scene import Scene

EXAMPLES = Path(__file__).parents[4] / "resources" / "examples"
N, D = 59, 32


@pytest.fixture(scope="module")
def capture() -> Capture:
    return Capture.load(EXAMPLES / "keys-and-locks.safetensors")


@pytest.fixture
def grown(capture: Capture) -> Callable[..., GrowthDetail]:
    def made(**choices: object) -> GrowthDetail:
        scene = replace(Scene(block_q=16, block_k=16, plot="n"), **choices)  # type: ignore[arg-type]
        found = growth_of(scene, capture, lambda: False)
        assert found is not None
        return found

    return made


def test_without_a_mask_points_are_the_closed_forms(grown: Callable[..., GrowthDetail]) -> None:
    found = grown()
    assert found.growth.at[0] == N // 4 and found.growth.at[-1] == 8192 and N in found.growth.at
    for place, n in enumerate(found.growth.at.tolist()):
        rows = min(16, n)
        tiles = -(-n // rows)
        assert {name: int(line[place]) for name, line in found.growth.moved.items()} == {
            "standard": 2 * (4 * n * n + 4 * n * D),
            "fa1": 2 * ((2 + 3 * tiles) * n * D + 4 * tiles * n),
            "fa2": 2 * (2 * n * D + 2 * n * D * tiles + n),
        }, n


@pytest.mark.parametrize("plot", GROWN)
@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_at_the_scene_s_own_size_it_is_the_scene_s_own_schedule(
    grown: Callable[..., GrowthDetail], plot: str, direction: str
) -> None:
    found = grown(plot=plot, direction=direction, variant="causal")
    place = found.growth.at.tolist().index(found.here)
    rows, columns = found.setting.tile
    for name, line in found.growth.moved.items():
        made = schedule(*(N, N, D), block_q=rows, block_k=columns, algorithm=name, direction=direction, mask=causal())
        assert int(line[place]) == made.hbm_read + made.hbm_written, name
    assert found.here == {"n": N, "d": D, "sram": 192 * 1024}[plot]
    assert len(found.growth.at) <= POINTS + 1


@pytest.mark.parametrize(
    ("choices", "causal_", "dropped", "said"),
    [
        ({}, False, False, "no mask"),
        ({"variant": "causal"}, True, False, "causal"),
        ({"variant": "window"}, False, True, "without its mask"),
        ({"variant": "causal+window"}, False, True, "without its mask"),
        ({"variant": "causal", "shape": (4096, 64)}, True, False, "causal"),
        ({"variant": "window", "shape": (4096, 64)}, False, True, "without its mask"),
        ({"shape": (4096, 64)}, False, False, "no mask"),
    ],
)
def test_what_is_carried_over_of_the_mask(
    grown: Callable[..., GrowthDetail], choices: dict[str, object], causal_: bool, dropped: bool, said: str
) -> None:
    found = grown(**choices)
    assert (found.causal, found.setting.causal, found.dropped, found.carried) == (causal_, causal_, dropped, said)


def test_a_shape_has_its_own_sizes(grown: Callable[..., GrowthDetail]) -> None:
    found = grown(shape=(131072, 64), block_q=128, block_k=128)
    assert (found.here, found.setting.d, found.growth.at[-1]) == (131072, 64, 8 * 131072)


def test_cancelled_and_refused(capture: Capture) -> None:
    assert growth_of(Scene(plot="n"), capture, lambda: True) is None
    with pytest.raises(ValueError, match="no growth curve"):
        growth_of(Scene(plot="steps"), capture, lambda: False)


def test_a_mask_is_causal_in_its_middle_too() -> None:
    def tile(i0: int, i1: int, j0: int, j1: int) -> Kind:
        cells = [(q == 63) or (k == 0) for q in range(i0, i1) for k in range(j0, j1)]
        return "full" if all(cells) else "cut" if any(cells) else "empty"

    alike_at_both_ends = Mask(lambda b, h, q, k: (q == 63) | (k == 0), tile)
    assert alike_at_both_ends.tile(0, 1, 1, 64) == "empty" and alike_at_both_ends.tile(63, 64, 0, 64) == "full"
    assert not is_causal(alike_at_both_ends, 64)
    assert is_causal(causal(), 64) and is_causal(causal(), 3) and not is_causal(causal(), 1)
    assert not is_causal(both(causal(), window(8)), 64) and not is_causal(None, 64)
