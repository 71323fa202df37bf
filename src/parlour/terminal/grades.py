"""The graded decisions of saved matches, kept in the cache: grading takes up to a twentieth of a second a decision."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.files import write_file
from parlour.games.contract import State
from parlour.games.vocabulary import seen_by
from parlour.match.match import Match
from parlour.match.record import dump

if TYPE_CHECKING:
    from parlour.solver.grading import Choice
    from parlour.solver.solution import Solution

FORMAT, VERSION = "parlour grades", 1
MOST = 5_000  # matches that are remembered


class Decided(NamedTuple):
    """A choice of a person, with the exact solution beside it."""

    number: int  # from 1
    before: State
    value: float  # of the position, for the person
    choice: Choice


class Grades:
    """What is known about matches. An entry is found by the whole match and by what its solution depends on."""

    def __init__(self) -> None:
        self._known: dict[str, list[Any]] = {}
        self._new = False
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):  # it is only a cache
            content = json.loads(grades_file().read_text(encoding="utf-8"))
            if (content["format"], content["version"]) == (FORMAT, VERSION):
                self._known = dict(content["matches"])

    def knows(self, match: Match, player: int, solution: Solution) -> bool:
        return key_of(match, player, solution) in self._known

    def of(self, match: Match, player: int, solution: Solution) -> tuple[Decided, ...]:
        """Every decision of a player in a match, graded now if that has not been done before."""
        key, choices = key_of(match, player, solution), own(match, player)
        entries = self._known.pop(key, [])
        decided: tuple[Decided, ...] = ()
        with suppress(ValueError, TypeError, KeyError):  # not what was written here
            decided = decided_by(player, choices, entries)
        if len(decided) != len(choices):
            self._new = True
            entries = [as_entry(solution, state, player, action) for _, state, action in choices]
            decided = decided_by(player, choices, entries)
        self._known[key] = entries  # at the end, so that the entries that nobody needs are the first
        return decided

    def save(self) -> None:
        """Write what is new, completely or not at all. Without it, matches are graded again."""
        if not self._new:
            return
        kept = dict(list(self._known.items())[-MOST:])
        with suppress(OSError):
            path = grades_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, json.dumps({"format": FORMAT, "version": VERSION, "matches": kept}))


def grades_file() -> Path:
    from parlour.fast.user_cache import cache_folder  # not at the top: most commands do without

    return cache_folder() / "grades.json"


def key_of(match: Match, player: int, solution: Solution) -> str:
    from parlour.solver.cache import solution_digest

    parts = [dump(match), str(player), solution_digest(solution.game, solution.within)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def own(match: Match, player: int) -> list[tuple[int, State, int]]:
    """The number, the state and the action of each decision in which this player took part."""
    found, game, state = [], match.game, match.game.start()
    for number, decision in enumerate(match.decisions, start=1):
        actions = game.checked_decision(state, decision)
        if player in game.to_act(state):
            found.append((number, state, actions[player]))
        state = game.module.play(game.rules, state, *actions)
    return found


def decided_by(player: int, choices: list[tuple[int, State, int]], entries: list[Any]) -> tuple[Decided, ...]:
    return tuple(
        from_entry(number, state, player, action, entry)
        for (number, state, action), entry in zip(choices, entries, strict=True)
    )


def as_entry(solution: Solution, state: State, player: int, action: int) -> list[Any]:
    from parlour.solver.grading import graded_choice  # not at the top: it loads NumPy

    choice = graded_choice(solution, state, player, action)
    return [seen_by(player, solution.value(state)), choice.loss, list(choice.best.items())]


def from_entry(number: int, state: State, player: int, action: int, entry: list[Any]) -> Decided:
    from parlour.solver.grading import Choice

    value, loss, best = entry
    return Decided(number, state, value, Choice(player, action, loss, dict(best)))
