"""Head to head: raw scores, scores without forfeits, corrected ones and exact ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.arena.report.known_mixes import Mixes, problem, usable
from parlour.arena.report.shapes import CorrectedScore, Meeting, SeatScores
from parlour.arena.statistics.intervals import Interval, combined, mean_interval
from parlour.arena.statistics.luck_adjusted import NO_SPREAD, Case, Corrected, case_of, needed_for, variance
from parlour.arena.statistics.luck_adjusted import corrected as corrected_of
from parlour.arena.statistics.meeting_batch import MeetingBatch
from parlour.arena.statistics.pair_scores import pair_scores
from parlour.arena.tournament.results import Played
from parlour.games.game import Game


class HeadToHead:
    """The meetings of one game."""

    def __init__(
        self,
        game: Game,
        matches: Sequence[Played],
        mixes: Mixes,
        meetings: Sequence[tuple[str, str]],
        corrected: bool = True,
    ) -> None:
        self._game = game
        self._played: dict[frozenset[str], list[Played]] = {}
        for match in matches:
            self._played.setdefault(frozenset(match.players), []).append(match)
        self.notes: list[str] = []
        self.exact: dict[tuple[str, str], float] = {}  # by players: scores of the first one
        self.corrected: dict[tuple[str, str], Corrected] = {}  # by players, of whom either may be the opponent
        try:
            known, notes = usable(game, matches, mixes)
            self.notes += notes
            self._calculate(known, meetings, corrected)
        except Exception as error:  # the game is too large, or the mix of a foreign class is none in some state
            self.notes.append(f"No exact and no corrected scores: {problem(error)}")

    def _calculate(self, mixes: Mapping[str, Any], meetings: Sequence[tuple[str, str]], corrected: bool) -> None:
        batch = MeetingBatch()
        exact = {
            (one, other): (batch.add(mixes[one], mixes[other]), batch.add(mixes[other], mixes[one]))
            for one, other in meetings
            if one in mixes and other in mixes
        }
        cases = {players: case for players in meetings if corrected and (case := self._case(players, mixes))}
        places = {players: needed_for(case, batch) for players, case in cases.items()}
        met = batch.calculated(self._game)
        self.exact = {
            players: (met[there].expected - met[back].expected) / 2 for players, (there, back) in exact.items()
        }
        for players, case in cases.items():
            self.corrected[players] = corrected_of(self._game, case, [met[place] for place in places[players]])

    def _case(self, players: tuple[str, str], mixes: Mapping[str, Any]) -> Case | None:
        """Without the luck of the second player if its mix is known, and otherwise of the first one."""
        one, other = players
        played = self._played.get(frozenset(players))
        if not played or not mixes.keys() & set(players):
            return None
        player, opponent = (one, other) if other in mixes else (other, one)
        return case_of(self._game, played, player, mixes[opponent])

    def meeting(self, players: tuple[str, str]) -> Meeting | None:
        played = self._played.get(frozenset(players))
        if not played:
            return None
        found = self.corrected.get(players)
        return Meeting(
            players,
            *raw_scores(played, players),
            corrected_score(found, players) if found else None,
            self.exact.get(players),
        )


def raw_scores(played: Sequence[Played], players: tuple[str, str]) -> tuple[Interval, tuple[int, int], Interval | None]:
    """The score of the first player, how often each forfeited, and the score without these pairs."""
    scores = pair_scores(played)
    without = [score.of(players[0]) for score in scores if not score.forfeited]
    failed = [match.players[match.failure.player] for match in played if match.failure]
    return (
        within_range(mean_interval(score.of(players[0]) for score in scores)),
        (failed.count(players[0]), failed.count(players[1])),
        within_range(mean_interval(without)) if without else None,
    )


def corrected_score(found: Corrected, players: tuple[str, str]) -> CorrectedScore:
    """The score of the first of these players."""
    score = found.corrected
    if found.player != players[0]:
        score = score._replace(mean=-score.mean, low=-score.high, high=-score.low)
    return CorrectedScore(score, found.opponent, found.factor)


def over_all_games(players: tuple[str, str], games: Sequence[HeadToHead]) -> Meeting | None:
    """A meeting in all games, with every game counting the same; None if one of them was not played."""
    met = [meeting for game in games if (meeting := game.meeting(players))]
    if len(met) < len(games):
        return None
    without = [each.without_forfeits for each in met if each.without_forfeits]
    exact = [each.exact for each in met if each.exact is not None]
    return Meeting(
        players,
        within_range(combined([each.score for each in met])),
        (sum(each.forfeits[0] for each in met), sum(each.forfeits[1] for each in met)),
        within_range(combined(without)) if len(without) == len(met) else None,
        corrected_over_all(players, games, met),
        sum(exact) / len(exact) if len(exact) == len(met) else None,
    )


def corrected_over_all(
    players: tuple[str, str], games: Sequence[HeadToHead], met: Sequence[Meeting]
) -> CorrectedScore | None:
    scores = [each.corrected for each in met if each.corrected]
    if len(scores) < len(met):
        return None
    found = [game.corrected[players] for game in games]
    raw = sum(variance([pair.raw for pair in each.pairs]) / len(each.pairs) for each in found)
    left = sum(variance([pair.corrected for pair in each.pairs]) / len(each.pairs) for each in found)
    opponents = dict.fromkeys(each.without_luck_of for each in scores)
    return CorrectedScore(
        combined([each.score for each in scores]), " or ".join(opponents), raw / left if left > NO_SPREAD else None
    )


def seat_scores(matches: Sequence[Played], player: str) -> SeatScores:
    """What a player scored in either seat."""
    own = [match for match in matches if player in match.players]
    return SeatScores(
        player,
        by_seed(own, player, lambda _: True),
        by_seed(own, player, lambda match: match.players[0] == player),
        by_seed(own, player, lambda match: match.players[1] == player),
    )


def by_seed(matches: Sequence[Played], player: str, wanted: Callable[[Played], bool]) -> Interval:
    """Matches with one seed share their luck, so they are one observation."""
    scores: dict[int, list[float]] = {}
    for match in matches:
        if wanted(match):
            scores.setdefault(match.seed, []).append(match.score(player))
    return within_range(mean_interval(sum(each) / len(each) for each in scores.values()))


def within_range(score: Interval) -> Interval:
    """Cut at the least and the greatest score that there are. Corrected scores may be outside them."""
    return score._replace(low=max(-1.0, score.low), high=min(1.0, score.high))
