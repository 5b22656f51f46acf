"""The process that runs models, so that the window never imports torch: `python -m engine.models.child`.

JSON lines in: {"id": 1, "model": "minilm", "text": "...", "out": "/path/x.safetensors"}, or "ids": [101, ...] for the
text, and {"cancel": 1}.
JSON lines out: {"ready": true} once the first model is loaded, the others when they are asked for; then for a request
any number of {"id": 1, "progress": 0.5, "say": "layer 3 of 6"} and one of {"id": 1, "done": "/path/x.safetensors"},
{"id": 1, "cancelled": true}, {"id": 1, "error": "a sentence"}; "done" may come with a "note", a sentence about how the
model was loaded. Of waiting requests only the newest runs. The end of stdin ends the process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from engine.capture import CaptureError
from engine.models import MODELS, Cancelled, Model, ModelError, Says, open_model

Say = Callable[[dict[str, object]], None]


@dataclass(frozen=True)
class Request:
    """A text to run, or token numbers instead of it, and where its capture goes."""

    id: int
    model: str
    out: str
    text: str = ""
    ids: list[int] | None = None

    def check(self) -> None:
        """TypeError for a field that is not what it should be."""
        ids = [] if self.ids is None else self.ids
        texts = all(isinstance(text, str) for text in (self.model, self.text, self.out))
        if not (texts and isinstance(ids, list) and all(type(number) is int for number in (self.id, *ids))):
            raise TypeError


class Inbox:
    """What was asked and not yet answered: at most one request that runs and one that waits."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._news = threading.Condition()
        self._waiting: Request | None = None
        self._running: int | None = None
        self._cancelled = False
        self.saving = threading.Lock()  # held while a file is written; the process does not end within

    def read(self, lines: BinaryIO) -> None:
        """Take every line until there are no more, then end the process."""
        for line in lines:
            message = None
            try:
                message = json.loads(line)
                self._take(message)
            except (ValueError, TypeError, RecursionError):
                number = message.get("id") if isinstance(message, dict) else None
                self._say({"id": number, "error": "The window sent a line that is not a request."})
        self.saving.acquire(timeout=2)
        os._exit(0)  # at once, even within torch

    def next(self) -> Request:
        """Wait for the next request; it counts as running until `next` is called again."""
        with self._news:
            self._running = None
            self._news.wait_for(lambda: self._waiting is not None)
            request, self._waiting = self._waiting, None
            assert request is not None
            self._running, self._cancelled = request.id, False
            return request

    def cancelled(self) -> bool:
        """Whether the running request was cancelled."""
        return self._cancelled

    def _take(self, message: dict[str, object]) -> None:
        with self._news:
            if "cancel" in message:
                self._cancel(message["cancel"])
                return
            request = Request(**message)  # type: ignore[arg-type]
            request.check()
            if self._waiting is not None:
                self._cancel(self._waiting.id)
            self._waiting = request
            self._news.notify()

    def _cancel(self, number: object) -> None:
        if self._waiting is not None and self._waiting.id == number:
            self._waiting = None
            self._say({"id": number, "cancelled": True})
        elif self._running == number:
            self._cancelled = True


class Runner:
    """Runs requests one by one with models that stay loaded."""

    def __init__(self, inbox: Inbox, say: Say) -> None:
        self._inbox, self._say = inbox, say
        self._models: dict[str, Model] = {}

    def model(self, name: str, progress: Says = lambda share, words: None) -> tuple[Model, str]:
        """The model of that name, loaded once, and what there is to say of that. ModelError if it cannot be."""
        if name in self._models:
            return self._models[name], ""
        self._models[name] = open_model(name, self._inbox.cancelled, progress)
        return self._models[name], self._models[name].note

    def run(self, request: Request) -> None:
        """Answer one request; whatever goes wrong becomes a sentence."""
        try:
            answer = self._answer(request)
        except Cancelled:
            answer = {"cancelled": True}
        except (ModelError, CaptureError) as error:
            answer = {"error": str(error)}
        except Exception as error:
            traceback.print_exc()
            answer = {
                "error": f"The model stopped: {type(error).__name__} {' '.join(str(error).split())[:200]}".strip() + "."
            }
        self._say({"id": request.id} | answer)

    def _answer(self, request: Request) -> dict[str, object]:
        def progress(share: float, sentence: str) -> None:
            self._say({"id": request.id, "progress": share, "say": sentence})

        model, note = self.model(request.model, progress)
        subject = request.text if request.ids is None else request.ids
        capture = model.capture(subject, self._inbox.cancelled, progress)
        if self._inbox.cancelled():
            raise Cancelled
        with self._inbox.saving:
            capture.save(request.out)
        done: dict[str, object] = {"done": request.out}
        return done | {"note": note} if note else done


def main() -> None:
    """Load the first model, then answer until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which closes stdin
    say = _private_stdout()
    inbox = Inbox(say)
    threading.Thread(target=inbox.read, args=(sys.stdin.buffer,), daemon=True).start()
    runner = Runner(inbox, say)
    try:
        runner.model(next(iter(MODELS)))
    except Exception as error:  # said again to whoever asks for this model
        print(error, file=sys.stderr)
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)  # two threads on a busy machine stall for 20 ms per operation
    say({"ready": True})
    while True:
        runner.run(inbox.next())


def _private_stdout() -> Say:
    """A way to answer that nothing printed by a library can disturb: stdout itself becomes stderr."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    turn = threading.Lock()

    def say(message: dict[str, object]) -> None:
        try:
            with turn:
                pipe.write(json.dumps(message) + "\n")
                pipe.flush()
        except OSError:  # nobody listens any more
            os._exit(0)

    return say


if __name__ == "__main__":
    main()
