"""The chapters as records: in order, whole, readable, and each scene in them one that opens."""

import re
from calendar import month_name
from pathlib import Path

import pytest

from engine.learn import CHAPTERS
from engine.learn.chapters.variants import of_family
from engine.learn.marks import Span, plain, spans
from engine.learn.pseudocode import LINES
from engine.learn.records import LIVE, Chapter, Heading, Live, Paper, Papers, Table, Timeline
from engine.scene import Scene
from engine.variants import CATALOGUE, FAMILIES, TRAINED
from tests.engine.learn.claims.views import capture_of
from tests.engine.learn.reading import words_of

ORDER = [
    "idea",
    "qkv",
    "formula",
    "scale",
    "heads",
    "masks",
    "rope",
    "flash",
    "when",
    "history",
    "variants",
    "papers",
    "pseudocode",
]
CHECKLIST = Path(__file__).parents[3] / "docs" / "seed-checklist.md"


def every(chapters: dict[str, Chapter] = CHAPTERS) -> list[Chapter]:
    return list(chapters.values())


def test_thirteen_chapters_in_order() -> None:
    assert list(CHAPTERS) == ORDER
    assert all(chapter.name == name for name, chapter in CHAPTERS.items())
    assert len({chapter.title for chapter in every()}) == len(ORDER)


@pytest.mark.parametrize("chapter", every(), ids=ORDER)
def test_a_chapter_is_whole(chapter: Chapter) -> None:
    assert chapter.lead and chapter.blocks and chapter.sources and chapter.seed
    anchors = [block.anchor for block in chapter.blocks if isinstance(block, Heading)]
    assert anchors and len(set(anchors)) == len(anchors)
    assert chapter.line is None or 0 <= chapter.line < len(LINES)
    assert chapter.name == "papers" or chapter.tries


@pytest.mark.parametrize("chapter", every(), ids=ORDER)
def test_its_words_are_short_sentences_without_loose_marks(chapter: Chapter) -> None:
    for words in words_of(chapter):
        assert words.strip() == words and "  " not in words
        for sentence in re.split(r"(?<=[.:;?])\s", plain(words)):
            assert len(sentence.split()) <= 32, sentence
        assert "—" not in words and not re.search(
            r"\b(powerful|revolution|amazing|incredibl|magic|seamless|cutting.edge)", plain(words).lower()
        )


@pytest.mark.parametrize("chapter", every(), ids=ORDER)
def test_every_scene_in_it_opens(chapter: Chapter) -> None:
    for block in chapter.blocks:
        if isinstance(block, Live):
            assert block.kind in LIVE and block.caption
            Scene(**dict(block.fields))
    for one in chapter.tries:
        scene = Scene(**dict(one.fields))
        assert one.fields["workspace"] == scene.workspace in ("attention", "heads", "flash")
        assert one.title and one.says


def test_every_kind_of_live_widget_but_bars_is_used() -> None:
    used = {block.kind for chapter in every() for block in chapter.blocks if isinstance(block, Live)}
    assert used == set(LIVE) - {"bars"}, "bars are part of the scale"


def test_variants_are_the_catalogue_and_nothing_is_typed_again() -> None:
    chapter = CHAPTERS["variants"]
    rows = [row for block in chapter.blocks if isinstance(block, Table) for row in block.rows]
    assert rows == [
        (v.title, v.idea, str(v.year)) for family in FAMILIES for v in of_family(family) if v.name != TRAINED
    ]
    assert len(rows) == len(CATALOGUE) - 1


def test_history_is_in_order_and_every_event_has_its_paper() -> None:
    (timeline,) = (block for block in CHAPTERS["history"].blocks if isinstance(block, Timeline))
    months = list(month_name)[1:]
    dates = [(int(event.date[-4:]), months.index(event.date[:-5])) for event in timeline.events]
    assert dates == sorted(dates)
    assert {"June 2017", "April 2021", "May 2022"} <= {event.date for event in timeline.events}
    for event, (year, month) in zip(timeline.events, dates, strict=True):
        number = event.url.removeprefix("https://arxiv.org/abs/")
        assert re.fullmatch(r"\d{4}\.\d{4,5}", number) and event.source.endswith(f"arXiv {number}")
        assert number[:4] == f"{year % 100:02}{month + 1:02}", "arXiv numbers begin with year and month"


def papers() -> list[Paper]:
    return [paper for block in CHAPTERS["papers"].blocks if isinstance(block, Papers) for paper in block.papers]


def test_the_seeds_two_papers_come_first_and_links_are_safe() -> None:
    found = papers()
    assert [paper.title.split(":")[0] for paper in found[:2]] == ["Attention Is All You Need", "BERT"]
    assert all(re.fullmatch(r"https://arxiv\.org/abs/\d{4}\.\d{5}", paper.url) for paper in found)
    assert all(f"20{paper.url[-10:-8]}" == str(paper.year) for paper in found), "the year is that of arXiv"
    assert len({paper.url for paper in found}) == len(found) == 8


def test_the_checklist_has_every_item_of_the_concept_page() -> None:
    rows = [line.split(" | ") for line in CHECKLIST.read_text("utf-8").splitlines() if line.startswith("| ")]
    where = {row[0].removeprefix("| "): row[1] for row in rows[1:]}
    assert set(where) == {item for chapter in every() for item in chapter.seed}
    for chapter in every():
        for item in chapter.seed:
            assert chapter.title in where[item], (chapter.title, item)


def test_marks_are_taken_apart() -> None:
    assert spans("a {q:query} √d{_k} **x** {n:5}{^2}") == (
        Span("a "),
        Span("query", "query"),
        Span(" √d"),
        Span("k", "lowered"),
        Span(" "),
        Span("x", "bold"),
        Span(" "),
        Span("5", "number"),
        Span("2", "raised"),
    )
    assert spans("{k:key}{v:value}") == (Span("key", "key"), Span("value", "value")) and spans("") == ()
    assert plain("{k:key}{v:value}") == "keyvalue"
    for wrong in ("{q:open", "{z:what}", "**half", "a } b"):
        with pytest.raises(ValueError, match="not closed or not known"):
            spans(wrong)


def test_the_longer_text_has_as_many_tokens_as_its_try_says() -> None:
    (longer,) = (one for one in CHAPTERS["flash"].tries if "tokens, 8 × 8" in one.says)
    assert longer.says == f"Flash, {len(capture_of('keys-and-locks').tokens)} tokens, 8 × 8"
