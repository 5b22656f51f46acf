"""Random tokens twice: the same for a seed everywhere, ordinary, each one new in its half."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import MODELS, ModelError, ModelInfo
from engine.models.repeated import repeated

BERT, LLAMA = MODELS["minilm"], MODELS["smollm2"]


@given(length=st.integers(1, 255), seed=st.integers(0, 2**64))
def test_two_halves_between_the_models_own_tokens(length: int, seed: int) -> None:
    bert, llama = repeated(BERT, length, seed), repeated(LLAMA, length, seed)
    assert (bert[0], bert[-1], llama[0]) == (101, 102, 0)
    assert (len(bert), len(llama)) == (2 * length + 2, 2 * length + 1)
    for inner, info in ((bert[1:-1], BERT), (llama[1:], LLAMA)):
        assert inner[:length] == inner[length:]
        assert len(set(inner)) == length
        assert set(inner) <= set(info.ordinary)


def test_a_seed_gives_the_same_on_every_machine() -> None:
    begin = (0.8444218515250481, 0.7579544029403025, 0.420571580830845)  # of the Mersenne Twister, as Python seeds it
    assert repeated(LLAMA, 3, 0)[1:4] == tuple(273 + int(share * (49152 - 273)) for share in begin)
    assert repeated(LLAMA, 3, 1)[1:4] != repeated(LLAMA, 3, 0)[1:4]
    assert repeated(LLAMA, 9, 0)[1:4] == repeated(LLAMA, 3, 0)[1:4]


@pytest.mark.parametrize(("info", "most"), [(BERT, 255), (LLAMA, 4095)], ids=["minilm", "smollm2"])
def test_as_long_as_the_model_reads(info: ModelInfo, most: int) -> None:
    assert len(repeated(info, most, 5)) <= info.limit
    for length in (0, -1, most + 1):
        with pytest.raises(ModelError, match=f"reads 1 to {most:,} tokens twice, not"):
            repeated(info, length, 5)
