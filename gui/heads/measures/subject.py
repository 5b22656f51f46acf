"""What is measured: this text, or random tokens twice, whose seed and length are there to be chosen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.scene import LONGEST_REPEAT
from gui.heads.pane import HeadsPane
from gui.look.drawing import put
from gui.look.theme import Theme, font
from gui.parts.number_field import NumberField
from gui.parts.segments import Segments
from gui.store import Store

LEFT: Final = 16
HEIGHT: Final = 128
SUBJECTS: Final = (
    ("text", "This text", "Maps and scores of the sentence above"),
    ("repeat", "Random repeat", "Maps and scores of random tokens, read twice: what induction heads are measured on"),
)
L: Final = Qt.AlignmentFlag.AlignLeft


class WholeField(NumberField):
    """A whole number of the scene."""

    def __init__(self, store: Store, field: str, name: str, refusal: str, parent: QWidget) -> None:
        super().__init__(store, name, refusal, parent)
        self._store, self._field = store, field
        self.setObjectName(f"{field}Field")
        self.setToolTip(refusal)

    def written(self) -> str:
        return str(getattr(self._store.scene, self._field))

    def typed(self, text: str) -> None:
        self._store.update(**{self._field: int(text)})


class SubjectPane(HeadsPane):
    """The switch, and for random tokens the seed and how many they are."""

    background = "window"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "subject", "What is measured", parent)
        self.choice = Segments(SUBJECTS, self.theme, parent=self)
        self.choice.setObjectName("subjectSwitch")
        self.choice.setAccessibleName("What is measured")
        self.choice.chosen.connect(lambda subject: store.update(measured_on=subject))
        self.seed = WholeField(store, "seed", "Seed", "A seed is a whole number from 0.", self)
        says = f"Tokens are a whole number from 2 to {LONGEST_REPEAT}."
        self.repeats = WholeField(store, "repeats", "Random tokens", says, self)
        self.setFixedHeight(HEIGHT)
        self.follow()

    def sizeHint(self) -> QSize:
        return QSize(252, HEIGHT)

    def follow(self) -> None:
        """Show the scene's choices."""
        scene = self.store.scene
        self.choice.set_value(scene.measured_on)
        reason = "" if not scene.source else "A file has no model that could read other tokens"
        self.choice.set_disabled("repeat", reason)
        for field in (self.seed, self.repeats):
            field.setVisible(scene.measured_on == "repeat")
            if not field.hasFocus():
                field.take_back()
        self.update()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        for part in (self.choice, self.seed, self.repeats):
            part.apply_theme(new)

    def shows(self) -> tuple[object, ...]:
        return (self.store.scene.measured_on,)

    def focus_rect(self) -> QRect | None:
        return None

    def draw(self, painter: QPainter) -> None:
        painter.fillRect(LEFT, 0, self.width() - 2 * LEFT, 1, self.theme["line"])
        face, ink = font("caption"), self.theme["ink3"]
        if self.store.scene.measured_on == "text":
            words = "Measured on this text alone; another text can give other scores."
            painter.setFont(face)
            painter.setPen(ink)
            box = QRect(LEFT, 52, self.width() - 2 * LEFT, 60)
            painter.drawText(box, Qt.TextFlag.TextWordWrap | L, words)
            return
        for field, text in ((self.seed, "Seed"), (self.repeats, "Tokens, twice")):
            box = QRect(LEFT, field.y(), 90, field.height())
            put(painter, box, text, face, ink, L)

    def resizeEvent(self, event: QResizeEvent) -> None:
        hint = self.choice.sizeHint()
        self.choice.setGeometry(LEFT - 4, 12, hint.width(), hint.height())
        for number, field in enumerate((self.seed, self.repeats)):
            field.move(self.width() - LEFT - field.width(), 54 + 32 * number)
