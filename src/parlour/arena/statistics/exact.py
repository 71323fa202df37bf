"""What players with known mixes score against each other: exact, without playing a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.base import Player, has_known_mix
from parlour.solver.matchup import matchups
from parlour.solver.progress import Progress, silent


class ExactTable(NamedTuple):
    """Expected scores from -1 to 1. Every player meets every player, itself included, in both seats."""

    names: tuple[str, ...]
    scores: tuple[tuple[float, ...], ...]  # [first seat][second seat], for the first seat

    def score(self, one: str, other: str) -> float:
        """What a player scores against another one if each has the first seat as often."""
        first, second = self.names.index(one), self.names.index(other)
        return (self.scores[first][second] - self.scores[second][first]) / 2

    def average(self, name: str) -> float:
        """What a player scores against all the others."""
        others = [other for other in self.names if other != name]
        return sum(self.score(name, other) for other in others) / max(1, len(others))


def exact_table(game: Game, players: Mapping[str, Player], progress: Progress = silent) -> ExactTable:
    for name, player in players.items():
        if not has_known_mix(player):
            raise ParlourError(
                f"nobody knows how likely the choices of {name} are (it has no fixed `mix`): let it play"
            )
    names = tuple(players)
    pairs = [(first, second) for first in range(len(names)) for second in range(len(names))]
    met = iter(matchups(game, list(players.values()), pairs, progress))  # type: ignore[arg-type]  # all have a mix
    return ExactTable(names, tuple(tuple(next(met).expected + 0.0 for _ in names) for _ in names))
