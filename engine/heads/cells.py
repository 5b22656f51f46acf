"""Which cells of a map a measure adds up, for rows start..stop: (queries, keys), the queries rising."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.heads.text import Ints, Text

Pairs = tuple[Ints, Ints]  # both (P,)
Cells = Callable[[Text, int, int], Pairs]


def shifted(by: int) -> Cells:
    """The key `by` tokens after the query, where there is one."""

    def cells(text: Text, start: int, stop: int) -> Pairs:
        queries = np.arange(max(start, -by), min(stop, len(text.kinds) - by))
        return queries, queries + by

    return cells


def first(text: Text, start: int, stop: int) -> Pairs:
    """The first token, for all queries but itself."""
    queries = np.arange(max(start, 1), stop)
    return queries, np.zeros_like(queries)


def special(text: Text, start: int, stop: int) -> Pairs:
    """All special tokens."""
    return _each(np.flatnonzero(text.special), start, stop)


def separator(text: Text, start: int, stop: int) -> Pairs:
    """The tokens that end a text or part two."""
    return _each(text.separators, start, stop)


def duplicate(text: Text, start: int, stop: int) -> Pairs:
    """The same token anywhere else."""
    queries, keys = _alike(text, start, stop)
    return queries[keys != queries], keys[keys != queries]


def induction(text: Text, start: int, stop: int) -> Pairs:
    """The token after each earlier occurrence of the query's token."""
    queries, keys = _alike(text, start, stop)
    return queries[keys < queries], keys[keys < queries] + 1


def pair(text: Text, start: int, stop: int) -> Pairs:
    """The one cell that was chosen."""
    chosen = [] if text.pair is None or not start <= text.pair[0] < stop else [text.pair]
    queries, keys = np.array(chosen, np.int_).reshape(-1, 2).T
    return queries, keys


def _each(keys: Ints, start: int, stop: int) -> Pairs:
    return np.repeat(np.arange(start, stop), len(keys)), np.tile(keys, stop - start)


def _alike(text: Text, start: int, stop: int) -> Pairs:
    """All tokens of the query's kind, itself among them."""
    places = [text.places[kind] for kind in text.kinds[start:stop]]
    queries = np.repeat(np.arange(start, stop), [len(keys) for keys in places])
    return queries, np.concatenate(places) if places else np.zeros(0, np.int_)
