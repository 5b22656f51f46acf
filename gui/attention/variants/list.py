"""The list in the variant panel: it follows the pointer, and says what was clicked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QToolTip, QWidget

from engine.scene import Scene
from engine.variants import CATALOGUE, Variant
from gui.attention.variants.rows import VariantLook, VariantRows, title_width
from gui.look.theme import Theme


class VariantList(QListView):
    """`taken(variant, beside)`: clicked, with Ctrl or on the plus `beside` what is on; `pointed(variant)`: highlighted.

    The keys are the search field's, which moves the highlight by `move`.
    """

    taken = Signal(object, bool)
    pointed = Signal(object)

    def __init__(self, scene: Scene, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = VariantRows(scene)
        self.rows.setParent(self)
        self.look = VariantLook(self.rows, theme, title_width(list(CATALOGUE.values())))
        self.setModel(self.rows)
        self.setItemDelegate(self.look)
        self.setObjectName("variantList")
        self.setAccessibleName("Variants")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setAutoFillBackground(False)

    def show_rows(self, entries: Sequence[str | Variant], highlight: Variant | None) -> None:
        """Show these rows, one of them highlighted."""
        self.rows.show(entries)
        self.highlight(highlight)

    def highlighted(self) -> Variant | None:
        """The variant that Enter takes."""
        return self.rows.variant(self.currentIndex())

    def highlight(self, variant: Variant | None) -> None:
        """Move the highlight to a variant, in view; None takes it away."""
        self._go(self.row_of(variant.name) if variant else QModelIndex())

    def move_by(self, rows: int) -> None:
        """Move the highlight by so many variants, headings not counted, and not beyond the ends."""
        places = [i for i, each in enumerate(self.rows.entries) if isinstance(each, Variant)]
        if not places:
            return
        now = self.currentIndex().row()
        at = places.index(now) + rows if now in places else 0
        at = min(max(at, 0), len(places) - 1)
        self._go(self.rows.index(places[at]))
        if not at:
            self.scrollToTop()  # with its heading

    def row_of(self, name: str) -> QModelIndex:
        """The row of a variant; none when it is not shown."""
        shown = (i for i, each in enumerate(self.rows.entries) if isinstance(each, Variant) and each.name == name)
        return next((self.rows.index(i) for i in shown), QModelIndex())

    def _go(self, index: QModelIndex) -> None:
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index)
        self.pointed.emit(self.highlighted())

    # Qt's own

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        index, self.look.pointed = self.indexAt(at), at
        if self.rows.variant(index) and index != self.currentIndex():
            self.setCurrentIndex(index)
            self.pointed.emit(self.highlighted())
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        variant = self.rows.variant(index)
        if variant is not None and event.button() == Qt.MouseButton.LeftButton:
            plus = self.look.plus(self.visualRect(index)).contains(at)
            self.taken.emit(variant, plus or bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def leaveEvent(self, event: QEvent) -> None:
        self.look.pointed = None
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.indexAt(event.pos())
            variant = self.rows.variant(index)
            words = self.look.hint(self.visualRect(index), variant, event.pos()) if variant else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)
