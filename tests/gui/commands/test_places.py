"""Where the palette leads besides the commands on screen."""

from __future__ import annotations

import pytest

from engine.files.examples import GALLERY
from engine.learn import CHAPTERS, TASKS
from engine.models import MODELS
from engine.models.wheel import installed
from engine.scene import WORKSPACES, Scene
from engine.variants import CATALOGUE
from gui.attention.context.choices import Source
from gui.commands.places import heads, nothing, places
from gui.store import Store

MINILM = Source("minilm", "MiniLM-L6-v2", 6, 12)


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_every_place_leads_there_once(workspace: str) -> None:
    here = {"model-minilm", "chapter-papers" if workspace == "learn" else ""}
    missing = {f"model-{name}" for name, model in MODELS.items() if not installed(model)}
    for name in {action.id for action in places(Store(Scene()))}:
        store = Store(Scene(workspace=workspace, query=1, chapter="papers"))
        place = next(each for each in places(store) if each.id == name)
        assert place.sensible() == (name not in here | missing), name
        if place.sensible():
            before = store.scene
            place.run()
            assert store.scene != before and not place.sensible(), name


def test_all_chapters_tasks_examples_and_variants_are_places() -> None:
    names = {action.id for action in places(Store(Scene()))}
    assert {f"chapter-{name}" for name in [*CHAPTERS, "tasks"]} <= names
    assert {f"task-{name}" for name in TASKS} <= names
    assert {f"example-{name}" for name in GALLERY} <= names
    assert {f"variant-{name}" for name in CATALOGUE if name != "as-trained"} <= names
    assert "variant-as-trained" not in names  # a command of its own


def test_from_learn_a_variant_and_a_head_are_shown_in_attention() -> None:
    store = Store(Scene(workspace="learn"))
    next(each for each in places(store) if each.id == "variant-causal").run()
    assert (store.scene.workspace, store.scene.variant) == ("attention", "causal")
    store.update(workspace="learn")
    heads("3.5", store, MINILM)[0].run()
    assert (store.scene.workspace, store.scene.layer, store.scene.head) == ("attention", 3, 5)
    store.update(workspace="flash")
    heads("2 1", store, MINILM)[0].run()
    assert (store.scene.workspace, store.scene.layer, store.scene.head) == ("flash", 2, 1)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("3.5", [(3, 5)]),
        ("3,5", [(3, 5)]),
        ("3 5", [(3, 5)]),
        ("l3h5", [(3, 5)]),
        ("Layer 3 head 5", [(3, 5)]),
        ("layer 3, head 5", [(3, 5)]),
        ("3.mean", [(3, "mean")]),
        ("head 5", [(1, 5)]),
        ("h5", [(1, 5)]),
        ("layer 5", [(5, 4)]),
        ("5", [(1, 5), (5, 4)]),
        ("11", [(1, 11)]),
        ("6.0", []),
        ("0.12", []),
        ("12", []),
        ("3.", []),
        ("scale", []),
        ("99999.1", []),
        ("", []),
    ],
)
def test_heads_are_found_by_their_numbers(typed: str, found: list[tuple[int, int | str]]) -> None:
    reached = []
    for action in heads(typed, Store(Scene(layer=1)), MINILM):
        store = Store(Scene(layer=1))
        again = next(each for each in heads(typed, store, MINILM) if each.id == action.id)
        again.run()
        reached.append((store.scene.layer, store.scene.head))
    assert reached == found


def test_nothing_says_what_there_is() -> None:
    assert nothing("9.9", MINILM) == "MiniLM-L6-v2 has layers 0 to 5 and heads 0 to 11."
    assert nothing("zzzz", MINILM) == "No command, chapter, example or variant has these letters."


def test_a_model_that_is_not_installed_is_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.commands.places.installed", lambda model: False)
    assert not any(place.sensible() for place in places(Store(Scene())) if place.id.startswith("model-"))
