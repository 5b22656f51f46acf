"""Asks where a file is to be, writes it beside the window, and says so: with progress, Cancel and one sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QStandardPaths, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from engine.files.saving import save_bytes
from engine.own.patience import GivenUp, patience
from gui.exporting.reasons import still
from gui.exporting.work import Stopped, Turn, Work
from gui.flow.worker import Cancelled, Emit, Worker

if TYPE_CHECKING:
    from gui.frame.window import Window

PATIENCE: Final = 500  # ms before a progress line appears
Finish = Callable[[bytes], object]


@dataclass(frozen=True)
class Underway:
    """How far `work` is, from 0 to 1."""

    work: Work
    share: float


@dataclass(frozen=True)
class Finished:
    """All of `work` is there; `data` is what was made."""

    work: Work
    data: bytes


class Saving(QObject):
    """One work at a time: `busy` says what is being made, "" for nothing."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.folder: Path | None = None  # of the last file that was saved
        self.busy = ""
        self.dialog: QFileDialog | None = None
        self._window = window
        self._work: Work | None = None
        self._finish: Finish = bytes
        self._again: Callable[[], object] | None = None
        self._share: float | None = None
        self._turn = Turn()
        self._worker = Worker(self)
        self._worker.produced.connect(self._arrived)
        self._worker.failed.connect(self._failed)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._say)

    def ask(self, title: str, kind: str, name: str, then: Callable[[Path], object]) -> None:
        """Ask where a file is to be, not modal to what is on screen; `name` ends in its suffix."""
        if self.dialog is not None:
            self.dialog.close()
        suffix = Path(name).suffix
        dialog = self.dialog = QFileDialog(self._window, title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"{kind} (*{suffix})")
        dialog.setDefaultSuffix(suffix[1:])
        dialog.setDirectory(str(self.folder or _documents()))
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda path: self._chosen(Path(path), suffix, then))
        dialog.finished.connect(self._answered)
        dialog.show()

    def write(
        self, work: Work, path: Path, again: Callable[[], object], done: Callable[[], object] = lambda: None
    ) -> None:
        """Make the file, and remember its folder. Where it cannot be there, `again` asks for another place."""

        def finish(data: bytes) -> None:
            self.folder = path.parent
            done()
            said = f"“{path.name}” is saved{work.lacks}."
            self._window.messages.show_notice(said, "Show in folder", lambda: _show(path.parent))

        self._start(work, f"“{path.name}”", finish, path, again)

    def make(self, work: Work, name: str, finish: Finish) -> None:
        """Make what goes elsewhere than into a file."""
        self._start(work, name, finish, None, None)

    def cancel(self) -> None:
        """Leave it, and what was there before; a file that is about to take its place is finished."""
        if not self._turn.take():
            return
        self._worker.submit(lambda cancelled, emit: None)
        self._end()

    def close(self) -> None:
        """The window goes."""
        self._turn.take()
        self._worker.close()
        self._end()
        if self.dialog is not None:
            self.dialog.close()

    def _start(
        self, work: Work, name: str, finish: Finish, path: Path | None, again: Callable[[], object] | None
    ) -> None:
        if self.busy:
            self._window.messages.show_error("Not exported", still(self.busy), "Try again", again)
            return
        self.busy, self._work, self._finish, self._share = name, work, finish, None
        self._again = again
        work.begin()
        self._patience.start()
        self._turn = Turn()
        self._worker.submit(_job(work, path, self._turn))

    def _chosen(self, path: Path, suffix: str, then: Callable[[Path], object]) -> None:
        """With the suffix, which the dialog does not add after another one; then it has not asked about that file."""
        if path.suffix.lower() != suffix:
            path = path.with_name(path.name + suffix)
            if os.path.exists(path):  # where pathlib raises for a name that is too long, which saving will say
                self._window.messages.show_error(
                    "Not exported", f"“{path.name}” is there already: choose another name."
                )
                return
        then(path)

    def _answered(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _arrived(self, result: object) -> None:
        """What comes late, of a work that was left meanwhile, is none of the next one's."""
        if not isinstance(result, Underway | Finished) or result.work is not self._work:
            return
        if isinstance(result, Underway):
            self._share = result.share
            if not self._patience.isActive():
                self._say()
        else:
            finish = self._finish
            self._end()
            finish(result.data)

    def _failed(self, sentence: str) -> None:
        again = self._again
        self._end()
        button = "Save elsewhere…" if again is not None else None
        self._window.messages.show_error("Not exported", sentence, button, again)

    def _say(self) -> None:
        if self._work is not None:
            detail = self._work.said(self._share or 0.0)
            self._window.messages.show_progress(f"Exporting {self.busy}", detail, self._share, self.cancel)

    def _end(self) -> None:
        work, self._work = self._work, None
        self.busy = ""
        self._patience.stop()
        self._window.messages.end_progress(self.cancel)
        if work is not None:
            work.end()


def _job(work: Work, path: Path | None, turn: Turn) -> Callable[[Cancelled, Emit], None]:
    def job(cancelled: Cancelled, emit: Emit) -> None:
        def tell(share: float) -> None:
            if cancelled():
                raise Stopped
            emit(Underway(work, share))

        def take_turn() -> None:
            if not turn.take():
                raise Stopped

        try:
            with patience(cancelled):
                data = work.data(tell, cancelled)
            tell(1.0)
            if path is not None:
                _save(path, data, take_turn)
            else:
                take_turn()
        except (Stopped, GivenUp):
            return
        emit(Finished(work, data))

    return job


def _save(path: Path, data: bytes, before: Callable[[], object]) -> None:
    try:
        save_bytes(path, data, before)
    except OSError as error:
        raise ValueError(f"“{path.name}” cannot be saved: {error.strerror or error}.") from error


def _documents() -> str:
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)


def _show(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
