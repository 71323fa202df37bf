"""Head to head: raw scores, scores without forfeits, luck-adjusted ones and exact ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from parlour.arena.harness.played import PlayedMatch, pair_scores
from parlour.arena.statistics.exact import MatchupBatch
from parlour.arena.statistics.intervals import Interval, clip, combine, mean_interval
from parlour.arena.statistics.luck_adjusted import NO_SPREAD, LuckAdjusted, LuckCase, contradiction, variance
from parlour.arena.tournament.plan import TournamentPlan
from parlour.games.contract import State
from parlour.games.errors import ParlourError, TooLarge, error_text
from parlour.games.game import Game
from parlour.games.line import Turn
from parlour.players.base import MODEL, PROGRAM, Contestant, Player
from parlour.players.roster import load_player
from parlour.solver.memory import states
from parlour.solver.policies.strategies import as_strategy
from parlour.strategy import check_mix

SLOW_STATES = 20_000  # a player that can only be asked state by state is asked in no more than these


class LuckAdjustedScore(NamedTuple):
    """A score without the luck of an opponent whose mix is known."""

    score: Interval
    without_luck_of: str
    factor: float | None  # how many times as many games the raw score needs; None if nothing varies any more


class MatchupScores(NamedTuple):
    """Two players against each other. Scores are the first one's."""

    players: tuple[str, str]
    score: Interval
    forfeits: tuple[int, int]  # matches, by player
    without_forfeits: Interval | None
    luck_adjusted: LuckAdjustedScore | None
    exact: float | None


class SeatScores(NamedTuple):
    """A player against all opponents. An interval counts seeds, which all opponents share."""

    player: str
    both: Interval
    first: Interval
    second: Interval


class HeadToHead:
    """The matchups of one game."""

    def __init__(
        self,
        game: Game,
        matches: Sequence[PlayedMatch],
        mixes: Mapping[str, Player],
        matchups: Sequence[tuple[str, str]],
        luck_adjusted: bool = True,
    ) -> None:
        self._played: dict[frozenset[str], list[PlayedMatch]] = {}
        for match in matches:
            self._played.setdefault(frozenset(match.players), []).append(match)
        self.notes: list[str] = []
        self.exact: dict[tuple[str, str], float] = {}  # by players: scores of the first one
        self.luck_adjusted: dict[tuple[str, str], LuckAdjusted] = {}  # by players, of whom either may be the opponent
        try:
            known, notes = usable_mixes(game, matches, mixes)
            self.notes += notes
            self._calculate(MatchupBatch(game), known, matchups, luck_adjusted)
        except Exception as error:  # the game is too large, or the mix of a foreign class is none in some state
            self.notes.append(f"No exact and no luck-adjusted scores: {problem(error)}")

    def _calculate(
        self, batch: MatchupBatch, mixes: Mapping[str, Any], matchups: Sequence[tuple[str, str]], luck_adjusted: bool
    ) -> None:
        exact = {
            (one, other): (batch.add(mixes[one], mixes[other]), batch.add(mixes[other], mixes[one]))
            for one, other in matchups
            if one in mixes and other in mixes
        }
        cases: dict[tuple[str, str], LuckCase] = {}
        for one, other in matchups if luck_adjusted else ():
            played = self._played.get(frozenset((one, other)))
            if played and (one in mixes or other in mixes):
                # Without the luck of the second player if its mix is known, and otherwise of the first one.
                player, opponent = (one, other) if other in mixes else (other, one)
                cases[one, other] = LuckCase(batch, played, player, mixes[opponent])
        for players, (there, back) in exact.items():
            self.exact[players] = (batch[there].expected - batch[back].expected) / 2
        for players, case in cases.items():
            self.luck_adjusted[players] = case.adjust()

    def scores(self, players: tuple[str, str]) -> MatchupScores | None:
        played = self._played.get(frozenset(players))
        if not played:
            return None
        scores = pair_scores(played)
        without = [score.of(players[0]) for score in scores if not score.forfeited]
        failed = [match.players[match.failure.player] for match in played if match.failure]
        found = self.luck_adjusted.get(players)
        return MatchupScores(
            players,
            in_range(mean_interval(score.of(players[0]) for score in scores)),
            (failed.count(players[0]), failed.count(players[1])),
            in_range(mean_interval(without)) if without else None,
            luck_adjusted_score(found, players) if found else None,
            self.exact.get(players),
        )


def luck_adjusted_score(found: LuckAdjusted, players: tuple[str, str]) -> LuckAdjustedScore:
    """The score of the first of these players."""
    score = found.adjusted
    if found.player != players[0]:
        score = score._replace(mean=-score.mean, low=-score.high, high=-score.low)
    return LuckAdjustedScore(score, found.opponent, found.factor)


def over_all_games(players: tuple[str, str], games: Sequence[HeadToHead]) -> MatchupScores | None:
    """A matchup in all games, with every game counting the same; None if one of them was not played."""
    met = [scores for game in games if (scores := game.scores(players))]
    if len(met) < len(games):
        return None
    without = [each.without_forfeits for each in met if each.without_forfeits]
    exact = [each.exact for each in met if each.exact is not None]
    return MatchupScores(
        players,
        in_range(combine([each.score for each in met])),
        (sum(each.forfeits[0] for each in met), sum(each.forfeits[1] for each in met)),
        in_range(combine(without)) if len(without) == len(met) else None,
        luck_adjusted_over_all(players, games, met),
        sum(exact) / len(exact) if len(exact) == len(met) else None,
    )


def luck_adjusted_over_all(
    players: tuple[str, str], games: Sequence[HeadToHead], met: Sequence[MatchupScores]
) -> LuckAdjustedScore | None:
    scores = [each.luck_adjusted for each in met if each.luck_adjusted]
    if len(scores) < len(met):
        return None
    found = [game.luck_adjusted[players] for game in games]
    raw = sum(variance([pair.raw for pair in each.pairs]) / len(each.pairs) for each in found)
    left = sum(variance([pair.adjusted for pair in each.pairs]) / len(each.pairs) for each in found)
    opponents = dict.fromkeys(each.without_luck_of for each in scores)
    return LuckAdjustedScore(
        combine([each.score for each in scores]), " or ".join(opponents), raw / left if left > NO_SPREAD else None
    )


def seat_scores(matches: Sequence[PlayedMatch], player: str) -> SeatScores:
    first, second = ([match for match in matches if match.players[seat] == player] for seat in (0, 1))
    return SeatScores(player, *(score_by_seed(own, player) for own in (first + second, first, second)))


def score_by_seed(matches: Sequence[PlayedMatch], player: str) -> Interval:
    """Matches with one seed share their luck, so they are one observation."""
    scores: dict[int, list[float]] = {}
    for match in matches:
        scores.setdefault(match.seed, []).append(match.score(player))
    return in_range(mean_interval(sum(each) / len(each) for each in scores.values()))


def in_range(score: Interval) -> Interval:
    """Cut at the least and the greatest score that there are. Luck-adjusted scores may be outside them."""
    return clip(score, -1.0, 1.0)


# The players whose mixes are known, and whether they played by them


def load_mixes(plan: TournamentPlan) -> tuple[dict[str, Player], list[str]]:
    """The players of a plan whose mix is the one that they play by, as they say; and notes on those without."""
    players: dict[str, Player] = {}
    notes = []
    for entrant in plan.players:
        if entrant.player.startswith((MODEL, PROGRAM)):  # no mix is known, and neither a key nor a program is needed
            continue
        try:
            player = load_player(entrant.player, entrant.settings)()
        except Exception:  # a foreign class may raise anything
            notes.append(f"{entrant.name} cannot be loaded here, so its mix is not known.")
            continue
        # The mix of a search depends on the random numbers of each choice.
        if Contestant(player).has_known_mix:
            players[entrant.name] = player
    return players, notes


def usable_mixes(
    game: Game, matches: Sequence[PlayedMatch], mixes: Mapping[str, Player]
) -> tuple[dict[str, Player], list[str]]:
    """Without players that would have to be asked in too many states, or that played by another mix; with notes."""
    players: dict[str, Player] = {}
    notes = []
    slow = {name for name, player in mixes.items() if as_strategy(player).is_slow}  # type: ignore[arg-type]  # all have a mix
    too_many = bool(slow) and len(states(game)) > SLOW_STATES
    for name, player in mixes.items():
        if too_many and name in slow:
            notes.append(f"The game has too many states to ask {name} for its mix in each, so that is not used.")
            continue
        try:
            compare_choices(game, matches, name, player)
            players[name] = player
        except TooLarge:
            raise
        except Exception as error:  # a foreign class may raise anything
            notes.append(f"The mix of {name} is not used: {problem(error)}.")
    return players, notes


def compare_choices(game: Game, matches: Sequence[PlayedMatch], name: str, player: Player) -> None:
    """Raises an error if the player ever chose an action that has no chance in its mix."""
    strategy = as_strategy(player)  # type: ignore[arg-type]  # it has a mix
    chosen: dict[tuple[State, int], dict[int, Turn]] = {}  # by state and seat: the actions, each with one example
    for match in matches:
        if name in match.players:
            seat = match.players.index(name)
            for turn in match.line.turns:
                if seat in turn.actors:
                    chosen.setdefault((turn.before, seat), {})[turn.both[seat]] = turn
    for (state, seat), actions in chosen.items():
        stated = check_mix(game, state, seat, strategy.mix(game, state, seat))
        for action, turn in actions.items():
            if action not in stated:
                raise contradiction(game, turn, seat)


def problem(error: Exception) -> str:
    return str(error) if isinstance(error, ParlourError) else error_text(error)
