"""Frames for the panes of the Flash workspace, as the worker makes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.capture import Capture
from engine.flash.frame.frames import flash_detail, flash_view
from engine.flash.frame.view import FlashDetail, FlashView
from engine.scene import Scene
from gui.store import Store


def frame_of(scene: Scene, capture: Capture | None) -> FlashView:
    """The frame of a scene."""
    view = flash_view(scene, capture, lambda: False)
    assert view is not None
    return view


def detail_of(scene: Scene, capture: Capture | None) -> FlashDetail:
    """What the window shows a moment after the frame."""
    detail = flash_detail(scene, capture, lambda: False)
    assert detail is not None
    return detail


def live(pane: Any, store: Store, capture: Capture | None, later: bool = False) -> Callable[[], None]:
    """Show the store's scene now and whenever it changes, at once, or `later`, as a worker does."""

    def show() -> None:
        pane.show_view(frame_of(store.scene, capture))

    store.changed.connect((lambda: QTimer.singleShot(0, show)) if later else show)
    show()
    return show


def picture(widget: QWidget) -> QImage:
    """What is on screen."""
    return widget.grab().toImage()
