"""Head to head: raw scores, scores without forfeits, luck-adjusted ones and exact ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from parlour.arena.harness.played import PlayedMatch, pair_scores
from parlour.arena.report.known_mixes import KnownMixes, problem, usable_mixes
from parlour.arena.statistics.exact import MatchupBatch
from parlour.arena.statistics.intervals import Interval, clip, combine, mean_interval
from parlour.arena.statistics.luck_adjusted import NO_SPREAD, LuckAdjusted, LuckCase, variance
from parlour.games.game import Game


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
        mixes: KnownMixes,
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
        wanted = matchups if luck_adjusted else ()
        cases = {players: case for players in wanted if (case := self._case(batch, players, mixes))}
        for players, (there, back) in exact.items():
            self.exact[players] = (batch[there].expected - batch[back].expected) / 2
        for players, case in cases.items():
            self.luck_adjusted[players] = case.adjust()

    def _case(self, batch: MatchupBatch, players: tuple[str, str], mixes: Mapping[str, Any]) -> LuckCase | None:
        """Without the luck of the second player if its mix is known, and otherwise of the first one."""
        one, other = players
        played = self._played.get(frozenset(players))
        if not played or not mixes.keys() & set(players):
            return None
        player, opponent = (one, other) if other in mixes else (other, one)
        return LuckCase(batch, played, player, mixes[opponent])

    def scores(self, players: tuple[str, str]) -> MatchupScores | None:
        played = self._played.get(frozenset(players))
        if not played:
            return None
        found = self.luck_adjusted.get(players)
        return MatchupScores(
            players,
            *raw_scores(played, players),
            luck_adjusted_score(found, players) if found else None,
            self.exact.get(players),
        )


def raw_scores(
    played: Sequence[PlayedMatch], players: tuple[str, str]
) -> tuple[Interval, tuple[int, int], Interval | None]:
    """The score of the first player, how often each forfeited, and the score without these pairs."""
    scores = pair_scores(played)
    without = [score.of(players[0]) for score in scores if not score.forfeited]
    failed = [match.players[match.failure.player] for match in played if match.failure]
    return (
        in_range(mean_interval(score.of(players[0]) for score in scores)),
        (failed.count(players[0]), failed.count(players[1])),
        in_range(mean_interval(without)) if without else None,
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
    """What a player scored in either seat."""
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
