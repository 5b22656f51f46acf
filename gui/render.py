"""Draws a workspace into a file without a screen: `python main.py render`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.commands.render import Wanted
from engine.files.saving import save_bytes
from gui.flow.worker import Cancelled

if TYPE_CHECKING:
    from gui.export.page import Page
    from gui.export.palette import Pixels

Tell = Callable[[int, int], None]


def render(wanted: Wanted) -> int:
    """Draw what is wanted and save it; the exit status, 2 for what cannot be drawn or saved, with a sentence."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = f"{wanted.dpr:g}"
    try:
        with _interruptible() as interrupted:
            data = _drawn(wanted, interrupted)
        save_bytes(wanted.out, data)
    except OSError as error:
        print(f"“{wanted.out.name}” cannot be saved: {error.strerror or error}.", file=sys.stderr)
        return 2
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _drawn(wanted: Wanted, interrupted: Cancelled) -> bytes:
    from PySide6.QtCore import QSize, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from gui.export.page import Page, title_of
    from gui.export.picture import kept, png_of
    from gui.export.vector import pdf_of, svg_of
    from gui.frame.shell import dress
    from gui.screenshot import say

    qInstallMessageHandler(say)
    application = QApplication.instance() or QApplication(["qkvista"])
    assert isinstance(application, QApplication)
    dress(application, wanted.scene.theme)
    page = Page(wanted.scene, wanted.capture, QSize(*wanted.size), wanted.pinned)
    try:
        _settle(page, interrupted)
        if wanted.kind == ".gif":
            return _gif(page, wanted, interrupted)
        _check_step(page, wanted)
        if wanted.last and wanted.scene.workspace == "flash":
            _go(page, len(page.view.schedule), interrupted)
        title, about = title_of(wanted.scene, wanted.capture), kept(page.store.scene)
        if wanted.kind == ".svg":
            return svg_of(page.sheet, title, about)
        if wanted.kind == ".pdf":
            return pdf_of(page.sheet, title, about)
        return png_of(page.grab().toImage(), about)
    finally:
        page.close_room()


def _gif(page: Page, wanted: Wanted, interrupted: Cancelled) -> bytes:
    from gui.export.animation import MOST, count_of, gif_of, steps_of
    from gui.export.picture import pixels_of

    chosen = len(page.view.schedule), wanted.every, wanted.frames
    count = count_of(*chosen)
    pixels = count * page.width() * page.height() * page.devicePixelRatioF() ** 2
    if pixels > MOST:
        most = max(2, int(count * MOST / pixels))
        raise ValueError(f"{count:,} pictures of this size are too many for a GIF: give --frames {most}.")

    def picture(step: int) -> Pixels:
        _go(page, step, interrupted)
        return pixels_of(page.grab().toImage())

    with _told() as tell:
        meant = [colour.rgb() & 0xFFFFFF for colour in page.room.theme.roles.values()]
        return gif_of(steps_of(*chosen), picture, wanted.fps, tell, meant)


def _go(page: Page, step: int, interrupted: Cancelled) -> None:
    page.store.update(step=step)
    _settle(page, interrupted)


def _settle(page: Page, interrupted: Cancelled) -> None:
    if not page.settle(interrupted) or interrupted():
        raise KeyboardInterrupt


def _check_step(page: Page, wanted: Wanted) -> None:
    if wanted.scene.workspace == "flash" and wanted.scene.step > len(page.view.schedule):
        raise ValueError(f"There are steps 0 to {len(page.view.schedule)}, not {wanted.scene.step}.")


@contextmanager
def _interruptible() -> Iterator[Cancelled]:
    """Whether Ctrl+C was pressed: Qt would swallow the exception where it is raised inside a paint."""
    pressed = False

    def press(number: int, frame: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _told() -> Iterator[Tell]:
    """How far it is, on one line of a terminal, which is empty again in the end."""
    terminal = sys.stderr.isatty()

    def tell(done: int, of: int) -> None:
        if terminal:
            print(f"\r\033[KPicture {done:,} of {of:,}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
