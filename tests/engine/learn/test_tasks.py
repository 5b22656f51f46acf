"""Each task: where it begins is unsolved, one scene solves it, and scenes near by do not."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from engine.capture import Capture
from engine.files.examples import GALLERY
from engine.flash.frame.closeup import close_up
from engine.flash.frame.session import session_of
from engine.learn import TASKS
from engine.learn.marks import plain
from engine.scene import Scene
from tests.engine.learn.claims.views import capture_of

Fields = Mapping[str, Any]


class Ways(NamedTuple):
    solving: tuple[Fields, ...]
    not_solving: tuple[Fields, ...]  # near misses, and scenes in which there is nothing to check


WAYS = {
    "pronoun": Ways(
        ({"layer": 3, "head": 1}, {"layer": 5, "head": 11}),
        ({"layer": 3, "head": 1, "query": 2}, {"layer": 4, "head": 3}, {"head": "mean"}, {"variant": "window"}),
    ),
    "two-keys": Ways(({"scale": 3.0}, {"scale": 3.05}), ({"scale": 2.5}, {"scale": 3.0, "query": 5}, {"scale": 64.0})),
    "vanish": Ways(
        ({"scale": 0.8}, {"scale": 0.5}),
        ({"scale": 64.0}, {"scale": 1.2}, {"scale": 0.5, "variant": "sigmoid"}, {"scale": 0.5, "head": "max"}),
    ),
    "previous": Ways(
        ({"layer": 0, "head": 2},),
        (
            {"layer": 2, "head": 11},
            {"layer": 0, "head": 4, "variant": "window", "parameters": {"window.width": 1}},
            {"layer": 1, "head": 9, "scale": 0.5},
            {"layer": 0, "head": 2, "variant": "causal"},
        ),
    ),
    "future": Ways(
        ({"variant": "causal"}, {"variant": "window"}, {"variant": "causal+alibi"}),
        ({"variant": "full"}, {"variant": "dilated"}, {"variant": "prefix"}, {"head": "mean", "variant": "causal"}),
    ),
    "sink": Ways(
        ({"layer": 18, "head": 8}, {"layer": 5, "head": 5}),
        ({"layer": 18, "head": 6}, {"layer": 18, "head": 8, "variant": "sinks"}),
    ),
    "induction": Ways(
        ({"layer": 18, "head": 6}, {"layer": 17, "head": 4}),
        ({"layer": 17, "head": 5}, {"layer": 18, "head": 8}),
    ),
    "sums": Ways(
        ({"variant": "sigmoid"}, {"variant": "learned-sink"}, {"variant": "differential"}),
        ({"variant": "sparsemax"}, {"variant": "causal"}, {"variant": "sigmoid", "head": "mean"}),
    ),
    "zeros": Ways(
        ({"variant": "sparsemax"}, {"variant": "entmax15"}),
        (
            {"variant": "causal"},
            {"variant": "sparsemax+causal"},
            {"variant": "sigmoid"},
            {"variant": "linear"},
            {"variant": "sparsemax", "query": 0},
            {"variant": "sparsemax", "scale": 64.0},
        ),
    ),
    "fewer-bytes": Ways(
        ({"block_q": 16}, {"block_q": 59, "block_k": 1}),
        (
            {"block_q": 8},
            {"block_q": 16, "variant": "causal"},
            {"block_q": 64, "algorithm": "standard"},
            {"block_q": 64, "variant": "sigmoid"},
            {"shape": (1024, 64), "block_q": 128},
            {"block_q": 64, "head": "max"},
        ),
    ),
    "last-rise": Ways(
        (),  # below: the steps of one tile
        ({"step": 1}, {"step": 336}, {"step": 140, "block_q": 16}, {"step": 140, "head": "mean"}),
    ),
    "skip": Ways(
        ({"variant": "causal"}, {"variant": "window", "parameters": {"window.width": 4}, "block_q": 8, "block_k": 8}),
        ({"variant": "causal", "block_q": 64, "block_k": 64}, {"variant": "causal", "algorithm": "standard"}),
    ),
}


def at(name: str, fields: Fields) -> tuple[Scene, Capture]:
    scene = Scene(**(dict(TASKS[name].fields) | dict(fields)))
    example = next(one for one in GALLERY.values() if (one.text, one.model) == (scene.text, scene.model))
    return scene, capture_of(example.name)


def cases(solving: bool) -> list[tuple[str, Fields]]:
    return [(name, fields) for name, ways in WAYS.items() for fields in ways[0 if solving else 1]]


def test_there_are_enough_and_each_is_tried() -> None:
    assert len(TASKS) >= 8 and set(WAYS) == set(TASKS)
    assert all(ways.not_solving for ways in WAYS.values())


@pytest.mark.parametrize("name", TASKS)
def test_a_task_begins_unsolved_and_in_plain_words(name: str) -> None:
    task = TASKS[name]
    assert task.name == name
    assert not task.check(*at(name, {}))
    assert task.fields["workspace"] in ("attention", "heads", "flash")
    assert all(plain(words).endswith((".", "?")) for words in (task.asks, task.hint))


@pytest.mark.parametrize(("name", "fields"), cases(solving=True))
def test_a_scene_solves_it(name: str, fields: Fields) -> None:
    assert TASKS[name].check(*at(name, fields))


@pytest.mark.parametrize(("name", "fields"), cases(solving=False))
def test_a_scene_near_by_does_not(name: str, fields: Fields) -> None:
    assert not TASKS[name].check(*at(name, fields))


def test_the_last_rise_is_one_tile_and_all_its_steps() -> None:
    task, (scene, capture) = TASKS["last-rise"], at("last-rise", {})
    session = session_of(scene, capture, lambda: False)
    assert session is not None
    s = session.schedule
    tiles = set()
    for step in range(len(s) + 1):
        if task.check(replace(scene, step=step), capture):
            position = s.position(step)
            assert position is not None
            tiles.add((position.i, position.j))
    row = close_up(session, 0, None, 31)
    assert row is not None
    assert tiles == {(3, 4)} and row.m[4] > row.m[3] and row.m[4] == row.m[7]


@pytest.mark.parametrize("name", TASKS)
def test_another_text_or_model_is_no_mistake(name: str, random_capture: Any) -> None:
    """A capture of fewer layers and heads than the scene says, and without its words: False, no exception."""
    small = random_capture(3, heads=1)
    scene, _ = at(name, {})
    assert not TASKS[name].check(replace(scene, source="x.safetensors", layer=4, head=3), small)
    assert not TASKS[name].check(replace(scene, source="x.safetensors", layer=0, head=0, step=5, query=2), small)
