"""Every number in a text is computed again here, or has its source; numbers without a mark are few and known."""

import re

import numpy as np
import pytest
import torch

from engine.attention import Spec, attend
from engine.learn import CHAPTERS
from engine.learn.marks import plain, spans
from engine.learn.numbers import COMPUTED
from engine.learn.records import Figure, Table
from engine.positions import rope
from tests.engine.learn.claims import CLAIMS
from tests.engine.learn.reading import numbers_of, words_of

# Numbers that need no mark: what is true by definition, or what the reader is asked to choose.
KNOWN = {
    "idea": {"head 3": "a head", "to 1": "a sum"},
    "formula": {"0 and 1": "a range", "to 1": "a sum", "above 0": "a sign"}
    | {"from 0 to 1": "a range", "by 1": "a choice", "2.72": "e", "5.05": "the score above, raised"},
    "scale": {
        "mean 0": "a premise",
        "variance 1": "a premise",
        "is 1": "follows",
        "of 1": "a sum",
        "else 0": "a definition",
        "by 1": "a choice",
        "0.5": "a choice",
    }
    | {"to 64": "a range", "1": "a choice", "16": "a choice", "64": "a choice", "5.66": "marked above", "0": "a bound"}
    | {"2": "a base", "32": "a choice", "T5": "a name", "Gemma 2": "a name", "layer 0": "a place", "head 4": "a place"}
    | {"L6": "a name", "v2": "a name"},
    "heads": {
        "Layer 3": "a place",
        "head 1": "a place",
        "Layer 0": "a place",
        "head 2": "a place",
        "layer 0": "a place",
    }
    | {"Layer 4": "a place", "head 5": "a place", "1 to": "a range", "head 4": "a place", "head 6": "a place"}
    | {"SmolLM2": "a name", "layer 3": "a place"},
    "masks": {"weight 0": "a definition", "to 1": "a sum", "−1e9": "the topic", "1e9": "the topic", "32 bits": "a type"}
    | {"16-bit": "a type", "fp16": "a type", "exactly 0": "a limit", "to 0": "a limit", "0 / 0": "a quotient"}
    | {"weights 0": "a definition", "output 0": "a definition", "SmolLM2": "a name"},
    "rope": {"SmolLM2": "a name", "Llama 3": "a name", "layer 18": "a place", "head 6": "a place"},
    "flash": {"A100": "a name", "4 × 4": "a choice", "0:": "a count", "1:": "a count", "2:": "a count"}
    | {"Tile 1": "a place", "tile 2": "a place"}
    | {"layer 0": "a place", "head 4": "a place", "3.00 − 5.05": "marked above", "L6": "a name", "v2": "a name"}
    | {"1,024": "a choice", "64": "a choice", "128 × 128": "a choice", "GPT-2": "a name", "8 × 8": "a choice"}
    | {
        "FlashAttention-2": "a name",
        "59 tokens": "its own test",
        "40.3": "sourced",
        "4.4": "sourced",
        "16 bits": "a type",
    },
    "when": {"t + 1": "a step", "10,000": "a choice", "1,024": "a choice", "131,072": "a choice", "4 N": "a formula"}
    | {"32 heads": "a choice", "32 times": "follows", "8,192": "a choice", "d = 64": "a choice", "2": "a type"}
    | {"4 bytes": "a type", "A100": "a name", "17,024 → 836": "computed", "13,376": "computed", "16": "computed"}
    | {"4,096": "a choice", "65,536": "a choice", "8 heads": "sourced", "32 layers": "sourced", "8 key": "sourced"}
    | {"128": "sourced", "Llama 3.1": "a name", "8B": "a name", "1 million": "sourced", "10 million": "sourced"}
    | {"1.5": "a name"},
    "history": {"2017": "dated", "2021": "dated", "2022": "dated", "2026": "dated", "SmolLM2": "a name"},
    "pseudocode": {"are 1": "a batch of one", "is 0": "a mask's no", "to 1": "a sum", "−1e9": "the topic"}
    | {"32 bits": "a type", "16 bits": "a type"},
}


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_marked_number_is_what_the_engine_computes(name: str) -> None:
    assert numbers_of(CHAPTERS[name]) == CLAIMS[name]()


@pytest.mark.parametrize("name", [name for name in CHAPTERS if name != "variants"])
def test_no_number_stands_without_a_mark_or_a_reason(name: str) -> None:
    known = sorted(KNOWN.get(name, {}), key=len, reverse=True)
    for words in words_of(CHAPTERS[name]):
        rest = "".join("" if span.role == "number" else f" {span.text} " for span in spans(words))
        rest = re.sub(r"\s+", " ", rest)
        for one in known:
            rest = re.sub(rf"(?<![\d.,]){re.escape(one)}(?![\d]|[.,]\d)", "", rest)
        assert not re.search(r"\d", rest), rest


def figures() -> list[Figure]:
    return [block for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Figure)]


@pytest.mark.parametrize("figure", figures(), ids=lambda figure: figure.value)
def test_a_claim_has_a_source_and_is_computed_where_the_app_can(figure: Figure) -> None:
    assert figure.source
    if figure.computed:
        assert COMPUTED[figure.computed]() == plain(figure.value)
    else:
        assert re.search(r"arXiv \d{4}\.\d{5}", figure.source)


def test_every_way_to_compute_is_used() -> None:
    assert {figure.computed for figure in figures()} - {""} == set(COMPUTED)


def test_tables_say_where_they_come_from() -> None:
    tables = [block for chapter in CHAPTERS.values() for block in chapter.blocks if isinstance(block, Table)]
    assert tables and all(table.source and {len(row) for row in table.rows} == {len(table.head)} for table in tables)


def test_what_masks_says_of_minus_1e9() -> None:
    with pytest.raises(RuntimeError, match="without overflow"):
        torch.zeros(3, dtype=torch.float16).masked_fill(torch.ones(3, dtype=torch.bool), -1e9)
    hidden = torch.tensor([0.0, -1e9])
    assert torch.softmax(hidden, -1).tolist() == torch.softmax(torch.tensor([0.0, -torch.inf]), -1).tolist()
    assert torch.softmax(torch.full((4,), -torch.inf), -1).isnan().all()
    one = np.ones((1, 1, 4, 2), np.float32)
    made = attend(one, one, one, Spec(mask=lambda b, h, q, k: k < 0))
    assert not made.weights.any() and not made.output.any()


def test_rope_knows_the_distance_alone() -> None:
    random = np.random.default_rng(1)
    q, k = random.standard_normal((2, 8, 16))
    places = np.arange(8)
    near, far = (rope(q, places + move) @ rope(k, places + move).T for move in (0, 100))
    np.testing.assert_allclose(near, far, atol=1e-10)
    np.testing.assert_allclose(np.linalg.norm(rope(q, places), axis=-1), np.linalg.norm(q, axis=-1))


def test_shuffled_words_give_shuffled_rows() -> None:
    random = np.random.default_rng(2)
    q, k, v = random.standard_normal((3, 1, 1, 6, 4))
    order = random.permutation(6)
    moved = attend(q[:, :, order], k[:, :, order], v[:, :, order]).output
    np.testing.assert_allclose(moved, attend(q, k, v).output[:, :, order], atol=1e-12)


def test_the_variance_of_a_dot_product_is_the_size_of_the_head() -> None:
    q, k = np.random.default_rng(3).standard_normal((2, 100_000, 32))
    assert np.var((q * k).sum(1)) == pytest.approx(32, rel=0.03)
