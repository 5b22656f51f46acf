"""The child process that runs models: it reads a text and writes a Capture file that the window maps."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from gui.flow.scratch import Scratch

ROOT = Path(__file__).resolve().parents[2]
OBEYS = 5000  # ms in which the child gives up a reading: between two layers it looks


@dataclass(frozen=True)
class Reading:
    """A request: which model reads which text, or which token numbers instead of a text."""

    model: str
    text: str = ""
    ids: tuple[int, ...] | None = None


class Reader(QObject):
    """Keeps one child process. Only the newest reading counts; a killed child is started again for the next one, and so
    is one that does not give up a cancelled reading.

    `done(reading, path)`, `failed(reading, sentence)` and `progress(fraction, words)` speak of the newest alone;
    `noted(sentence)` says what the person should know of how its model was loaded.
    """

    done = Signal(object, str)
    noted = Signal(str)
    failed = Signal(object, str)
    progress = Signal(float, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scratch = Scratch()
        self._process: QProcess | None = None
        self._number = 0
        self._newest: Reading | None = None
        self._given_up = 0  # the cancelled reading that the child has not answered yet
        self._replaced = False  # whether the child was killed, so that the next one reads the newest
        self._pending = b""
        self._obeys = QTimer(self, singleShot=True, interval=OBEYS)
        self._obeys.timeout.connect(self._enforce)

    @property
    def pid(self) -> int:
        """The child's process number, 0 when none runs."""
        return int(self._process.processId()) if self._process else 0

    @property
    def busy(self) -> bool:
        return self._newest is not None

    def start(self) -> None:
        """Start the child, which loads torch and the model while the person looks at an example."""
        if self._process is not None:
            return
        process = QProcess(self)
        process.setWorkingDirectory(str(ROOT))
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._not_started)
        self._process, self._pending = process, b""
        process.start(sys.executable, ["-m", "engine.models.child"])

    def request(self, reading: Reading) -> None:
        """Read this next; an older reading is cancelled and its answer dropped. What is being read goes on."""
        if reading == self._newest:
            return
        self.cancel()
        self._number += 1
        self._newest = reading
        self.start()  # which may fail at once
        try:
            folder = self._scratch.path()
        except OSError as error:
            self._newest = None
            self.failed.emit(reading, f"There is no temporary folder for what the model reads: {error.strerror}.")
            return
        out = folder / f"{self._number}.safetensors"
        self._send({"id": self._number, "out": str(out)} | asdict(reading))

    def cancel(self) -> None:
        """Drop the newest reading."""
        if self._newest is not None:
            self._newest, self._given_up = None, self._number
            self._send({"cancel": self._number})
            self._obeys.start()

    def close(self) -> None:
        """End the child and remove its files."""
        process, self._process, self._newest = self._process, None, None
        if process is not None:
            process.finished.disconnect()
            process.errorOccurred.disconnect()
            process.closeWriteChannel()
            if not process.waitForFinished(500):
                process.kill()
                process.waitForFinished(2000)
        self._scratch.close()

    def _send(self, message: dict[str, object]) -> None:
        if self._process is not None:
            self._process.write(json.dumps(message).encode() + b"\n")

    def _read(self) -> None:
        if self._process is None:
            return
        self._pending += self._process.readAllStandardOutput().data()
        *lines, self._pending = self._pending.split(b"\n")
        for line in lines:
            self._hear(json.loads(line))

    def _hear(self, message: dict[str, object]) -> None:
        if "progress" not in message and message.get("id") == self._given_up:
            self._given_up = 0
            self._obeys.stop()
        reading = self._newest
        if reading is None or message.get("id") != self._number:
            return
        if "progress" in message:
            self.progress.emit(float(str(message["progress"])), str(message.get("say", "")))
            return
        self._newest = None
        if "note" in message:
            self.noted.emit(str(message["note"]))
        if "done" in message:
            self.done.emit(reading, str(message["done"]))
        elif "error" in message:
            self.failed.emit(reading, str(message["error"]))

    def _enforce(self) -> None:
        """The child took no notice: end it, and let another read what is wanted now."""
        if self._given_up and self._process is not None:
            self._replaced = True
            self._process.kill()

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._lost("The model's process could not be started. The examples still work.")

    def _ended(self) -> None:
        self._lost("The model's process ended while it was reading. Type on, or press Try again: it starts anew.")

    def _lost(self, sentence: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        reading, replaced, self._newest, self._replaced = self._newest, self._replaced, None, False
        self._given_up = 0  # or the next child would be ended for what this one did not answer
        self._obeys.stop()
        if reading is not None and replaced:
            self.request(reading)
        elif reading is not None:
            self.failed.emit(reading, sentence)
