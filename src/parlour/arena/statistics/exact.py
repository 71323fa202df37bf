"""The exact scores of players with known mixes against each other, without playing a match."""

from collections.abc import Mapping
from typing import NamedTuple

from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.base import Contestant, Player
from parlour.solver.policies.matchup import Matchup, matchups
from parlour.solver.policies.strategies import PolicyLike
from parlour.solver.progress import Progress, silent

AT_ONCE = 100  # matchups: their values in all states of the largest games take 150 MB


class ExactTable(NamedTuple):
    """Expected scores from -1 to 1. Every player plays every player, itself included, in both seats."""

    names: tuple[str, ...]
    scores: tuple[tuple[float, ...], ...]  # [first seat][second seat], for the first seat

    def score(self, one: str, other: str) -> float:
        """A player's score against another one if each has the first seat equally often."""
        first, second = self.names.index(one), self.names.index(other)
        return (self.scores[first][second] - self.scores[second][first]) / 2

    def average(self, name: str) -> float:
        """A player's score against all the others."""
        others = [other for other in self.names if other != name]
        return sum(self.score(name, other) for other in others) / max(1, len(others))


def exact_table(game: Game, players: Mapping[str, Player], progress: Progress = silent) -> ExactTable:
    for name, player in players.items():
        if not Contestant(player).has_known_mix:
            raise ParlourError(f"it is not known how likely the choices of {name} are (no fixed `mix`): let it play")
    names = tuple(players)
    pairs = [(first, second) for first in range(len(names)) for second in range(len(names))]
    met = iter(matchups(game, list(players.values()), pairs, progress))  # type: ignore[arg-type]  # all have a mix
    return ExactTable(names, tuple(tuple(next(met).expected + 0.0 for _ in names) for _ in names))


class MatchupBatch:
    """Exact matchups of one game, calculated in one pass when the first of them is needed.

    Going through the states of a game takes most of the time.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._wanted: list[tuple[PolicyLike, PolicyLike]] = []  # by seat
        self._found: list[Matchup] = []

    def add(self, first: PolicyLike, second: PolicyLike) -> int:
        """Asks for a matchup of two policies, by seat, and returns its number."""
        self._wanted.append((first, second))
        return len(self._wanted) - 1

    def __getitem__(self, number: int) -> Matchup:
        while number >= len(self._found):
            wanted = self._wanted[len(self._found) : len(self._found) + AT_ONCE]
            policies = {id(policy): policy for both in wanted for policy in both}  # each of them once
            places = {key: place for place, key in enumerate(policies)}
            seats = [(places[id(one)], places[id(other)]) for one, other in wanted]
            self._found += matchups(self.game, list(policies.values()), seats)
        return self._found[number]
