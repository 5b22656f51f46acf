"""Foreign text on screen: never as markup, and in lines that fit."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gui.look.painted import Painted
from gui.look.plain import breakable, spread
from gui.store import Store

SENTENCE = "The weights of each row should sum to 1: of all rows of all 12 heads the worst is off by 1.3e-07."


def test_only_a_long_word_may_break_inside() -> None:
    assert breakable(SENTENCE) == SENTENCE
    assert breakable("a" * 48) == "a" * 48
    assert breakable("of " + "a" * 100) == "of " + "\u200b".join(("a" * 48, "a" * 48, "aaaa"))
    assert breakable("<b> & c") == "&lt;b&gt; &amp; c"


def test_short_lines_of_a_hover_text_stay_whole() -> None:
    whole = '<div style="white-space: nowrap">{}</div>'
    assert spread("") == ""
    assert spread("one\ntwo") == whole.format("one") + whole.format("two")
    assert spread("<b>one</b><br>two") == whole.format("<b>one</b>") + whole.format("two")
    assert spread(f"{SENTENCE}<br><br>two") == f"<div>{SENTENCE}</div><div><br></div>" + whole.format("two")
    assert spread("e<sup>9.51924515</sup> ÷ e<sup>9.76910155</sup> = 0.778912544").count("nowrap") == 1


class Telling(Painted):
    def tip_at(self, x: int, y: int) -> str:
        return breakable(f"{SENTENCE} <{SENTENCE}>")


def test_a_long_hover_text_stands_on_several_lines(qtbot: QtBot) -> None:
    made = Telling(Store(), "telling", "Telling")
    qtbot.addWidget(made)
    made.show()
    QApplication.sendEvent(made, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(5, 5), made.mapToGlobal(QPoint(5, 5))))
    (label,) = (each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel") and each.isVisible())
    assert label.width() < 700 and label.height() > 2 * label.fontMetrics().height()
    assert "&lt;The" in QToolTip.text()  # what looks like a tag is none
    QToolTip.hideText()
