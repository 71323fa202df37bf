"""The losses in played matches, from the exact solution of their game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from parlour.arena.harness.played import MatchKey, PlayedMatch
from parlour.games.game import Game
from parlour.solver.memory import solution_of
from parlour.solver.review import Reviewer

TurnLoss: TypeAlias = tuple[int, float]  # the number of the turn, from 1, and the loss


class MatchLosses(NamedTuple):
    """One match: the losses that count (see `Review.numbered_losses`), and the luck of the first seat."""

    losses: tuple[tuple[TurnLoss, ...], tuple[TurnLoss, ...]]  # by seat
    luck: float

    def total(self, seat: int) -> float:
        return sum(loss for _, loss in self.losses[seat])


LossesByMatch: TypeAlias = Mapping[MatchKey, MatchLosses]


def judge_matches(game: Game, matches: Iterable[PlayedMatch]) -> Iterator[tuple[MatchKey, MatchLosses]]:
    """The losses of matches of one game, one match after the other. Raises TooLarge if the game cannot be solved."""
    solution_of(game).prepare()
    reviewer = Reviewer(solution_of(game))
    for match in matches:
        review = reviewer.review(match.line, match.failure and match.failure.player)
        first, second = (tuple(review.numbered_losses(seat)) for seat in (0, 1))
        yield match.key, MatchLosses((first, second), review.luck)
