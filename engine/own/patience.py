"""How long somebody waits for an own function: until a job is cancelled, or a moment for a hover text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import signature
from typing import Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


class OwnError(ValueError):
    """What is wrong with a person's function. Its text is one sentence, with the line where there is one."""


class GivenUp(OwnError):  # noqa: N818
    """Nobody waits for the answer any more."""


_GIVE_UP: Final[ContextVar[Callable[[], bool]]] = ContextVar("give_up", default=lambda: False)


@contextmanager
def patience(give_up: Callable[[], bool]) -> Iterator[None]:
    """Within, a call of an own function is given up (GivenUp) once `give_up()` is true."""
    token = _GIVE_UP.set(give_up)
    try:
        yield
    finally:
        _GIVE_UP.reset(token)


def heed() -> None:
    """Raise GivenUp, if nobody waits."""
    if _GIVE_UP.get()():
        raise GivenUp("The own function is not waited for.")


def heeding(job: Callable[P, T | None]) -> Callable[P, T | None]:
    """A job whose argument `cancelled()` own functions heed too: it returns None when that gave one up."""
    place = list(signature(job).parameters).index("cancelled")

    @wraps(job)
    def heeds(*args: P.args, **kwargs: P.kwargs) -> T | None:
        with patience(cast("Callable[[], bool]", args[place] if len(args) > place else kwargs["cancelled"])):
            try:
                return job(*args, **kwargs)
            except GivenUp:
                return None

    return heeds
