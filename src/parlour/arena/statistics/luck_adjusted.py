"""Scores without the luck of an opponent whose mix is known (AIVAT).

Against an opponent who draws its actions from a known mix, part of a result is luck: in each of its decisions the
opponent might have drawn another action. With any guess V of what states are worth to the player,

    V(the state after the decision) - the average of V over what the opponent might have drawn

is 0 on average, so it can be taken away from the result without changing what the result is on average. The better the
guess, the less the corrected score varies. In a secret round the player's own action stays as it was.

The guess is the exact value of a meeting between the opponent and the careless player who chooses most like the player.
It comes from one half of the pairs and corrects the other half: a guess that had seen the result could be biased.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from parlour.arena.harness.turns import Turn, turns
from parlour.arena.statistics.fitting import Fit, choices, fit_carelessness
from parlour.arena.statistics.intervals import Interval, mean_interval, with_unseen
from parlour.arena.statistics.meeting_batch import MeetingBatch
from parlour.arena.statistics.pair_scores import whole_pairs
from parlour.arena.tournament.results import Played
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.careless import Careless
from parlour.solver.matchup import Matchup
from parlour.solver.policies import PolicyLike, as_strategy
from parlour.strategy import check_mix

Value: TypeAlias = Callable[[State], float]  # what a state is worth to the player in the first seat
Pair: TypeAlias = tuple[Played, Played]
NO_SPREAD = 1e-12  # variances below this are rounding errors


class Correction:
    """Corrects the scores of one player, in one seat, against an opponent with a known mix."""

    def __init__(self, game: Game, seat: int, opponent: PolicyLike, value: Value) -> None:
        self._game, self._seat, self._value = game, seat, value
        self._opponent = as_strategy(opponent)
        self._mixes: dict[State, dict[int, float]] = {}
        self._averages: dict[tuple[State, int], float] = {}  # by state and the player's own action

    def corrected(self, match: Played) -> float:
        """The player's score in a match, without the opponent's luck. It can be outside -1 and 1."""
        score = match.score(match.players[self._seat])
        return score - sum(self.luck(turn) for turn in turns(self._game, match.decisions))

    def luck(self, turn: Turn) -> float:
        """What the player gained because the opponent drew this action and not another."""
        other = 1 - self._seat
        if other not in turn.actors:
            return 0.0
        if turn.before not in self._mixes:
            mix = self._opponent.mix(self._game, turn.before, other)
            self._mixes[turn.before] = check_mix(self._game, turn.before, other, mix)
        if turn.actions[other] not in self._mixes[turn.before]:
            raise contradiction(self._game, turn, other)
        own = turn.actions[self._seat] if self._seat in turn.actors else 0
        key = turn.before, own
        if key not in self._averages:
            self._averages[key] = self._average(turn.before, own)
        gained = self._value(turn.after) - self._averages[key]
        return gained if self._seat == 0 else -gained

    def _average(self, state: State, own: int) -> float:
        game = self._game
        average = 0.0
        for action, chance in self._mixes[state].items():
            actions = (own, action) if self._seat == 0 else (action, own)
            average += chance * self._value(game.module.play(game.rules, state, *actions))
        return average


def contradiction(game: Game, turn: Turn, seat: int) -> ParlourError:
    """A player chose what it never chooses, by its own account."""
    action = game.label(turn.before, seat, turn.actions[seat])
    return ParlourError(f"it chose {action!r} where its mix gives that no chance, in {turn.before}")


class CorrectedPair(NamedTuple):
    pair: int
    raw: float
    corrected: float


class Corrected(NamedTuple):
    """The scores of a player against an opponent with a known mix, raw and corrected."""

    player: str
    opponent: str
    raw: Interval
    corrected: Interval
    pairs: tuple[CorrectedPair, ...]
    fits: tuple[Fit, Fit]  # of the player, to either half of the pairs

    @property
    def factor(self) -> float | None:
        """How many times as many games the raw score needs for the same interval; None if nothing varies any more."""
        raw, corrected = variance([pair.raw for pair in self.pairs]), variance([pair.corrected for pair in self.pairs])
        return raw / corrected if corrected > NO_SPREAD else None


class Case(NamedTuple):
    """Pairs of one player against one opponent in one game, in two halves, and who chooses most like the player."""

    player: str
    opponent: str
    policy: PolicyLike  # the opponent's
    halves: tuple[list[Pair], list[Pair]]
    fits: tuple[Fit, Fit]


def correct(game: Game, matches: Iterable[Played], player: str, opponent: PolicyLike, *, seed: int = 0) -> Corrected:
    """Corrects the scores of `player` in matches of this game against one opponent, whose mix must be the one it used.

    The matches must be between the player and that opponent, in pairs. Raises TooLarge if the game cannot be solved.
    """
    case, batch = case_of(game, matches, player, opponent), MeetingBatch()
    places = needed_for(case, batch)
    met = batch.calculated(game)
    return corrected(game, case, [met[place] for place in places], seed=seed)


def case_of(game: Game, matches: Iterable[Played], player: str, opponent: PolicyLike) -> Case:
    pairs = list(whole_pairs(matches))
    name = opponent_in(pairs, player)
    halves = pairs[0::2], pairs[1::2]
    first, second = (fitted(game, half, player) for half in halves)
    return Case(player, name, opponent, halves, (first, second))


def needed_for(case: Case, batch: MeetingBatch) -> list[int]:
    """The meetings whose values `corrected` needs: by half, the other half's careless player in either seat."""
    places = []
    for fit in case.fits[::-1]:
        careless = Careless(fit.carelessness)
        places += [batch.add(careless, case.policy), batch.add(case.policy, careless)]
    return places


def corrected(game: Game, case: Case, met: Sequence[Matchup], *, seed: int = 0) -> Corrected:
    """`met` are the meetings that `needed_for` asked for."""
    scores: list[CorrectedPair] = []
    for half, both in zip(case.halves, (met[:2], met[2:]), strict=True):
        corrections = [Correction(game, seat, case.policy, each.value) for seat, each in enumerate(both)]
        for pair in half:
            seats = [match.players.index(case.player) for match in pair]
            without_luck = [corrections[seat].corrected(match) for seat, match in zip(seats, pair, strict=True)]
            raw = [match.score(case.player) for match in pair]
            scores.append(CorrectedPair(pair[0].pair, sum(raw) / 2, sum(without_luck) / 2))
    scores.sort()
    return Corrected(
        case.player,
        case.opponent,
        mean_interval((pair.raw for pair in scores), seed=seed),
        with_unseen(mean_interval((pair.corrected for pair in scores), seed=seed)),
        tuple(scores),
        case.fits,
    )


def fitted(game: Game, pairs: Iterable[Pair], player: str) -> Fit:
    """The careless player who chooses most like this one did in these pairs."""
    return fit_carelessness(
        game,
        (
            choice
            for pair in pairs
            for match in pair
            for choice in choices(game, match.decisions, match.players.index(player))
        ),
    )


def opponent_in(pairs: Sequence[Pair], player: str) -> str:
    """The one opponent of a player in these pairs, or an error."""
    names = {name for pair in pairs for match in pair for name in match.players}
    others = sorted(names - {player})
    if player not in names or len(others) != 1 or any(len(set(pair[0].players)) == 1 for pair in pairs):
        raise ParlourError(f"corrected scores need pairs of {player} against one opponent, not of {sorted(names)}")
    if len({pair[0].game for pair in pairs}) != 1:
        raise ParlourError("corrected scores need pairs of one game")
    return others[0]


def variance(scores: Sequence[float]) -> float:
    mean = sum(scores) / len(scores)
    return sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
