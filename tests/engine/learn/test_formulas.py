"""Pictures of formulas: each is used, has the letters' colours, and takes those of a theme."""

import re
from xml.etree import ElementTree

import pytest

from engine.learn import CHAPTERS
from engine.learn.formulas import FOLDER, INKS, LATEX, inked, svg_of
from engine.learn.records import Formula

COLOURS = {"ink": "#111111", "query": "#222222", "key": "#333333", "value": "#444444"}


def test_every_formula_is_drawn_and_shown() -> None:
    shown = {block.name for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Formula)}
    assert shown == set(LATEX) == {path.stem for path in FOLDER.glob("*.svg")}
    alts = [block.alt for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Formula)]
    assert all(len(alt) > 20 and alt.endswith(".") for alt in alts)


@pytest.mark.parametrize("name", LATEX)
def test_a_picture_takes_the_colours_of_its_letters(name: str) -> None:
    svg = svg_of(name, COLOURS)
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and float(root.attrib["width"]) < 700
    used = set(re.findall(r'fill="([^"]+)"', svg))
    letters = {"query": "Qq", "key": "Kk", "value": "Vv"}
    expected = {role for role, pair in letters.items() if re.search(rf"<[{pair}]>", LATEX[name])}
    assert used == {COLOURS[role] for role in expected | {"ink"}}
    assert len(svg) < 60_000 and not re.search("<text|<use|<style|url\\(", svg)


def test_the_letters_stand_in_their_places() -> None:
    """In “Attention(Q, K, V)” and after it Q comes before K before V, and each twice."""
    fills = re.findall(r'fill="(#00000[2-4])"', (FOLDER / "attention.svg").read_text("utf-8"))
    assert [fill[-1] for fill in fills] == ["2", "3", "4", "2", "3", "4"]


def test_a_colour_left_out_and_a_formula_unknown() -> None:
    with pytest.raises(KeyError):
        svg_of("attention", {"ink": "#000000"})
    with pytest.raises(FileNotFoundError):
        svg_of("no-such", COLOURS)
    assert inked("<Q><k>") == rf"{{\color{{{INKS['query']}}}{{Q}}}}{{\color{{{INKS['key']}}}{{k}}}}"
