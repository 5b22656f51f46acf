"""Choosing the tile: squares, what real kernels use for this head, or one's own numbers."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from engine.flash.frame.view import FlashView
from engine.flash.hardware.presets import Preset
from engine.flash.words.quantities import count
from engine.scene import LARGEST_TILE
from gui.flash.pickers.choices import SQUARES, Tile, choose_preset, choose_tile, presets_of, tile_reason
from gui.flash.pickers.lines_popup import LinesPopup
from gui.flash.pickers.whole import WholeField
from gui.look.theme import Theme, theme
from gui.parts.menu import Row
from gui.parts.narrow_picker import NarrowPicker
from gui.store import Store

OWN: Final = "own"
OWN_ROW: Final = Row(OWN, "Own numbers…")


class TilePanel(LinesPopup):
    """Two fields: rows and columns of a tile."""

    def __init__(self, store: Store, look: Theme, parent: QWidget) -> None:
        self.store = store
        self.view: FlashView | None = None
        self.rows = WholeField(
            store, "Rows", LARGEST_TILE, lambda: store.scene.block_q, lambda n: self._take((n, store.scene.block_k))
        )
        self.columns = WholeField(
            store, "Columns", LARGEST_TILE, lambda: store.scene.block_k, lambda n: self._take((store.scene.block_q, n))
        )
        super().__init__("Tile", look, (("Rows (queries)", self.rows), ("Columns (keys)", self.columns)), parent)
        self.rows.setObjectName("tileRows")
        self.columns.setObjectName("tileColumns")

    def follow(self) -> None:
        self.rows.follow()
        self.columns.follow()

    def apply_theme(self, new: Theme) -> None:
        self.theme = new
        self.rows.apply_theme(new)
        self.columns.apply_theme(new)
        self.update()

    def _take(self, tile: Tile) -> None:
        reason = tile_reason(self.view, tile)
        if reason:
            raise ValueError(reason)
        self.store.update(**choose_tile(self.store.scene, self.view, tile))


class TilePicker(NarrowPicker):
    """`Tile 16 × 16`; its menu has what real kernels use below the squares."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__("Tile", "tilePicker", parent)
        self.store = store
        self._view: FlashView | None = None
        self._of: tuple[object, ...] = ()  # what the rows were made of
        self.panel = TilePanel(store, theme(store.scene.theme, store.scene.colours), self)
        self.chosen.connect(self._choose)
        store.changed.connect(self._follow)
        self._follow()

    def value(self) -> str:
        return written(self._now)

    def hover(self) -> str:
        rows, columns = self._now
        return f"A tile has {count(rows, 'query', 'queries')} and {count(columns, 'key')}"

    def show_view(self, view: FlashView) -> None:
        """Know the size of a key, which decides what kernels use."""
        self._view = self.panel.view = view
        self._follow()

    def apply_theme(self, new: Theme) -> None:
        super().apply_theme(new)
        self.panel.apply_theme(new)

    @property
    def _now(self) -> Tile:
        return self.store.scene.block_q, self.store.scene.block_k

    def _choose(self, key: object) -> None:
        scene = self.store.scene
        if key == OWN:
            self.panel.follow()
            self.panel.open_below(self, self.body())
        elif isinstance(key, Preset):
            self.store.update(**choose_preset(scene, self._view, key))
        elif isinstance(key, tuple):
            self.store.update(**choose_tile(scene, self._view, key))

    def _follow(self) -> None:
        scene, view = self.store.scene, self._view
        known = None if view is None else (view.schedule, view.capture, view.scene.layer)
        of = (self._now, scene.direction, scene.variant, known)
        if of == self._of:  # another step of the same tiles
            return
        self._of = of
        squares = [(side, side) for side in SQUARES]
        rows = [Row(tile, written(tile), *self._allowed(tile)) for tile in squares]
        presets = [
            Row(preset, preset.title, written((preset.block_q, preset.block_k)), tip=preset.source)
            for preset in presets_of(self.store.scene, self._view)
        ]
        current: object = self._now
        if self._now not in squares:
            kernels = (row.key for row in presets if isinstance(row.key, Preset))
            current = next((kernel for kernel in kernels if (kernel.block_q, kernel.block_k) == self._now), OWN)
        self.show_rows(rows, current, beside=[*presets, OWN_ROW])
        self.panel.follow()
        self.follow()

    def _allowed(self, tile: Tile) -> tuple[str, bool, str]:
        """Note, whether it can be chosen, and the reason."""
        reason = tile_reason(self._view, tile)
        return "", not reason, reason


def written(tile: Tile) -> str:
    """A tile as rows x columns: "16 × 16"."""
    return f"{tile[0]} × {tile[1]}"
