"""A picture that was exported opens as the view it shows; another one is one sentence."""

import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from engine.files.contents import choices_of
from engine.scene import Scene

SCENE = Scene(text="a < b & “c” é", query=3, layer=2, variant="window", parameters={"window.width": 3})


def png(path: Path, **texts: str) -> Path:
    info = PngImagePlugin.PngInfo()
    for name, text in texts.items():
        info.add_itxt(name, text)
    Image.new("RGB", (4, 4)).save(path, "PNG", pnginfo=info)
    return path


def opened(path: Path) -> Scene:
    return Scene(**choices_of(path))


def test_a_png_and_an_svg_open_as_their_view(tmp_path: Path) -> None:
    assert opened(png(tmp_path / "a.PNG", qkvista=SCENE.to_json())) == SCENE
    text = SCENE.to_json().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    (tmp_path / "a.svg").write_text(f"<svg><title>x</title><metadata>{text}</metadata></svg>", "utf-8")
    assert opened(tmp_path / "a.svg") == SCENE


@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_what_holds_no_view_is_one_sentence(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "a.png":
        png(path, other="{}")
    else:
        path.write_text("<svg><metadata>x</metadata></svg>", "utf-8")
    with pytest.raises(ValueError, match=rf"^“{name}” holds no view: only pictures that were exported here do\.$"):
        choices_of(path)
    path.write_bytes(b"\x89PNG\r\n\x1a\nbroken")
    with pytest.raises(ValueError, match=f"^“{name}” "):
        choices_of(path)
    path.unlink()
    with pytest.raises(ValueError, match=f"“{name}”"):
        choices_of(path)


def test_a_wrong_scene_inside_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Unknown workspace"):
        choices_of(png(tmp_path / "a.png", qkvista=SCENE.to_json().replace('"attention"', '"kitchen"')))


def test_a_picture_of_very_many_pixels_opens_too(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    text = b"qkvista\0\0\0\0\0" + SCENE.to_json().encode()
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"iTXt", text) + chunk(b"IDAT", b""))
    assert opened(path) == SCENE


def test_an_svg_that_begins_a_thousand_times_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(b"<metadata>{" * 2_000_000)  # a search from each of them would take days
    with pytest.raises(ValueError, match="holds no view"):
        choices_of(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(ValueError, match=f"^“{name}” cannot be read: it is not a file"):
        choices_of(tmp_path / name)


@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_a_picture_that_is_not_there_is_said_in_plain_words(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"^“{name}” cannot be read: No such file or directory.$"):
        choices_of(tmp_path / name)
