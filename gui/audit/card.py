"""The card of masks: what each layer's mask really was, counted cell by cell."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.capture import Capture
from engine.heads.audit import audit_of
from engine.own import function_of
from engine.scene import Scene
from gui.attention.variants.mask_picture import draw_tiles
from gui.audit.lines import Line, lines_of
from gui.flow.worker import Cancelled, Emit, Worker
from gui.look.drawing import put
from gui.look.plain import broken
from gui.look.theme import Theme
from gui.messages.copied import add_copy
from gui.parts.buttons import IconButton, ring, words_font
from gui.parts.floating import Floating
from gui.parts.menu import RADIUS

TITLE: Final = "Masks, layer by layer"
REMARK: Final = "counted cell by cell"
COUNTING: Final = "Counting every cell of every layer…"
WIDTH: Final = 460
MARGIN: Final = 16
TOP: Final = 46
PICTURE: Final = 56
ROW: Final = 18
GAP: Final = 14
MOST: Final = 5  # lines of words beside a picture
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class AuditCard(Floating):
    """Floats above the strip at the bottom, over the workspace, which stays usable; Escape, or its cross, closes it.

    It counts on a thread of its own, and only while it is open. `parent` is the window.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__("auditCard", parent)
        self.setAccessibleName(TITLE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lines: tuple[Line, ...] | None = None  # None while they are counted
        self._reason = ""
        self._shown: tuple[Scene, Capture] | None = None
        self._counted: tuple[object, ...] = ()
        self._worker: Worker | None = None
        self._most = 10_000  # pixels of height that there are
        self._anchor: tuple[QWidget, int] | None = None
        self.cross = IconButton("x", "Close", self, 14)
        self.cross.setObjectName("closeAudit")
        self.cross.clicked.connect(self.close_card)
        add_copy(self, self.plain, "the masks of all layers")

    def show_view(self, view: Any) -> None:
        """Follow a new picture: any view with a scene and a capture (None: a shape alone, which has no layers)."""
        self._shown = None if view.capture is None else (view.scene, view.capture)
        if self._shown is None:
            self.hide()
        elif not self.isHidden():
            self._count()

    @property
    def knows(self) -> bool:
        """Whether there are layers to count in."""
        return self._shown is not None

    def open_above(self, anchor: QWidget, x: int) -> None:
        """Show above a point of the strip, or close it again."""
        if not self.isHidden():
            self.close_card()
            return
        if self._shown is None:
            return
        self._anchor = (anchor, x)
        self._count()
        self.open(self)

    def close_card(self) -> None:
        """Put it away; what counts stops."""
        super().close_card()
        if self._worker is not None and self.lines is None:
            self._worker.submit(lambda cancelled, emit: None)
            self._counted = ()

    def stop(self) -> None:
        """End the thread: the window is closed."""
        if self._worker is not None:
            self._worker.close()

    def plain(self) -> str:
        """What it says, as text."""
        if self._reason or self.lines is None:
            return self._reason or COUNTING
        return "\n".join(line.plain() for line in self.lines)

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.cross.apply_theme(new)

    def sizeHint(self) -> QSize:
        return self.size()

    # Counting

    def _count(self) -> None:
        """Count the masks of what is shown, unless that was done."""
        assert self._shown is not None
        scene, capture = self._shown
        key = (id(capture), scene.variant, tuple(sorted(scene.parameters.items())), function_of(scene.function))
        if key == self._counted:
            return
        self._counted, self.lines, self._reason = key, None, ""
        if self._worker is None:
            self._worker = Worker(self)
            self._worker.produced.connect(self._show)
            self._worker.failed.connect(self._fail)

        def job(cancelled: Cancelled, emit: Emit) -> None:
            found = audit_of(scene, capture, cancelled)
            if found is not None:
                emit((key, lines_of(found, capture)))

        self._worker.submit(job)
        self._follow()

    def _show(self, result: Any) -> None:
        key, lines = result
        if key == self._counted:
            self.lines = lines
            self._follow()

    def _fail(self, sentence: str) -> None:
        self._reason = sentence
        self._follow()

    def _follow(self) -> None:
        self.setAccessibleDescription(self.plain().replace("\n", " "))
        self.place()

    # Layout and painting

    def _words(self) -> list[list[str]]:
        """The words beside each picture, in lines: what the mask does, then the rows that see nothing."""
        face, wide = words_font("caption"), self.width() - 2 * MARGIN - PICTURE - GAP
        return [
            [*broken(line.says, face, wide, 2), *(broken(line.blind, face, wide, MOST - 2) if line.blind else [])]
            for line in self.lines or ()
        ]

    def _boxes(self) -> list[QRect]:
        """Where each line stands; those that would not fit into the window are left out, and counted below."""
        boxes, top = [], TOP
        for words in self._words():
            tall = max(PICTURE, ROW * (1 + len(words)) + 2)
            if top + tall + ROW + GAP + MARGIN > self._most:
                break
            boxes.append(QRect(MARGIN, top, self.width() - 2 * MARGIN, tall))
            top += tall + GAP
        return boxes

    def place(self) -> None:
        """Above its anchor, inside the window, as tall as its lines need."""
        window = self.parentWidget()
        if self._anchor is None or window is None:
            return
        anchor, x = self._anchor
        self.resize(min(WIDTH, window.width() - 24), 10)
        foot = anchor.mapTo(window, QPoint(x, 0))
        self._most = foot.y() - 16
        boxes = self._boxes()
        more = self.lines is not None and len(boxes) < len(self.lines)
        tall = boxes[-1].bottom() + 1 + MARGIN + (ROW + GAP if more else 0) if boxes else TOP + ROW + MARGIN
        left = min(max(foot.x() - 24, 12), window.width() - self.width() - 12)
        self.setGeometry(left, foot.y() - tall - 6, self.width(), tall)
        size = self.cross.sizeHint()
        self.cross.setGeometry(QRect(QPoint(self.width() - size.width() - 6, 5), size))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.draw_panel(painter)
            head = QRect(MARGIN, 12, self.cross.x() - MARGIN - 4, 22)
            put(painter, head, TITLE, words_font("body", 600), self.theme["ink"], LEFT)
            put(painter, head, REMARK, words_font("caption"), self.theme["ink3"], RIGHT)
            if self._reason or self.lines is None:
                below = QRect(MARGIN, TOP, self.width() - 2 * MARGIN, ROW)
                put(painter, below, self.plain(), words_font("caption"), self.theme["ink2"], LEFT)
                return
            boxes = self._boxes()
            for line, words, box in zip(self.lines, self._words(), boxes, strict=False):
                self._draw_line(painter, line, words, box)
            if len(boxes) < len(self.lines):
                rest = f"and {len(self.lines) - len(boxes)} more masks; Ctrl+C copies them all"
                at = QRect(MARGIN, self.height() - MARGIN - ROW, self.width() - 2 * MARGIN, ROW)
                put(painter, at, rest, words_font("caption"), self.theme["ink3"], LEFT)
            if self.hasFocus():
                ring(painter, self.rect().adjusted(4, 4, -4, -4), self.theme["focus"], RADIUS - 2)

    def _draw_line(self, painter: QPainter, line: Line, words: list[str], box: QRect) -> None:
        draw_tiles(painter, QRect(box.left(), box.top() + 1, PICTURE, PICTURE), line.tiles, self.theme)
        at = QRect(box.left() + PICTURE + GAP, box.top(), box.width() - PICTURE - GAP, ROW)
        put(painter, at, line.layers, words_font("control"), self.theme["ink"], LEFT)
        says = broken(line.says, words_font("caption"), at.width(), 2)
        for number, each in enumerate(words):
            at.translate(0, ROW)
            ink = self.theme["ink2" if number < len(says) else "warn"]
            put(painter, at, each, words_font("caption"), ink, LEFT)
