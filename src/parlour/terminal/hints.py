"""What the exact solution says of a position, in the words of the game: for someone who asks at the prompt."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.view import View
from parlour.players.base import drawn, position, seat_of
from parlour.terminal.format import signed

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

NAMED = 6  # choices named one by one
LOOSE = 0.02  # a proof that leaves more open than this says so
RARE = 0.005  # a chance that rounds to nothing

UNFAIR = "Hints are for games against a computer: another person sits opposite, who would not get one."


def hint_lines(solution: Solution, view: View) -> list[str]:
    """The value to this player, the best choice or mix, and what a mistake costs.

    Made from the view alone, so it cannot depend on what the opponent may have sealed (SEC-1).
    """
    player, state = seat_of(view), position(view)
    losses = solution.losses(state, player)
    lines = [f"This position is {worth(solution, state, player)}."]
    if len(losses) == 1:
        return [*lines, "You have no choice here."]
    lines.append(best_line(solution, view))
    if solution.certificate.widest <= LOOSE:
        lines.append(mistakes(view.game, view.state, player, solution.policy(state, player), losses))
    if len(solution.policy(state, player)) > 1:
        lines.append("Type hint draw to have one drawn for you.")
    return lines


def best_line(solution: Solution, view: View) -> str:
    mix = solution.policy(position(view), seat_of(view))
    secret = len(view.to_act) == 2 and len(mix) > 1
    best = named_mix(view.game, view.state, seat_of(view), mix)
    return f"{'Best is a secret mix' if secret else 'Best'}: {best}."


def draw_lines(solution: Solution, view: View, random: Random) -> list[str]:
    """The best choice or mix, and one drawn from it: nobody draws well from their own head."""
    action = drawn(solution.policy(position(view), seat_of(view)), random)
    return [best_line(solution, view), f"Drawn for you: {label(view.game, view.state, seat_of(view), action)}."]


def worth(solution: Solution, state: State, player: int) -> str:
    """`worth +0.42 to you, where +1 is won and -1 is lost`."""
    low, high = solution.bounds(state) if player == 0 else sorted(-bound for bound in solution.bounds(state))
    if high - low > LOOSE:
        return f"worth between {signed(low, 2)} and {signed(high, 2)} to you: more is not proved"
    value = solution.value(state) if player == 0 else -solution.value(state)
    if abs(value) > 0.995:
        return "won for you, if you make no mistake" if value > 0 else "lost for you, if the other makes no mistake"
    return f"worth {signed(value, 2)} to you, where +1 is won and -1 is lost"


def label(game: Game, shown: State, player: int, action: int) -> str:
    return game.words.label(game.rules, shown, player, action)


def named_mix(game: Game, shown: State, player: int, mix: Mapping[int, float]) -> str:
    """`bid 4 (35 %), bid 0 (30 %) and 2 others`; the only choice of a mix stands alone."""
    ranked = sorted(mix, key=lambda action: -mix[action])
    named = [action for action in ranked[:NAMED] if mix[action] >= RARE]
    if len(mix) == 1 or mix[ranked[0]] > 1 - RARE:
        return label(game, shown, player, ranked[0])
    parts = [f"{label(game, shown, player, action)} ({mix[action]:.0%})".replace("%", " %") for action in named]
    left = len(mix) - len(named)
    return ", ".join(parts) + (f" and {left} more" if left else "")


def mistakes(game: Game, shown: State, player: int, mix: Mapping[int, float], losses: Mapping[int, float]) -> str:
    """What the choices cost that are no part of perfect play."""
    costly = sorted((action for action in losses if losses[action] > 0.0), key=lambda action: losses[action])
    if not costly:
        return "No choice gives anything away here."
    if len(costly) <= NAMED:
        told = ", ".join(f"{label(game, shown, player, action)} {losses[action]:.2f}" for action in costly)
        line = f"What a mistake gives away: {told}."
    else:
        least, most = (
            f"{losses[action]:.2f} ({label(game, shown, player, action)})" for action in (costly[0], costly[-1])
        )
        line = f"A mistake gives away from {least} to {most}."
    free = [action for action in losses if losses[action] == 0.0 and action not in mix]
    if free and len(free) <= NAMED:
        line += f" As good: {', '.join(label(game, shown, player, action) for action in free)}."
    return line
