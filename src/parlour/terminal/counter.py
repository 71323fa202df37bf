"""After a match against a character: its habit, and how to use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.match.match import Match
from parlour.players.characters import CHARACTERS, Character
from parlour.terminal.console.interrupts import keep_ctrl_c
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.coach.counter import Missed
    from parlour.solver.solution import Solution


def is_character(name: str) -> bool:
    return name in CHARACTERS


def counter_lines(solution: Solution, match: Match, player: int) -> list[str]:
    """What the character does, what the best counter scores, and where this player missed it."""
    from parlour.coach.counter import counter  # not at the top: it loads NumPy and Numba

    game, character = solution.game, Character(match.seats[1 - player])
    with keep_ctrl_c(), Bar("Finding the best counter", note="") as bar:
        found = counter(game, character, player, match.decisions, bar)
    name = character.name.capitalize()
    lines = [
        f"{name} {character.habit(game).sentence}.",
        f"The best play against that scores {score(found.value)} on average.",
    ]
    if found.missed is None:
        return [*lines, "You did: no other choice would have been better against it."]
    return [*lines, missed_line(solution, found.missed, player, name)]


def missed_line(solution: Solution, missed: Missed, player: int, name: str) -> str:
    game = solution.game
    best, played = (game.label(missed.state, player, action) for action in (missed.best, missed.action))
    scores = score(missed.best_value), score(missed.value)
    return f"Against {name}, {best} at #{missed.number} scores {scores[0]} from there on; {played} scores {scores[1]}."


def score(value: float) -> str:
    """`71%`: a share of wins, in which a draw is half of one."""
    return f"{50 * (value + 1):.0f}%"
