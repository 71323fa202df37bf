"""What each decision of a match gave away.

A decision can change the value for two reasons. A player may *give away* something: what the choice loses against a
perfect opponent, judged before anything is revealed. And in a secret round the two choices may happen to meet well or
badly: that is *luck*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.errors import IllegalAction
from parlour.solver.solution import ROUNDING, Solution


class Choice(NamedTuple):
    """What one player chose, what that gave away, and how a perfect player chooses."""

    player: int
    action: int
    loss: float
    best: dict[int, float]  # the chance of each action; a single action where mixing is not needed


class Graded(NamedTuple):
    """One decision. Values are for the first player."""

    number: int  # from 1
    before: State
    choices: tuple[Choice, ...]  # of the players who were to act
    after: State
    value: float  # before the decision
    bounds: tuple[float, float]  # a proved interval that contains it
    value_after: float
    bounds_after: tuple[float, float]
    luck: float  # in a secret round, the part of the change of value that losses do not explain

    @property
    def worst(self) -> Choice:
        """The choice that gave away the most; the first player's if both gave away the same."""
        first, last = self.choices[0], self.choices[-1]
        return last if last.loss > first.loss + ROUNDING else first


def grade(solution: Solution, decisions: Iterable[Decision]) -> tuple[Graded, ...]:
    """Grades the decisions of a match, from its start."""
    game, state = solution.game, solution.game.start()
    noise = max(ROUNDING, solution.certificate.widest)
    graded: list[Graded] = []
    for number, decision in enumerate(decisions, start=1):
        try:
            actions = game.checked_decision(state, decision)
        except IllegalAction as error:
            raise IllegalAction(f"decision {number}: {error}") from None
        after: State = game.module.play(game.rules, state, *actions)
        choices = tuple(graded_choice(solution, state, player, actions[player]) for player in game.to_act(state))
        value, value_after = solution.value(state), solution.value(after)
        luck = value_after - value + choices[0].loss - choices[1].loss if len(choices) == 2 else 0.0
        graded.append(
            Graded(
                number,
                state,
                choices,
                after,
                value,
                solution.bounds(state),
                value_after,
                solution.bounds(after),
                luck if abs(luck) > noise else 0.0,
            )
        )
        state = after
    return tuple(graded)


def graded_choice(solution: Solution, state: State, player: int, action: int) -> Choice:
    return Choice(player, action, solution.loss(state, player, action), likely(solution.policy(state, player)))


def turning_point(graded: Sequence[Graded]) -> Graded | None:
    """The decision that gave away the most, or the first of several; None if nobody gave anything away."""
    found: Graded | None = None
    for decision in graded:
        if decision.worst.loss > (found.worst.loss if found else 0.0) + ROUNDING:
            found = decision
    return found


def given_away(graded: Iterable[Graded]) -> tuple[float, float]:
    """What each player gave away in total."""
    totals = [0.0, 0.0]
    for decision in graded:
        for choice in decision.choices:
            totals[choice.player] += choice.loss
    return totals[0], totals[1]


def likely(mix: Mapping[int, float]) -> dict[int, float]:
    """A mix without chances that are rounding errors."""
    return {action: chance for action, chance in mix.items() if chance > ROUNDING}
