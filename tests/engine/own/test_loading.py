"""What is wrong with a person's file is one sentence with the line: the functions run here, as in their process."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.own import OwnError, read_own
from engine.own.child import Person
from engine.own.loading import PersonsError

MASK = "def mask_mod(b, h, q_idx, kv_idx):\n"
SCORE = "def score_mod(score, b, h, q_idx, kv_idx):\n"
SHAPE = (1, 2, 3, 3)


def said(source: str) -> str:
    """What is said of a file that is loaded and called with scores of 0."""
    person = Person("own.py", source)
    with pytest.raises(PersonsError) as caught:  # noqa: PT012
        person.load("/nowhere/own.py")
        for name in person.functions:
            dtype = "float32" if name == "score_mod" else None
            header = {"function": name, "shape": SHAPE, "sizes": SHAPE, "dtype": dtype}
            index = np.concatenate([np.arange(size) for size in SHAPE]).astype(np.int64)
            person.call(header, bytearray(index.tobytes() + np.zeros(SHAPE, np.float32).tobytes()))
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = (\n", "Line 1 of own.py, “x = (”: '(' was never closed."),
        (f"{MASK}    return q_idx >>\n", "Line 2 of own.py, “return q_idx >>”: invalid syntax."),
        ("\n\nboom()\n", "Line 3 of own.py, “boom()”: NameError, name 'boom' is not defined."),
        ("import sys\nsys.exit(3)\n", "Line 2 of own.py, “sys.exit(3)”: it ends its process with exit(3)."),
        ("import nothing_of_this_name\n", "Line 1 of own.py, “import nothing_of_this_name”: ModuleNotFoundError, "),
        ("def masks(b, h, q, k):\n    return q >= k\n", "own.py defines neither mask_mod(b, h, q_idx, kv_idx) nor "),
        ("mask_mod = 3\n", "own.py: mask_mod is a function of b, h, q_idx, kv_idx."),
        (
            "def mask_mod(q, k):\n    return q >= k\n",
            "Line 1 of own.py, “def mask_mod(q, k):”: mask_mod is a function of ",
        ),
        (f"{MASK}    return q_idx > wher\n", "Line 2 of own.py, “return q_idx > wher”: NameError, name 'wher' is not "),
        (
            f"{MASK}    return q_idx\n",
            "Line 1 of own.py, “def mask_mod(b, h, q_idx, kv_idx):”: it gave int64 numbers, ",
        ),
        (
            f"{SCORE}    return score > 0\n",
            "score_mod(score, b, h, q_idx, kv_idx):”: it gave bool values, and a score ",
        ),
        (f"{SCORE}    pass\n", "it gave nothing."),
        (f"{SCORE}    return 'a'\n", "it gave str."),
        (f"{SCORE}    return score.repeat(2)\n", "it gave an array of shape (2,) a cell, where one value is due."),
        (
            f"\n{MASK}    if q_idx > 1:\n        return True\n",
            "Line 3 of own.py, “if q_idx > 1:”: all cells are computed ",
        ),
        (
            f"{MASK}    return table[h]\nimport torch\ntable = torch.ones(1) > 0\n",
            "Line 2 of own.py, “return table[h]”: ",
        ),
        (f"def deep(n): return deep(n + 1)\n{MASK}    return deep(0)\n", "Line 1 of own.py, “def deep(n): return deep"),
        (f"{MASK}    raise ValueError('so ' * 900)\n", "ValueError, so so so"),
        (
            f"class Mute(Exception):\n    def __str__(self): return 1 / 0\n{MASK}    raise Mute\n",
            "Line 4 of own.py, “raise Mute”: Mute.",
        ),
    ],
)
def test_the_sentence_names_the_line(source: str, sentence: str) -> None:
    words = said(source)
    assert sentence in words
    assert "\n" not in words and len(words) < 400 and words.endswith(".") and not words.endswith("..")


def test_one_sentence_of_an_error_in_another_file_names_the_line_that_called_it() -> None:
    assert said(f"import json\n{MASK}    return json.loads('[')\n").startswith(
        "Line 3 of own.py, “return json.loads('[')”: "
    )


def test_a_file_may_import_its_neighbours_and_know_its_own_place(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_own.py").write_text("LEAST = 2\n")
    person = Person(
        "own.py", f"from neighbour_of_own import LEAST\n{MASK}    return q_idx >= LEAST\nwhere = __file__\n"
    )
    person.load(str(tmp_path / "own.py"))
    assert person.functions["mask_mod"].__globals__["where"] == str(tmp_path / "own.py")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"a = 1\nb = '\xff'\n", "Line 2 of own.py is not text in UTF-8."),
        (b"a = 1\n\0\n", "Line 2 of own.py has a NUL byte, which is no text."),
        (b"#" * 1_000_001, "“own.py” has 1,000,001 bytes; 1,000,000 is the most for a function."),
        (None, "There is no file “"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, data: bytes | None, sentence: str) -> None:
    if data is not None:
        (tmp_path / "own.py").write_bytes(data)
    with pytest.raises(OwnError, match=f"^{sentence}"):
        read_own(tmp_path / "own.py")
    with pytest.raises(OwnError, match="is not a file"):
        read_own(tmp_path)
