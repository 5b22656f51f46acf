"""Walking through a window with the Tab key, looking at each stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from gui.look.theme import Theme

MOST = 120
Pixels = NDArray[np.int_]
AROUND = 6  # px around a stop in which its ring may be
CORNER = 8  # px of a ring's side that are round
SMOOTHED = 60  # of 3 x 255, between the colour and that of a smoothed edge
ROUND = 34  # px of a ring that may be a circle


@dataclass(frozen=True)
class Stop:
    """One stop: its widget, what screen readers say, where it is in the window, and whether its ring is whole."""

    widget: QWidget
    name: str
    says: str
    role: QAccessible.Role
    box: QRect
    ringed: bool

    def __str__(self) -> str:
        return f"{type(self.widget).__name__} {self.widget.objectName()!r} {self.name!r} at {self.box.getRect()}"


def walk(root: QWidget, colours: Theme, forward: bool = True) -> list[Stop]:
    """Press Tab until it comes round (or Shift+Tab)."""
    found: list[Stop] = []
    root.setFocus()
    for _ in range(MOST):
        now = press_tab(root, forward)
        if found and now is found[0].widget:
            return found
        assert all(now is not stop.widget for stop in found), f"Tab turns in a circle at {found[-1]}"
        found.append(look_at(now, root, colours))
    raise AssertionError("Tab does not come round")


def press_tab(root: QWidget, forward: bool = True) -> QWidget:
    """The widget that has the keyboard after one key."""
    held = Qt.KeyboardModifier.NoModifier if forward else Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(QApplication.focusWidget() or root, Qt.Key.Key_Tab if forward else Qt.Key.Key_Backtab, held)
    now = QApplication.focusWidget()
    assert now is not None, "the keyboard is nowhere"
    return now


def look_at(widget: QWidget, root: QWidget, colours: Theme) -> Stop:
    """What a person sees and hears of the widget that has the keyboard."""
    spoken = QAccessible.queryAccessibleInterface(widget)
    box = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())
    framed = widget
    if widget.objectName() == "sentenceEdit":  # its field has the ring
        framed = widget.parentWidget() or widget
    around = QRect(framed.mapTo(root, QPoint(0, 0)), framed.size()).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    seen = pixels(root, around)
    widget.clearFocus()
    ringed = has_ring(seen, pixels(root, around), colours)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    return Stop(widget, widget.accessibleName(), widget.accessibleDescription(), spoken.role(), box, ringed)


def pixels(root: QWidget, around: QRect) -> Pixels:
    """A part of a window as blue, green and red."""
    seen = root.grab(around & root.rect()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(seen.constBits(), np.uint8).reshape(seen.height(), seen.bytesPerLine() // 4, 4)
    return found[:, : seen.width(), :3].astype(int)


def has_ring(seen: Pixels, without: Pixels, colours: Theme) -> bool:
    """Whether the keyboard brings a frame in the focus colour, whole on all of its four sides."""
    focus = colours["focus"]
    away = np.abs(seen - (focus.blue(), focus.green(), focus.red())).sum(2)
    mask = (away < SMOOTHED) & (seen != without).any(2)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if min(len(rows), len(columns)) <= CORNER:
        return False
    ring = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if max(ring.shape) < ROUND:  # a circle, perhaps: seen in all directions from its middle
        y, x = np.nonzero(ring)
        directions = np.arctan2(y - (ring.shape[0] - 1) / 2, x - (ring.shape[1] - 1) / 2)
        return len(np.unique(np.round(directions * 6 / np.pi) % 12)) == 12
    across, down = ring[:, CORNER:-CORNER], ring[CORNER:-CORNER]
    sides = (across[:3].any(0), across[-3:].any(0), down[:, :3].any(1), down[:, -3:].any(1))
    return all(side.size and side.mean() > 0.95 for side in sides)


def unreached(root: QWidget, stops: list[Stop], elsewhere: tuple[str, ...] = ()) -> list[str]:
    """What takes clicks in a window and is neither a stop nor inside one whose arrows choose it.

    `elsewhere` are the classes whose clicks do what another stop does too.
    """
    reached = {stop.widget for stop in stops}
    left = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or not widget.isEnabled() or not _takes_clicks(widget):
            continue
        near = {widget, widget.parentWidget()}
        if not near & reached and type(widget).__name__ not in elsewhere:
            left.append(f"{type(widget).__name__} {widget.objectName()!r} {widget.accessibleName()!r}")
    return left


def _takes_clicks(widget: QWidget) -> bool:
    if isinstance(widget, QAbstractButton):
        return True
    own = (each for each in type(widget).__mro__ if each.__module__.startswith("gui."))
    return any({"mousePressEvent", "mouseReleaseEvent"} & vars(each).keys() for each in own)
