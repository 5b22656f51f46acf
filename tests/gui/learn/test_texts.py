"""Formulas, tables, timelines, papers and links as parts of an article."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.learn import CHAPTERS
from engine.learn.formulas import LATEX
from engine.learn.records import Formula, Points, Table
from gui.learn import link
from gui.learn.formula import FormulaPart, renderer
from gui.learn.table import APART, TablePart
from gui.learn.texts import BULLET, PointsPart
from gui.look.theme import theme
from tests.gui.driving import point

TABLES = [block for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Table)]
FORMULAS = [block for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Formula)]


def pixels(picture: QImage) -> NDArray[np.uint32]:
    """0xAARRGGBB of every pixel, (h, w)."""
    plain = picture.convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.width()).copy()


def drawn(name: str, ratio: int = 1, colours: str = "light") -> QImage:
    size = renderer(name, theme(colours)).defaultSize() * ratio
    picture = QImage(size, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer(name, theme(colours)).render(painter)
    painter.end()
    return picture


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_letters_of_a_formula_have_the_colours_of_the_theme(colours: str, qapp: object) -> None:
    found = set(pixels(drawn("attention", 2, colours)).ravel().tolist())
    wanted = {theme(colours)[role].rgba() for role in ("ink", "query", "key", "value")}
    assert wanted <= found


def test_every_formula_can_be_drawn(qapp: object) -> None:
    for name in LATEX:
        assert (pixels(drawn(name)) >> 24).max() > 200, name


def test_a_formula_is_sharp_at_twice_the_size(qapp: object) -> None:
    small, large = drawn("softmax"), drawn("softmax", 2)
    blown = small.scaled(large.size(), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)

    def soft(picture: QImage) -> float:
        alpha = pixels(picture) >> 24
        return float((alpha[alpha > 0] < 220).mean())

    assert soft(large) < 0.75 * soft(blown)


@pytest.mark.parametrize("block", FORMULAS, ids=lambda block: block.name)
@pytest.mark.parametrize("width", [576, 700])
def test_a_formula_fits_its_panel_and_says_itself_in_words(block: Formula, width: int, qapp: object) -> None:
    part = FormulaPart(block)
    box = part.drawn(width)
    assert box.left() >= 13 and box.right() <= width - 13
    assert box.bottom() <= part.height_for(width) - 13
    assert part.accessibleName() == block.alt


@pytest.mark.parametrize("block", TABLES, ids=lambda block: block.head[0])
@pytest.mark.parametrize("width", [576, 700])
def test_no_cell_of_a_table_is_cut(block: Table, width: int, qapp: object) -> None:
    part = TablePart(block)
    part.apply_theme(theme("light"))
    part.resize(width, part.height_for(width))
    part.show()
    assert sum(part.columns(width)) + APART * (len(block.head) - 1) <= width
    for row in part.rows:
        for cell in row:
            assert cell.height_for(cell.width()) <= cell.height(), cell.words
            assert cell.minimumSizeHint().width() <= cell.width(), cell.words
    last = max(cell.geometry().bottom() for cell in part.rows[-1])
    assert not block.source or last < part.source.y() <= part.height() - part.source.height_for(width)
    part.close()


def test_points_have_a_bullet_beside_the_first_line_of_each(qapp: object) -> None:
    part = PointsPart(Points(("one", "two " * 60, "three")))
    part.apply_theme(theme("light"))
    part.resize(400, part.height_for(400))
    column = pixels(part.grab().toImage())[:, 6]
    tops = [box.top() for box in part.places(400)[0]]
    dots = np.flatnonzero(column == theme("light")["ink3"].rgba()).tolist()
    assert all(any(top <= y < top + 24 for y in dots) for top in tops)
    assert all(any(top <= y < top + 24 for top in tops) for y in dots)
    assert all(box.left() == BULLET for box in part.places(400)[0])


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that were handed to the browser."""
    found: list[str] = []
    monkeypatch.setattr(link, "open_address", found.append)
    return found


def test_a_link_opens_by_a_click_or_enter_and_by_nothing_else(opened: list[str], qapp: object) -> None:
    holder = QWidget()
    made = link.Link("https://arxiv.org/abs/1706.03762", "A paper", holder)
    made.apply_theme(theme("light"))
    made.resize(made.sizeHint())
    holder.resize(QSize(300, 60))
    holder.show()
    point(made, made.rect().center())
    made.setFocus()
    assert opened == [] and made.words == "arxiv.org/abs/1706.03762"
    assert "https://arxiv.org/abs/1706.03762" in made.accessibleName() and "A paper" in made.accessibleName()
    QTest.mouseClick(made, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(8, 8))
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert opened == ["https://arxiv.org/abs/1706.03762"] * 2
    holder.close()
