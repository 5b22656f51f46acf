"""Whose sentence, model and head the live parts show, and the way to change that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.learn import CHAPTERS
from engine.learn.records import Live
from engine.models import MODELS
from engine.scene import Scene
from gui.learn.live.own import FIXED, Lent
from gui.look.drawing import elided, put, text_width
from gui.look.plain import one_line, tip
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, TextButton, words_font
from gui.parts.menu import Menu, Row
from gui.store import Store

HIGH: Final = (84, 40)  # px, and compact: the first line alone
EDGE: Final = 22
LINES: Final = (14, 36, 56)  # px of the tops of its lines
LONGEST: Final = 240  # px of the sentence in the menu
BEFORE: Final = "Live parts: "
SHORTLY: Final = "Live: "
OWN: Final = f"{BEFORE}what you chose"
EXAMPLE: Final = f"{BEFORE}an example"
NONE: Final = "No sentence in this chapter"
READING: Final = "Your sentence is being read…"
EMPTY: Final = "You have no sentence yet: type one in Attention."
L: Final = Qt.AlignmentFlag.AlignLeft


class Whose(QWidget):
    """The choice is the scene's (`live`): the examples of the chapters, or the person's own."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("whose")
        self.store = store
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self.compact = False
        self.words = (EXAMPLE, "", "")
        self.change = TextButton("Change", "quiet", self)
        self.change.setObjectName("changeLive")
        self.change.clicked.connect(self.open_menu)
        self.menu: Menu | None = None

    def show_state(self, lent: Lent | None) -> None:
        """Say what the live parts of the open chapter show; `lent` is the person's own, once it was read."""
        scene = self.store.scene
        self.change.setVisible(has_sentence(scene.chapter))
        if not has_sentence(scene.chapter):
            self.words = (NONE, "", "")
        elif scene.live == "own" and has_text(scene):
            self.words = (OWN, named(lent.scene), lent.whose()) if lent is not None else (OWN, READING, "")
        else:
            self.words = example_words(scene.chapter)
        said = ". ".join(filter(None, self.words))
        self.setAccessibleName(said)
        self.setToolTip(tip(said))
        self.change.setAccessibleName(f"Change what the live parts use. {said}")
        self.update()

    def open_menu(self) -> None:
        """Choose between both."""
        scene, face = self.store.scene, words_font("caption")
        enabled = has_text(scene)
        mine = elided(one_line(named(scene)), face, LONGEST) if enabled else ""
        rows = (
            Row("example", "The examples of the chapters"),
            Row("own", "What you chose", mine, enabled, "" if enabled else EMPTY),
        )
        self.menu = Menu(rows, scene.live if enabled else "example", self.theme, self)
        self.menu.setAccessibleName(self.change.accessibleName())
        self.menu.chosen.connect(lambda name: self.store.update(live=name))
        self.menu.open_below(self.change, self.change.body())

    def set_compact(self, compact: bool) -> None:
        """Take the sizes for windows below 800 px of height."""
        self.compact = compact
        self.update()

    @property
    def high(self) -> int:
        """How high it is, in pixels."""
        return HIGH[self.compact]

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self.change.apply_theme(new)
        self.update()

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.change.sizeHint()
        left = self.width() - EDGE + RING + 6 - size.width()
        self.change.setGeometry(left, LINES[0] + 8 - size.height() // 2, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        caption, wide = words_font("caption"), self.width() - 2 * EDGE
        with QPainter(self) as painter:
            room, said = wide if self.change.isHidden() else self.change.x() - EDGE - 2, self.words[0]
            if text_width(said, caption) > room:
                said = said.replace(BEFORE, SHORTLY)
            put(painter, QRect(EDGE, LINES[0], room, 16), said, caption, self.theme["ink3"], L)
            if not self.compact:
                face = words_font("control", 500)
                put(painter, QRect(EDGE, LINES[1], wide, 18), self.words[1], face, self.theme["ink"], L)
                put(painter, QRect(EDGE, LINES[2], wide, 16), self.words[2], caption, self.theme["ink3"], L)


def has_text(scene: Scene) -> bool:
    """Whether the person has a text, or a file, to show."""
    return bool(scene.source or scene.text.strip())


def named(scene: Scene) -> str:
    """The sentence, or the name of the file."""
    return Path(scene.source).name if scene.source else scene.text


def has_sentence(chapter: str) -> bool:
    """Whether a live part of a chapter shows a sentence."""
    return _example(chapter) is not None


def example_words(chapter: str) -> tuple[str, str, str]:
    """What the first live part of a chapter shows: its sentence, its model and head."""
    fields = _example(chapter)
    if fields is None:
        return NONE, "", ""
    example = Scene(**{name: fields[name] for name in ("text", "model", "layer", "head") if name in fields})
    return EXAMPLE, example.text, f"{MODELS[example.model].title}, layer {example.layer}, head {example.head}"


def _example(chapter: str) -> Mapping[str, Any] | None:
    """The scene of a chapter's first live part that shows a sentence."""
    blocks = CHAPTERS[chapter].blocks if chapter in CHAPTERS else ()
    return next((b.fields for b in blocks if isinstance(b, Live) and b.kind not in FIXED), None)
