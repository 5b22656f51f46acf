"""A picture is what is on screen, pixel by pixel, without what passes by; a vector is drawn alike by other programs."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QSplitter

from engine.files.contents import choices_of
from gui.look.theme import RESOURCES
from tests.gui.driving import point
from tests.gui.exporting.conftest import CHOICE, Exporter, box_of, rgb

At = Callable[..., Exporter]
TOP = 41  # the text and a line
MEAN, FAR = 2.5, 0.015  # of 255, and the share of pixels further than 64 away: other programs draw letters otherwise
FONTS = "<fontconfig><dir>{}</dir><cachedir>{}</cachedir></fontconfig>"  # as where Inter is installed
OTHERS = pytest.mark.skipif(
    None in map(shutil.which, ("rsvg-convert", "pdftoppm", "pdfdetach", "pdftotext")), reason="they are not here"
)
LOOKS = [("attention", "light"), ("heads", "dark"), ("flash", "light"), ("learn", "dark")]


def seen(exporter: Exporter) -> tuple[np.ndarray, np.ndarray]:
    """What the window shows of its workspace, and of the strip below."""
    window = exporter.who.window
    whole = rgb(window.grab().toImage())
    return whole[box_of(window, window.room)], whole[box_of(window, window.provenance)]


def check(picture: np.ndarray, room: np.ndarray, strip: np.ndarray, top: int = TOP) -> None:
    """The room and the strip are in the picture, all of them, and a line between."""
    assert picture.shape == (top + len(room) + 1 + len(strip), room.shape[1], 3)
    assert (picture[top : top + len(room)] == room).all()
    assert (picture[top + len(room) + 1 :] == strip).all()
    line = picture[top + len(room)]
    assert (line == line[0]).all() and (line[0] != strip[1, 1]).any()


@pytest.mark.parametrize(("workspace", "theme"), LOOKS)
def test_a_picture_is_the_screen(at: At, tmp_path: Path, workspace: str, theme: str) -> None:
    exporter = at(workspace, (1280, 760), theme=theme)
    room, strip = seen(exporter)
    data = exporter.save("png", tmp_path / "a.png")
    check(rgb(QImage.fromData(data)), room, strip, 0 if workspace == "learn" else TOP)
    assert replace(exporter.who.window.store.scene, **choices_of(tmp_path / "a.png")) == exporter.who.window.store.scene


def test_selection_zoom_lens_and_splitters_are_in_it_and_the_pointer_is_not(at: At) -> None:
    exporter = at("attention", query=5, key=7, viewport=(1, 2, 4, 4), lens="values", merge=False, specials=True)
    window = exporter.who.window
    for splitter in window.room.findChildren(QSplitter):
        sizes = splitter.sizes()
        splitter.setSizes([sizes[0] - 60, sizes[1] + 60, *sizes[2:]])
    exporter.who.bot.waitUntil(lambda: window.ready)
    heatmap = exporter.who.widget("heatmap")
    heatmap.clearFocus()
    room, strip = seen(exporter)
    heatmap.setFocus(Qt.FocusReason.TabFocusReason)
    point(heatmap, heatmap.cell_rect(3, 4).center())
    assert (seen(exporter)[0] != room).any()
    window.messages.show_notice("This lies over the window.")
    exporter.exporting.run(CHOICE["copy-picture"])
    check(rgb(QGuiApplication.clipboard().image()), room, strip)
    assert QGuiApplication.focusObject() is heatmap or not window.isActiveWindow()


def test_more_pixels_are_more_of_the_same(at: At, tmp_path: Path) -> None:
    exporter = at("attention", (1280, 760))
    small = rgb(QImage.fromData(exporter.save("png", tmp_path / "a.png")))
    large = rgb(QImage.fromData(exporter.save("png-4", tmp_path / "b.png")))
    assert large.shape == (4 * small.shape[0], 4 * small.shape[1], 3)
    height, width, _ = small.shape
    mean = large.reshape(height, 4, width, 4, 3).mean((1, 3))
    assert np.abs(mean - small).mean() < 2
    assert (large[::4, ::4] != large[1::4, 1::4]).any(2).mean() > 0.005  # finer, not only larger


@OTHERS
@pytest.mark.parametrize(("workspace", "theme"), LOOKS)
def test_other_programs_draw_the_vectors_alike(at: At, tmp_path: Path, workspace: str, theme: str) -> None:
    exporter = at(workspace, theme=theme)
    room, strip = seen(exporter)
    top = 0 if workspace == "learn" else TOP
    svg = exporter.save("svg", tmp_path / "a.svg").decode()
    exporter.save("pdf", tmp_path / "a.pdf")
    assert 'font-family="Inter' in svg and "InTab" not in svg
    if workspace in ("attention", "heads"):
        assert ">river</text>" in svg
    kept = json.loads(svg.split("<metadata>")[1].split("</metadata>")[0])
    assert kept["workspace"] == workspace
    (tmp_path / "fonts.conf").write_text(FONTS.format(RESOURCES / "fonts", tmp_path), "utf-8")
    knowing = os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}
    subprocess.run(["rsvg-convert", tmp_path / "a.svg", "-o", tmp_path / "svg.png"], check=True, env=knowing)
    subprocess.run(["pdftoppm", "-singlefile", "-png", "-r", "96", tmp_path / "a.pdf", tmp_path / "pdf"], check=True)
    attached = subprocess.run(["pdfdetach", "-list", tmp_path / "a.pdf"], capture_output=True, text=True, check=True)
    assert "scene.qkv.json" in attached.stdout
    for name in ("svg.png", "pdf.png"):
        picture = rgb(QImage(str(tmp_path / name)))
        whole = (top + len(room) + 1 + len(strip), room.shape[1])
        assert picture.shape[:2] == (whole if name == "svg.png" else tuple(-(-side // 4) * 4 for side in whole))
        picture = picture[: whole[0], : whole[1]]
        apart = np.abs(np.concatenate((picture[top : top + len(room)], picture[-len(strip) :])) - [*room, *strip])
        assert apart.mean() < MEAN, (name, apart.mean())
        assert (apart.max(2) > 64).mean() < FAR, name


@OTHERS
def test_the_numbers_of_a_page_can_be_searched(at: At, tmp_path: Path) -> None:
    at("attention").save("pdf", tmp_path / "a.pdf")
    text = subprocess.run(["pdftotext", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True).stdout
    assert {"0.523", "muddy", "5.66"} <= set(text.split())
