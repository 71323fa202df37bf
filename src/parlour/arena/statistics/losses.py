"""The mean loss per choice: in all, in each phase of a match, and by the number of the turn.

Choices among two or more actions count, and forfeits, which lose all that the position was worth (see `Review`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.arena.harness.match_losses import LossesByMatch
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.statistics.intervals import Interval, grouped_mean

PHASES = ("opening", "middle", "end")
MOST_BINS = 20  # points of a chart
WORST = 2.0  # from a won position to a lost one


class LossBin(NamedTuple):
    """The choices of a player in turns with these numbers, counted from 1 in each match."""

    begin: int
    end: int
    loss: Interval
    choices: int


class PlayerLosses(NamedTuple):
    """The mean loss per choice of a player. A win and a defeat are 2.00 apart."""

    player: str
    choices: int
    loss: Interval
    without_forfeits: Interval | None
    phases: dict[str, Interval | None]
    forfeits: int  # among the choices
    bins: tuple[LossBin, ...]


class ChoiceLoss(NamedTuple):
    seed: int
    number: int  # of the turn, counted from 0
    total: int  # turns of the match, with the one that was forfeited
    loss: float
    forfeit: bool


def phase(number: int, total: int) -> str:
    """The phase of turn `number`, counted from 0, in a match of so many turns: each is a third of them."""
    return PHASES[3 * number // max(1, total)]


def player_losses(player: str, matches: Sequence[PlayedMatch], losses: LossesByMatch) -> PlayerLosses | None:
    """None for a player who never had a choice."""
    choices = list(choice_losses(player, matches, losses))
    if not choices:
        return None
    played = [each for each in choices if not each.forfeit]
    phases = {name: [each for each in choices if phase(each.number, each.total) == name] for name in PHASES}
    return PlayerLosses(
        player,
        len(choices),
        mean_loss(choices),
        mean_loss(played) if played else None,
        {name: mean_loss(own) if own else None for name, own in phases.items()},
        len(choices) - len(played),
        tuple(bins(choices, matches)),
    )


def choice_losses(player: str, matches: Sequence[PlayedMatch], losses: LossesByMatch) -> Iterator[ChoiceLoss]:
    for match in matches:
        found = losses.get(match.key)
        if found is not None and player in match.players:
            length = len(match.line)
            total = length + (match.failure is not None)
            for number, loss in found.losses[match.players.index(player)]:
                yield ChoiceLoss(match.seed, number - 1, total, loss, number > length)


def mean_loss(choices: Sequence[ChoiceLoss]) -> Interval:
    """The mean over all choices. Those of one seed are one observation, because they share their luck."""
    return grouped_mean(((each.seed, each.loss) for each in choices), 0.0, WORST)


def bins(choices: Sequence[ChoiceLoss], matches: Sequence[PlayedMatch]) -> Iterator[LossBin]:
    """Means by the number of the turn; several numbers together if matches are long."""
    lengths = sorted(len(match.line) for match in matches)
    longest = max(1, lengths[len(lengths) * 95 // 100])  # 5 % of the matches reach it; later turns are too rare
    width = -(-longest // MOST_BINS)
    found: dict[int, list[ChoiceLoss]] = {}
    for each in choices:
        if each.number < longest:
            found.setdefault(each.number // width, []).append(each)
    for place, own in sorted(found.items()):
        yield LossBin(place * width + 1, min(longest, (place + 1) * width), mean_loss(own), len(own))
