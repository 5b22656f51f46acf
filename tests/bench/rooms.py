"""What a step costs in the Flash and Heads workspaces, from the store's update to the finished repaint.

`python -m tests.bench.rooms flash-64` and the like run in a fresh process and print milliseconds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.bench.start import say

STEPS: Final = 60
BLOCK: Final = 16
HEADS: Final = "The bank of the river was muddy and the boat lay on its side. " * 5  # 64 tokens and some more


@contextmanager
def opened(scene: Any) -> Iterator[tuple[Any, Callable[[Callable[[], None]], float]]]:
    """A settled window of a scene, and what times a change: milliseconds until the new view is painted."""
    from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
    from PySide6.QtWidgets import QApplication

    from gui.app import open_window

    application = QApplication.instance() or QApplication([])
    main = open_window(scene)
    wait, seen = QEventLoop(), QEventLoop()
    main.settledChanged.connect(wait.quit)
    while not main.settled:
        wait.exec()
    main.viewShown.connect(seen.quit)

    def timed(change: Callable[[], None]) -> float:
        started = time.perf_counter()
        change()
        seen.exec()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
        return (time.perf_counter() - started) * 1000

    try:
        yield main, timed
    finally:
        main.close()
        application.processEvents()


def tell(word: str, took: list[float]) -> None:
    """The median, and what 95 % stay below."""
    took.sort()
    say(word, took[len(took) // 2])
    say(f"{word}-late", took[int(len(took) * 0.95)])


def flash(tiles: int) -> None:
    """Steps one after the other in a grid of tiles x tiles, and jumps to any step."""
    from engine.scene import Scene

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.safetensors"
        capture = [sys.executable, "-m", "tests.bench.start", f"capture-{tiles * BLOCK}", str(path)]
        subprocess.run(capture, check=True)
        scene = Scene(source=str(path), workspace="flash", block_q=BLOCK, block_k=BLOCK, query=8)
        with opened(scene) as (main, timed):
            middle = tiles * tiles // 2 * 5
            timed(lambda: main.store.update(step=middle))
            steps = [timed(lambda n=n: main.store.update(step=middle + 1 + n)) for n in range(STEPS)]  # type: ignore[misc]
            whole = 5 * tiles * tiles
            jumps = Random(0).sample(range(1, whole), STEPS)
            jumped = [timed(lambda t=t: main.store.update(step=t)) for t in jumps if t != main.store.scene.step]  # type: ignore[misc]
    tell("step", steps)
    tell("jump", jumped)


def heads() -> None:
    """All 270 heads of SmolLM2 at 64 tokens: a step of the filter's handle, and the head under the pointer."""
    from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop

    from engine.scene import Scene

    with opened(Scene(text=" ".join(HEADS.split()[:58]), model="smollm2", workspace="heads")) as (main, timed):
        room = main.room
        filtered = [timed(lambda n=n: main.store.update(threshold=0.01 * (n + 1))) for n in range(STEPS)]  # type: ignore[misc]
        seen = QEventLoop()
        room._worker.produced.connect(seen.quit)
        hovered = []
        for number in range(STEPS):
            started = time.perf_counter()
            room.pointed.point((number % 30, number % 9))
            seen.exec()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
            hovered.append((time.perf_counter() - started) * 1000)
        say("tokens", float(len(room.grid.view.capture.tokens)))
    tell("filter", filtered)
    tell("hover", hovered)


def long(tokens: int) -> None:
    """A head of a long text: its first frame, and steps of panning and zooming."""
    from engine.scene import Scene

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.safetensors"
        random_capture(tokens, path)
        with opened(Scene(source=str(path), model="smollm2", layer=0, head=4, query=8)) as (main, timed):
            first = [timed(lambda head=head: main.store.update(head=head)) for head in (5, 6, 7, 8, 0)]  # type: ignore[misc]
            place = [(n * 20, n * 20, tokens // 4, tokens // 4) for n in range(STEPS // 2)]
            place += [(100, 100, tokens // 4 - 9 * n, tokens // 4 - 9 * n) for n in range(1, STEPS // 2)]
            moved = [timed(lambda at=at: main.store.update(viewport=at)) for at in place]  # type: ignore[misc]
    tell("first", first)
    tell("move", moved)


def random_capture(tokens: int, path: Path) -> None:
    """Two layers of the shapes of SmolLM2 with random numbers in them: what a head costs depends on no more of it."""
    import numpy as np

    from engine.capture import Capture, Layer, Token
    from engine.layers.rotation import Rotation
    from engine.models import MODELS

    info, random = MODELS["smollm2"], np.random.default_rng(0)

    def numbers(heads: int) -> Any:
        return random.standard_normal((heads, tokens, info.head_dim), np.float32).astype(info.dtype)

    def layer() -> Layer:
        q, k, v = numbers(info.heads), numbers(info.kv_heads), numbers(info.kv_heads)
        return Layer(q, k, v, info.head_dim**-0.5, "causal", Rotation(base=1e5))

    text = " ".join(f"w{number % 1000:03}" for number in range(tokens))
    read = tuple(
        Token(n, text[5 * n : 5 * n + 4], text[5 * n : 5 * n + 4], 5 * n, 5 * n + 4, False, n) for n in range(tokens)
    )
    title = f"Random numbers in the shapes of {info.title}"
    Capture(text, info.name, title, read, (layer(), layer()), len(text), info.dtype, info.limit).save(path)


if __name__ == "__main__":
    kind, _, size = sys.argv[1].partition("-")
    if kind == "heads":
        heads()
    else:
        {"flash": flash, "long": long}[kind](int(size))
