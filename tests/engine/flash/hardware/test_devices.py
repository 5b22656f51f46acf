"""The device table: each number is checked against another number of the same GPU."""

import pytest

from engine.flash.hardware.devices import DEVICES, KIB, device_of

# (clock in MHz that the maker states for the peak, 16-bit multiply-adds a cycle and multiprocessor)
TENSOR = {
    "a100": (1410, 1024),
    "a100-80": (1410, 1024),
    "h100": (1830, 2048),
    "l40s": (2490, 512),
    "rtx-4090": (2520, 256),
    "t4": (1590, 512),
    "mi300x": (2100, 1024),
}
# (bus in bits, Gbit a second on each of its wires)
MEMORY = {
    "a100": (5120, 2.43),
    "a100-80": (5120, 3.186),
    "h100": (5120, 5.23),
    "l40s": (384, 18),
    "rtx-4090": (384, 21),
    "t4": (256, 10),
    "mi300x": (8192, 5.2),
}


@pytest.mark.parametrize("name", DEVICES)
def test_the_peak_is_what_its_units_do_in_a_second(name: str) -> None:
    device, (clock, multiply_adds) = DEVICES[name], TENSOR[name]
    assert device.peak == pytest.approx(device.multiprocessors * multiply_adds * 2 * clock * 1e6, rel=0.01)


@pytest.mark.parametrize("name", DEVICES)
def test_the_bandwidth_is_what_its_bus_carries(name: str) -> None:
    bits, rate = MEMORY[name]
    assert DEVICES[name].bandwidth == pytest.approx(bits / 8 * rate * 1e9, rel=0.01)


def test_the_sram_of_the_paper() -> None:
    assert (DEVICES["a100"].sram, DEVICES["a100"].shared) == (192 * KIB, 164 * KIB)
    assert all(32 * KIB <= device.shared < device.sram <= 256 * KIB for device in DEVICES.values())


def test_every_device_says_where_its_numbers_are_from() -> None:
    for name, device in DEVICES.items():
        assert device.name == name == name.lower()
        assert "20" in device.source and ("data sheet" in device.source or "white paper" in device.source)
    assert len({device.title for device in DEVICES.values()}) == len(DEVICES)


def test_the_ridge_is_where_memory_and_arithmetic_take_the_same_time() -> None:
    assert device_of("a100").ridge == pytest.approx(200.6, abs=0.1)
    assert device_of("h100").ridge == pytest.approx(295, abs=1)


def test_an_unknown_device() -> None:
    with pytest.raises(ValueError, match=r"^Unknown device 'a10'; known: a100, .*, mi300x\.$"):
        device_of("a10")
