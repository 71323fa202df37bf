"""What every decision of a match was worth, and who gave away what.

A decision can move the value for two reasons. A player may *give away* something: what the choice loses against a
perfect opponent, judged before anything is revealed. And in a secret round the two choices may fall well or badly
together: that is *luck*, and the value moves although nobody gave anything away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.errors import IllegalAction
from parlour.solver.solution import ROUNDING, Solution


class Choice(NamedTuple):
    """What one player chose, what that gave away, and how a perfect player would have chosen."""

    player: int
    action: int
    loss: float
    best: dict[int, float]  # actions with their chances; a single one where no mixing is needed


class Graded(NamedTuple):
    """One decision. Values are to the first player."""

    number: int  # from 1
    before: State
    choices: tuple[Choice, ...]  # of the players who were to act
    after: State
    value: float  # before the decision
    bounds: tuple[float, float]  # proved to contain it
    value_after: float
    bounds_after: tuple[float, float]
    luck: float  # how the secret choices fell together, to the first player: what the losses leave of the change

    @property
    def worst(self) -> Choice:
        """The choice that gave away most; the first player's if both gave away the same."""
        return most(self.choices)


def grade(solution: Solution, decisions: Iterable[Decision]) -> tuple[Graded, ...]:
    """Grades a match, or as much of one as there is, from its decisions."""
    game, state = solution.game, solution.game.start()
    noise = max(ROUNDING, solution.certificate.widest)
    graded: list[Graded] = []
    for number, decision in enumerate(decisions, start=1):
        try:
            actions = game.checked_decision(state, decision)
        except IllegalAction as error:
            raise IllegalAction(f"decision {number}: {error}") from None
        after: State = game.module.play(game.rules, state, *actions)
        choices = tuple(
            Choice(
                player,
                actions[player],
                solution.loss(state, player, actions[player]),
                likely(solution.policy(state, player)),
            )
            for player in game.to_act(state)
        )
        value, value_after = solution.value(state), solution.value(after)
        luck = 0.0
        if len(choices) == 2:
            luck = value_after - value + choices[0].loss - choices[1].loss
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


def turning_point(graded: Sequence[Graded]) -> Graded | None:
    """The decision that gave away most, the first of them if there are several; None if nobody gave anything away."""
    found: Graded | None = None
    for each in graded:
        if each.worst.loss > (found.worst.loss if found else 0.0) + ROUNDING:
            found = each
    return found


def given_away(graded: Iterable[Graded]) -> tuple[float, float]:
    """What each player gave away in all."""
    totals = [0.0, 0.0]
    for each in graded:
        for choice in each.choices:
            totals[choice.player] += choice.loss
    return totals[0], totals[1]


def likely(mix: Mapping[int, float]) -> dict[int, float]:
    """A mix without what is there by rounding alone."""
    return {action: chance for action, chance in mix.items() if chance > ROUNDING}


def most(choices: Sequence[Choice]) -> Choice:
    first, last = choices[0], choices[-1]
    return last if last.loss > first.loss + ROUNDING else first
