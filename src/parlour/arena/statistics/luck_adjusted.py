"""Luck-adjusted scores: without the luck of an opponent whose mix is known (AIVAT).

Against an opponent who draws its actions from a known mix, part of a result is luck: at each of its choices the
opponent might have drawn another action. With any guess V of the values of states for the player,

    V(the state after the turn) - the average of V over the actions that the opponent might have drawn

is 0 on average, so it can be subtracted from the result without changing the result on average. The better the guess,
the less the luck-adjusted score varies. In a secret round the player's own action stays as it was.

The guess is the exact value of a matchup between the opponent and the careless player who chooses most like the player.
It comes from one half of the pairs and adjusts the other half: a guess that had seen the result could be biased.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from parlour.arena.harness.played import PlayedMatch, whole_pairs
from parlour.arena.statistics.exact import MatchupBatch
from parlour.arena.statistics.fitting import Fit, fit_carelessness
from parlour.arena.statistics.intervals import Interval, mean_interval, with_unseen
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.games.line import Turn
from parlour.players.basic import Careless
from parlour.players.habits.choices import choices_of
from parlour.solver.policies.strategies import PolicyLike, as_strategy
from parlour.strategy import check_mix

Value: TypeAlias = Callable[[State], float]  # of a state, to the player in the first seat
Pair: TypeAlias = tuple[PlayedMatch, PlayedMatch]
NO_SPREAD = 1e-12  # variances below this are rounding errors


class LuckAdjustment:
    """Adjusts the scores of one player, in one seat, against an opponent with a known mix."""

    def __init__(self, game: Game, seat: int, opponent: PolicyLike, value: Value) -> None:
        self._game, self._seat, self._value = game, seat, value
        self._opponent = as_strategy(opponent)
        self._mixes: dict[State, dict[int, float]] = {}
        self._averages: dict[tuple[State, int], float] = {}  # by state and the player's own action

    def score(self, match: PlayedMatch) -> float:
        """The player's score in a match, without the opponent's luck. It can be outside -1 and 1."""
        return match.score(match.players[self._seat]) - sum(self.draw_luck(turn) for turn in match.line.turns)

    def draw_luck(self, turn: Turn) -> float:
        """The player's gain because the opponent drew this action and not another."""
        other = 1 - self._seat
        if other not in turn.actors:
            return 0.0
        if turn.before not in self._mixes:
            mix = self._opponent.mix(self._game, turn.before, other)
            self._mixes[turn.before] = check_mix(self._game, turn.before, other, mix)
        if turn.both[other] not in self._mixes[turn.before]:
            raise contradiction(self._game, turn, other)
        own = turn.both[self._seat] if self._seat in turn.actors else 0
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
    """A player chose an action that has no chance in its stated mix."""
    action = game.label(turn.before, seat, turn.both[seat])
    return ParlourError(f"it chose {action!r} where its mix gives that no chance, in {turn.before}")


class AdjustedPair(NamedTuple):
    pair: int
    raw: float
    adjusted: float


class LuckAdjusted(NamedTuple):
    """The scores of a player against an opponent with a known mix, raw and luck-adjusted."""

    player: str
    opponent: str
    raw: Interval
    adjusted: Interval
    pairs: tuple[AdjustedPair, ...]
    fits: tuple[Fit, Fit]  # of the player, to either half of the pairs

    @property
    def factor(self) -> float | None:
        """How many times as many games the raw score needs for the same interval; None if nothing varies any more."""
        raw, adjusted = variance([pair.raw for pair in self.pairs]), variance([pair.adjusted for pair in self.pairs])
        return raw / adjusted if adjusted > NO_SPREAD else None


def adjust_luck(game: Game, matches: Iterable[PlayedMatch], player: str, opponent: PolicyLike) -> LuckAdjusted:
    """Adjusts the scores of `player` in matches of this game against one opponent, whose mix must be the one it used.

    The matches must be between the player and that opponent, in pairs. Raises TooLarge if the game cannot be solved.
    """
    return LuckCase(MatchupBatch(game), matches, player, opponent).adjust()


class LuckCase:
    """Pairs of one player against one opponent in one game. The exact values that it needs come from a batch."""

    def __init__(self, batch: MatchupBatch, matches: Iterable[PlayedMatch], player: str, opponent: PolicyLike) -> None:
        pairs = list(whole_pairs(matches))
        self.player, self.opponent, self._policy, self._batch = player, opponent_in(pairs, player), opponent, batch
        self._halves = pairs[0::2], pairs[1::2]
        first, second = (fit_player(batch.game, half, player) for half in self._halves)
        self._fits = first, second
        self._matchups = []  # by half, the other half's careless player in either seat
        for fit in (second, first):
            careless = Careless(fit.carelessness)
            self._matchups.append((batch.add(careless, opponent), batch.add(opponent, careless)))

    def adjust(self) -> LuckAdjusted:
        scores: list[AdjustedPair] = []
        for half, numbers in zip(self._halves, self._matchups, strict=True):
            adjustments = [
                LuckAdjustment(self._batch.game, seat, self._policy, self._batch[number].value)
                for seat, number in enumerate(numbers)
            ]
            for pair in half:
                adjusted = [adjustments[match.players.index(self.player)].score(match) for match in pair]
                raw = [match.score(self.player) for match in pair]
                scores.append(AdjustedPair(pair[0].pair, sum(raw) / 2, sum(adjusted) / 2))
        scores.sort()
        return LuckAdjusted(
            self.player,
            self.opponent,
            mean_interval(pair.raw for pair in scores),
            with_unseen(mean_interval(pair.adjusted for pair in scores)),
            tuple(scores),
            self._fits,
        )


def fit_player(game: Game, pairs: Iterable[Pair], player: str) -> Fit:
    """The careless player who chooses most like this one did in these pairs."""
    lines = ((match.line, match.players.index(player)) for pair in pairs for match in pair)
    return fit_carelessness(game, (choice for line, seat in lines for choice in choices_of(line, seat)))


def opponent_in(pairs: Sequence[Pair], player: str) -> str:
    """The one opponent of a player in these pairs, or an error."""
    names = {name for pair in pairs for match in pair for name in match.players}
    others = sorted(names - {player})
    if player not in names or len(others) != 1 or any(len(set(pair[0].players)) == 1 for pair in pairs):
        raise ParlourError(f"luck-adjusted scores need pairs of {player} against one opponent, not of {sorted(names)}")
    if len({pair[0].game for pair in pairs}) != 1:
        raise ParlourError("luck-adjusted scores need pairs of one game")
    return others[0]


def variance(scores: Sequence[float]) -> float:
    mean = sum(scores) / len(scores)
    return sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
