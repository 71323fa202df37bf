"""The review after a game against a computer: what you gave away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.vocabulary import count
from parlour.terminal.format import mix_text
from parlour.terminal.hints import value_text

if TYPE_CHECKING:
    from parlour.solver.grading import Choice
    from parlour.solver.solution import Solution

OFFER = "Type review to see what you gave away, or press Enter to leave: "


class OwnChoice(NamedTuple):
    """What the player chose in one decision, and what that gave away."""

    number: int  # of the decision in the match, from 1
    state: State
    choice: Choice


def own_choices(solution: Solution, decisions: Iterable[Decision], player: int) -> list[OwnChoice]:
    """Grade every decision in which this player took part."""
    from parlour.solver.grading import grade  # not at the top: it loads NumPy and Numba

    return [
        OwnChoice(graded.number, graded.before, choice)
        for graded in grade(solution, decisions)
        for choice in graded.choices
        if choice.player == player
    ]


def review_lines(solution: Solution, decisions: Iterable[Decision], player: int) -> list[str]:
    """The turning point, then every choice with what it gave away, then the total."""
    game, choices = solution.game, own_choices(solution, decisions, player)
    total = sum(choice.loss for _, _, choice in choices)
    if not total:
        yours = "your only choice was" if len(choices) == 1 else f"all {len(choices)} of your choices were"
        return [f"You gave nothing away: {yours} part of perfect play."]
    number, state, worst = max(choices, key=lambda own: own.choice.loss)
    best = mix_text(game, state, player, solution.policy(state, player))
    lines = [
        f"The turning point was #{number}, {game.label(state, player, worst.action)}: it gave away {worst.loss:.2f}.",
        f"The position was {value_text(solution, state, player)}. Best: {best}.",
        "",
    ]
    for number, state, choice in choices:
        loss = f"gave away {choice.loss:.2f}" if choice.loss else "gave away nothing"
        lines.append(f"  #{number:<3} {game.label(state, player, choice.action):<24} {loss}")
    return [*lines, "", f"Total: {total:.2f} in {count(len(choices), 'choice')}. 2.00 separates a win from a loss."]
