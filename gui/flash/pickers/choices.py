"""What can be chosen together, and why the rest cannot: fields for the store, and reasons in a sentence."""

from __future__ import annotations

from typing import Any, Final

from engine.flash.frame.view import FlashView
from engine.flash.hardware.presets import Preset, presets_for
from engine.flash.plan.checks import BLOCKS
from engine.flash.words.quantities import count
from engine.scene import Scene
from engine.variants import masks_of
from gui.flash.names import ALGORITHMS as TITLES
from gui.flash.names import SHORT
from gui.look.numbers import whole

SQUARES: Final = (8, 16, 32, 64, 128)
SPLITS: Final = 4  # of the keys when Flash-Decoding is chosen first
NO_BACKWARD: Final = "Flash-Decoding makes one token at a time: it has no backward pass."
ITSELF: Final = "This algorithm is shown already."
NOT_ONLINE: Final = "Standard attention knows the whole row before its softmax: nothing is rescaled."
NOT_FORWARD: Final = "The backward pass knows each row’s maximum: nothing is rescaled."
ONE_SPLIT: Final = "Only Flash-Decoding splits the keys."

Tile = tuple[int, int]


def algorithm_reason(scene: Scene, algorithm: str) -> str:
    """Why an algorithm cannot be chosen; "" if it can."""
    return NO_BACKWARD if algorithm == "decoding" and scene.direction == "backward" else ""


def direction_reason(scene: Scene, direction: str) -> str:
    return NO_BACKWARD if direction == "backward" and "decoding" in (scene.algorithm, scene.beside) else ""


def beside_reason(scene: Scene, algorithm: str) -> str:
    """Why an algorithm cannot stand beside the one that is shown; "" for none ("" as algorithm) and if it can."""
    return ITSELF if algorithm == scene.algorithm else algorithm_reason(scene, algorithm)


def lazy_reason(scene: Scene) -> str:
    """Why there is no conditional rescaling."""
    shown = {scene.algorithm, scene.beside} - {""}
    if shown == {"standard"}:
        return NOT_ONLINE
    return NOT_FORWARD if scene.direction == "backward" else ""


def splits_reason(scene: Scene) -> str:
    return "" if "decoding" in (scene.algorithm, scene.beside) else ONE_SPLIT


def most_splits(scene: Scene, view: FlashView | None) -> int:
    """There are no more splits than key blocks."""
    return scene.splits if view is None else _key_blocks(view, scene.block_k)


def choose_algorithm(scene: Scene, view: FlashView | None, algorithm: str) -> dict[str, Any]:
    """The fields that choose an algorithm; what stands beside it goes when it is the same."""
    fields: dict[str, Any] = {"algorithm": algorithm, "beside": "" if scene.beside == algorithm else scene.beside}
    return fields | _splits(scene, view, algorithm)


def choose_beside(scene: Scene, view: FlashView | None, algorithm: str) -> dict[str, Any]:
    return {"beside": algorithm} | _splits(scene, view, algorithm)


def _splits(scene: Scene, view: FlashView | None, algorithm: str) -> dict[str, Any]:
    if algorithm != "decoding" or scene.splits > 1:
        return {}
    return {"splits": min(SPLITS, most_splits(scene, view))}


def choose_tile(scene: Scene, view: FlashView | None, tile: Tile) -> dict[str, Any]:
    """The fields that choose rows x columns of a tile; never more splits than key blocks are left."""
    fields: dict[str, Any] = {"block_q": tile[0], "block_k": tile[1]}
    if view is not None:
        fields["splits"] = min(scene.splits, _key_blocks(view, tile[1]))
    return fields


def choose_preset(scene: Scene, view: FlashView | None, preset: Preset) -> dict[str, Any]:
    """The fields that choose a kernel: its tile, and the algorithm that it runs."""
    fields = choose_tile(scene, view, (preset.block_q, preset.block_k))
    if preset.algorithm != scene.algorithm:
        fields |= choose_algorithm(scene, view, preset.algorithm)
    return fields | ({"splits": min(fields["splits"], _key_blocks(view, preset.block_k))} if view else {})


def _key_blocks(view: FlashView, block_k: int) -> int:
    return -(-view.schedule.n_k // block_k)


def tile_reason(view: FlashView | None, tile: Tile) -> str:
    """Why tiles of that size cannot be chosen: there would be too many of them."""
    if view is None:
        return ""
    s = view.schedule
    if max(-(-s.n_q // tile[0]), -(-s.n_k // tile[1])) <= BLOCKS:
        return ""
    return f"Too small for {count(s.n_k, 'token')}: there may be {whole(BLOCKS)} tiles along a side."


def presets_of(scene: Scene, view: FlashView | None) -> tuple[Preset, ...]:
    """What real kernels use for this head; of the backward pass nothing is known."""
    if view is None or scene.direction == "backward":
        return ()
    return presets_for(view.schedule.d, causal(scene, view))


def causal(scene: Scene, view: FlashView) -> bool:
    """Whether the mask in force is the causal one; as far as is known, while another model still reads."""
    return "causal" in masks_of(scene.variant, trained_mask(view))


def trained_mask(view: FlashView) -> str:
    """The mask of the layer that is shown as its model was trained; of a shape alone the text may have fewer layers."""
    layers = () if view.capture is None else view.capture.layers
    return layers[view.scene.layer].mask if view.scene.layer < len(layers) else "none"


def title_of(scene: Scene) -> str:
    """What the algorithm picker says."""
    return f"{SHORT[scene.algorithm]}, backward" if scene.direction == "backward" else TITLES[scene.algorithm]


def short_of(scene: Scene) -> str:
    """What it says where the room is short."""
    return SHORT[scene.algorithm]
