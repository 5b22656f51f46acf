"""A frame of the Flash workspace: the designed state, every choice of a scene, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine import masks
from engine.capture import Capture
from engine.flash.frame.frames import flash_detail, flash_view
from engine.flash.words.sentences import plain
from engine.scene import Scene
from engine.variants import CATALOGUE
from tests.engine.conftest import MakeCapture
from tests.engine.flash.scenes import WAYS, never, scene_of, shown, walk


@pytest.fixture
def capture(random_capture: MakeCapture) -> Capture:
    return random_capture(14, heads=2, d=4)


def test_the_designed_state(random_capture: MakeCapture) -> None:
    capture = random_capture(128, heads=2, d=32)
    view = shown(Scene(head=1, query=85, variant="causal", block_q=16, block_k=16, step=115), capture)
    assert view.step is not None and (view.step.op, view.step.i, view.step.j) == ("rescale", 5, 4)
    assert (len(view.schedule), view.t, view.line) == (204, 115, 10)
    assert (view.totals.tiles, view.whole.tiles, view.skipped, view.finished) == (19, 36, 28, 5)
    assert (view.whole.read + view.whole.written, view.standard.read + view.standard.written) == (90368, 163840)
    assert view.moved == 0 and view.sram_size == 192 * 1024
    assert [each.name for each in view.resident] == ["Q", "K", "V", "S", "O", "m,ℓ"]
    assert view.sram_used == sum(each.bytes for each in view.resident) == 6272
    assert view.row is not None and (view.row.i, view.row.query, view.row.labels[5]) == (5, 5, "w85")
    assert view.share == pytest.approx(view.totals.operations / view.whole.operations)
    assert 0.52 < view.share < 0.55


def test_the_curves_end_with_the_totals_and_standard_goes_straight_up_in_the_middle(capture: Capture) -> None:
    view = shown(scene_of(), capture)
    for curve, whole in ((view.curve, view.whole), (view.standard_curve, view.standard)):
        assert curve.moved[0] == 0 and curve.moved[-1] == whole.read + whole.written
        assert curve.share[0] == 0 and curve.share[-1] == 1 and (np.diff(curve.share) >= 0).all()
    half = view.standard_curve.moved[view.standard_curve.share == 0.5]
    assert half[-1] - half[0] >= 2 * 14 * 14 * 2, "the softmax reads and writes the whole map"
    assert (view.curve.algorithm, view.standard_curve.algorithm) == ("fa2", "standard")


@pytest.mark.parametrize("way", WAYS)
def test_counters_add_up_step_by_step(way: tuple[str, str], capture: Capture) -> None:
    read = written = operations = 0
    for view in walk(scene_of(*way), capture):
        if view.step is not None:
            read, written = read + view.step.read, written + view.step.written
            operations += view.step.operations
        assert view.totals[:3] == (read, written, operations)
        assert (view.line > 0) == (view.step is not None)
        assert view.sram_used <= view.schedule.sram_peak
    assert view.totals == view.whole and view.share == 1


def test_steps_beyond_the_end_are_the_end(capture: Capture) -> None:
    view = shown(scene_of(step=10**9), capture)
    assert view.t == len(view.schedule) and view.totals == view.whole


def test_two_schedules_in_step(capture: Capture) -> None:
    for view in walk(scene_of(beside="standard"), capture):
        beside = view.beside
        assert beside is not None and beside.schedule.algorithm == "standard" and beside.beside is None
        assert abs(beside.share - view.share) < 0.03
        assert plain(beside.sentence)
    assert beside is not None and beside.t == len(beside.schedule)


def test_flash_decoding_has_the_chosen_query_and_the_rest_of_its_row(capture: Capture) -> None:
    view = shown(scene_of("decoding", query=9, step=10**6), capture)
    s = view.schedule
    assert (s.n_q, s.n_k, s.splits) == (1, 14, 3)
    assert [s.kind(0, j) for j in range(s.key_blocks)] == ["full", "full", "full", "cut", "empty"]
    assert view.row is not None and view.row.labels == ("w9",)


def test_a_mask_of_somebodys_own_is_asked(capture: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    import engine.flash.frame.session as session
    from engine.shown.view import varied_of

    def own(scene: Scene, capture: Capture) -> object:
        varied = varied_of(scene, capture)
        return replace(varied, spec=replace(varied.spec, mask=lambda b, h, q, k: (k <= q) & (h == 1)))

    monkeypatch.setattr(session, "varied_of", own)
    views = list(walk(scene_of(variant="full", scale=2.5), capture))
    assert views[-1].schedule.asked and views[-1].skipped == 0
    error = views[-1].error
    assert error is not None and error < 1e-6
    hidden = [view for view in views if view.step is not None and view.step.op == "mask"]
    assert len(hidden) == 20 and "asked cell by cell: 3 of 12" in plain(hidden[0].sentence)


@pytest.mark.parametrize("variant", [name for name in CATALOGUE if CATALOGUE[name].family != "normaliser"])
def test_every_variant_runs_or_says_why_not(variant: str, random_capture: MakeCapture) -> None:
    capture = random_capture(20, heads=2, d=8)
    scene = scene_of(variant=variant, step=10**6)
    if variant == "differential":
        with pytest.raises(ValueError, match="No online form: differential"):
            flash_view(scene, capture, never)
    else:
        error = shown(scene, capture).error
        assert error is not None and error < 5e-6
        shape = shown(replace(scene, shape=(20, 8)), capture).schedule
        assert (shape.n_q, shape.tiles_visited) == (20, shown(scene, capture).schedule.tiles_visited)


@pytest.mark.parametrize("variant", ["sparsemax", "entmax15", "sigmoid", "linear"])
def test_a_normaliser_without_a_running_sum_is_refused_in_a_sentence(variant: str, capture: Capture) -> None:
    with pytest.raises(ValueError, match=r"^No online form: .*\.$"):
        flash_view(scene_of("standard", variant=variant), capture, never)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"head": "mean"}, "choose one instead of mean"),
        ({"head": 2}, "heads 0 to 1, not 2"),
        ({"layer": 1}, "layers 0 to 0, not 1"),
        ({"device": "abacus"}, "Unknown device"),
        ({"algorithm": "decoding", "direction": "backward"}, "no backward pass"),
        ({"beside": "decoding", "direction": "backward"}, "no backward pass"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(fields: dict[str, object], words: str, capture: Capture) -> None:
    with pytest.raises(ValueError, match=words):
        flash_view(scene_of(**fields), capture, never)  # type: ignore[arg-type]


def test_keys_are_in_as_many_parts_as_they_have_blocks_at_most(capture: Capture) -> None:
    for splits, made in ((1, 1), (5, 5), (6, 5), (1000, 5)):  # 14 keys in blocks of 3
        view = shown(scene_of("decoding", splits=splits, step=10**6), capture)
        assert view.schedule.splits == made and view.error is not None and view.error < 1e-6
    assert shown(scene_of("decoding", splits=7, shape=(2, 8)), None).schedule.splits == 1


def test_without_a_text_there_must_be_a_shape() -> None:
    with pytest.raises(ValueError, match="no text"):
        flash_view(scene_of(), None, never)
    view = shown(scene_of(variant="window", parameters={"window.width": 5}, shape=(40, 8), step=9), None)
    assert [view.capture, view.query, view.row, view.closeup, view.error, view.divisor] == [None] * 6
    assert view.tile is not None and {strip.values is None for strip in view.strips} == {True}
    assert view.schedule.tiles_visited < view.schedule.tiles_total / 2


def test_a_shape_takes_the_mask_of_the_layers_model(random_capture: MakeCapture) -> None:
    capture = random_capture(14, heads=2, mask="causal")
    trained = scene_of(variant="as-trained", shape=(40, 8))
    assert shown(trained, capture).skipped == shown(replace(trained, variant="causal"), None).skipped > 0
    assert shown(trained, None).skipped == shown(replace(trained, variant="full"), capture).skipped == 0
    decoding = shown(replace(trained, algorithm="decoding"), capture).schedule
    assert (decoding.n_q, decoding.tiles_visited) == (1, decoding.tiles_total), "the newest query sees all keys"
    assert masks.causal().tile(0, 1, 1, 2) == "empty"


def test_where_the_numbers_come_from(random_capture: MakeCapture) -> None:
    capture = random_capture(14, heads=4, kv_heads=2, d=4)
    view = shown(scene_of(head=3, scale=3.0, variant="as-trained"), capture)
    assert (view.divisor, view.kv_head, view.changed) == (3.0, 1, True)
    keys = view.strip("K").values
    assert keys is not None and np.array_equal(keys, capture.layers[0].k[1])
    assert shown(scene_of(variant="as-trained"), capture).changed is False
    assert shown(scene_of(), capture).changed is True


def test_a_query_beyond_the_text_is_the_last_word(random_capture: MakeCapture) -> None:
    capture = random_capture(text="[CLS] the bank [SEP]")
    assert shown(scene_of(query=99, variant="as-trained"), capture).query == 2


def test_cancelled_there_is_no_frame(capture: Capture) -> None:
    assert flash_view(scene_of(scale=9.0), capture, lambda: True) is None
    assert flash_view(scene_of(shape=(14, 4)), capture, lambda: True) is None
    assert flash_detail(scene_of(scale=9.0), capture, lambda: True) is None
    assert shown(scene_of(scale=9.0), capture).t == 0
