"""Whether memory or arithmetic holds a schedule up, and how long it takes at least on a device.

Williams et al., Roofline, Communications of the ACM 52(4), 2009. The peaks are those of the data sheets: a bound,
not a forecast. Operations are those of the two matrix products; the softmax is not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.flash.hardware.devices import Device


class Work(Protocol):
    """What moves bytes and computes: a schedule, or what has been done of it."""

    @property
    def hbm_read(self) -> int: ...  # bytes
    @property
    def hbm_written(self) -> int: ...  # bytes
    @property
    def operations(self) -> int: ...


@dataclass(frozen=True)
class Roofline:
    """One schedule under the roof of one device, which it has to itself."""

    device: Device
    operations: int
    moved: int  # bytes between HBM and SRAM

    @property
    def intensity(self) -> float:
        """Operations per byte."""
        return self.operations / self.moved

    @property
    def attainable(self) -> float:
        """Operations per second at most: min(peak, intensity x bandwidth)."""
        return float(roof(self.device, self.intensity))

    @property
    def bound(self) -> Literal["memory", "compute"]:
        """What holds it up."""
        return "memory" if self.intensity < self.device.ridge else "compute"

    @property
    def seconds(self) -> float:
        """The time it takes at least: the longer of moving all bytes and of computing all operations."""
        return max(self.moved / self.device.bandwidth, self.operations / self.device.peak)


def roofline(work: Work, device: Device) -> Roofline:
    """Where a schedule stands under a device's roof. ValueError if it moves nothing."""
    moved = work.hbm_read + work.hbm_written
    if moved <= 0:
        raise ValueError("What moves no bytes has no arithmetic intensity.")
    return Roofline(device, work.operations, moved)


def roof(device: Device, intensity: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """Operations per second at most at an arithmetic intensity (operations per byte), elementwise."""
    return np.minimum(device.peak, np.asarray(intensity, np.float64) * device.bandwidth)
