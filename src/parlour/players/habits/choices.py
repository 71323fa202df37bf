"""The choices that a player made, counted by position, and how they correct a mix that was assumed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.line import Line

MEMORY = 4.0  # so many choices in the very same position count as much as all that is assumed


class MadeChoice(NamedTuple):
    """A player's choice in a position with more than one action."""

    state: State
    player: int
    action: int


def choices_of(line: Line, player: int) -> list[MadeChoice]:
    """Everything that a player chose; not where there was only one action."""
    return [
        MadeChoice(turn.before, player, turn.both[player])
        for turn in line.turns
        if player in turn.actors and not line.game.is_forced(turn.before, player)
    ]


def by_position(choices: Iterable[MadeChoice]) -> dict[tuple[State, int], Counter[int]]:
    """How often each action was chosen, by state and player."""
    counts: dict[tuple[State, int], Counter[int]] = {}
    for state, player, action in choices:
        counts.setdefault((state, player), Counter())[action] += 1
    return counts


def correct(mix: Mapping[int, float], made: Counter[int]) -> dict[int, float]:
    """An assumed mix in a position, corrected by the choices made there."""
    total = MEMORY + made.total()
    return {action: (MEMORY * mix.get(action, 0.0) + made[action]) / total for action in {**mix, **made}}
