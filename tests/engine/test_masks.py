"""Masks as pictures: queries down, keys across, x = may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from engine import masks
from tests.engine.pictures import cells, picture


@pytest.mark.parametrize("xp", [np, torch])
@pytest.mark.parametrize(
    ("offset", "queries", "keys", "expected"),
    [
        (0, 3, 3, "x.. xx. xxx"),
        (0, 2, 5, "x.... xx..."),  # top-left, as torch's is_causal
        (3, 2, 5, "xxxx. xxxxx"),  # bottom-right, as flash-attn from 2.1 on
        (-3, 5, 2, ".. .. .. x. xx"),
        (1, 3, 3, "xx. xxx xxx"),
    ],
)
def test_causal(xp: Any, offset: int, queries: int, keys: int, expected: str) -> None:
    assert picture(masks.causal(offset), queries, keys, xp) == expected


@pytest.mark.parametrize("xp", [np, torch])
def test_keep_shows_its_tensor(xp: Any) -> None:
    assert picture(masks.keep(xp.asarray(cells("x.x .x."))), 2, 3, xp) == "x.x .x."


@pytest.mark.parametrize("xp", [np, torch])
@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        (masks.window(1), "x.... .x... ..x.. ...x. ....x"),
        (masks.window(3), "x.... xx... xxx.. .xxx. ..xxx"),  # three keys, the query's own included
        (masks.prefix(0), "x.... xx... xxx.. xxxx. xxxxx"),
        (masks.prefix(3), "xxx.. xxx.. xxx.. xxxx. xxxxx"),
        (masks.dilated(2, 2), "x.x.. .x.x. x.x.x .x.x. ..x.x"),
        (masks.dilated(2, 1), "xxx.. xxxx. xxxxx .xxxx ..xxx"),
        (masks.dilated(4, 3), "x..x. .x..x ..x.. x..x. .x..x"),
        (masks.global_tokens([]), "..... ..... ..... ..... ....."),
        (masks.global_tokens([1, 4]), ".x..x xxxxx .x..x .x..x xxxxx"),
        (masks.sinks(0), "..... ..... ..... ..... ....."),
        (masks.sinks(2), "xx... xx... xx... xx... xx..."),
        (masks.padding([3]), "xxx.. xxx.. xxx.. xxx.. xxx.."),
        (masks.document([7, 7, 2, 2, 7]), "xx..x xx..x ..xx. ..xx. xx..x"),
        (masks.chunk(2), "xx... xx... ..xx. ..xx. ....x"),
        (masks.bigbird(5, 1, width=1, random=0), "xxxxx xx..x x.x.x x..xx xxxxx"),
        (masks.bigbird(5, 2, width=1, ends=0, random=0), "xx... xx... ..xx. ..xx. ....x"),
        (masks.bigbird(5, 1, width=3, ends=0, random=0), "xx... xxx.. .xxx. ..xxx ...xx"),
        (masks.bigbird(5, 1, width=1, ends=0, random=9), "xxxxx xxxxx xxxxx xxxxx xxxxx"),
        # what people build of them
        (masks.both(masks.causal(), masks.either(masks.sinks(1), masks.window(2))), "x.... xx... xxx.. x.xx. x..xx"),
        (masks.either(masks.global_tokens([0]), masks.dilated(1, 1)), "xxxxx xxx.. xxxx. x.xxx x..xx"),
        (masks.both(masks.causal(), masks.document([0, 0, 0, 1, 1])), "x.... xx... xxx.. ...x. ...xx"),
        (
            masks.both(masks.causal(1), masks.negate(masks.causal(-1))),
            "xx... .xx.. ..xx. ...xx ....x",
        ),  # window, offset 1
    ],
)
def test_pictures(xp: Any, mask: masks.Mask, expected: str) -> None:
    assert picture(mask, 5, 5, xp) == expected


@pytest.mark.parametrize("xp", [np, torch])
@pytest.mark.parametrize("as_given", [list, np.array, torch.tensor])
def test_each_batch_has_its_own_padding_and_documents(xp: Any, as_given: Callable[[Any], Any]) -> None:
    padding, ids = masks.padding(as_given([1, 3])), masks.document(as_given([[0, 0, 1], [0, 1, 1]]))
    assert [picture(padding, 1, 3, xp, batch=b) for b in (0, 1)] == ["x..", "xxx"]
    assert [picture(ids, 3, 3, xp, batch=b) for b in (0, 1)] == ["xx. xx. ..x", "x.. .xx .xx"]


def test_the_random_blocks_of_big_bird_come_from_the_seed() -> None:
    first = picture(masks.bigbird(12, 1, random=2, seed=0), 12, 12)
    assert first == picture(masks.bigbird(12, 1, random=2, seed=0), 12, 12)
    assert first != picture(masks.bigbird(12, 1, random=2, seed=1), 12, 12)
    assert first.split()[5] == "x...xxxxx..x"  # and are the same for ever
    seen = cells(first).sum(axis=1).tolist()
    assert seen == [12, 6, *[7] * 8, 6, 12]  # two ends, three in the window (two beside an end), two of the rest


def test_big_bird_is_that_of_transformers_but_for_where_the_random_blocks_fall() -> None:
    from transformers.models.big_bird.modeling_big_bird import (
        BigBirdBlockSparseAttention,
        BigBirdConfig,
        BigBirdModel,
    )

    config = BigBirdConfig(
        hidden_size=8, num_attention_heads=2, num_random_blocks=2, block_size=2, attention_probs_dropout_prob=0.0
    )
    layer = BigBirdBlockSparseAttention(config, seed=1).train()  # in evaluation it draws block 0 only
    blocked, band, rows, columns = BigBirdModel.create_masks_for_block_sparse_attn(torch.ones(1, 32), 2)
    x = torch.as_tensor(np.random.default_rng(0).standard_normal((1, 32, 8)), dtype=torch.float32)
    _, weights = layer(x, band, rows, columns, blocked, blocked, output_attentions=True)
    theirs, sizes = (weights[0, 0] > 0).numpy(), (32, 2)
    without = cells(picture(masks.bigbird(*sizes, random=0), 32, 32))
    with_random = cells(picture(masks.bigbird(*sizes, random=2), 32, 32))
    assert not (without & ~theirs).any() and not (without & ~with_random).any()
    assert (theirs.sum(axis=1) == with_random.sum(axis=1)).all()


def test_keep_answers_torch_with_a_numpy_tensor() -> None:
    assert picture(masks.keep(cells("x.x .x.")), 2, 3, torch) == "x.x .x."


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: masks.causal(2**30 + 1), "The offset must be a whole number from -1073741824 to 1073741824, not 107"),
        (lambda: masks.causal(-(2**30) - 1), "The offset"),
        (lambda: masks.causal(0.5), "The offset .* not 0.5"),  # type: ignore[arg-type]
        (lambda: masks.window(0), "The width of a window must be a whole number from 1 "),
        (lambda: masks.window(10**30), "The width of a window"),
        (lambda: masks.window(True), "The width of a window"),
        (lambda: masks.window("3"), "The width of a window"),  # type: ignore[arg-type]
        (lambda: masks.sinks(-1), "The number of sinks must be a whole number from 0 "),
        (lambda: masks.prefix(-1), "The length of a prefix"),
        (lambda: masks.padding([3, -1]), "A length"),
        (lambda: masks.padding([]), "a length for each batch"),
        (lambda: masks.dilated(-1, 1), "The width of a dilated window"),
        (lambda: masks.dilated(1, 0), "The rate of a dilated window"),
        (lambda: masks.global_tokens([0, -1]), "The number of a global token"),
        (lambda: masks.chunk(0), "The size of a chunk"),
        (lambda: masks.document([0.5]), "whole numbers"),
        (lambda: masks.document([[[0]]]), "whole numbers"),
        (lambda: masks.bigbird(0, 1), "The length of a text"),
        (lambda: masks.bigbird(8, 0), "The size of a block"),
        (lambda: masks.bigbird(8, 1, width=2), "an odd width, not 2"),
        (lambda: masks.bigbird(4097, 1), "at most 4096 blocks, not 4097"),
        (lambda: masks.bigbird(8, 1, ends=-1), "The number of end blocks"),
        (lambda: masks.bigbird(8, 1, random=-1), "The number of random blocks"),
        (lambda: masks.bigbird(8, 1, seed=-1), "The seed"),
    ],
)
def test_impossible_sizes_are_refused_in_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as error:
        make()
    assert re.fullmatch(r"[A-Za-z][^.]*(\d\.\d)?[^.]*\.", str(error.value))


def test_axes_of_size_one_repeat_in_keep() -> None:
    padding = masks.keep(np.array([[True, True, False], [True, False, False]])[:, None, None, :])
    assert picture(padding, 2, 3, batch=0) == "xx. xx."
    assert picture(padding, 2, 3, batch=1) == "x.. x.."
    by_head = masks.keep(np.array([cells("x. .x"), cells("xx ..")]))
    assert picture(by_head, 2, 2, batch=5, head=1) == "xx .."
    assert picture(masks.keep(np.array([True, False])), 3, 2) == "x. x. x."


def test_keep_refuses_what_is_not_a_boolean_mask() -> None:
    with pytest.raises(ValueError, match="booleans"):
        masks.keep(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="four axes"):
        masks.keep(np.ones((1, 1, 1, 2, 2), bool))


@pytest.mark.parametrize("xp", [np, torch])
def test_masks_combine(xp: Any) -> None:
    causal, some = masks.causal(), masks.keep(xp.asarray(cells("xx. x.x .xx")))
    assert picture(masks.both(causal, some), 3, 3, xp) == "x.. x.. .xx"
    assert picture(masks.either(causal, some), 3, 3, xp) == "xx. xxx xxx"
    assert picture(masks.negate(causal), 3, 3, xp) == ".xx ..x ..."
    assert picture(masks.both(), 2, 2, xp) == "xx xx"
    assert picture(masks.either(), 2, 2, xp) == ".. .."


def test_a_function_of_somebodys_own_combines_and_its_tiles_are_cut() -> None:
    def even(b: Any, h: Any, q: Any, k: Any) -> Any:
        return (q + k) % 2 == 0

    assert picture(masks.both(masks.causal(), masks.negate(even)), 3, 3) == "... x.. .x."
    assert masks.negate(even).tile(0, 1, 0, 1) == "cut"
    assert masks.both(masks.causal(), even).tile(0, 2, 0, 2) == "cut"
    assert masks.both(masks.causal(), even).tile(0, 2, 2, 4) == "empty"
    assert masks.either(masks.causal(), even).tile(2, 4, 0, 2) == "full"
