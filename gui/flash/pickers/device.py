"""Choosing the device whose SRAM is filled and whose roofline is drawn."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from engine.flash.hardware.devices import DEVICES
from gui.flash.units import in_bytes
from gui.parts.menu import Row
from gui.parts.narrow_picker import NarrowPicker
from gui.store import Store

ROWS: Final = tuple(
    Row(device.name, device.title, f"{in_bytes(device.sram)} SRAM", tip=device.source) for device in DEVICES.values()
)


class DevicePicker(NarrowPicker):
    """Shows the device's name; its menu has the size of each one's SRAM."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("Device", "devicePicker", parent, short="")
        self.shorten(True)  # the panel says what it is
        self.store = store
        self.chosen.connect(lambda name: store.update(device=name))
        store.changed.connect(self._follow)
        self._follow()

    def hover(self) -> str:
        device = DEVICES.get(self.store.scene.device)
        if device is None:
            return self.store.scene.device
        return f"{device.title}: {in_bytes(device.sram)} of SRAM in each of {device.multiprocessors} multiprocessors"

    def _follow(self) -> None:
        self.show_rows(ROWS, self.store.scene.device)
        self.follow()
