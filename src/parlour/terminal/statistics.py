"""What people at this keyboard have achieved: results, what their decisions gave away, and where they lost most.

Everything is calculated from the saved matches, which stay on this machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from parlour.games.game import Game
from parlour.match.match import HUMAN
from parlour.match.transcript import variant_name
from parlour.terminal.console.progress import Bar
from parlour.terminal.grades import Decided, Grades
from parlour.terminal.matches.library import Saved

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

PERIODS = 8  # at most so many show how the losses of a person change over time
RESULTS = ("won", "lost", "drawn")


class Part(NamedTuple):
    """One person's part in a match that is over."""

    saved: Saved
    player: int
    name: str  # empty if the person gave none
    opponent: str
    result: str  # one of RESULTS
    decided: tuple[Decided, ...] | None  # None if no solution of the game is known on this machine

    @property
    def game(self) -> Game:
        return self.saved.match.game


class Total(NamedTuple):
    """Matches, decisions and losses, added up."""

    matches: int
    won: int
    lost: int
    drawn: int
    decisions: int  # of the matches that are graded
    loss: float | None  # a decision; None if there are no graded decisions


class Result(NamedTuple):
    """How a person fared in a game against an opponent."""

    name: str  # of the person; empty if none was given
    game: Game
    opponent: str
    total: Total


class Period(NamedTuple):
    name: str  # of the person; empty if none was given
    begin: datetime
    end: datetime
    total: Total


class Costly(NamedTuple):
    """A position in which a person lost something, perhaps more than once."""

    loss: float  # altogether
    times: int
    part: Part  # the last time
    decided: Decided


def parts_of(found: Iterable[Saved]) -> list[Part]:
    """The parts of people in these matches, the oldest first.

    Left out are matches without a result, and those of two people without names: nobody knows who was who.
    """
    solutions: dict[Game, Solution | None] = {}
    parts = []
    for saved in sorted(found, key=lambda saved: saved.when):
        match = saved.match
        people = [player for player in (0, 1) if match.seats[player] == HUMAN]
        if match.result.outcome not in ("won", "drawn") or (len(people) == 2 and match.names is None):
            continue
        if people and match.game not in solutions:
            solutions[match.game] = known_solution(match.game)
        for player in people:
            name, other = (match.names or ("", ""))[player], 1 - player
            opponent = match.names[other] if match.names and other in people else match.seats[other]
            parts.append(Part(saved, player, name, opponent, result_of(saved, player), None))
    return graded(parts, solutions)


def graded(parts: Sequence[Part], solutions: Mapping[Game, Solution | None]) -> list[Part]:
    """The parts with their decisions, where there is a solution, and a progress bar. Ctrl-C keeps what is done."""
    grades, done = Grades(), []
    try:
        with Bar("Grading your matches", note="") as bar:
            for place, part in enumerate(parts):
                solution = solutions[part.game]
                if solution is None:
                    done.append(part)
                    continue
                if not grades.knows(part.saved.match, part.player, solution):
                    bar("grading", place / len(parts))
                done.append(part._replace(decided=grades.of(part.saved.match, part.player, solution)))
    finally:
        grades.save()
    return done


def result_of(saved: Saved, player: int) -> str:
    winner = saved.match.result.winner
    return "drawn" if winner is None else "won" if winner == player else "lost"


def known_solution(game: Game) -> Solution | None:
    """The solution of a game if it is stored on this machine. Solving could take minutes, so that is not done here."""
    from parlour.solver import cache, tables
    from parlour.solver.api import WITHIN

    return tables.load(game, WITHIN) or cache.load(game, WITHIN)


def total(parts: Sequence[Part]) -> Total:
    losses = [decided.choice.loss for part in parts for decided in part.decided or ()]
    won, lost, drawn = (sum(part.result == result for part in parts) for result in RESULTS)
    return Total(len(parts), won, lost, drawn, len(losses), sum(losses) / len(losses) if losses else None)


def by_opponent(parts: Iterable[Part]) -> list[Result]:
    """The results by person, game and opponent, in alphabetical order."""

    def key(part: Part) -> tuple[str, str, str, str]:
        return part.name, variant_name(part.game), part.game.name, part.opponent

    groups = [list(members) for _, members in groupby(sorted(parts, key=key), key)]
    return [Result(own[0].name, own[0].game, own[0].opponent, total(own)) for own in groups]


def over_time(parts: Iterable[Part]) -> list[Period]:
    """Totals of the graded matches of each person, in periods of whole days with about as many matches each."""
    graded = sorted((part for part in parts if part.decided), key=lambda part: part.name)
    people = groupby(graded, key=lambda part: part.name)
    return [period for name, own in people for period in periods_of(name, list(own))]


def periods_of(name: str, parts: Sequence[Part]) -> list[Period]:
    """The periods of one person, whose parts are sorted by time."""
    periods: dict[int, list[Part]] = {}
    done = 0
    for _, day in groupby(parts, key=lambda part: part.saved.when.date()):
        played = list(day)
        periods.setdefault(done * PERIODS // len(parts), []).extend(played)
        done += len(played)
    return [Period(name, own[0].saved.when, own[-1].saved.when, total(own)) for own in periods.values()]


def costliest(parts: Iterable[Part]) -> list[Costly]:
    """The positions in which something was given away, the most expensive first."""
    found: dict[tuple[Game, int, object], Costly] = {}
    for part in parts:
        for decided in part.decided or ():
            if decided.choice.loss:
                position = part.game, part.player, decided.before
                before = found[position] if position in found else Costly(0.0, 0, part, decided)
                found[position] = Costly(before.loss + decided.choice.loss, before.times + 1, part, decided)
    return sorted(found.values(), key=lambda costly: -costly.loss)
