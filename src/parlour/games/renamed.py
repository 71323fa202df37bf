"""The base of `renamed.py` of a game: the same game in other words, for language models that know it.

The names and the sizes of numbers are drawn from a seed, and the text of the rules is RENAMED.md. The rules that decide
stay the game's own, so nothing but the words can differ.
"""

from abc import ABC, abstractmethod
from random import Random
from string import Template
from typing import Any

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Turn

PLACES = ("Amber", "Northern", "Copper", "Velvet", "Juniper", "Misty", "Saffron", "Winter")
THINGS = ("Orchard", "Harbour", "Lantern", "Meadow", "Quarry", "Almanac", "Compass", "Weir")
PLAYERS = (("Alder", "Birch"), ("Heron", "Otter"), ("Ines", "Tomas"), ("Delta", "Sigma"), ("Juno", "Vesta"))
UNITS = ("beads", "shells", "grains", "acorns", "marbles", "pebbles")
SCALES = (3, 4, 6, 7, 8, 9)  # a unit of the game stands for so many of the new one


class RenamedGame(ABC):
    """A wording of one variant whose names and numbers are drawn from a seed.

    The placeholders of RENAMED.md are the drawn names and those that `_names` adds. Every state that a wording
    gets is one that `Game.shown` returned.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        draw = Random(f"{game.name}/{seed}")
        self.title = f"{draw.choice(PLACES)} {draw.choice(THINGS)}"
        self.players: tuple[str, str] = draw.choice(PLAYERS)
        self.units = draw.choice(UNITS)
        self.scale = draw.choice(SCALES)
        self._draw(draw)

    @abstractmethod
    def _draw(self, draw: Random) -> None:
        """Draws the names that only this game has."""

    @abstractmethod
    def _names(self, rules: Any) -> dict[str, object]:
        """The meanings of further placeholders of the rules."""

    @abstractmethod
    def situation(self, state: Any, number: int) -> list[str]:
        """The position before turn `number`, counted from 1."""

    @abstractmethod
    def label(self, state: Any, player: int, action: int) -> str:
        """The words for an action: no two actions that are legal in the same state have the same."""

    def rules(self) -> str:
        text = (self.game.folder / "RENAMED.md").read_text(encoding="utf-8")
        first, second = self.players
        names = {**vars(self), "first": first, "second": second, **self._names(self.game.rules)}
        return Template(text).substitute(names).rstrip()

    def news(self, turn: Turn, you: int) -> list[str]:
        """The events of a turn, told to player `you`: none, because the history and the position say it all."""
        return []

    def _turn(self, state: Any) -> str:
        return f"It is the turn of {self.players[state.turn - 1]}."


def counts(state: State, field: str) -> tuple[int, int]:
    """A field of both players: `tokens` is `tokens1` and `tokens2`."""
    values = state._asdict()
    return values[f"{field}1"], values[f"{field}2"]
