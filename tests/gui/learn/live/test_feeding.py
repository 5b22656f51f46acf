"""The row of the live parts: each gets its newest scene's numbers, and what failed is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.scene import Scene
from gui.flow.producing import Part, Sizes
from gui.learn.live.feeding import Feed, Feeder

SIZES = Sizes((60, 60), 16)


@pytest.fixture
def feeder(qapp: object) -> Iterator[Feeder]:
    made = Feeder()
    yield made
    made.close()


def test_every_part_in_the_row_is_served(feeder: Feeder, qtbot: QtBot) -> None:
    feeds = [Feed(feeder) for _ in range(5)]
    for query, feed in enumerate(feeds):
        feed.want(Scene(query=query), SIZES)
        assert not feed.settled
    qtbot.waitUntil(lambda: all(feed.settled for feed in feeds), timeout=20_000)


def test_the_newest_scene_of_a_part_is_the_one_that_settles(feeder: Feeder, qtbot: QtBot) -> None:
    feed, views = Feed(feeder), list[Part]()
    feed.produced.connect(views.append)
    for query in range(8):
        feed.want(Scene(query=query), SIZES)
    qtbot.waitUntil(lambda: feed.settled, timeout=20_000)
    shown = [part.record.scene.query for part in views if part.kind == "view"]
    assert shown[-1] == 7 and shown == sorted(shown) and len(shown) < 8


def test_a_text_outside_the_gallery_is_said_and_not_shown(feeder: Feeder, qtbot: QtBot) -> None:
    feed, other = Feed(feeder), Feed(feeder)
    with qtbot.waitSignal(feeder.failed, timeout=20_000) as told:
        feed.want(Scene(text="Nobody has read this."), SIZES)
    assert "gallery" in told.args[0] and not feed.settled
    other.want(Scene(), SIZES)
    qtbot.waitUntil(lambda: other.settled, timeout=20_000)


def test_a_part_that_is_gone_gets_nothing(feeder: Feeder, qtbot: QtBot) -> None:
    gone, stays = Feed(feeder), Feed(feeder)
    gone.want(Scene(), SIZES)
    stays.want(Scene(query=3), SIZES)
    gone.deleteLater()
    qtbot.waitUntil(lambda: stays.settled, timeout=20_000)
