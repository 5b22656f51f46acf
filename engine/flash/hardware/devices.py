"""GPUs as their makers describe them: how much lies close to the arithmetic, how fast memory and arithmetic are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

KIB: Final = 2**10
_GUIDE: Final = "CUDA C++ Programming Guide, Technical Specifications per Compute Capability"


@dataclass(frozen=True)
class Device:
    """One GPU. Rates are the peaks of a data sheet, without sparsity; no kernel reaches them."""

    name: str
    title: str
    sram: int  # bytes of L1 and shared memory together, per multiprocessor: the size that papers quote
    shared: int  # bytes of it that a kernel may use as shared memory
    multiprocessors: int
    bandwidth: float  # of the large memory, bytes per second
    peak: float  # tensor cores, 16-bit inputs and 32-bit sums, operations per second
    source: str

    @property
    def ridge(self) -> float:
        """Operations per byte from which on arithmetic, not memory, is what takes time."""
        return self.peak / self.bandwidth


DEVICES: Final = {
    device.name: device
    for device in (
        Device(
            name="a100",
            title="A100 40 GB",
            sram=192 * KIB,
            shared=164 * KIB,
            multiprocessors=108,
            bandwidth=1555e9,
            peak=312e12,
            source=f"NVIDIA A100 Tensor Core GPU Architecture, white paper (2020), SXM4; {_GUIDE} (8.0)",
        ),
        Device(
            name="a100-80",
            title="A100 80 GB",
            sram=192 * KIB,
            shared=164 * KIB,
            multiprocessors=108,
            bandwidth=2039e9,
            peak=312e12,
            source=f"NVIDIA A100 80GB data sheet (2021), SXM4; {_GUIDE} (8.0)",
        ),
        Device(
            name="h100",
            title="H100",
            sram=256 * KIB,
            shared=228 * KIB,
            multiprocessors=132,
            bandwidth=3350e9,
            peak=989.4e12,
            source=f"NVIDIA H100 Tensor Core GPU Architecture, white paper (2022), SXM5; {_GUIDE} (9.0)",
        ),
        Device(
            name="l40s",
            title="L40S",
            sram=128 * KIB,
            shared=100 * KIB,
            multiprocessors=142,
            bandwidth=864e9,
            peak=362.05e12,
            source=f"NVIDIA L40S data sheet (2023), GDDR6 memory; {_GUIDE} (8.9)",
        ),
        Device(
            name="rtx-4090",
            title="GeForce RTX 4090",
            sram=128 * KIB,
            shared=100 * KIB,
            multiprocessors=128,
            bandwidth=1008e9,
            peak=165.2e12,
            source=f"NVIDIA Ada GPU Architecture, white paper (2022), GDDR6X memory; {_GUIDE} (8.9)",
        ),
        Device(
            name="t4",
            title="T4",
            sram=96 * KIB,
            shared=64 * KIB,
            multiprocessors=40,
            bandwidth=320e9,
            peak=65e12,
            source=f"NVIDIA Turing GPU Architecture, white paper (2018), GDDR6 memory; {_GUIDE} (7.5)",
        ),
        Device(
            name="mi300x",
            title="Instinct MI300X",
            sram=96 * KIB,
            shared=64 * KIB,
            multiprocessors=304,
            bandwidth=5300e9,
            peak=1307.4e12,
            source="AMD Instinct MI300X data sheet and CDNA 3 white paper (2023), 64 KiB shared and 32 KiB L1 per unit",
        ),
    )
}


def device_of(name: str) -> Device:
    """The device of that name; ValueError with one sentence if there is none."""
    if name not in DEVICES:
        raise ValueError(f"Unknown device {name!r}; known: {', '.join(DEVICES)}.")
    return DEVICES[name]
