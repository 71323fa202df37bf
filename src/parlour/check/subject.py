"""The game that is being checked, as far as it could be loaded and explored, and ways through its states."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from parlour.check.guard import call
from parlour.check.overflow import watch
from parlour.check.results import Findings, NotChecked
from parlour.games.game import Game

SECONDS = 15.0
AT_FIRST = 2_000  # of many; they are spread over all of them

T = TypeVar("T")


class Node(NamedTuple):
    """A state by the rules: the players to act, their actions, and the next states."""

    actors: tuple[int, ...]
    actions: tuple[tuple[int, ...], tuple[int, ...]]  # of both players; empty for one who is not to act
    after: dict[tuple[int, int], Any]  # the next state, by the actions of both players


class Graph(NamedTuple):
    nodes: dict[Any, Node]  # by state, the nearest to the start first
    complete: bool  # whether these are all states

    @property
    def extent(self) -> str:
        """How many states there are: "in all 42 states"."""
        number = len(self.nodes)
        states = number_of(number, "state")
        if not self.complete:
            return f"in the {states} that were looked at"
        return f"in all {states}" if number > 1 else f"in {states}"


def number_of(things: int, noun: str) -> str:
    return f"{things:,} {noun}" if things == 1 else f"{things:,} {noun}s"


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
            return f"{done:,} of {number_of(number, noun)}"
        return f"{'all ' if self._complete and number > 1 else ''}{number_of(number, noun)}"


@dataclass
class CheckedGame:
    name: str
    package: str
    folder: Path
    settings: dict[str, object]  # the parameters that --set changes
    rules: ModuleType = field(default_factory=lambda: ModuleType("rules"))
    words: ModuleType = field(default_factory=lambda: ModuleType("words"))
    findings: Findings = field(default_factory=Findings)
    limits: Any = None  # the lowest and the highest Rules, once they are known to be sound
    found: Graph | None = None  # the explored states, unless the bounds or the start are wrong

    @property
    def graph(self) -> Graph:
        """The explored states, or NotChecked."""
        if self.found is None:
            raise NotChecked("bounds")
        return self.found

    def game(self, **changes: object) -> Game:
        """The game with its parameters, or `Broken`."""
        parameters = {**self.settings, **changes}
        made: Game = call(self.folder, Game, self.name, self.rules, self.words, self.folder, parameters)
        return made

    def variants(self) -> list[dict[str, int]]:
        """The variants with one parameter at its lowest or highest value, each as the change of that parameter."""
        return [
            {name: value}
            for limit in self.limits
            for name, value in limit._asdict().items()
            if value != getattr(self.parameters, name)
        ]

    @cached_property
    def parameters(self) -> Any:
        return self.game().rules

    @cached_property
    def functions(self) -> dict[str, Any]:
        """The functions of `rules.py`. They fail if a number on the way does not fit in 32 bits."""
        functions: dict[str, Any] = call(self.folder, watch, self.rules, name="rules.py")
        return functions

    def rule(self, name: str, *arguments: Any) -> Any:
        """The result of a function of `rules.py` for the parameters and these arguments, or `Broken`."""
        state, actions = arguments[0] if arguments else None, arguments[1:] if name == "play" else None
        return call(self.folder, self.functions[name], self.parameters, *arguments, state=state, actions=actions)

    def word(self, name: str, *arguments: Any, state: Any = None, actions: Any = None) -> Any:
        """The result of a function of `words.py` for the parameters and these arguments, or `Broken`."""
        return call(self.folder, getattr(self.words, name), self.parameters, *arguments, state=state, actions=actions)

    def shown(self, state: Any) -> Any:
        return self.rule("shown", state) if hasattr(self.rules, "shown") else state

    def places(self, nodes: Iterable[tuple[Any, Node]]) -> Iterator[tuple[Any, Any, Node]]:
        """Each state, its view for players, and its node."""
        for state, node in nodes:
            yield state, self.shown(state), node
