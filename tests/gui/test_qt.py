"""What we rely on in Qt itself, and in the fonts and icons that we ship."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF, QGuiApplication
from PySide6.QtSvg import QSvgRenderer

RESOURCES = Path(__file__).parents[2] / "resources"
EMIT = """
from PySide6.QtCore import QObject, Signal
class Sender(QObject):
    sent = Signal(object)
sender, seen = Sender(), []
sender.sent.connect(seen.append)
for number in range(5_000):
    sender.sent.emit(True if number % 2 else None)
assert seen == [None, True] * 2_500
"""


def test_signals_keep_counting_references() -> None:
    """PySide6 6.12.0 takes True and None away and aborts after about 570 signals."""
    done = subprocess.run([sys.executable, "-c", EMIT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def fonts(qapp: QGuiApplication) -> None:
    for path in (RESOURCES / "fonts").glob("*.ttf"):
        assert QFontDatabase.addApplicationFont(str(path)) >= 0, path


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize(
    ("family", "weights"), [("Inter", {400, 500, 600}), ("JetBrains Mono", {400, 500})], ids=["text", "numbers"]
)
def test_fonts_are_found_by_family_and_weight(family: str, weights: set[int]) -> None:
    assert {QFontDatabase.weight(family, style) for style in QFontDatabase.styles(family)} >= weights
    for weight in weights:
        font = QFont(family)
        font.setWeight(QFont.Weight(weight))
        assert (QFontInfo(font).family(), QFontInfo(font).weight()) == (family, weight)


def widths(font: QFont) -> set[float]:
    return {QFontMetricsF(font).horizontalAdvance(digit * 20) for digit in "0123456789"}


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("weight", [400, 500, 600])
def test_digits_are_equally_wide_when_asked(weight: int) -> None:
    font = QFont("Inter", 13, weight)
    assert len(widths(font)) > 1
    font.setFeature(QFont.Tag("tnum"), 1)
    assert len(widths(font)) == 1


@pytest.mark.parametrize("path", sorted((RESOURCES / "icons").glob("*.svg")), ids=lambda path: path.stem)
def test_icons_are_drawn_and_take_our_colour(path: Path) -> None:
    assert QSvgRenderer(str(path)).isValid()
    assert ("currentColor" in path.read_text("utf-8")) == (not path.stem.startswith("app"))
