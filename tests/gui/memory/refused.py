"""A process to which the disk says no: `python -m tests.gui.memory.refused full|locked`; prints what it was told."""

from __future__ import annotations

import json
import os
import resource
import sys
import time

from PySide6.QtCore import QCoreApplication

from engine.files.saving import save_bytes
from engine.scene import Scene
from gui.memory.folders import own_folders
from gui.memory.memory import Memory

NOBODY = 65534
CHANGES = 10


def refuse(how: str) -> None:
    """A disk without room for a byte, or folders that belong to somebody else."""
    if how == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    elif os.geteuid() == 0:
        os.setuid(NOBODY)


def main(how: str) -> None:
    """Change what is kept, ten times, until nothing more is said."""
    application, told = QCoreApplication([]), list[str]()
    folders = own_folders()
    memory = Memory(folders=folders)
    memory.failed.connect(told.append)
    refuse(how)
    ends = time.monotonic() + 30
    for number in range(CHANGES):
        memory.update(zoom=1 + number / 10)
        memory.keep_scene(Scene(text=f"text {number}"))
        while not told and time.monotonic() < ends:
            application.processEvents()
    memory.close()  # which tries once more
    application.processEvents()
    try:
        save_bytes(folders.scene, b"mine")
        saved = "saved"
    except OSError as error:
        saved = str(error.strerror)
    print(json.dumps([told, memory.value.zoom, saved]))


if __name__ == "__main__":
    main(sys.argv[1])
