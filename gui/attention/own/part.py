"""A person's own function in the parameter bar: its name, a cross, and a button that reads it again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from engine.own import OwnFunction
from gui.attention.variants.unit import Cross, SmallButton, Unit
from gui.look.theme import Theme
from gui.store import Store


class OwnPart:
    """The widgets of the function that the scene names, children of the bar. Not approved, it is said to rest."""

    def __init__(self, store: Store, path: str, parent: QWidget) -> None:
        self.key = self.path = path
        self.name = Path(path).name
        self.own: OwnFunction | None = None
        self.cross = Cross(f"Remove {self.name}", "remove-own", parent)
        self.cross.clicked.connect(lambda: store.update(function=""))
        self.again = SmallButton("Read again", "quiet", parent)
        self.again.setObjectName("readOwnAgain")
        self.again.setToolTip("Read the file again; what has changed is shown before it runs")
        self.fields: list[QWidget] = []
        for widget in self.widgets:
            widget.show()

    @property
    def widgets(self) -> list[QWidget]:
        """All of them, in the order of the Tab key."""
        return [self.cross, self.again]

    @property
    def units(self) -> list[Unit]:
        """What the bar lays out."""
        says, rests = f"Your own function, {self.path}", "It has not been run, and the numbers are without it"
        if self.own is None:
            return [Unit(f"{self.name}, not run", "ink3", f"{says}. {rests}", (self.cross, self.again))]
        found = [each for each, its in (("mask_mod", self.own.mask), ("score_mod", self.own.score)) if its is not None]
        return [Unit(self.name, "ink", f"{says}: {' and '.join(found)}", (self.cross, self.again))]

    def refusal(self) -> str:
        return ""

    def follow(self) -> None:
        """The scene has changed: it has no numbers of its own."""

    def apply_theme(self, new: Theme) -> None:
        self.cross.apply_theme(new)
        self.again.apply_theme(new)

    def remove(self) -> None:
        """Take the widgets out of the bar."""
        for widget in self.widgets:
            widget.hide()
            widget.deleteLater()
