"""The process that runs models, and what is said to it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
Message = dict[str, Any]
LONG = "river bank " * 300


class Child:
    """The process, its lines in and out."""

    def __init__(self, *arguments: str, **options: Any) -> None:
        command = [sys.executable, *(arguments or ("-m", "engine.models.child"))]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, **options
        )
        assert self.hear() == {"ready": True}

    def say(self, *messages: Message | bytes) -> None:
        """All at once, so that they wait together."""
        assert self.process.stdin is not None
        lines = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> Message:
        assert self.process.stdout is not None
        message: Message = json.loads(self.process.stdout.readline())
        return message

    def answer(self) -> Message:
        """The next message that is not progress."""
        return next(message for message in iter(self.hear, None) if "progress" not in message)

    def end(self) -> int:
        """Close stdin and wait."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=20)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(timeout=20)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def request(number: int, out: Path, text: str = "The bank.", model: str = "minilm") -> Message:
    return {"id": number, "model": model, "text": text, "out": str(out)}
