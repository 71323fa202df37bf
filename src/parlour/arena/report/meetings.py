"""Head to head: raw scores, scores without forfeits, corrected ones and exact ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from parlour.arena.corrected import NO_SPREAD, Corrected, correct, variance
from parlour.arena.exact import ExactTable, exact_table
from parlour.arena.intervals import Interval, mean_interval
from parlour.arena.pair_scores import pair_scores
from parlour.arena.plan import Plan
from parlour.arena.report.shapes import CorrectedScore, Meeting, SeatScores
from parlour.arena.results import Played
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.game import Game
from parlour.players.base import Player, has_known_mix
from parlour.players.loading import PREFIXES, load_player

SLOW_STATES = 20_000  # a player that can only be asked state by state is asked in no more than these


class Mixes(NamedTuple):
    """The players whose mixes are known in a game."""

    players: dict[str, Player]
    notes: tuple[str, ...]


def loaded(plan: Plan) -> Mixes:
    """The players of a plan whose mix is the one that they play by."""
    players: dict[str, Player] = {}
    notes = []
    for entrant in plan.players:
        if entrant.player.partition(":")[0] in PREFIXES:  # no mix is known, and neither a key nor a program is needed
            continue
        try:
            player = load_player(entrant.player, entrant.settings)()
        except Exception:  # a foreign class may raise anything
            notes.append(f"{entrant.name} cannot be loaded here, so its mix is not known.")
            continue
        # The mix of a search depends on the random numbers of each decision.
        if has_known_mix(player):
            players[entrant.name] = player
    return Mixes(players, tuple(notes))


def usable(game: Game, mixes: Mixes) -> Mixes:
    """Without players that would have to be asked in too many states."""
    slow = [name for name, player in mixes.players.items() if not hasattr(player, "chances_in")]
    if not slow or states(game) <= SLOW_STATES:
        return Mixes(mixes.players, ())
    quick = {name: player for name, player in mixes.players.items() if name not in slow}
    names = ", ".join(slow)
    return Mixes(quick, (f"The game has too many states to ask {names} for a mix in each: no corrected scores there.",))


def states(game: Game) -> int:
    from parlour.solver.estimate import SizeCheck
    from parlour.solver.state_space import Space

    space = Space(game)
    space.explore(game.start(), SizeCheck(game))
    return space.count


class HeadToHead:
    """The meetings of one game."""

    def __init__(self, game: Game, matches: Sequence[Played], mixes: Mixes, corrected: bool) -> None:
        self._game = game
        self._wanted = corrected
        self._matches = matches
        self.notes: list[str] = []
        self.corrected: dict[tuple[str, str], list[float]] = {}  # by players: scores of the first one, by pair
        self.mixes: Mapping[str, Player] = {}
        self.exact: ExactTable | None = None
        try:
            found = usable(game, mixes)
            self.mixes = found.players
            self.notes += found.notes
            if len(self.mixes) > 1:
                self.exact = exact_table(game, self.mixes)
        except TooLarge as error:
            self.mixes = {}
            self.notes.append(f"No exact and no corrected scores: {error}")
        except ParlourError as error:  # a mix that is none
            self.mixes = {}
            self.notes.append(f"No exact and no corrected scores: a mix cannot be used. {error}")

    def meeting(self, players: tuple[str, str]) -> Meeting | None:
        played = [match for match in self._matches if set(match.players) == set(players)]
        if not played:
            return None
        return Meeting(
            players,
            *raw_scores(played, players),
            self._corrected(played, players),
            self.exact_score(players),
        )

    def exact_score(self, players: tuple[str, str]) -> float | None:
        if self.exact is None or not set(players) <= set(self.exact.names):
            return None
        return self.exact.score(*players)

    def _corrected(self, played: Sequence[Played], players: tuple[str, str]) -> CorrectedScore | None:
        """Without the luck of the second player if its mix is known, and otherwise of the first one."""
        one, other = players
        if not self._wanted:
            return None
        if other in self.mixes:
            player, opponent = one, other
        elif one in self.mixes:
            player, opponent = other, one
        else:
            return None
        try:
            found = correct(self._game, played, player, self.mixes[opponent])  # type: ignore[arg-type]  # it has a mix
        except ParlourError as error:
            self.notes.append(f"No corrected score of {player} against {opponent}: {error}")
            return None
        sign = 1.0 if player == one else -1.0
        self.corrected[players] = [sign * pair.corrected for pair in found.pairs]
        return corrected_score(found, sign)


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


def corrected_score(found: Corrected, sign: float) -> CorrectedScore:
    score = found.corrected
    if sign < 0:
        score = score._replace(mean=-score.mean, low=-score.high, high=-score.low)
    return CorrectedScore(score, found.opponent, found.factor)


def over_all_games(
    players: tuple[str, str], matches: Sequence[Played], games: Sequence[HeadToHead], labels: Sequence[str]
) -> Meeting | None:
    """A meeting with as many pairs of every game, so that all games count the same."""
    played = [match for match in matches if set(match.players) == set(players)]
    by_game = [[match for match in played if match.game == label] for label in labels]
    least = min(len(each) for each in by_game)
    if not least:
        return None
    chosen = [match for each in by_game for match in each[:least]]
    exact = [game.exact_score(players) for game in games]
    known = [score for score in exact if score is not None]
    return Meeting(
        players,
        *raw_scores(chosen, players),
        corrected_over_all(players, chosen, games, least // 2),
        sum(known) / len(known) if len(known) == len(exact) else None,
    )


def corrected_over_all(
    players: tuple[str, str], chosen: Sequence[Played], games: Sequence[HeadToHead], pairs: int
) -> CorrectedScore | None:
    if not all(players in game.corrected for game in games):
        return None
    corrected = [score for game in games for score in game.corrected[players][:pairs]]
    raw = [score.of(players[0]) for score in pair_scores(chosen)]
    spread = variance(corrected)
    opponent = players[1] if all(players[1] in game.mixes for game in games) else players[0]
    return CorrectedScore(mean_interval(corrected), opponent, variance(raw) / spread if spread > NO_SPREAD else None)


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
