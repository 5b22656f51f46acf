"""The size of everything: as the system asks at first, then as the person chooses.

All sizes in the app are pixels, so larger text is a larger pixel: Qt scales all of it (QT_SCALE_FACTOR), and asks for
the factor when a process starts. A new size is therefore a new process in the place of this one, with everything as it
was; gui/start.py does that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QScreen

from gui.frame.shell import SMALLEST

SIZES: Final = (1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
FACTOR: Final = "QT_SCALE_FACTOR"
SIZE: Final = "qkvistaSize"  # the property of the application that says its size
BOUNDED: Final = "QKVISTA_LARGEST"  # tells the next process what the screen has room for
HISTORY: Final = "QKVISTA_HISTORY"  # tells it where the steps are that can be undone
PATIENCE: Final = 2  # seconds for the desktop to say its text size


def take_size(chosen: float | None, environment: MutableMapping[str, str]) -> float:
    """Have the QApplication that is made next draw everything so large; the size that it will have.

    `chosen` is the person's, None for what the system asks for. A factor that the environment has is multiplied.
    """
    largest = float(environment.pop(BOUNDED, SIZES[-1]))
    size = min(chosen or system_size(environment), largest)
    if size != 1.0:
        environment[FACTOR] = f"{size * float(environment.get(FACTOR) or 1):g}"
    return size


def system_size(environment: MutableMapping[str, str]) -> float:
    """The step that the system's own text size asks for, where Qt does not follow that by itself.

    On X11 and macOS it does, by the resolution of fonts. Windows and GNOME on Wayland keep a factor of their own.
    """
    if sys.platform == "win32":
        return step_below(_windows_text())
    wayland = environment.get("XDG_SESSION_TYPE") == "wayland" or "WAYLAND_DISPLAY" in environment
    gnome = "GNOME" in environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    return step_below(_gnome_text()) if wayland and gnome else 1.0


def step_below(factor: float) -> float:
    """The largest size that is at most `factor`, with room for rounding; at least 1."""
    return max((size for size in SIZES if size <= factor + 0.005), default=SIZES[0])


def next_size(now: float, by: int) -> float:
    """The size one step larger (1) or smaller (-1); the same at the ends."""
    at = SIZES.index(step_below(now)) + by
    return SIZES[min(max(at, 0), len(SIZES) - 1)]


def room_for(screen: QScreen, now: float) -> float:
    """The largest size at which the smallest window fits a screen; the offscreen platform has none, so all do."""
    if QGuiApplication.platformName() == "offscreen":
        return SIZES[-1]
    return largest_on(screen.availableSize(), now)


def largest_on(screen: QSize, now: float) -> float:
    """The same for a screen of so many pixels, as they are at the size `now`."""
    return step_below(now * min(screen.width() / SMALLEST.width(), screen.height() / SMALLEST.height()))


def placed_anew(window: tuple[int, ...] | None, factor: float) -> tuple[int, ...] | None:
    """Where a window stands, in pixels of another size, so that it covers the same part of the screen."""
    return None if window is None else tuple(round(side * factor) for side in window)


def _windows_text() -> float:
    """Settings > Accessibility > Text size, 1 to 2.25."""
    import winreg

    path = r"Software\Microsoft\Accessibility"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:  # type: ignore[attr-defined, unused-ignore]
            return float(winreg.QueryValueEx(key, "TextScaleFactor")[0]) / 100  # type: ignore[attr-defined, unused-ignore]
    except FileNotFoundError:  # it was never changed
        return 1.0


def _gnome_text() -> float:
    """Settings > Accessibility > Large text, or the factor of Tweaks."""
    import subprocess

    asked = ["gsettings", "get", "org.gnome.desktop.interface", "text-scaling-factor"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return float(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):  # a GNOME without its own command says nothing
        return 1.0


def begin_again(environment: MutableMapping[str, str]) -> int:
    """Start the app anew in the place of this process, without the file that it was given; does not return on Unix."""
    command = [sys.executable, sys.argv[0]]
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], command, dict(environment))
    import subprocess

    return subprocess.call(command, env=dict(environment))
