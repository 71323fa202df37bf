"""Named instances of every game, from solved in milliseconds to too large for `parlour.solve`: `parlour.instances()`.

`benchmarks/instances.py` measured them; the numbers are in `instances.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from parlour.games.catalogue import game as find_game
from parlour.games.errors import ParlourError
from parlour.games.game import Game

FILE = Path(__file__).with_name("instances.json")

# From bottom to top. The standard game is among them.
INSTANCES: dict[str, tuple[dict[str, int], ...]] = {
    "token-tactics": (
        {"start": 3, "cap": 6},
        {},
        {"start": 20, "cap": 30},
        {"start": 50, "cap": 60},
        {"start": 1000, "cap": 1500},
    ),
    "token-showdown": ({"tokens": 10}, {"tokens": 30}, {}, {"tokens": 200}, {"tokens": 400}, {"tokens": 1000}),
    "tower-siege": (
        {"tower": 5, "stride": 2, "cards": 2},
        {"tower": 8, "cards": 4},
        {},
        {"tower": 15},
        {"tower": 20, "cards": 10},
    ),
    "color-capture": ({"repeats": 3}, {}, {"repeats": 20}, {"repeats": 50}, {"repeats": 100}),
    "resource-war": ({"points": 5}, {}, {"points": 20}, {"points": 60}, {"points": 100}, {"points": 1000}),
}


class Instance(NamedTuple):
    """An instance of a game. Values are for the first player."""

    name: str  # such as "token-showdown tokens=200"
    game: Game
    states: float  # unfinished states that can be reached from the start
    counted: bool  # otherwise `states` is an estimate
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
    """All instances, or those of one game, from the smallest to the largest."""
    measured = json.loads(FILE.read_text(encoding="utf-8"))
    if name is not None and name not in INSTANCES:
        raise ParlourError(f"there are no instances of {name!r}; there are: {', '.join(INSTANCES)}")
    wanted = INSTANCES if name is None else {name: INSTANCES[name]}
    return tuple(
        Instance(instance_name(game, rules), find_game(game, **rules), **measured[instance_name(game, rules)])
        for game, sizes in wanted.items()
        for rules in sizes
    )


def instance_name(game: str, rules: dict[str, int]) -> str:
    return " ".join([game, *(f"{field}={value}" for field, value in rules.items())])
