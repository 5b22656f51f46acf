"""How the scene's traffic would grow with the text, the size of a key or the SRAM: what the growth curves show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.algebra import Mask, See
from engine.capture import Capture
from engine.flash.frame.shape import shape_mask
from engine.flash.hardware.devices import KIB, device_of
from engine.flash.hardware.growth import ALGORITHMS, Along, Growth, Setting, moved, spaced
from engine.scene import Scene
from engine.shown.view import varied_of

GROWN: Final = ("n", "d", "sram")
POINTS: Final = 16
SHORTEST: Final = 64  # tokens that the curve begins with at most
LONGEST: Final = 8192  # tokens that the curve reaches at least
REACH: Final = 8  # and how many times the text
KEYS: Final = (16, 256)  # sizes of a key
SRAM: Final = (8 * KIB, 512 * KIB)
BLOCKS: Final = 64  # at whose edges a mask is asked whether it is causal


@dataclass(frozen=True, eq=False)
class GrowthDetail:
    """Bytes moved by each algorithm as one size grows, and where the scene itself stands on that axis."""

    scene: Scene
    setting: Setting
    growth: Growth
    here: int  # tokens, size of a key, or bytes of SRAM
    causal: bool  # of a mask nothing but this is carried to other sizes
    dropped: bool = False  # the scene has another mask, which belongs to its own size: the curves know none

    @property
    def carried(self) -> str:
        """What the curves take from the scene's mask to other sizes, in a few words."""
        return "causal" if self.causal else "without its mask" if self.dropped else "no mask"


def growth_of(scene: Scene, capture: Capture | None, cancelled: Callable[[], bool]) -> GrowthDetail | None:
    """The curves that `scene.plot` names ("n", "d" or "sram"); None when cancelled. ValueError for other plots."""
    if scene.plot not in GROWN:
        raise ValueError(f"{scene.plot} is no growth curve.")
    along: Along = scene.plot  # type: ignore[assignment]
    setting, dropped = _setting(scene, capture)
    sram = device_of(scene.device).sram
    if along == "sram":
        setting = replace(setting, sram=sram)
    here = {"n": setting.n, "d": setting.d, "sram": sram}[along]
    ends = {
        "n": (max(1, min(SHORTEST, here // 4)), max(LONGEST, REACH * here)),
        "d": _around(KEYS, here),
        "sram": _around(SRAM, here),
    }
    at = sorted({*spaced(*ends[along], POINTS), here})
    lines: dict[str, list[int]] = {name: [] for name in ALGORITHMS}
    for value in at:
        if cancelled():
            return None
        for name, line in lines.items():
            line.append(moved(setting.at(along, value), name))
    found: dict[str, NDArray[np.int64]] = {name: np.array(line, np.int64) for name, line in lines.items()}
    return GrowthDetail(scene, setting, Growth(along, np.array(at, np.int64), found), here, setting.causal, dropped)


def _around(ends: tuple[int, int], here: int) -> tuple[int, int]:
    return min(ends[0], here), max(ends[1], here)


def _setting(scene: Scene, capture: Capture | None) -> tuple[Setting, bool]:
    """A head over the scene's own sizes, with its tiles, causal where its mask is; and whether it has another mask."""
    if scene.shape is not None or capture is None:
        n, d = scene.shape or (1, 1)
        mask = shape_mask(scene, capture, n, 0)
    else:
        varied = varied_of(scene, capture)
        layer, mask = varied.capture.layers[scene.layer], varied.spec.mask
        n, d = int(layer.q.shape[1]), int(layer.q.shape[2])
    causal = is_causal(mask, n)
    setting = Setting(n, d, scene.block_q, scene.block_k, causal=causal, direction=scene.direction)
    return setting, not causal and not _everything(mask, n)


def _everything(mask: See | None, n: int) -> bool:
    """The mask hides nothing of n x n."""
    return mask is None or (isinstance(mask, Mask) and mask.tile(0, n, 0, n) == "full")


def is_causal(mask: See | None, n: int) -> bool:
    """The mask hides just the keys after a query: asked at the edges of BLOCKS blocks, in the first and last row."""
    if not isinstance(mask, Mask) or n < 2 or mask.tile(0, 1, 1, n) != "empty" or mask.tile(n - 1, n, 0, n) != "full":
        return False
    edges = [(n * block // BLOCKS, n * (block + 1) // BLOCKS) for block in range(BLOCKS)]
    inner = [(low, high) for low, high in edges if 0 < low < high]
    return all(mask.tile(0, low, low, n) == "empty" and mask.tile(low, high, 0, low) == "full" for low, high in inner)
