"""The states and decisions for which texts are tried: as many as time allows."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from parlour.check.exploring import Turn
from parlour.check.subject import Subject

SECONDS = 15.0
AT_FIRST = 2_000  # of many; they are spread over all of them

T = TypeVar("T")


class Place(NamedTuple):
    state: Any
    visible: Any  # the state as players see it
    turn: Turn


class Spread(Generic[T]):
    """Goes through many things until the time is over: first some of them from beginning to end, then the others."""

    def __init__(self, explored: Iterable[T], complete: bool) -> None:
        self._explored = list(explored)
        self._complete = complete  # whether these are all that the game has
        self._done = 0

    def __iter__(self) -> Iterator[T]:
        deadline = time.monotonic() + SECONDS
        passes = max(1, len(self._explored) // AT_FIRST)
        for first in range(passes):
            for each in self._explored[first::passes]:
                if time.monotonic() > deadline:
                    return
                self._done += 1
                yield each

    def extent(self, noun: str) -> str:
        """How many there was time for: "all 42 states"."""
        done, number = self._done, len(self._explored)
        if done < number:
            return f"{done:,} of {number:,} {noun}s"
        return f"{'all ' if self._complete else ''}{number:,} {noun}s"


def places(subject: Subject, turns: Iterable[tuple[Any, Turn]]) -> Iterator[Place]:
    rules = subject.game().rules
    for state, turn in turns:
        yield Place(state, shown(subject, rules, state), turn)


def shown(subject: Subject, rules: Any, state: Any) -> Any:
    return subject.rule("shown", rules, state, state=state) if hasattr(subject.rules, "shown") else state
