"""What a lens lists is exported with all its digits: each number of the list on screen, in the same row and column."""

import csv
import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from tests.gui.driving import PATIENCE
from tests.gui.exporting.conftest import CHOICE, Exporter

At = Callable[..., Exporter]
LENSES = {
    "values": ["weight", "length", "share"],
    "dimensions": ["product"],
    "shares": ["length", "cosine", "share"],
    "rollout": ["rollout", "weight"],
}


def on_screen(exporter: Exporter) -> tuple[list[str], list[list[str]]]:
    """Labels and numbers of the list, in text order, as Ctrl+C gives them."""
    lines: Any = exporter.who.widget("whyList").lines
    rows = [lines.line(index) for index in range(len(lines.bars))]
    return [row.label for row in rows], [list(row.plain) for row in rows]


@pytest.mark.parametrize("lens", LENSES)
def test_in_every_form(at: At, tmp_path: Path, lens: str) -> None:
    exporter = at("attention", query=5, key=7, lens=lens)
    exporter.who.bot.waitUntil(lambda: exporter.who.widget("whyList").lines is not None, timeout=PATIENCE)
    labels, numbers = on_screen(exporter)
    assert len(labels) > 5
    head, *lines = csv.reader(StringIO(exporter.save("csv", tmp_path / "a.csv").decode()))
    assert head == [lens, *LENSES[lens]]
    assert [line[1:] for line in lines] == numbers
    assert [line[0] for line in lines][:5] == labels[:5]

    as_json = json.loads(exporter.save("json", tmp_path / "a.json"))
    arrays = np.load(BytesIO(exporter.save("npz", tmp_path / "a.npz")))
    assert as_json["lens"] == lens and as_json[f"{lens}_rows"] == [line[0] for line in lines]
    for number, name in enumerate(LENSES[lens]):
        wanted = [float(row[number]) if row[number] else None for row in numbers]
        assert as_json[f"{lens}_{name}"] == wanted
        array = arrays[f"{lens}_{name}"]
        assert array.dtype == np.float64 and [None if np.isnan(each) else each for each in array] == wanted
    count = len(as_json["tokens"])
    assert arrays["weights"].shape == (count, count)  # the map beside it is there too

    exporter.exporting.run(CHOICE["copy-numbers"])
    exporter.who.until_said("Copied: the numbers.")
    assert [line.split("\t")[1:] for line in QGuiApplication.clipboard().text().splitlines()[1:]] == numbers


def test_a_lens_that_shows_a_sentence_leaves_the_numbers_of_the_map(at: At, tmp_path: Path) -> None:
    exporter = at("attention", head="mean", lens="values")
    lines = exporter.save("csv", tmp_path / "a.csv").decode().splitlines()
    assert lines[0].startswith("query,[CLS],the,") and len(lines) == 1 + len(lines[0].split(",")) - 1
