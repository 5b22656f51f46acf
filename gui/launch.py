"""What keeps a window from opening, found before Qt is imported: Qt itself would abort without a word of help."""

import ctypes
import os
import sys
from importlib.util import find_spec

OLDEST_PYTHON = (3, 11)

# The system libraries that Qt's own files link to, and the Debian package that has each.
LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
PLATFORM_LIBRARIES = {
    "xcb": {
        "libX11-xcb.so.1": "libx11-xcb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-image.so.0": "libxcb-image0",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-randr.so.0": "libxcb-randr0",
        "libxcb-render-util.so.0": "libxcb-render-util0",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-sync.so.1": "libxcb-sync1",
        "libxcb-xfixes.so.0": "libxcb-xfixes0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
    },
    "wayland": {"libwayland-client.so.0": "libwayland-client0", "libwayland-cursor.so.0": "libwayland-cursor0"},
}
DISPLAY_VARIABLES = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}

WAYS_OUT = (
    "run inside a desktop session, or `xvfb-run -a make run`, or set QT_QPA_PLATFORM=offscreen to run without one."
)


def problem() -> str | None:
    """One sentence that says what is missing and what to do about it, or None if a window can open."""
    if sys.version_info < OLDEST_PYTHON:
        return f"QKVista needs Python 3.11 or newer, and this is Python {sys.version_info[0]}.{sys.version_info[1]}."
    if find_spec("PySide6") is None:
        return "PySide6 is not installed here: start with `make run`, or see 'Without make' in README.md."
    return _linux_problem() if sys.platform.startswith("linux") else None


def _linux_problem() -> str | None:
    platforms = _platforms()
    if not platforms:
        return f"There is no display: {WAYS_OUT}"
    missing = min((_missing(name) for name in platforms), key=len)  # Qt falls back from one platform to the next
    if missing:
        libraries, packages = ", ".join(missing), " ".join(missing.values())
        return f"Qt needs {libraries}, which this system lacks: on Debian or Ubuntu, `sudo apt-get install {packages}`."
    if platforms == ["xcb"] and not _display_answers():
        return f"The display {os.environ['DISPLAY']} does not answer: {WAYS_OUT}"
    return None


def _platforms() -> list[str]:
    """The Qt platforms that can be tried here, in Qt's order; a platform whose display is not set is left out."""
    asked = os.environ.get("QT_QPA_PLATFORM") or ";".join(DISPLAY_VARIABLES)
    names = [part.split(":")[0].removesuffix("-egl") for part in asked.split(";")]
    return [name for name in names if name not in DISPLAY_VARIABLES or os.environ.get(DISPLAY_VARIABLES[name])]


def _missing(platform: str) -> dict[str, str]:
    """The libraries that do not load, with their packages."""
    needed = LIBRARIES | PLATFORM_LIBRARIES.get(platform, {})
    return {library: package for library, package in needed.items() if not _loads(library)}


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _display_answers() -> bool:
    """Whether the X server that DISPLAY names takes a connection."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not refused


if __name__ == "__main__":
    sys.exit(problem())
