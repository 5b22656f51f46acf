"""Random tokens, twice in a row: the text on which induction heads are measured."""

from __future__ import annotations

from random import Random

from engine.models import ModelError, ModelInfo


def repeated(info: ModelInfo, length: int, seed: int) -> tuple[int, ...]:
    """Token numbers: `length` different ordinary tokens drawn at random, the same again, and the model's frame.

    Nothing of the second half can be foretold but from the first: Elhage et al. 2021, A Mathematical Framework for
    Transformer Circuits; Olsson et al. 2022, arXiv 2209.11895. The same numbers for a seed everywhere. ModelError,
    in a sentence, for a length that the model cannot read.
    """
    before, after = info.frame
    most = (info.limit - len(before) - len(after)) // 2
    if not 1 <= length <= most:
        raise ModelError(f"{info.title} reads 1 to {most:,} tokens twice, not {length:,}.")
    random, drawn = Random(seed), dict[int, None]()  # Python keeps what a seed gives; numpy does not promise it
    while len(drawn) < length:
        drawn[info.ordinary[int(random.random() * len(info.ordinary))]] = None
    return (*before, *drawn, *drawn, *after)
