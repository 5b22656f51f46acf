"""The variant panel: all variants by family, a search above them, and the one that is pointed at explained below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.scene import Scene
from engine.tiles import Tiles
from engine.variants import CATALOGUE, Variant, names_of
from gui.access.speech import describe
from gui.attention.variants.choices import active, alone, best, joined, refusal, search, without
from gui.attention.variants.foot import HEIGHT as FOOT
from gui.attention.variants.foot import VariantFoot
from gui.attention.variants.list import VariantList
from gui.attention.variants.unit import SmallButton
from gui.look.drawing import put
from gui.look.icons import draw_icon
from gui.look.theme import Theme, font
from gui.parts.buttons import ICON, RING
from gui.parts.popup import Popup
from gui.store import Store

WIDTH: Final = 720
SEARCH: Final = 42
LIST: Final = 418  # height of the list, if there is room
LEAST: Final = 120
MARGIN: Final = 14
NOTHING: Final = "No variant has these words in its title, name, idea or paper."
MOVES: Final[dict[int, int]] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}

Picture = Callable[[Variant], Tiles | None]


class VariantPanel(Popup):
    """A click or Enter puts one variant on instead of all others and closes; Ctrl with it, or the plus, adds it.

    Tab goes to the button for an own function and back, Escape closes. `closed` when it goes, however that came about;
    `ownWanted` asks for a file of the person's own. `picture` gives the tiles of a variant that masks.
    """

    closed = Signal()
    ownWanted = Signal()

    def __init__(self, store: Store, theme: Theme, picture: Picture, parent: QWidget) -> None:
        super().__init__("variantPanel", "Variants of attention", theme, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.store, self._picture = store, picture
        self.search = QLineEdit(self)
        self.search.setObjectName("variantSearch")
        self.search.setAccessibleName("Search the variants")
        self.search.setPlaceholderText("Search by name, idea or paper")
        self.search.setFont(font("body"))
        self.search.setStyleSheet("QLineEdit, QLineEdit:focus { background: transparent; border: none; padding: 0; }")
        self.list = VariantList(store.scene, theme, self)
        self.foot = VariantFoot(theme, self)
        self.own = SmallButton("Own function…", parent=self)
        self.own.setObjectName("ownFunction")
        self.own.setToolTip("Open a file of yours with mask_mod or score_mod, as torch’s FlexAttention takes them")
        self.own.apply_theme(theme)
        self.own.clicked.connect(self._want_own)
        self.search.textChanged.connect(self._find)
        self.search.installEventFilter(self)
        self.list.taken.connect(self._take)
        self.list.pointed.connect(self._point)
        self.setFocusProxy(self.search)
        self._find("")

    def open_below(self, anchor: QWidget, body: QRect) -> None:
        """Show below `body` (in `anchor`), right edges in line, inside the window where it is large enough."""
        window = anchor.window()
        corner = anchor.mapTo(window, QPoint(body.right() + 1, body.bottom() + 5))
        room = max(window.height() - corner.y() - SEARCH - FOOT - 12, LEAST)
        self.setFixedSize(min(WIDTH, window.width() - 24), SEARCH + min(LIST, room) + FOOT + 3)
        self.show_in(window, corner.x() - self.width(), corner.y())
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)
        self.list.highlight(CATALOGUE[names_of(self.store.scene.variant)[-1]])

    def follow(self, scene: Scene) -> None:
        """Other variants are on."""
        self.list.rows.follow(scene)
        self._point(self.list.highlighted())

    def _find(self, words: str) -> None:
        found = search(words)
        self.list.show_rows(found, best(found, words))
        self.update()

    def _point(self, variant: Variant | None) -> None:
        self.foot.show_variant(variant, None if variant is None else self._picture(variant))
        describe(self.search, NOTHING if variant is None else self.list.rows.spoken(variant))

    def _want_own(self) -> None:
        self.close()
        self.ownWanted.emit()

    def _take(self, variant: Variant, beside: bool) -> None:
        """What a row does: alone it replaces all and closes; beside it goes on or off, where that is possible."""
        scene = self.store.scene
        if not beside:
            self.close()
            self.store.update(**alone(scene, variant.name))
        elif variant in active(scene):
            self.store.update(**without(scene, variant.name))
        elif not refusal(scene, variant.name):
            self.store.update(**joined(scene, variant.name))

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        key, variant = event.key(), self.list.highlighted()
        if key in MOVES:
            self.list.move_by(MOVES[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if variant is not None:
                self._take(variant, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif key == Qt.Key.Key_Escape:
            self.close()
        else:
            return super().eventFilter(watched, event)
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = self.width(), self.height()
        left = MARGIN + ICON + 10
        size = self.own.sizeHint()
        corner = QPoint(width - MARGIN + RING - size.width(), 1 + (SEARCH - size.height()) // 2)
        self.own.setGeometry(QRect(corner, size))
        self.search.setGeometry(left, 4, corner.x() - 8 - left, SEARCH - 6)
        self.list.setGeometry(1, SEARCH + 1, width - 2, height - SEARCH - FOOT - 3)
        self.foot.setGeometry(1, height - FOOT - 1, width - 2, FOOT)

    def draw(self, painter: QPainter) -> None:
        draw_icon(painter, "search", QRect(MARGIN, (SEARCH - ICON) // 2, ICON, ICON), self.theme["ink2"])
        for y in (SEARCH, self.height() - FOOT - 2):
            painter.fillRect(1, y, self.width() - 2, 1, self.theme["line"])
        if not self.list.rows.entries:
            line = QRect(MARGIN, SEARCH + 12, self.width() - 2 * MARGIN, 20)
            put(painter, line, NOTHING, font("body"), self.theme["ink3"], Qt.AlignmentFlag.AlignLeft)
