"""Curves of a row that has scores which are no numbers: no dot stands on them, and all others do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from engine.shown.view import View
from gui.attention.scale.pane import ScalePane
from gui.store import Store


def test_no_dot_stands_on_a_curve_that_is_not_there(qtbot: QtBot, store: Store, view: View) -> None:
    pane = ScalePane(store)
    pane.resize(453, 258)
    qtbot.addWidget(pane)
    pane.show()
    pane.plots_ready()
    pane.show_view(view)
    plot, curves = pane.curve.plot, view.saturation
    assert plot is not None and curves is not None
    gradient, entropy, largest = plot.dots()
    nowhere = np.full_like(curves.entropy, np.nan)
    pane.show_view(replace(view, saturation=replace(curves, entropy=nowhere)))
    assert plot.dots() == [gradient, largest]
    pane.grab()  # which warns of what cannot be drawn
    pane.show_view(replace(view, saturation=replace(curves, entropy=nowhere, gradient=nowhere, largest=nowhere)))
    assert plot.dots() == []
    pane.grab()
    pane.show_view(view)
    assert plot.dots() == [gradient, entropy, largest]
