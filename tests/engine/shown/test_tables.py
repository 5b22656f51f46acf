"""The numbers of a view as tables: what a lens lists, how far it is, and where nothing is a number."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.maps.rows import OF_ALL, STAGES
from engine.scene import Scene
from engine.shown import tables
from engine.shown.tables import csv_of, json_of, npz_of, tables_of
from engine.shown.view import view_of

MUDDY = Capture.load(GALLERY["bank-muddy"].path)  # [CLS] the bank of the river was muddy . [SEP]
WORDS = ["the", "bank", "of", "the", "river", "was", "muddy", "."]
TILES = Scene(workspace="flash", block_q=4, block_k=4)


def test_a_lens_is_the_one_table_of_a_csv_and_stands_beside_the_matrix() -> None:
    scene = Scene(lens="values")
    made, view = tables_of(scene, MUDDY), view_of(scene, MUDDY, (1, 1), lambda: False)
    assert view is not None
    assert (made.about["lens"], list(made.about["values_rows"])) == ("values", [*WORDS, "special tokens"])
    np.testing.assert_allclose(made.tables["values_weight"], [*view.row.shown, view.row.folded])
    assert made.tables["weights"].shape == (10, 10)
    head, *lines = csv.reader(csv_of(tables_of(scene, MUDDY)).splitlines())
    assert head == ["values", "weight", "length", "share"]
    assert [line[0] for line in lines] == [*WORDS, "special tokens"]
    assert [float(line[1]) for line in lines] == made.tables["values_weight"].tolist()
    assert lines[-1][2] == "" and lines[0][2] != "", "special tokens together have no length"
    assert json.loads(json_of(made))["values_length"][-1] is None
    assert np.isnan(np.load(BytesIO(npz_of(made)))["values_length"][-1])


def test_without_a_lens_the_rows_of_a_csv_are_the_queries() -> None:
    made = tables_of(Scene(), MUDDY)
    assert "lens" not in made.about and set(made.tables) == {"weights"}
    lines = list(csv.reader(csv_of(made).splitlines()))
    assert [line[0] for line in lines] == ["query", "[CLS]", *WORDS, "[SEP]"]


@pytest.mark.parametrize(("lens", "last"), [("weights", 0.5), ("values", None), ("rollout", None)])
def test_it_says_how_far_it_is(lens: str, last: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "STRIP", 3)  # ten rows in four strips, of the scores and of the weights
    told: list[float] = []
    tables_of(Scene(lens=lens, stage="scaled"), MUDDY, told.append)
    np.testing.assert_allclose(told[:8], np.array([3, 6, 9, 10, 13, 16, 19, 20]) / 40)
    assert all(few <= many <= 1 for few, many in pairwise(told))
    assert last is None or told[-1] == last


def test_strips_of_rows_are_the_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tables_of(Scene(), MUDDY).tables["weights"]
    monkeypatch.setattr(tables, "STRIP", 3)
    np.testing.assert_allclose(tables_of(Scene(), MUDDY).tables["weights"], whole, rtol=1e-6)  # BLAS rounds by shape


def test_a_step_on_no_tile_has_the_number_minus_1() -> None:
    made = tables_of(TILES, MUDDY)
    ops, tiles = made.tables["op"], made.tables["j"]
    assert (tiles[ops == "load_q"] == -1).all() and (tiles[ops == "scores"] >= 0).all()


def test_so_many_steps_are_written_out_and_not_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(tables_of(TILES, MUDDY).tables["op"])
    monkeypatch.setattr(tables, "MOST_STEPS", count)
    assert len(tables_of(TILES, MUDDY).tables["op"]) == count
    monkeypatch.setattr(tables, "MOST_STEPS", count - 1)
    with pytest.raises(ValueError, match=f"^{count:,} steps are too many to be written out; {count - 1:,} are"):
        tables_of(TILES, MUDDY)


def test_the_rows_of_flash_are_those_after_its_step() -> None:
    begun, ended = tables_of(TILES, MUDDY), tables_of(TILES, MUDDY, ended=True)
    assert (begun.about["done"], ended.about["done"]) == (TILES.step, len(ended.tables["op"]))
    assert np.isneginf(tables_of(replace(TILES, step=0), MUDDY).tables["row_lse"]).all()
    assert np.isfinite(ended.tables["row_lse"]).all()


@pytest.mark.parametrize("scene", [Scene(workspace="learn"), Scene()], ids=["a chapter", "no capture"])
def test_a_chapter_has_no_numbers_of_its_own(scene: Scene) -> None:
    with pytest.raises(ValueError, match="A chapter’s numbers are those of the examples"):
        tables_of(scene, MUDDY if scene.workspace == "learn" else None)


@pytest.mark.parametrize("write", [csv_of, json_of])
def test_who_is_told_may_end_the_work(write: Callable[..., str]) -> None:
    def stop(share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        write(tables_of(Scene(), MUDDY), tell=stop)


def test_it_says_what_the_numbers_are_of() -> None:
    scene = Scene(variant="window", parameters={"width": 3}, scale=2.0, layer=1, head=2, stage="masked")
    about = tables_of(scene, MUDDY).about
    assert about == {
        "model": "minilm",
        "text": MUDDY.text,
        "tokens": ["[CLS]", *WORDS, "[SEP]"],
        "variant": "window",
        "parameters": {"window.width": 3},
        "scale": 2.0,
        "scene": json.loads(scene.to_json()),
        "layer": 1,
        "head": 2,
        "stage": "masked",
    }


def test_of_all_heads_together_there_are_weights() -> None:
    assert set(OF_ALL) >= {"weights"}
    for stage in STAGES:
        made = tables_of(Scene(head="mean", stage=stage), MUDDY)
        assert made.about["stage"] == (stage if stage in OF_ALL else "weights")
        assert set(made.tables) == {made.about["stage"], "weights"}


def test_heads_have_a_line_each() -> None:
    head, *lines = csv.reader(csv_of(tables_of(Scene(workspace="heads"), MUDDY)).splitlines())
    assert head[:2] == ["layer", "head"]
    assert [line[:2] for line in lines] == [[str(layer), str(n)] for layer in range(6) for n in range(12)]


def test_a_schedule_needs_no_text_and_its_steps_count_from_1() -> None:
    alone = tables_of(replace(TILES, shape=(16, 4), direction="backward"), None)
    assert set(alone.about) & {"scene", "text"} == {"scene"}
    assert (alone.about["algorithm"], alone.about["direction"]) == ("fa2", "backward")
    assert not [name for name in alone.tables if name.startswith("row_")]
    assert "row_lse" not in tables_of(replace(TILES, shape=(16, 4)), None).tables
    of_text = tables_of(replace(TILES, direction="backward"), MUDDY)
    assert of_text.about["text"] == MUDDY.text and "row_lse" not in of_text.tables, "the rows are the forward pass's"
    lines = list(csv.reader(csv_of(of_text).splitlines()))
    assert [line[0] for line in lines] == ["step", *(str(number) for number in range(1, len(lines)))]
