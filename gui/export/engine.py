"""The engine of a relay: it passes on what is painted, with the clip that holds and images cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from PySide6.QtCore import QLine, QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QImage,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTextItem,
    QTransform,
)

from gui.export.fonts import file_font

UNSCALED: Final = (QTransform.TransformationType.TxNone, QTransform.TransformationType.TxTranslate)
Dirty = QPaintEngine.DirtyFlag
Box = QRectF | QRect
Method = TypeVar("Method", bound=Callable[..., None])


def kept(method: Method) -> Method:
    """A method that Qt calls: what it raises is kept for later, since Qt would crash."""

    @wraps(method)
    def run(engine: RelayEngine, *arguments: Any) -> None:
        try:
            method(engine, *arguments)
        except Exception as error:
            engine.error = engine.error or error

    return cast(Method, run)


class RelayEngine(QPaintEngine):
    """Holds the state of the painter in front of it, in the target's own coordinates."""

    def __init__(self, target: QPainter, ratio: float) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.error: Exception | None = None
        self.texts: list[tuple[str, float]] = []  # all that was drawn, and how wide, in the order of the target's file
        self._target, self._ratio = target, ratio
        self._transform = QTransform()
        self._clip: QPainterPath | None = None
        self._clipped = False
        self._set: QPainterPath | None = None  # the clip that the target has
        self._aliased = True

    def begin(self, device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    @kept
    def updateState(self, state: QPaintEngineState) -> None:
        dirty, target = state.state(), self._target
        if dirty & Dirty.DirtyTransform:
            self._transform = QTransform(state.transform())
            target.setTransform(self._transform)
        if dirty & (Dirty.DirtyClipPath | Dirty.DirtyClipRegion):
            self._take_clip(state, dirty)
        if dirty & Dirty.DirtyClipEnabled:
            self._clipped = state.isClipEnabled()
        if dirty & Dirty.DirtyPen:
            pen = QPen(state.pen())
            if pen.isCosmetic():  # its width counts device pixels
                pen.setWidthF(max(pen.widthF(), 1) / self._ratio)
            target.setPen(pen)
        if dirty & Dirty.DirtyBrush:
            target.setBrush(state.brush())
        if dirty & Dirty.DirtyFont:
            target.setFont(state.font())
        if dirty & Dirty.DirtyOpacity:
            target.setOpacity(state.opacity())
        if dirty & Dirty.DirtyHints:
            smooth = QPainter.RenderHint.Antialiasing
            self._aliased = not state.renderHints() & smooth
            target.setRenderHint(smooth, not self._aliased)

    @kept
    def drawPath(self, path: QPainterPath) -> None:
        if not self._ready(path.controlPointRect()):
            return
        pen = self._target.pen()
        if pen.style() == Qt.PenStyle.NoPen or not pen.isCosmetic() or self._transform.type() in UNSCALED:
            self._target.drawPath(path)
            return
        self._target.setTransform(QTransform())  # not every program knows lines that keep their width
        self._target.drawPath(self._transform.map(path))
        self._target.setTransform(self._transform)

    @kept
    def drawRects(self, rects: Iterable[QRect | QRectF]) -> None:
        """Filled as they are; of lines that lie on pixels the outline goes half a pixel on, to their middle."""
        target = self._target
        pen, brush = QPen(target.pen()), QBrush(target.brush())  # what Qt gives is not a copy
        for rect in (QRectF(box) for box in rects):
            path = QPainterPath()
            path.addRect(rect)
            if pen.style() == Qt.PenStyle.NoPen or not self._on_pixels(rect.topLeft()):
                self.drawPath(path)
                continue
            if brush.style() != Qt.BrushStyle.NoBrush:
                target.setPen(Qt.PenStyle.NoPen)
                self.drawPath(path)
                target.setPen(pen)
            target.setBrush(QBrush())
            self.drawPath(path.translated(0.5, 0.5))
            target.setBrush(brush)

    @kept
    def drawPolygon(self, points: Iterable[Any], mode: QPaintEngine.PolygonDrawMode) -> None:
        """Lines come here too."""
        corners = [QPointF(point) for point in points]
        path = QPainterPath()
        path.addPolygon(QPolygonF(corners))
        if mode == QPaintEngine.PolygonDrawMode.PolylineMode:
            brush = QBrush(self._target.brush())
            self._target.setBrush(QBrush())
            self.drawPath(path.translated(0.5, 0.5) if all(map(self._on_pixels, corners)) else path)
            self._target.setBrush(brush)
            return
        path.closeSubpath()
        winding = mode == QPaintEngine.PolygonDrawMode.WindingMode
        path.setFillRule(Qt.FillRule.WindingFill if winding else Qt.FillRule.OddEvenFill)
        self.drawPath(path)

    @kept
    def drawLines(self, lines: Iterable[QLine | QLineF]) -> None:
        for line in lines:
            self.drawPolygon([line.p1(), line.p2()], QPaintEngine.PolygonDrawMode.PolylineMode)

    @kept
    def drawImage(self, r: Box, pm: QImage, sr: Box, flags: Any = None) -> None:
        self._draw_image(QRectF(r), pm, QRectF(sr))

    @kept
    def drawPixmap(self, r: Box, pm: QPixmap | QImage, sr: Box) -> None:
        self._draw_image(QRectF(r), pm.toImage() if isinstance(pm, QPixmap) else pm, QRectF(sr))

    @kept
    def drawTextItem(self, p: Any, item: QTextItem) -> None:
        at = QPointF(p)
        box = QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent())
        if self._ready(box):
            self._target.setFont(file_font(item.font()))
            self._target.drawText(at, item.text())
            self.texts.append((item.text(), item.width()))

    def _draw_image(self, into: QRectF, image: QImage, part: QRectF) -> None:
        """The part of the image alone: a writer may take all of it."""
        if self._ready(into):
            cut = image.copy(part.toAlignedRect())
            cut.setDevicePixelRatio(1)
            self._target.drawImage(into, cut)

    def _on_pixels(self, point: QPointF) -> bool:
        """Whether a line there covers whole pixels: it is not antialiased, and the point is one of theirs."""
        return self._aliased and self._transform.type() in UNSCALED and point == QPointF(point.toPoint())

    def _take_clip(self, state: QPaintEngineState, dirty: QPaintEngine.DirtyFlag) -> None:
        path = QPainterPath()
        if dirty & Dirty.DirtyClipRegion:
            path.addRegion(state.clipRegion())
        else:
            path = QPainterPath(state.clipPath())
        path = self._transform.map(path)
        if state.clipOperation() == Qt.ClipOperation.NoClip:
            self._clip = None
        elif state.clipOperation() == Qt.ClipOperation.IntersectClip and self._clip is not None:
            self._clip = self._clip.intersected(path)
        else:
            self._clip = path

    def _ready(self, box: QRectF) -> bool:
        """Give the target the clip that holds now; False where nothing of what is in `box` can be seen."""
        clip = self._clip if self._clipped else None
        system = self.systemClip()
        if not system.isEmpty():
            within = QPainterPath()
            within.addRegion(system)
            clip = within if clip is None else clip.intersected(within)
        if clip is not None and clip.isEmpty():
            return False
        margin = self._target.pen().widthF() + 1
        around = self._transform.mapRect(box.adjusted(-margin, -margin, margin, margin))
        if clip is not None and not clip.boundingRect().intersects(around):
            return False
        self._set_clip(clip)
        return True

    def _set_clip(self, clip: QPainterPath | None) -> None:
        if clip == self._set:
            return
        self._set = clip
        if clip is None:
            self._target.setClipping(False)
            return
        self._target.setTransform(QTransform())
        self._target.setClipPath(clip)
        self._target.setTransform(self._transform)
