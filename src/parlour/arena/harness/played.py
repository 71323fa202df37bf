"""Played matches, and pairs of them, which reviews, ratings and intervals count."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from parlour.games.line import Line
from parlour.match.match import Failure

MatchKey: TypeAlias = tuple[int, bool]  # the number of the pair, and whether the seats are swapped


class PlayedMatch(NamedTuple):
    pair: int
    swapped: bool
    game: str  # the label of the variant
    players: tuple[str, str]  # by seat
    seed: int
    line: Line
    outcome: str
    winner: int | None
    failure: Failure | None

    @property
    def key(self) -> MatchKey:
        return self.pair, self.swapped

    def score(self, name: str) -> float:
        """1 if the player won, -1 if it lost, which includes forfeits, and otherwise 0."""
        seat = self.players.index(name)
        if self.failure is not None:
            return -1.0 if self.failure.player == seat else 1.0
        return 0.0 if self.winner is None else 1.0 if self.winner == seat else -1.0


class PairScore(NamedTuple):
    """Two matches with the seats swapped, as one observation. The score is the first named player's, from -1 to 1."""

    game: str  # the label of the variant
    players: tuple[str, str]  # by their seats in the match that was not swapped
    seed: int
    score: float
    forfeited: bool  # whether a player failed in one of the matches

    def of(self, name: str) -> float:
        return self.score if name == self.players[0] else -self.score


def whole_pairs(matches: Iterable[PlayedMatch]) -> Iterator[tuple[PlayedMatch, PlayedMatch]]:
    """Both matches of each pair, the swapped one second, sorted by pair. A match without the other is left out."""
    first: dict[int, PlayedMatch] = {}
    second: dict[int, PlayedMatch] = {}
    for match in matches:
        (second if match.swapped else first)[match.pair] = match
    return ((first[pair], second[pair]) for pair in sorted(first.keys() & second.keys()))


def pair_scores(matches: Iterable[PlayedMatch]) -> list[PairScore]:
    """The score of each pair, sorted by pair."""
    scores = []
    for one, other in whole_pairs(matches):
        name, failed = one.players[0], one.failure is not None or other.failure is not None
        score = (one.score(name) + other.score(name)) / 2
        scores.append(PairScore(one.game, one.players, one.seed, score, failed))
    return scores
