"""What goes together, and the sentence for what does not; all that can be chosen can be shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.flash.frame.view import FlashView
from engine.flash.hardware.presets import presets_for
from engine.scene import ALGORITHMS, DIRECTIONS, Scene
from gui.flash.pickers import choices
from gui.flash.pickers.tile import TilePicker
from gui.store import Store
from tests.gui.flash.handmade import frame_of


def test_what_is_not_greyed_can_be_shown(capture: Capture) -> None:
    start = Scene(theme="light", variant="causal")
    view = frame_of(start, capture)
    seen = set()
    for algorithm, direction, beside in product(ALGORITHMS, DIRECTIONS, ("", *ALGORITHMS)):
        scene = start
        for allowed, fields in (
            (not choices.algorithm_reason(scene, algorithm), choices.choose_algorithm(scene, view, algorithm)),
            (True, {}),
        ):
            scene = replace(scene, **fields) if allowed else scene
        if not choices.direction_reason(scene, direction):
            scene = replace(scene, direction=direction)
        if not choices.beside_reason(scene, beside):
            scene = replace(scene, **choices.choose_beside(scene, view, beside))
        shown = frame_of(scene, capture)
        assert shown.schedule.algorithm == scene.algorithm and (shown.beside is None) == (scene.beside == "")
        seen.add((scene.algorithm, scene.direction, scene.beside))
    assert len(seen) >= 20


@pytest.mark.parametrize("fields", [{"direction": "backward"}, {"direction": "backward", "algorithm": "fa1"}])
def test_decoding_has_no_backward_pass(fields: dict[str, str], capture: Capture) -> None:
    scene = Scene(**fields)  # type: ignore[arg-type]
    assert (
        choices.algorithm_reason(scene, "decoding") == choices.beside_reason(scene, "decoding") == choices.NO_BACKWARD
    )
    with pytest.raises(ValueError, match="backward"):
        frame_of(replace(scene, algorithm="decoding"), capture)
    assert choices.direction_reason(Scene(beside="decoding"), "backward") == choices.NO_BACKWARD
    assert choices.direction_reason(Scene(algorithm="decoding"), "forward") == ""


def test_reasons() -> None:
    assert choices.beside_reason(Scene(algorithm="fa1"), "fa1") == choices.ITSELF
    assert choices.beside_reason(Scene(algorithm="fa1"), "") == choices.beside_reason(Scene(), "fa1") == ""
    assert choices.lazy_reason(Scene(algorithm="standard")) == choices.NOT_ONLINE
    assert choices.lazy_reason(Scene(algorithm="standard", beside="fa2")) == choices.lazy_reason(Scene()) == ""
    assert choices.lazy_reason(Scene(direction="backward")) == choices.NOT_FORWARD
    assert choices.splits_reason(Scene()) == choices.ONE_SPLIT
    assert choices.splits_reason(Scene(beside="decoding")) == choices.splits_reason(Scene(algorithm="decoding")) == ""


def test_an_algorithm_is_not_shown_twice(look: Callable[..., FlashView]) -> None:
    scene = Scene(beside="standard")
    assert choices.choose_algorithm(scene, look(), "standard")["beside"] == ""
    assert choices.choose_algorithm(scene, look(), "fa1")["beside"] == "standard"


def test_there_are_never_more_splits_than_key_blocks(look: Callable[..., FlashView], capture: Capture) -> None:
    view = look()
    scene = replace(view.scene, **choices.choose_algorithm(view.scene, view, "decoding"))
    assert scene.splits == 4 == choices.most_splits(scene, view)
    for tile, splits in (((64, 64), 1), ((16, 32), 2), ((8, 8), 4)):
        other = replace(scene, **choices.choose_tile(scene, view, tile))
        assert (other.block_q, other.block_k, other.splits) == (*tile, splits)
        frame_of(other, capture)
    large = replace(view.scene, block_q=64, block_k=64)
    assert choices.choose_algorithm(large, view, "decoding")["splits"] == 1


def test_presets_are_those_of_real_kernels(look: Callable[..., FlashView], capture: Capture) -> None:
    view = look()
    found = choices.presets_of(view.scene, view)
    assert found == presets_for(32, True)
    for preset in found:
        scene = replace(view.scene, **choices.choose_preset(view.scene, view, preset))
        assert (scene.block_q, scene.block_k) == (preset.block_q, preset.block_k)
        assert scene.algorithm == preset.algorithm
        frame_of(scene, capture)
    assert choices.presets_of(view.scene, None) == ()
    assert choices.presets_of(replace(view.scene, direction="backward"), view) == ()


def test_which_mask_is_causal(look: Callable[..., FlashView]) -> None:
    for variant, causal in (("causal", True), ("full", False), ("as-trained", False), ("window", False)):
        view = look(variant=variant)
        assert choices.causal(view.scene, view) == causal


def test_a_causal_model_stays_so_under_a_variant_that_is_no_mask() -> None:
    capture = Capture.load(GALLERY["dursley"].path)
    for variant, causal in (("as-trained", True), ("softcap", True), ("forgetting+rope", True), ("window", False)):
        for algorithm in ("fa2", "decoding"):
            scene = Scene(workspace="flash", model="smollm2", head=2, variant=variant, algorithm=algorithm)
            found = choices.presets_of(scene, frame_of(scene, capture))
            tiles = {each.title: (each.block_q, each.block_k) for each in found}
            assert tiles["FlashAttention-3, H100"] == ((192, 128) if causal else (192, 192))


def test_too_many_tiles(look: Callable[..., FlashView]) -> None:
    view = look(shape=(2**22, 8), block_q=128, block_k=128)
    assert choices.tile_reason(view, (8, 8)).startswith("Too small for 4,194,304 tokens")
    assert choices.tile_reason(view, (32, 32)) == choices.tile_reason(None, (8, 8)) == ""
    with pytest.raises(ValueError, match="too small"):
        look(shape=(2**22, 8), block_q=8, block_k=8)


def test_a_model_with_more_layers_may_be_chosen_before_it_has_read(capture: Capture) -> None:
    scene = Scene(theme="light", workspace="flash")
    view = frame_of(scene, capture)
    other = replace(scene, model="smollm2", layer=len(capture.layers) + 3, head=0)
    assert choices.presets_of(other, view) == choices.presets_of(scene, view) != ()
    store = Store(scene)
    picker = TilePicker(store)
    picker.show_view(view)
    store.update(model="smollm2", layer=len(capture.layers) + 3, head=0)  # an exception in a slot fails a test
