"""SVG and PDF: valid, with texts as texts, and drawn by another program as on screen."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from gui.export.picture import pixels_of
from gui.export.sheet import Sheet
from gui.export.vector import pdf_of, svg_of
from tests.gui.export.conftest import MakePage

SVG = "{http://www.w3.org/2000/svg}"
MEAN, FAR = 4.0, 0.03  # of 255, and the share of pixels that are further than 64 away: fonts are drawn otherwise
WORKSPACES = ["attention", "heads", "flash"]


def texts(svg: bytes) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def screen(page: QWidget) -> np.ndarray:
    return split(page.grab().toImage())


def split(image: QImage) -> np.ndarray:
    codes = pixels_of(image)
    return np.stack([(codes >> shift & 255).astype(int) for shift in (16, 8, 0)], -1)


def alone(widget: QWidget) -> Sheet:
    return Sheet((widget,), QColor("red"), QColor("white"))


def drawn(svg: bytes) -> np.ndarray:
    """As Qt itself draws the file."""
    renderer = QSvgRenderer(QByteArray(svg))
    assert renderer.isValid()
    image = QImage(renderer.defaultSize(), QImage.Format.Format_RGB32)
    image.fill("white")
    with QPainter(image) as painter:
        renderer.render(painter, QRectF(image.rect()))
    return split(image)


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_words_are_text_in_valid_svg(page: MakePage, workspace: str) -> None:
    made = page(workspace)
    svg = svg_of(made.sheet, "A & <B>")
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1440", "900", "0 0 1440 900")
    assert root.findtext(f"{SVG}title") == "A & <B>"
    found = texts(svg)
    assert "The bank of the river was muddy." in found
    if workspace != "flash":
        assert "river" in found
    families = {element.get("font-family", "") for element in root.iter(f"{SVG}text")}
    assert all("sans-serif" in family or "monospace" in family for family in families), families


def test_the_map_s_words_and_digits_are_text(page: MakePage) -> None:
    found = texts(svg_of(page("attention").sheet, ""))
    assert found.count(".52") == 1  # bank looks at river
    assert {"key", "query", ".75", "weight"} <= {word.strip() for word in found}


def test_scores_of_heads_are_text(page: MakePage) -> None:
    made = page("heads")
    score = float(made.view.scores["previous"][2, 7])
    found = texts(svg_of(made.sheet, ""))
    assert sum(re.fullmatch(r"[-–]?\d?\.\d\d|[01]", word) is not None for word in found) >= 72, score


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_qt_draws_the_svg_and_it_is_not_blank(page: MakePage, workspace: str) -> None:
    picture = drawn(svg_of(page(workspace).sheet, ""))
    assert picture.shape == (900, 1440, 3)
    assert np.std(picture) > 10


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_a_pdf_of_one_page_with_its_fonts(page: MakePage, workspace: str) -> None:
    pdf = pdf_of(page(workspace).sheet, "A (b)")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert re.search(rb"/MediaBox\s*\[\s*0\s+0\s+1080(\.0*)?\s+675(\.0*)?\s*\]", pdf)
    assert pdf.count(b"/FontFile2") >= 2
    assert pdf.count(b"/ToUnicode") >= 2


def test_every_glyph_of_the_pdf_has_a_meaning(page: MakePage) -> None:
    """Tabular digits too, and a space is no tab: else they could be neither searched nor copied."""
    maps = re.findall(rb"begincmap(.*?)endcmap", pdf_of(page("attention").sheet, ""), re.DOTALL)
    assert len(maps) >= 2
    meanings = {int(code, 16) for text in maps for part in re.findall(rb"\[(.*?)\]", text) for code in words(part)}
    assert {ord(letter) for letter in "0123456789.%÷= river“”[]"} <= meanings
    assert min(meanings) == ord(" ")


def words(part: bytes) -> list[bytes]:
    return re.findall(rb"<([0-9A-Fa-f]+)>", part)


# By other programs


def near(a: np.ndarray, b: np.ndarray) -> None:
    assert a.shape == b.shape
    apart = np.abs(a - b)
    assert apart.mean() < MEAN
    assert (apart.max(2) > 64).mean() < FAR


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not here")
@pytest.mark.parametrize("workspace", WORKSPACES)
def test_rsvg_draws_the_same(page: MakePage, workspace: str, tmp_path: Path) -> None:
    made = page(workspace)
    (tmp_path / "a.svg").write_bytes(svg_of(made.sheet, ""))
    subprocess.run(["rsvg-convert", str(tmp_path / "a.svg"), "-o", str(tmp_path / "a.png")], check=True)
    near(split(QImage(str(tmp_path / "a.png"))), screen(made))


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not here")
@pytest.mark.parametrize("workspace", WORKSPACES)
def test_poppler_draws_the_same(page: MakePage, workspace: str, tmp_path: Path) -> None:
    made = page(workspace)
    (tmp_path / "a.pdf").write_bytes(pdf_of(made.sheet, ""))
    subprocess.run(["pdftoppm", "-png", "-r", "96", str(tmp_path / "a.pdf"), str(tmp_path / "a")], check=True)
    near(split(QImage(str(next(tmp_path.glob("a*.png"))))), screen(made))


def test_texts_are_as_wide_as_on_screen_where_another_font_stands_in(page: MakePage) -> None:
    from PySide6.QtGui import QFontMetricsF

    from gui.look.theme import font

    svg = svg_of(page("attention").sheet, "").decode()
    found = re.search(r'<text textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs"[^>]*>The bank of the river', svg)
    assert found is not None
    width = QFontMetricsF(font("pane_title")).horizontalAdvance("The bank of the river was muddy.")
    assert float(found[1]) == pytest.approx(width, rel=1e-3)
    assert svg.count("textLength") > 0.9 * svg.count("<text ")
