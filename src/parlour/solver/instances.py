"""Named instances of every game, from solved in milliseconds to too large for `parlour.solve`: `parlour.instances()`.

They are in `instances.json` of each game; `benchmarks/instances.py` measured them.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from parlour.games.catalogue import OURS
from parlour.games.catalogue import game as find_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game

FILE = "instances.json"  # in the folder of a game, from the smallest to the largest


class Instance(NamedTuple):
    """An instance of a game. Values are for the first player."""

    name: str  # such as "token-showdown tokens=200"
    game: Game
    states: float  # unfinished states that can be reached from the start
    counted: bool  # if false, `states` is an estimate
    options: float  # of a player who is to act, on average over random games
    turns: float  # of a random game, on average
    lower: float  # the value is proved to lie between `lower` and `upper`
    upper: float
    proof: str  # "solved", "symmetry" (both seats are alike, so the value is 0) or "none"
    uniform: float  # the exploitability of uniform play: exact if it is solved, otherwise a statistical lower bound
    seconds: float | None  # to solve and prove it on `machine`
    machine: str

    @property
    def value(self) -> float | None:
        """The value, if it is known."""
        return None if self.proof == "none" else (self.lower + self.upper) / 2


def instances(name: str | None = None) -> tuple[Instance, ...]:
    """The instances of one game, or of all games that come with Parlour, from the smallest to the largest."""
    if name is None:
        return tuple(instance for each in OURS for instance in instances_of(each))
    found = tuple(instances_of(name))
    if not found:
        raise ParlourError(f"{find_game(name).name} has no named instances: there are none in {FILE} of its folder")
    return found


def instances_of(name: str) -> Iterator[Instance]:
    standard = find_game(name)
    for entry in read_entries(standard):
        rules = entry.pop("rules")
        if entry:  # otherwise it is not measured
            yield Instance(instance_name(standard.name, rules), find_game(name, **rules), **entry)


def read_entries(standard: Game) -> list[dict[str, Any]]:
    """The parameters of every instance, under `rules`, with its numbers."""
    file = standard.folder / FILE
    entries: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    return entries


def instance_name(game: str, rules: dict[str, int]) -> str:
    return " ".join([game, *(f"{field}={value}" for field, value in rules.items())])
