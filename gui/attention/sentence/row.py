"""The row of the sentence: what it says, the token strip, and two switches for what counts as a word."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.shown.view import View
from gui.attention.sentence.sentence import Sentence
from gui.attention.strip.strip import TokenStrip
from gui.look.theme import Theme
from gui.parts.pane import Pane
from gui.parts.switch import Switch
from gui.store import Store

LEFT: Final = 20
RIGHT: Final = 16
GAP: Final = 24
PITCH: Final = 28  # from switch to switch
SENTENCE: Final = 0.285  # share of the width
SMALL_SENTENCE: Final = 0.24  # the same when the strip has to scroll


class SentenceRow(Pane):
    """Lays out sentence, strip and switches; `sentence`, `strip`, `specials` and `merge` are its parts."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "sentenceRow", "Sentence", parent)
        self.sentence = Sentence(store, self)
        self.strip = TokenStrip(store, self)
        self.specials = Switch("Special tokens", self.theme, "Show the tokens that the model adds to every text.", self)
        self.merge = Switch(
            "Merge pieces", self.theme, "Show the pieces of a word as one: keys summed, queries averaged.", self
        )
        self.specials.setObjectName("specialsSwitch")
        self.merge.setObjectName("mergeSwitch")
        self._show_switches(store.scene.specials, store.scene.merge)
        self.specials.clicked.connect(lambda on: store.update(specials=on))
        self.merge.clicked.connect(lambda on: store.update(merge=on))

    def sizeHint(self) -> QSize:
        return QSize(1280, 116 if self.compact else 142)

    def show_view(self, view: View) -> None:
        self.view = view
        self.sentence.show_view(view)
        self.strip.show_view(view)
        self._show_switches(self.store.scene.specials, self.store.scene.merge)
        self._lay_out()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.sentence, self.strip, self.specials, self.merge):
            part.apply_theme(new)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.sentence.set_compact(compact)
        self.strip.set_compact(compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        width, height = self.width(), self.height()
        column = max(self.specials.sizeHint().width(), self.merge.sizeHint().width())
        left = width - RIGHT - column
        for switch, middle in ((self.specials, (height - PITCH) // 2), (self.merge, (height + PITCH) // 2)):
            size = switch.sizeHint()
            switch.setGeometry(left, middle - size.height() // 2, size.width(), size.height())
        fits = LEFT + int(width * SENTENCE) + GAP + self.strip.needed <= left - GAP
        said = int(width * (SENTENCE if fits else SMALL_SENTENCE))
        self.sentence.setGeometry(LEFT, 0, said, height)
        start = LEFT + said + GAP
        self.strip.setGeometry(start, 0, max(0, left - GAP - start), height)

    def _show_switches(self, specials: bool, merge: bool) -> None:
        self.specials.setChecked(specials)
        self.merge.setChecked(merge)
