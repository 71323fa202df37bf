"""Head to head: raw scores, scores without forfeits, corrected ones and exact ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parlour.arena.corrected import NO_SPREAD, Case, Corrected, case_of, corrected, guesses, variance
from parlour.arena.exact import ExactTable, exact_table
from parlour.arena.intervals import Interval, combined, mean_interval
from parlour.arena.pair_scores import pair_scores
from parlour.arena.report.mixes import Mixes, problem, usable
from parlour.arena.report.shapes import CorrectedScore, Meeting, SeatScores
from parlour.arena.results import Played
from parlour.games.game import Game
from parlour.players.base import Player


class HeadToHead:
    """The meetings of one game."""

    def __init__(self, game: Game, matches: Sequence[Played], mixes: Mixes) -> None:
        self._game = game
        self._played: dict[frozenset[str], list[Played]] = {}
        for match in matches:
            self._played.setdefault(frozenset(match.players), []).append(match)
        self.notes: list[str] = []
        self.corrected: dict[tuple[str, str], Corrected] = {}  # by players, of whom either may be the opponent
        self.mixes: Mapping[str, Player] = {}
        self.exact: ExactTable | None = None
        try:
            self.mixes, notes = usable(game, matches, mixes)
            self.notes += notes
            if len(self.mixes) > 1:
                self.exact = exact_table(game, self.mixes)
        except Exception as error:  # the game is too large, or the mix of a foreign class is none in some state
            self.mixes = {}
            self.notes.append(f"No exact and no corrected scores: {problem(error)}")

    def correct(self, meetings: Sequence[tuple[str, str]]) -> None:
        """Calculates the corrected scores of these meetings."""
        try:
            cases = {players: case for players in meetings if (case := self._case(players))}
            for (players, case), guess in zip(cases.items(), guesses(self._game, list(cases.values())), strict=True):
                self.corrected[players] = corrected(self._game, case, guess)
        except Exception as error:  # as above
            self.notes.append(f"No corrected scores: {problem(error)}")

    def _case(self, players: tuple[str, str]) -> Case | None:
        """Without the luck of the second player if its mix is known, and otherwise of the first one."""
        one, other = players
        played = self._played.get(frozenset(players))
        if not played or not self.mixes.keys() & set(players):
            return None
        player, opponent = (one, other) if other in self.mixes else (other, one)
        return case_of(self._game, played, player, self.mixes[opponent])  # type: ignore[arg-type]  # it has a mix

    def meeting(self, players: tuple[str, str]) -> Meeting | None:
        played = self._played.get(frozenset(players))
        if not played:
            return None
        found = self.corrected.get(players)
        return Meeting(
            players,
            *raw_scores(played, players),
            corrected_score(found, players) if found else None,
            self.exact_score(players),
        )

    def exact_score(self, players: tuple[str, str]) -> float | None:
        if self.exact is None or not set(players) <= set(self.exact.names):
            return None
        return self.exact.score(*players)


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
