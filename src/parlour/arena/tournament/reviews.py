"""What each decision of a tournament gave away, from the exact solutions, kept in `grades.jsonl`.

The file is derived from the matches and can be deleted: it is written again when it is missing, damaged or out of date.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from parlour.arena.harness.turns import Turn, turns
from parlour.arena.tournament.results import Played, Results
from parlour.files import write_file
from parlour.games.contract import State
from parlour.games.errors import TooLarge
from parlour.games.game import Game
from parlour.match.match import Failure
from parlour.solver.solutions import solution_of

GRADES = "grades.jsonl"
VERSION = 2
Losses: TypeAlias = tuple[float | None, float | None]  # by seat; None for a player who had no choice


class Grade(NamedTuple):
    """One match: what each decision gave away, and the luck of the first seat in secret rounds.

    Only choices between two or more actions give something away, and forfeits: all that the position was worth.
    """

    losses: tuple[Losses, ...]  # by decision
    luck: float
    forfeit: Losses = (None, None)  # what the player who failed gave away

    def given_away(self, seat: int) -> float:
        """What the player in this seat gave away in total."""
        return sum(losses[seat] or 0.0 for losses in (*self.losses, self.forfeit))


class Grades(NamedTuple):
    matches: dict[tuple[int, bool], Grade]  # by pair, and whether seats were swapped
    skipped: dict[str, str]  # labels of variants that cannot be solved, each with the reason

    def of(self, match: Played) -> Grade | None:
        return self.matches.get((match.pair, match.swapped))


def load_grades(folder: Path, results: Results, progress: Callable[[float], None] = lambda _: None) -> Grades:
    """The grades of all matches of a run: read from its folder, or calculated and written there.

    `progress` hears the fraction that is done.
    """
    path, digest = folder / GRADES, results_digest(results)
    known = read_grades(path, digest)
    if known is None:
        known = grade_results(results, progress)
        write_grades(path, known, digest)
    return known


def grade_results(results: Results, progress: Callable[[float], None]) -> Grades:
    grades = Grades({}, {})
    done = 0
    for variant in results.plan.games:
        played = [match for match in results.matches if match.game == variant.label]
        if not played:
            continue
        try:
            grader = Grader(variant.game)
        except TooLarge as error:
            grades.skipped[variant.label] = str(error)
            played = []
        for match in played:
            grades.matches[match.pair, match.swapped] = grader.grade(match)
            done += 1
            progress(done / len(results.matches))
    return grades


class Grader:
    """Grades the matches of one game. Every decision is looked up once, however often it was made."""

    def __init__(self, game: Game) -> None:
        from parlour.solver.solution import ROUNDING  # not at the top: it loads NumPy

        self._game, self._solution = game, solution_of(game)
        solution_of(game).prepare()
        self._least_luck = max(ROUNDING, self._solution.certificate.widest)
        self._known: dict[tuple[Any, tuple[int, int]], tuple[Losses, float]] = {}

    def grade(self, match: Played) -> Grade:
        graded, last = [], self._game.start()
        for turn in turns(self._game, match.decisions):
            graded.append(self._graded(turn))
            last = turn.after
        return Grade(
            tuple(losses for losses, _ in graded), sum(luck for _, luck in graded), self._forfeit(last, match.failure)
        )

    def _forfeit(self, state: State, failure: Failure | None) -> Losses:
        if failure is None:
            return None, None
        loss = forfeited(self._game, state, failure.player)
        return (loss, None) if failure.player == 0 else (None, loss)

    def _graded(self, turn: Turn) -> tuple[Losses, float]:
        key = turn.before, turn.actions
        if key not in self._known:
            first, second = (self._loss(turn, seat) for seat in (0, 1))
            luck = 0.0
            if len(turn.actors) == 2:
                gained = self._solution.value(turn.after) - self._solution.value(turn.before)
                luck = gained + (first or 0.0) - (second or 0.0)
            self._known[key] = (first, second), luck if abs(luck) > self._least_luck else 0.0
        return self._known[key]

    def _loss(self, turn: Turn, seat: int) -> float | None:
        if seat not in turn.actors or len(self._game.actions(turn.before, seat)) < 2:
            return None
        return solution_of(self._game).losses(turn.before, seat)[turn.actions[seat]]


def forfeited(game: Game, state: State, player: int) -> float:
    """What a player gives away who fails in this state: all that it was worth."""
    value = solution_of(game).value(state)
    return 1.0 + (value if player == 0 else -value)


# The file: a line that says what it belongs to, a line for each variant that was skipped, a line for each match


def results_digest(results: Results) -> str:
    """Depends on everything that grades depend on, apart from the solver's code."""
    games = [(variant.label, variant.game.name, variant.game.named_rules()) for variant in results.plan.games]
    matches = [
        (match.pair, match.swapped, match.game, match.decisions, match.failure and match.failure.player)
        for match in results.matches
    ]
    return hashlib.sha256(json.dumps([VERSION, games, matches]).encode()).hexdigest()


def header(grades: Grades, digest: str) -> dict[str, Any]:
    return {"version": VERSION, "matches": digest, "lines": len(grades.skipped) + len(grades.matches)}


def write_grades(path: Path, grades: Grades, digest: str) -> None:
    lines: list[dict[str, Any]] = [header(grades, digest)]
    lines += [{"game": label, "skipped": reason} for label, reason in grades.skipped.items()]
    lines += [
        {"pair": pair, "swapped": swapped, **grade._asdict()}
        for (pair, swapped), grade in sorted(grades.matches.items())
    ]
    write_file(path, "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


def read_grades(path: Path, digest: str) -> Grades | None:
    """The grades in a file, or None if they are not those of these matches."""
    grades = Grades({}, {})
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            content = json.loads(line)
            if "skipped" in content:
                grades.skipped[content["game"]] = content["skipped"]
            else:
                (*losses, forfeit) = ((one, other) for one, other in (*content["losses"], content["forfeit"]))
                grades.matches[content["pair"], content["swapped"]] = Grade(tuple(losses), content["luck"], forfeit)
        return grades if json.loads(first) == header(grades, digest) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
