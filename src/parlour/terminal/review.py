"""After a game against a computer: what did I give away?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.vocabulary import count
from parlour.terminal.hints import label, named_mix, worth

if TYPE_CHECKING:
    from parlour.solver.grading import Choice
    from parlour.solver.solution import Solution

OFFER = "What did you give away? Type review to see, or press Enter: "


class Own(NamedTuple):
    """What this player chose in a decision, and what it gave away."""

    number: int  # of the decision in the match, from 1
    state: State
    choice: Choice


def own_choices(solution: Solution, decisions: Iterable[Decision], player: int) -> list[Own]:
    """Every decision in which this player took part."""
    from parlour.solver.grading import grade  # not before it is needed: NumPy and Numba come with it

    graded = grade(solution, decisions)
    return [Own(each.number, each.before, mine) for each in graded for mine in each.choices if mine.player == player]


def review_lines(solution: Solution, decisions: Iterable[Decision], player: int) -> list[str]:
    """The turning point, then every choice with what it gave away, then the sum."""
    game, made = solution.game, own_choices(solution, decisions, player)
    total = sum(own.choice.loss for own in made)
    if not total:
        yours = "your one choice" if len(made) == 1 else f"each of your {len(made)} choices"
        return [f"Nothing: {yours} was part of perfect play."]
    worst = max(made, key=lambda own: own.choice.loss)
    shown = game.shown(worst.state)
    best = named_mix(game, shown, player, solution.policy(worst.state, player))
    turn = f"#{worst.number}, {label(game, shown, player, worst.choice.action)}"
    lines = [
        f"The turning point was {turn}: it gave away {worst.choice.loss:.2f}.",
        f"The position was {worth(solution, worst.state, player)}. Best: {best}.",
        "",
    ]
    for number, state, choice in made:
        told = label(game, game.shown(state), player, choice.action)
        lines.append(f"  #{number:<3} {told:<24} {f'gave away {choice.loss:.2f}' if choice.loss else 'nothing'}")
    return [*lines, f"In all {total:.2f} in {count(len(made), 'choice')}; from won to lost it is 2."]
