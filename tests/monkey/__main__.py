"""Thousands of random events against the real window: `python -m tests.monkey --events 10000 --seed 1`.

Ends with status 1, what went wrong and the last events; the same seed begins the same way again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.monkey")
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--tell", action="store_true", help="print every event")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="monkey-", ignore_cleanup_errors=True) as home:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        for kind in ("CONFIG", "DATA", "STATE"):  # nothing of the person's own is read or written
            os.environ[f"XDG_{kind}_HOME"] = f"{home}/own/{kind.lower()}"
        os.environ["HF_HUB_OFFLINE"] = "1"
        tempfile.tempdir = os.environ["TMPDIR"] = f"{home}/temporary"  # so that what is left there is ours
        os.mkdir(tempfile.tempdir)
        return run(asked.events, asked.seed, asked.tell, Path(home))


def run(events: int, seed: int, tell: bool, home: Path) -> int:
    """The exit status; needs the environment to be set."""
    from PySide6.QtGui import QDesktopServices
    from PySide6.QtWidgets import QApplication

    from tests.monkey.watch import know_timers

    know_timers()
    from tests.monkey.visit import Visit

    print(f"seed {seed}, {events:,} events", flush=True)
    application = QApplication(["qkvista"])
    application.setQuitOnLastWindowClosed(False)
    QDesktopServices.openUrl = lambda url: True  # type: ignore[method-assign]  # links lead nowhere
    visit = Visit(application, seed, home, tell)
    found = visit.run(events)
    print(visit.report(), flush=True)
    for what in found:
        print(what, file=sys.stderr)
    if found:
        print(f"After event {visit.count} of seed {seed}; the last:\n  " + "\n  ".join(visit.last), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # after an exception in the midst of Qt's own calls nothing can be taken apart
