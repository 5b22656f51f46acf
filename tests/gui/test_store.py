"""The store: undo, gestures, and updates that are refused."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scene import Scene
from gui.store import Store

changes = st.one_of(
    st.fixed_dictionaries({"layer": st.integers(0, 5)}),
    st.fixed_dictionaries({"head": st.integers(0, 11)}),
    st.fixed_dictionaries({"query": st.integers(0, 9), "key": st.none()}),
    st.fixed_dictionaries({"scale": st.none() | st.floats(0.5, 64)}),
    st.fixed_dictionaries({"stage": st.sampled_from(["raw", "weights"])}),
)


@given(st.lists(changes, max_size=12))
def test_as_many_undos_restore_the_scene_and_redos_bring_it_back(steps: list[dict[str, Any]]) -> None:
    store = Store()
    for step in steps:
        store.update(**step)
    last = store.scene
    while store.can_undo:
        store.undo()
    assert store.scene == Scene()
    while store.can_redo:
        store.redo()
    assert store.scene == last


def test_an_equal_update_is_silent_and_no_step() -> None:
    store = Store()
    heard: list[object] = []
    store.changed.connect(lambda *_: heard.append(1))
    store.update(layer=0)
    assert not heard
    assert not store.can_undo


def test_an_invalid_field_leaves_the_scene_and_the_history() -> None:
    store = Store()
    store.update(layer=2)
    for wrong, says in (({"layer": 9}, "layers 0 to 5"), ({"nonsense": 1}, "Unknown"), ({"scale": 0}, "0.5 to 64")):
        with pytest.raises(ValueError, match=says):
            store.update(**wrong)
    assert store.scene == Scene(layer=2)
    store.undo()
    assert store.scene == Scene()
    assert not store.can_undo


def test_a_drag_is_one_step() -> None:
    store = Store()
    with store.gesture():
        for scale in (3.0, 2.0, 1.0):
            store.update(scale=scale)
    store.update(scale=7.0)
    store.undo()
    assert store.scene.scale == 1.0
    store.undo()
    assert store.scene.scale is None
    assert not store.can_undo


def test_a_gesture_that_changes_nothing_is_no_step() -> None:
    store = Store()
    store.update(layer=1)
    with store.gesture():
        store.update(layer=1)
    store.undo()
    assert store.scene == Scene()


def test_typing_is_one_step_until_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    store = Store()
    for text in ("a", "ab", "abc"):
        now[0] += 0.9
        store.update(text=text, key=None)
    now[0] += 1.1
    store.update(text="abcd", key=None)
    store.undo()
    assert store.scene.text == "abc"
    store.undo()
    assert store.scene == Scene()


def test_another_change_ends_the_typing() -> None:
    store = Store()
    store.update(text="a")
    store.update(layer=1)
    store.update(text="ab")
    store.undo()
    assert (store.scene.text, store.scene.layer) == ("a", 1)


def test_looks_and_viewport_are_not_undone() -> None:
    store = Store()
    store.update(layer=1)
    store.update(theme="dark")
    store.update(viewport=(0, 0, 4, 4))
    store.undo()
    assert store.scene == Scene(theme="dark", viewport=(0, 0, 4, 4))
    assert not store.can_undo


def test_a_new_text_shows_the_whole_map() -> None:
    store = Store(Scene(viewport=(1, 1, 2, 2)))
    store.update(text="other words")
    assert store.scene.viewport is None


def test_a_change_after_undo_drops_the_future() -> None:
    store = Store()
    store.update(layer=1)
    store.undo()
    store.update(layer=2)
    assert not store.can_redo


def test_a_view_must_not_change_the_scene_while_it_is_told() -> None:
    store = Store()
    errors: list[Exception] = []

    def naughty(new: Scene, old: Scene) -> None:
        try:
            store.update(layer=new.layer + 1)
        except RuntimeError as error:
            errors.append(error)

    store.changed.connect(naughty)
    store.update(layer=1)
    assert len(errors) == 1
    assert store.scene.layer == 1


@pytest.mark.parametrize("choice", [{"query": 5}, {"key": 5}, {"viewport": (0, 0, 3, 3)}])
def test_a_word_of_an_older_picture_is_passed_over_once_the_text_is_another(choice: dict[str, Any]) -> None:
    store = Store(Scene())
    shown = store.scene
    store.update(text="It stands elsewhere in this sentence.")
    typed = store.scene
    store.pick(shown, **choice)
    assert store.scene == typed
    store.pick(shown, layer=3)  # is a layer of the same model
    assert store.scene.layer == 3
    store.pick(store.scene, **choice)
    assert store.scene != replace(typed, layer=3)


def test_what_an_older_picture_offers_is_passed_over_once_the_model_is_another() -> None:
    store = Store(Scene())
    shown = store.scene
    store.pick(shown, head=11, layer=5)
    assert (store.scene.layer, store.scene.head) == (5, 11)
    store.update(model="smollm2", head=3)
    store.pick(shown, head=11)  # SmolLM2 has nine
    assert store.scene.head == 3
    store.pick(store.scene, head=8)
    assert store.scene.head == 8
