"""The mask as a picture of tiles: full, cut and empty ones look different."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from engine import masks
from engine.tiles import tiles_of
from gui.attention.variants.mask_picture import SIDE, draw_tiles
from gui.look.theme import theme


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_three_kinds_look_different(name: str) -> None:
    looks, picture = theme(name), QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    picture.fill(looks["raised"])
    painter = QPainter(picture)
    draw_tiles(painter, QRect(0, 0, SIDE, SIDE), tiles_of(masks.causal(), 64), looks)
    painter.end()
    tile = SIDE // 8

    def colours(row: int, column: int) -> set[str]:
        places = [(x, y) for x in range(1, tile - 1) for y in range(1, tile - 1)]
        return {picture.pixelColor(column * tile + x, row * tile + y).name() for x, y in places}

    assert colours(5, 2) == {looks["ghost_line"].name()}
    assert looks["ghost"].name() in colours(3, 3) and looks["surface"].name() in colours(3, 3)
    assert looks["sunken"].name() in colours(2, 5)
    assert len(colours(2, 5)) > 1  # the hatch
