"""Hints: what the exact solution says about a position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import signed
from parlour.match.view import View
from parlour.players.base import drawn, position, seat_of
from parlour.terminal.format import mix_text, wide_proof_line

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

NAMED = 6  # if there are more mistakes, only the smallest and the largest are named
WIDE = 0.02  # a wider proved interval is shown instead of the value

UNFAIR = "Hints are only for games against a computer: here the other person would not get one."


def hint_lines(solution: Solution, view: View) -> list[str]:
    """The value, the best choice or mix, and what mistakes cost.

    Calculated from the view alone, so it cannot depend on a choice that the opponent has sealed (SEC-1).
    """
    player, state = seat_of(view), position(view)
    losses = solution.losses(state, player)
    lines = [f"This position is {value_text(solution, state, player)}."]
    if len(losses) == 1:
        return [*lines, "You have no choice here."]
    mix = solution.policy(state, player)
    lines.append(best_line(view, mix))
    if solution.certificate.widest <= WIDE:
        lines.append(mistakes_line(view.game, state, player, mix, losses))
    if len(mix) > 1:
        lines.append("Type hint draw to have a choice drawn for you.")
    return [*lines, *filter(None, [wide_proof_line(solution)])]


def best_line(view: View, mix: Mapping[int, float]) -> str:
    secret = len(view.to_act) == 2 and len(mix) > 1
    best = mix_text(view.game, view.state, seat_of(view), mix)
    return f"{'Best is a secret mix' if secret else 'Best'}: {best}."


def sample_lines(solution: Solution, view: View, random: Random) -> list[str]:
    """The best choice or mix, and one action drawn from it: people are bad at choosing randomly."""
    player = seat_of(view)
    mix = solution.policy(position(view), player)
    return [best_line(view, mix), f"Drawn for you: {view.game.label(view.state, player, drawn(mix, random))}."]


def value_text(solution: Solution, state: State, player: int) -> str:
    """`worth +0.42 to you (+1 is a win, -1 a loss)`."""
    low, high = solution.bounds(state) if player == 0 else sorted(-bound for bound in solution.bounds(state))
    if high - low > WIDE:
        return f"worth between {signed(low, 2)} and {signed(high, 2)} to you; no narrower interval is proved"
    value = solution.value(state) if player == 0 else -solution.value(state)
    if abs(value) > 0.995:
        return (
            "won for you, if you make no mistake" if value > 0 else "lost for you, unless your opponent makes a mistake"
        )
    return f"worth {signed(value, 2)} to you (+1 is a win, -1 a loss)"


def mistakes_line(game: Game, state: State, player: int, mix: Mapping[int, float], losses: Mapping[int, float]) -> str:
    """What choices outside perfect play give away."""
    mistakes = sorted((action for action in losses if losses[action] > 0.0), key=lambda action: losses[action])
    if not mistakes:
        return "No choice gives anything away here."
    if len(mistakes) <= NAMED:
        amounts = ", ".join(f"{game.label(state, player, action)} ({losses[action]:.2f})" for action in mistakes)
        line = f"What a mistake gives away: {amounts}."
    else:
        least, most = (
            f"{losses[action]:.2f} ({game.label(state, player, action)})" for action in (mistakes[0], mistakes[-1])
        )
        line = f"A mistake gives away between {least} and {most}."
    equal = [action for action in losses if losses[action] == 0.0 and action not in mix]
    if equal and len(equal) <= NAMED:
        line += f" Equally good: {', '.join(game.label(state, player, action) for action in equal)}."
    return line
