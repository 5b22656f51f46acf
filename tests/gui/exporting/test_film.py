"""The animation of Flash: as many frames as asked, each as the window shows that step, made while the window lives."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QSplitter

from gui.exporting.choices import SOME
from gui.exporting.film import Film
from tests.gui.exporting.conftest import CHOICE, Exporter, answer, rgb

At = Callable[..., Exporter]
SMALL = (1000, 640)
TILES = {"block_q": 5, "block_k": 5, "variant": "causal"}


def test_every_step_is_a_frame_laid_out_as_the_window(at: At, tmp_path: Path) -> None:
    exporter = at("flash", SMALL, **TILES)
    who, window = exporter.who, exporter.who.window
    columns = window.room.findChild(QSplitter)
    sizes = columns.sizes()
    columns.setSizes([sizes[0] - 20, sizes[1] + 20, sizes[2]])
    gif = Image.open(BytesIO(exporter.save("gif", tmp_path / "a.gif")))
    steps = len(window.room._view.schedule)
    assert gif.n_frames == steps + 1  # type: ignore[attr-defined]
    for step in (0, steps // 2, steps):
        window.store.update(step=step)
        who.wait()
        gif.seek(step)
        frame = np.asarray(gif.convert("RGB")).astype(int)
        room = rgb(window.room.grab().toImage())
        apart = np.abs(frame[41 : 41 + len(room)] - room).max(2)
        assert apart.max() < 80 and (apart > 8).mean() < 0.02, step


def test_so_many_frames_as_asked_and_the_window_lives(at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exporter = at("flash", SMALL, block_q=1, block_k=2)
    who, window = exporter.who, exporter.who.window
    turns = 0
    painted: list[int] = []
    paint = Film._paint

    def counted(self: Film, step: int, parts: object) -> None:
        painted.append(turns)
        paint(self, step, parts)  # type: ignore[arg-type]

    monkeypatch.setattr(Film, "_paint", counted)
    answer(exporter.ask("gif-few"), tmp_path / "a.gif")
    while exporter.exporting.saving.busy:
        who.bot.wait(1)
        turns += 1
        if turns == 5:
            window.store.update(query=4)  # meanwhile
    who.until_said("“a.gif” is saved.")
    assert Image.open(BytesIO((tmp_path / "a.gif").read_bytes())).n_frames == 24  # type: ignore[attr-defined]
    assert len(painted) == 24 + 12  # some twice, to choose the colours
    assert max(painted.count(turn) for turn in painted) <= 2  # a frame a turn: the window has its own between
    assert window.store.scene.step == 0


def test_cancelled_there_is_no_file_and_closed_no_thread(at: At, tmp_path: Path) -> None:
    exporter = at("flash", SMALL, block_q=1, block_k=1)
    answer(exporter.ask("gif"), tmp_path / "a.gif")
    exporter.who.until_said("Exporting “a.gif”")
    exporter.who.bot.waitUntil(
        lambda: any("frame" in line.detail for line in exporter.who.window.messages._progress.lines)
    )
    exporter.front()
    QTest.keyClick(exporter.who.window, Qt.Key.Key_Escape)
    exporter.save("csv", tmp_path / "b.csv")  # which waits for the thread
    assert [path.name for path in tmp_path.iterdir()] == ["b.csv"]
    answer(exporter.ask("gif"), tmp_path / "c.gif")
    exporter.who.until_said("Exporting “c.gif”")  # and the window is closed in the middle of it


def test_no_more_frames_than_there_are_steps(at: At) -> None:
    exporter = at("flash", SMALL, **TILES)
    exporter.exporting.open_menu()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    titles = [row.text().split(", ")[0] for row in menu.actions() if "Animation" in row.text()]
    menu.close()
    count = len(exporter.who.window.room._view.schedule) + 1
    assert count < SOME and titles == ["Animation of every step"]  # the others would be the same once more
    why = exporter.exporting.why_not(CHOICE["gif-some"])
    assert why == f"All steps are no more than {len(exporter.who.window.room._view.schedule) + 1}."
