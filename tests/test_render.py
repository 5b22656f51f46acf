"""`render` from the shell to the file: what each kind of file is, and that none is ever half there."""

import errno
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

import main
from engine.commands.render import wanted
from engine.files.examples import GALLERY
from engine.scene import Scene
from gui.export.animation import count_of, steps_of
from gui.render import render

ROOT = Path(__file__).parent.parent
MUDDY, RIVER, KEYS = (GALLERY[name].text for name in ("bank-muddy", "bank-river", "keys-and-locks"))
SMALL = ("--size", "960x600")
FLASH = ("--view", "flash", "--block-q", "16", "--block-k", "16", "--variant", "causal", *SMALL)


@pytest.fixture(autouse=True)
def offscreen(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "1")  # what a command sets goes with the test


def drawn(out: Path, *arguments: str) -> bytes:
    assert render(wanted([*arguments, "--out", str(out)])) == 0
    return out.read_bytes()


def rgb(picture: bytes | Image.Image) -> np.ndarray:
    image = Image.open(BytesIO(picture)) if isinstance(picture, bytes) else picture
    return np.asarray(image.convert("RGB")).astype(int)


def started(arguments: Sequence[str], **options: object) -> "subprocess.Popen[str]":
    command = [sys.executable, str(ROOT / "main.py"), "render", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload, no-any-return]


def test_from_the_shell_without_a_screen(tmp_path: Path) -> None:
    given = f"--model minilm --layer 0 --head 4 --view attention --dpr 2 --out {tmp_path / 'f.svg'}".split()
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")}
    run = started([RIVER, *given], env=environment)
    assert (run.communicate(timeout=120), run.returncode) == (("", ""), 0)
    root = ET.parse(tmp_path / "f.svg").getroot()
    assert "river" in {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert root.get("width") == "1440"


def test_a_ratio_is_device_pixels(tmp_path: Path) -> None:
    run = started([MUDDY, "--size", "960x600", "--dpr", "1.5", "--out", str(tmp_path / "a.png")])
    assert (run.communicate(timeout=120), run.returncode) == (("", ""), 0)
    assert rgb((tmp_path / "a.png").read_bytes()).shape == (900, 1440, 3)


@pytest.mark.parametrize("view", ["attention", "heads", "flash"])
def test_a_picture_is_the_workspace_and_the_same_each_time(tmp_path: Path, view: str) -> None:
    for size in ("960x600", "1900x700"):
        first = drawn(tmp_path / "a.png", MUDDY, "--view", view, "--size", size)
        height, width, _ = rgb(first).shape
        assert (f"{width}x{height}", np.std(rgb(first)) > 10) == (size, True)
        assert drawn(tmp_path / "b.png", MUDDY, "--view", view, "--size", size) == first


def test_the_picture_follows_its_choices(tmp_path: Path) -> None:
    """Each choice changes the picture, and the theme nearly all of it."""
    usual = rgb(drawn(tmp_path / "a.png", MUDDY, *SMALL))
    for choice in ("--layer 2", "--head 5", "--query river", "--variant causal", "--scale 2"):
        other = rgb(drawn(tmp_path / "b.png", MUDDY, *choice.split(), *SMALL))
        assert (other != usual).any(2).mean() > 0.003, choice
    dark = rgb(drawn(tmp_path / "b.png", MUDDY, "--theme", "dark", *SMALL))
    assert (dark != usual).any(2).mean() > 0.9
    assert dark.mean() < 80 < 180 < usual.mean()


@pytest.mark.parametrize("view", ["attention", "heads", "flash"])
def test_in_the_dark_theme_nothing_is_light(tmp_path: Path, view: str) -> None:
    """But for the play button and switches, which are light on dark there."""
    dark = rgb(drawn(tmp_path / "a.png", MUDDY, "--view", view, "--theme", "dark"))
    white = (dark.min(2) > 250).mean()
    assert white < 0.002, white


def test_the_picture_is_that_of_the_window(tmp_path: Path) -> None:
    """The map of the page is, pixel by pixel, that of the window's workspace at the same size."""
    from PySide6.QtCore import QSize
    from PySide6.QtWidgets import QWidget

    from engine.capture import Capture
    from gui.attention.workspace import Workspace
    from gui.export.page import Page
    from gui.flow.producing import Part, Producer, Sizes

    capture = Capture.load(GALLERY["bank-muddy"].path)
    scene = Scene(theme="light")
    page = Page(scene, capture, QSize(1440, 900))
    page.settle()
    room = page.room
    assert isinstance(room, Workspace)
    parts: list[object] = []
    Producer().produce(scene, capture, Sizes(page.store.canvas, page.store.thumbnail), lambda: False, parts.append)
    view = next(part.record for part in parts if isinstance(part, Part))
    heatmap = room.findChild(QWidget, "heatmap")
    assert heatmap is not None
    before = heatmap.grab().toImage()
    room.show_view(view)
    assert heatmap.grab().toImage() == before
    page.close_room()


def test_steps_are_played_to_the_end_unless_told(tmp_path: Path) -> None:
    end = rgb(drawn(tmp_path / "a.png", MUDDY, *FLASH))
    assert (end == rgb(drawn(tmp_path / "b.png", MUDDY, *FLASH, "--step", "8"))).all()
    assert (end != rgb(drawn(tmp_path / "c.png", MUDDY, *FLASH, "--step", "3"))).any()


def test_a_gif_has_every_step_and_begins_as_the_picture_of_the_first(tmp_path: Path) -> None:
    gif = drawn(tmp_path / "a.gif", MUDDY, *FLASH)
    image = Image.open(BytesIO(gif))
    assert (image.n_frames, image.info["loop"], image.size) == (9, 0, (960, 600))  # type: ignore[attr-defined]
    for step in (0, 5, 8):
        image.seek(step)
        picture = rgb(drawn(tmp_path / f"{step}.png", MUDDY, *FLASH, "--step", str(step)))
        apart = np.abs(rgb(image) - picture).max(2)
        assert apart.max() < 80, step
        assert (apart > 8).mean() < 0.02, step


def test_fewer_frames(tmp_path: Path) -> None:
    def frames(*arguments: str) -> int:
        return Image.open(BytesIO(drawn(tmp_path / "a.gif", MUDDY, *FLASH, *arguments))).n_frames  # type: ignore[attr-defined, no-any-return]

    assert frames("--every", "3") == 4
    assert frames("--frames", "2") == 2


def test_sixty_tokens_are_less_than_three_megabytes(tmp_path: Path) -> None:
    gif = drawn(tmp_path / "a.gif", KEYS, *FLASH)
    assert Image.open(BytesIO(gif)).n_frames == 63  # type: ignore[attr-defined]
    assert len(gif) < 3_000_000


def test_a_shape_of_many_tokens(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text(Scene(workspace="flash", shape=(131_072, 64), block_q=128, block_k=128).to_json(), "utf-8")
    assert rgb(drawn(tmp_path / "a.png", "--scene", str(file), *SMALL)).std() > 10
    assert b"131,072 tokens with keys of 64 numbers" in drawn(tmp_path / "a.svg", "--scene", str(file))


# What goes wrong


def refused(out: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    before = sorted(out.parent.iterdir())
    assert main.main(["render", *arguments, "--out", str(out)]) == 2
    assert sorted(out.parent.iterdir()) == before
    told, sentence = capsys.readouterr()
    assert (told, sentence.count("\n")) == ("", 1)
    return sentence.strip()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--view flash --head mean", "one head"),
        ("--view flash --step 10000", "There are steps 0 to"),
        ("--view flash --variant sparsemax", "sparsemax"),
    ],
)
def test_what_cannot_be_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert sentence in refused(tmp_path / "a.png", capsys, MUDDY, *arguments.split(), *SMALL)


def test_too_many_pictures_for_a_gif_name_how_many_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--view", "flash", "--block-q", "1", "--block-k", "1", *SMALL)
    said = refused(tmp_path / "a.gif", capsys, KEYS, *given)
    assert said.endswith("pictures of this size are too many for a GIF: give --frames 1736.")


def test_steps_that_are_too_many_are_refused_before_they_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(*_: object) -> None:
        raise AssertionError("All steps were listed.")

    monkeypatch.setattr("gui.export.animation.steps_of", listed)
    given = ("--view", "flash", "--block-q", "1", "--block-k", "1", "--every", "2", *SMALL)
    assert "pictures of this size are too many for a GIF" in refused(tmp_path / "a.gif", capsys, KEYS, *given)


@pytest.mark.parametrize("last", [0, 1, 5, 12, 204])
@pytest.mark.parametrize("every", [None, 1, 2, 5, 300])
@pytest.mark.parametrize("most", [None, 1, 2, 7, 500])
def test_steps_are_counted_without_being_listed(last: int, every: int | None, most: int | None) -> None:
    assert count_of(last, every, most) == len(steps_of(last, every, most))


@pytest.mark.parametrize("kind", ["png", "gif", "csv"])
@pytest.mark.parametrize(("code", "words"), [(errno.ENOSPC, "No space left on device"), (errno.EACCES, "denied")])
def test_a_full_disk_or_a_closed_folder_is_one_sentence_and_the_old_file_stays(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    code: int,
    words: str,
) -> None:
    out = tmp_path / f"a.{kind}"
    out.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("engine.files.saving.os.fsync", full)
    given = ("--view", "attention") if kind == "csv" else (*FLASH, *(("--frames", "2") if kind == "gif" else ()))
    said = refused(out, capsys, MUDDY, *given)
    assert said.startswith(f"“a.{kind}” cannot be saved: ")
    assert words in said
    assert out.read_bytes() == b"old"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_leaves_no_half_file(tmp_path: Path) -> None:
    run = started([KEYS, "--view", "flash", "--block-q", "4", "--block-k", "4", "--out", str(tmp_path / "a.gif")])
    with pytest.raises(subprocess.TimeoutExpired):
        run.communicate(timeout=12)
    run.send_signal(signal.SIGINT)
    assert (run.communicate(timeout=60), run.returncode) == (("", ""), 130)
    assert list(tmp_path.iterdir()) == []


def test_a_comparison_is_drawn_with_both_views(tmp_path: Path) -> None:
    scene = ROOT / "resources" / "scenes" / "compare.json"
    root = ET.fromstring(drawn(tmp_path / "f.svg", "--scene", str(scene)))
    said = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Pinned", "L0 H4, as trained, MiniLM-L6-v2", "muddy", "watched"} <= said
