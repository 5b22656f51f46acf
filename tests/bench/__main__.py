"""Prints what the app costs, as ratios within one run: machines differ and are noisy, ratios less so."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.schedules import schedules
from tests.bench.variants import variants

ROOT = Path(__file__).parent.parent.parent
RUNS = 7
FRAME = 1000 / 60
NAN = float("nan")


def stamps(mode: str, module: str = "tests.bench.start") -> dict[str, float]:
    """Run one start in a fresh process; seconds from its birth to each line that it prints."""
    environment = {"QT_QPA_PLATFORM": "offscreen"} | os.environ
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a second start finds its modules compiled
    command = [sys.executable, "-m", module, mode]
    born = time.perf_counter()
    found: dict[str, float] = {}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            name, _, value = line.strip().partition(" ")
            found[name] = float(value) if value else time.perf_counter() - born
    if process.returncode:
        raise SystemExit(f"The start “{mode}” failed.")
    return found


def starts() -> None:
    """Starts, each kind in turn so that a slow moment of the machine meets all of them."""
    stamps("window")
    runs = [{mode: stamps(mode) for mode in ("empty", "torch", "window")} for _ in range(RUNS)]
    seen = [run["window"] for run in runs]
    lines = (
        ("first paint / empty PySide6 window", "painted", "empty", "painted", 2.0),
        ("first attention on screen / empty PySide6 window", "attention", "empty", "painted", 4.0),
        ("typed text to its picture / import torch", "typed", "torch", "imported", 1.5),
    )
    for title, what, against, base, goal in lines:
        ratios = [run["window"][what] / run[against][base] for run in runs]
        took = statistics.median(run["window"][what] for run in runs)
        report(title, statistics.median(ratios), goal, f"{took:.2f} s, ratios {min(ratios):.2f} to {max(ratios):.2f}")
    stalls = [run["stall"] for run in seen]
    report(
        "longest stall of the window / 100 ms",
        statistics.median(stalls) / 100,
        1.0,
        f"{min(stalls):.0f} to {max(stalls):.0f} ms",
    )


def drags() -> None:
    """A slider step to finished repaints of strip, map, bars and cell; then to thumbnails and means."""
    for tokens in (32, 128, 512, 1024):
        found = stamps(f"drag-{tokens}")
        goal = 1.0 if tokens <= 512 else NAN
        report(
            f"slider step to repaint at {tokens} tokens / one frame at 60 Hz",
            found["step"] / FRAME,
            goal,
            f"median {found['step']:.1f} ms, 95 % below {found['late']:.1f} ms",
        )
        report(
            f"thumbnails and means at {tokens} tokens / 100 ms",
            found["detail"] / 100,
            goal,
            f"{found['detail']:.0f} ms",
        )


def rooms() -> None:
    """Steps of Flash, Heads and long maps, each to a finished repaint of all panes."""
    slider = stamps("drag-32")["step"]  # the same frame where it is smallest, on the same machine
    for tiles in (16, 64, 128, 256):
        found = stamps(f"flash-{tiles}", "tests.bench.rooms")
        title = f"Flash step, {tiles} x {tiles} tiles / slider step at 32 tokens"
        report(title, found["step"] / slider, NAN, f"{slider:.1f} ms")
        step(f"Flash step, {tiles} x {tiles} tiles", found, "step", FRAME)
        step(f"Flash jump, {tiles} x {tiles} tiles", found, "jump", 50)
    found = stamps("heads", "tests.bench.rooms")
    step("Heads, 30 x 9 maps: a step of the filter", found, "filter", FRAME)
    step("Heads, 30 x 9 maps: the head under the pointer", found, "hover", FRAME)
    for tokens in (2048, 8192):
        found = stamps(f"long-{tokens}", "tests.bench.rooms")
        for title, word, goal in (
            (f"first frame of a head at {tokens:,} tokens", "first", 100),
            (f"pan and zoom at {tokens:,} tokens", "move", FRAME),
        ):
            step(title, found, word, goal)
            report(f"{title} / slider step at 32 tokens", found[word] / slider, NAN, f"{slider:.1f} ms")


def step(title: str, found: dict[str, float], word: str, goal: float) -> None:
    """The median of a step against its goal in milliseconds."""
    detail = f"median {found[word]:.1f} ms, 95 % below {found[word + '-late']:.1f} ms"
    report(f"{title} / {goal:.3g} ms", found[word] / goal, 1.0, detail)


def report(title: str, ratio: float, goal: float, detail: str) -> None:
    """One line: the ratio, the goal and whether it is met."""
    met = "no goal" if goal != goal else "met" if ratio <= goal else "MISSED"
    wanted = "" if goal != goal else f"goal {goal:g}"
    print(f"{title:58s} {ratio:6.2f}  {wanted:9s} {met:8s} ({detail})", flush=True)


if __name__ == "__main__":
    starts()
    drags()
    rooms()
    variants(report)
    schedules(report)
