"""Where the Tab key goes: the stops of a window in the order in which they are read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QBoxLayout, QScrollArea, QSplitter, QWidget

from gui.look.painted import Painted

TAB: Final = Qt.FocusPolicy.TabFocus
LEVEL: Final = 16  # px between two tops that are one line still
AROUND: Final = 12  # px beside a ring that are seen too
Group = tuple[QRect, list[QWidget]]


def stops(root: QWidget) -> list[QWidget]:
    """All widgets of `root` that the Tab key stops at now, from the top left to the bottom right, pane by pane.

    What was made late (the pickers of a workspace, the live parts of a chapter) stands where it is seen.
    """
    group = _group(root, root)
    return [] if group is None else group[1]


def step(root: QWidget, forward: bool) -> bool:
    """Move the keyboard to the next stop of `root`, or to the one before, and scroll it into sight."""
    every, now = stops(root), QApplication.focusWidget()
    if not every:
        return False
    to = every[_after(every, now, forward)]
    to.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(QApplication.focusWidget() or to)
    return True


def _after(every: list[QWidget], now: QWidget | None, forward: bool) -> int:
    """The place of the next stop. What is no stop itself (a frame just made) leads to what is inside it."""
    if now in every:
        return (every.index(now) + (1 if forward else -1)) % len(every)
    inside = [at for at, each in enumerate(every) if now is not None and now.isAncestorOf(each)]
    return (inside or range(len(every)))[0 if forward else -1]


def _group(widget: QWidget, root: QWidget) -> Group | None:
    """The stops in a widget, itself first, and the box around them; None without any."""
    inner = (_group(child, root) for child in widget.children() if isinstance(child, QWidget) and _is_part(child))
    groups = sorted((group for group in inner if group is not None), key=cmp_to_key(_reading(widget)))
    found = [stop for _, group in groups for stop in group]
    if widget is not root and widget.focusPolicy() & TAB and widget.isEnabled() and widget.focusProxy() is None:
        return _box(widget, root), [widget, *found]
    if isinstance(widget, QScrollArea):  # where it is, however far it is scrolled
        return (_box(widget, root), found) if found else None
    box = QRect()
    for other, _ in groups:
        box = box.united(other)
    return (box, found) if found else None


def _box(widget: QWidget, root: QWidget) -> QRect:
    return QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())


def _is_part(child: QWidget) -> bool:
    return child.isVisible() and not child.isWindow()


def _reading(widget: QWidget) -> Callable[[Group, Group], int]:
    """How the parts of a widget are read: columns from the left, rows from above, or whatever stands there."""
    layout = widget.layout()
    if isinstance(widget, QSplitter):
        return _from_left if widget.orientation() == Qt.Orientation.Horizontal else _from_above
    if isinstance(layout, QBoxLayout):
        return _from_left if layout.direction() == QBoxLayout.Direction.LeftToRight else _from_above
    return _from_above_and_left


def _from_left(one: Group, other: Group) -> int:
    return one[0].left() - other[0].left()


def _from_above(one: Group, other: Group) -> int:
    level = abs(one[0].top() - other[0].top()) < LEVEL
    return _from_left(one, other) if level else one[0].top() - other[0].top()


def _from_above_and_left(one: Group, other: Group) -> int:
    a, b = one[0], other[0]
    shared = min(a.bottom(), b.bottom()) - max(a.top(), b.top())
    beside = shared > min(a.height(), b.height()) / 2
    return _from_left(one, other) if beside else a.top() - b.top()


def _scroll_to(widget: QWidget) -> None:
    """Scroll whatever it lies in until its ring is seen; of a large one the middle."""
    ring = widget.focus_rect() if isinstance(widget, Painted) else None
    ring = ring or widget.rect()
    above = widget.parentWidget()
    while above is not None:
        inner = above.widget() if isinstance(above, QScrollArea) else None
        if isinstance(above, QScrollArea) and inner is not None and inner.isAncestorOf(widget):
            at, view = widget.mapTo(inner, ring.center()), above.viewport()
            sides = (ring.width() // 2 + AROUND, view.width() // 2), (ring.height() // 2 + AROUND, view.height() // 2)
            above.ensureVisible(at.x(), at.y(), *map(min, sides))
        above = above.parentWidget()
