"""What the keys do everywhere in the Flash workspace."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gui.flash.transport.player import Player

_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down)


def play_key(event: QKeyEvent, player: Player) -> bool:
    """Space plays and pauses, arrows step, with Shift to the next row block, Home and End; False for other keys."""
    key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = held == Qt.KeyboardModifier.ShiftModifier
    if held and not shift:
        return False
    if key in (*_BACK, *_FORWARD):
        by = -1 if key in _BACK else 1
        player.jump(by) if shift else player.go(player.step + by)
    elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and not shift:
        player.go(0 if key == Qt.Key.Key_Home else player.last)
    elif key == Qt.Key.Key_Space and not shift:
        if not event.isAutoRepeat():
            player.toggle()
    else:
        return False
    return True
