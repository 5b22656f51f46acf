"""Live parts show the person's own sentence where that is wanted and possible, and the examples again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files.examples import GALLERY
from engine.learn.scenes import BANK
from engine.scene import Scene
from gui.learn import whose
from gui.learn.live.frame import ELSE, LiveFrame
from gui.learn.live.kinds import KINDS
from gui.learn.live.own import FIXED, LENT, ONE_HEAD, Lent, begun, reason, uses_own
from gui.learn.room import LearnRoom
from tests.engine.learn.claims.views import capture_of
from tests.gui.driving import LEFT, PATIENCE, person
from tests.gui.learn.conftest import settle

ANIMAL = GALLERY["animal-tired"]
OWN = Scene(text=ANIMAL.text, model=ANIMAL.model, layer=5, head=3, query=4, workspace="learn", live="own", scale=2.0)


def lent(scene: Scene = OWN) -> Lent:
    """What the person chose, read."""
    return Lent(scene, capture_of("animal-tired"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_takes_sentence_model_and_head_and_nothing_else(kind: str) -> None:
    example = Scene(**BANK, scale=1.0, variant="causal", key=3)
    made = begun(kind, example, lent())
    if not uses_own(kind, lent()):
        assert made == example and kind in (*FIXED, "product", "rope")
        return
    assert all(getattr(made, name) == getattr(OWN, name) for name in LENT)
    assert (made.scale, made.variant, made.key) == (1.0, "causal", None)
    assert begun(kind, example, None) == example


def test_what_cannot_show_it_says_why() -> None:
    mean = lent(replace(OWN, head="mean"))
    assert {kind for kind in KINDS if "mean of all heads" in reason(kind, mean)} == set(ONE_HEAD)
    assert "does not turn" in reason("rope", lent())
    assert "no such head" in reason("map", Lent(replace(OWN, source="x", layer=6), capture_of("animal-tired")))
    assert reason("map", lent()) == reason("code", lent()) == ""
    many = lent()
    object.__setattr__(many, "capture", replace(many.capture, tokens=many.capture.tokens * 17))
    assert reason("code", many).startswith("Your text has 272 tokens, and this part shows 256")


def frame_of(room: LearnRoom, kind: str) -> LiveFrame:
    """The open page's live part of a kind."""
    assert room.article.page is not None
    found = next(frame for frame in room.article.page.frames if frame.block.kind == kind)
    found.wake()
    return found


def test_in_the_window_a_typed_sentence_is_shown_and_the_example_again(qtbot: QtBot) -> None:
    with person(qtbot, Scene(theme="light")) as someone:
        window, store = someone.window, someone.window.store
        someone.type("A cat sat on the warm mat.")
        store.update(layer=2, head=7, query=3)
        someone.wait()
        store.update(workspace="learn", chapter="scale")
        someone.wait()
        frame = frame_of(window.room, "scale")
        side = window.room.side.whose
        qtbot.waitUntil(lambda: frame.settled, timeout=PATIENCE)
        assert frame.body is not None and frame.body.store.scene.text == BANK["text"]
        assert side.words[:2] == (whose.EXAMPLE, BANK["text"])
        QTest.mouseClick(side.change, LEFT)
        assert side.menu is not None
        side.menu.chosen.emit("own")
        side.menu.close()
        someone.wait()
        qtbot.waitUntil(lambda: frame.settled, timeout=PATIENCE)
        assert side.words[:2] == (whose.OWN, "A cat sat on the warm mat.")
        view = frame.body.view
        assert [token.label for token in view.capture.own.tokens][1:4] == ["a", "cat", "sat"]
        assert (view.layer, view.head, view.query) == (2, 7, 3) and frame.body.store.scene.scale == 1.0
        assert not frame.body.changed and frame.again.isHidden() and ELSE in frame.caption.words
        assert "layer 2, head 7" in window.provenance.plain()
        store.update(chapter="qkv")
        someone.wait()
        product = frame_of(window.room, "product")
        assert product.body is not None and product.body.store.scene.text == BANK["text"]
        assert "those of the example" in product.caption.words
        store.update(live="example", chapter="scale")
        someone.wait()
        qtbot.waitUntil(lambda: frame.settled, timeout=PATIENCE)
        assert frame.body.store.scene.text == BANK["text"] and side.words[0] == whose.EXAMPLE
        assert frame.body.view.query == BANK["query"] and ELSE not in frame.caption.words


def test_without_a_sentence_there_is_nothing_to_choose(room: LearnRoom, qtbot: QtBot) -> None:
    store = room.store
    store.update(text="", live="own")
    settle(room, qtbot)
    side = room.side.whose
    assert side.words[0] == whose.EXAMPLE
    side.open_menu()
    assert side.menu is not None
    enabled = [action.isEnabled() for action in side.menu.actions()]
    side.menu.close()
    assert enabled == [True, False]
    commands = {action.id: action.sensible() for action in room.actions_of()}
    assert not commands["live-own"] and commands["live-example"]
    store.update(text="Words.")
    assert side.words == (whose.OWN, whose.READING, "") and room.actions_of()[0] is not None


def test_what_a_page_does_not_have_is_not_said_of_it(room: LearnRoom, qtbot: QtBot) -> None:
    store, side = room.store, room.side.whose
    for chapter in ("idea", "when", "history", "tasks"):
        store.update(chapter=chapter)
        settle(room, qtbot)
        has = whose.has_sentence(chapter)
        assert has == (chapter == "idea")
        assert any(fact.name == "live parts" for fact in room.facts()) == has
        assert side.change.isVisible() == has and (side.words[0] == whose.NONE) == (not has)
    assert [fact.plain() for fact in room.facts()] == ["tasks 0 of 12 solved"]
