"""Live parts made of the panes of the Attention workspace."""

from __future__ import annotations

from typing import Final

from gui.attention.bars.pane import BarsPane
from gui.attention.cell.pane import CellPane
from gui.attention.heads.strip import HeadStrip
from gui.attention.map.pane import MapPane
from gui.attention.scale.pane import ScalePane
from gui.attention.strip.strip import TokenStrip
from gui.learn.live.body import Body, Row
from gui.learn.live.code.pane import CodePane
from gui.store import Store

STRIP: Final = 116
MAP: Final = 400
NARROW: Final = 314  # px of a map beside one of its cells


def chips(store: Store) -> Body:
    """The words alone: a click chooses the query."""
    return Body(store, (Row(142, (TokenStrip(store),)),))


def attention_map(store: Store) -> Body:
    """The map with its stages."""
    return Body(store, (Row(MAP, (MapPane(store, pinning=False),)),))


def bars(store: Store) -> Body:
    """The words, and how the query's attention is shared out."""
    return Body(store, (_strip(store), Row(340, (BarsPane(store),))))


def parts(store: Store) -> Body:
    """The words, and what each head of the layer adds to the chosen one."""
    return Body(store, (_strip(store), Row(470, (BarsPane(store),))))


def scale(store: Store) -> Body:
    """The words, the bars, and the scale that makes them sharp or flat."""
    return Body(store, (_strip(store), Row(360, (BarsPane(store), ScalePane(store)), (1, 1))))


def cell(store: Store) -> Body:
    """The map, and the arithmetic of one of its cells."""
    shown = MapPane(store, pinning=False)
    shown.setMinimumWidth(NARROW)
    return Body(store, (Row(300, (shown, CellPane(store)), (1, 1)),))


def heads(store: Store) -> Body:
    """All heads of the layer, and the words as the open one sees them."""
    return Body(store, (Row(118, (HeadStrip(store),)), _strip(store)))


def code(store: Store) -> Body:
    """The pseudocode that runs on the head."""
    return Body(store, (Row(452, (CodePane(store),)),))


def _strip(store: Store) -> Row:
    made = TokenStrip(store)
    made.set_compact(True)
    return Row(STRIP, (made,))
