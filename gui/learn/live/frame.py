"""The frame of a live part: it is made when it comes into sight, and says what it shows and of what."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.learn.marks import plain
from engine.learn.records import Live
from engine.models import MODELS
from engine.scene import Scene
from gui.learn.live.body import Body
from gui.learn.live.feeding import Feeder
from gui.learn.live.kinds import KINDS, beginning, make_body
from gui.learn.live.own import FIXED, Lent, reason, uses_own
from gui.learn.prose import Prose
from gui.look.theme import Theme, theme
from gui.parts.buttons import RING, TextButton, panel
from gui.store import Store

RADIUS: Final = 8
BELOW: Final = 8  # px from the frame to its caption
AGAIN: Final = "Start over"
ELSE: Final = "The words around it speak of its example."


class LiveFrame(QWidget):
    """Holds the place of a live block until `wake`; then its widgets stand in it, `woken` is sent, and they live on."""

    above = 20
    woken = Signal()

    def __init__(self, block: Live, store: Store, feeder: Feeder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block = block
        self.body: Body | None = None
        self.theme: Theme = theme(store.scene.theme, store.scene.colours)
        self._store, self._feeder = store, feeder
        self._zoom, self._plots, self._more = 1.0, False, 0
        self.caption = Prose("", "caption", "ink3", parent=self)
        self._edge = Edge(self)
        self.again = TextButton(AGAIN, "quiet", self)
        self.again.setAccessibleName(f"{AGAIN}: {plain(block.caption)}")
        self.again.setToolTip("Back to what the text speaks of")
        self.again.hide()
        self.again.clicked.connect(lambda: self.body and self.body.start_over())
        self.setAccessibleName(plain(block.caption))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # until it is made: the Tab key makes it
        self._say()

    def wake(self) -> None:
        """Make the widgets, once."""
        if self.body is not None:
            return
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body = body = make_body(self.block, beginning(self.block, self._store.scene, self._feeder.lent))
        body.setParent(self)
        body.stretch(self._more)
        body.apply_theme(self.theme)
        if self._plots:
            body.plots_ready()
        for widget in body.findChildren(QWidget):
            widget.installEventFilter(self)
        body.store.changed.connect(self._say)
        self._place()
        body.show()
        body.feed_from(self._feeder)
        QWidget.setTabOrder(body, self.again)
        self.woken.emit()

    @property
    def _tall(self) -> int:
        """The height of the frame, its line included."""
        return KINDS[self.block.kind].height + 2 + self._more

    def stretch(self, more: int) -> None:
        """Make the panes higher by so many pixels, where there is a large screen to fill."""
        self._more = more
        if self.body is not None:
            self.body.stretch(more)
        self._place()

    @property
    def settled(self) -> bool:
        """Whether what it shows is whole."""
        return self.body is None or self.body.settled

    def follow_look(self, scene: Scene) -> None:
        """Take theme and colours of the window's scene."""
        if self.body is not None:
            self.body.follow_look(scene)

    def follow_own(self) -> None:
        """Begin with what the feeder was lent, or with the example again."""
        if self.body is not None:
            self.body.begin(beginning(self.block, self._store.scene, self._feeder.lent))
        self._say()

    def plots_ready(self) -> None:
        """The plotting library is there."""
        self._plots = True
        if self.body is not None:
            self.body.plots_ready()

    def apply_theme(self, new: Theme) -> None:
        """Repaint in another theme."""
        self.theme = new
        self._edge.theme = new
        self.caption.apply_theme(new)
        self.again.apply_theme(new)
        if self.body is not None:
            self.body.apply_theme(new)
        self.update()

    def set_zoom(self, zoom: float) -> None:
        """Enlarge the caption."""
        self._zoom = zoom
        self.caption.set_zoom(zoom)

    def height_for(self, width: int) -> int:
        return self._tall + BELOW + max(self.caption.height_for(self._words(width)), 28)

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel scrolls the article, unless the live part was chosen by a click or the keyboard."""
        if event.type() == QEvent.Type.Wheel and not self._focused():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard comes to what is not made yet: make it and go on to its first widget."""
        super().focusInEvent(event)
        if self.body is None:
            self.wake()
            self.focusNextPrevChild(event.reason() != Qt.FocusReason.BacktabFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def _focused(self) -> bool:
        at = QApplication.focusWidget()
        return at is not None and self.body is not None and (at is self.body or self.body.isAncestorOf(at))

    def _framed(self) -> QRect:
        return QRect(0, 0, self.width(), self._tall)

    def _words(self, width: int) -> int:
        return width - self.again.sizeHint().width() - 8

    def _place(self) -> None:
        framed = self._framed()
        if self.body is not None:
            self.body.setGeometry(framed.adjusted(1, 1, -1, -1))
        self._edge.setGeometry(framed)
        self._edge.raise_()
        top = framed.bottom() + 1 + BELOW
        wide = self.width() if self.again.isHidden() else self._words(self.width())
        self.caption.setGeometry(QRect(0, top, wide, self.height() - top))
        size = self.again.sizeHint()
        self.again.setGeometry(QRect(self.width() - size.width() + RING, top - 10, size.width(), size.height()))

    def _say(self, *_: Any) -> None:
        """The caption, and whose numbers these are; the way back once a hand changed something."""
        scene = self.body.store.scene if self.body else None
        self.caption.say(caption_of(self.block, scene, self._feeder.lent))
        changed = self.body is not None and self.body.changed
        if changed == self.again.isHidden():
            self.again.setVisible(changed)
            self._place()


class Edge(QWidget):
    """The frame's line with its round corners, over the panes."""

    def __init__(self, parent: LiveFrame) -> None:
        super().__init__(parent)
        self.theme = parent.theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(QRectF(self.rect()))
        inside.addRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(outside - inside, self.theme["surface"])
        panel(painter, self.rect(), None, self.theme["line"], RADIUS)


def caption_of(block: Live, scene: Scene | None, lent: Lent | None) -> str:
    """What a live block shows, of which model, layer and head, and where it is not the person's own, why not."""
    if block.kind in FIXED:
        return block.caption
    at = dict(block.fields) if scene is None else {name: getattr(scene, name) for name in ("model", "layer", "head")}
    if lent is not None and uses_own(block.kind, lent):
        layer, head = (lent.scene.layer, lent.scene.head) if scene is None else (scene.layer, scene.head)
        return f"Your sentence in {lent.capture.title}, layer\u00a0{layer}, head\u00a0{head}. {ELSE}"
    model = MODELS[at.get("model", Scene.model)].title
    why = "" if lent is None else f" {reason(block.kind, lent)}"
    return f"{block.caption} {model}, layer\u00a0{at.get('layer', 0)}, head\u00a0{at.get('head', 4)}.{why}"
