"""A solved game: what every state is worth, how to play it, and what each action gives away."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.certificate import RESPOND, Group, Plan, certify
from parlour.solver.matrix_games import punished
from parlour.solver.solver import WAYS, groups, solve_groups
from parlour.solver.state_space import Space

ROUNDING = 1e-7  # less than this is not given away, but lost in reckoning


class Certificate(NamedTuple):
    """What was proved by best responses to both strategies, over the whole game."""

    lower: float  # what the first player's strategy is sure of, from the start
    upper: float  # what the second player's strategy concedes at most
    widest: float  # the widest interval of any state

    @property
    def gain(self) -> float:
        """What the best opponents could gain against the two strategies together."""
        return self.upper - self.lower


class Arrays(NamedTuple):
    """What is known of every state of a space, by its number."""

    values: NDArray[np.float64]
    lower: NDArray[np.float64]  # proved to be no more than the value ...
    upper: NDArray[np.float64]  # ... and no less
    plan: Plan


class Solution:
    """Made by `parlour.solve(game)`. Values are to the first player, from -1 to 1; players are 0 and 1.

    Every state of the game can be asked about, also one that this game cannot come to from its start: the first
    question about such a state solves all that it leads to.
    """

    def __init__(self, space: Space, arrays: Arrays, within: float, seconds: float) -> None:
        self.game: Game = space.game
        self.within = within
        self.seconds = seconds  # that it took to solve and to certify
        self.states = space.count  # in which somebody has to choose, from the start of the game
        self.space, self.arrays = space, arrays
        self._lock = Lock()  # of what grows when a state is asked about that was not there

    @property
    def certificate(self) -> Certificate:
        lower, upper = self.bounds(self.game.start())
        return Certificate(lower, upper, self._widest())

    def value(self, state: State) -> float:
        """What the state is worth to the first player when both play perfectly."""
        if self.game.is_over(state):
            return float(self.game.returns(state)[0])
        number = self._number(state)
        lower, upper = self.bounds(state)
        return min(upper, max(lower, float(self.arrays.values[number])))

    def bounds(self, state: State) -> tuple[float, float]:
        """An interval that is proved to contain the value."""
        if self.game.is_over(state):
            return self.value(state), self.value(state)
        number = self._number(state)
        lower, upper = float(self.arrays.lower[number]), float(self.arrays.upper[number])
        # Rounding may have them meet the wrong way round, or beyond what can be won.
        return max(-1.0, min(lower, upper)), min(1.0, max(lower, upper))

    def policy(self, state: State, player: int) -> dict[int, float]:
        """How a perfect player chooses: the actions with a chance, and their chances. Empty if not to act."""
        if self.game.checked_player(player) not in self.game.to_act(state):
            return {}
        number, plan = self._number(state), self.arrays.plan
        actions, begin = self.game.actions(state, player), int(plan.begins[number, player])
        mix = slice(begin, begin + int(plan.sizes[number, player]))
        return {
            actions[place]: chance
            for place, chance in zip(plan.chosen[mix].tolist(), plan.chances[mix].tolist(), strict=True)
        }

    def loss(self, state: State, player: int, action: int) -> float:
        """What an action gives away against a perfect opponent; 0 if it is part of perfect play.

        Where the opponent has several perfect strategies, against the one that punishes this action most. Less than
        what was proved of the values counts as nothing.
        """
        if self.game.checked_player(player) not in self.game.to_act(state):
            raise IllegalAction(f"{self.game.words.PLAYERS[player]} is not to act: there is nothing to give away")
        place = self.game.actions(state, player).index(self.game.checked_action(state, player, action))
        number = self._number(state)
        return self._loss(number, player, self._matrix(number, player), place, self._doubt(number))

    def losses(self, state: State, player: int) -> dict[int, float]:
        """What each action gives away; empty if not to act."""
        if self.game.checked_player(player) not in self.game.to_act(state):
            return {}
        number = self._number(state)
        matrix, doubt = self._matrix(number, player), self._doubt(number)
        actions = self.game.actions(state, player)
        return {action: self._loss(number, player, matrix, place, doubt) for place, action in enumerate(actions)}

    def __reduce__(self) -> tuple[Any, ...]:
        from parlour.solver.cache import parts, put_together

        return put_together, (self.game, parts(self))

    def _number(self, state: State) -> int:
        if not self.game.holds(state):
            raise IllegalAction(f"not a state of {self.game!r}, but one with covered or impossible values: {state}")
        number = self.space.number(state)
        if number < 0:
            with self._lock:
                self._extend(state)
            number = self.space.number(state)
        return number

    def _extend(self, state: State) -> None:
        """Solves what a state leads to that is not here yet; nothing changes if that fails."""
        space = self.space.copy()
        space.explore(state, lambda _: None)
        self.arrays = solved(space, self.within, silent, self.arrays)
        self.space = space

    def _matrix(self, number: int, player: int) -> NDArray[np.float64]:
        """The values after every pair of actions, to this player: own actions down, the other's across."""
        matrix = self._outcomes(number, self.arrays.values)
        return matrix if player == 0 else np.ascontiguousarray(-matrix.T)

    def _outcomes(self, number: int, worth: NDArray[np.float64]) -> NDArray[np.float64]:
        space, options = self.space, np.zeros((1, 2), np.int32)
        space.loops.count_options(self.game.rules, space.tables.states, np.array([number], np.int32), options)
        matrix = np.empty(tuple(options[0]))
        space.loops.payoffs(self.game.rules, space.index, space.tables.states, worth, number, matrix)
        return matrix

    def _doubt(self, number: int) -> float:
        """The widest proved interval of a state and all that it leads to."""
        widths = self._outcomes(number, self.arrays.upper) - self._outcomes(number, self.arrays.lower)
        return float(max(self.arrays.upper[number] - self.arrays.lower[number], widths.max(), ROUNDING))

    def _loss(self, number: int, player: int, matrix: NDArray[np.float64], place: int, doubt: float) -> float:
        plan, begin = self.arrays.plan, int(self.arrays.plan.begins[number, player])
        if place in plan.chosen[begin : begin + int(plan.sizes[number, player])]:
            return 0.0  # however small its chance
        value, worth = (
            (float(matrix.max()), float(matrix[place, 0])) if matrix.shape[1] == 1 else punished(matrix, place)
        )
        return value - worth if value - worth > doubt else 0.0

    def _widest(self) -> float:
        return float((self.arrays.upper - self.arrays.lower).max(initial=0.0))


Heed = Callable[[str, float | None], None]  # hears what is being done and how much of it is, if that is known


def silent(_: str, __: float | None) -> None:
    pass


def solved(space: Space, within: float, heed: Heed, known: Arrays | None = None) -> Arrays:
    """Values, mixes and their proof for every state of a space that is not known yet.

    Where play goes round, the quick way is tried first; if its proof is wider than `within`, the others, and the one
    that proves most is kept.
    """
    first = 0 if known is None else len(known.values)
    listed = groups(space, first)
    best: Arrays | None = None
    for way in WAYS if any(group.cyclic for group in listed) else WAYS[:1]:
        values = np.zeros(space.count)
        if known is not None:
            values[:first] = known.values
        plan = solve_groups(space, listed, values, within, way, lambda share: heed("solving", share))
        if known is not None:
            plan = joined(known.plan, plan, first)
        lower, upper = proved(space, plan, listed, heed, known)
        made = Arrays(values, lower, upper, plan)
        if best is None or width(made, first) < width(best, first):
            best = made
        if width(best, first) <= within:
            break
    assert best is not None
    return best


def width(arrays: Arrays, first: int) -> float:
    return float((arrays.upper - arrays.lower)[first:].max(initial=0.0))


def proved(
    space: Space, plan: Plan, listed: list[Group], heed: Heed, known: Arrays | None
) -> list[NDArray[np.float64]]:
    """What either side's mixes are sure of, both worked out at once."""
    states, total, stopped = space.tables.states[: space.count], 2 * sum(len(group.states) for group in listed), Event()
    done = [0, 0]
    compiled(space.game, RESPOND)  # once, before the two threads ask for it together

    def side(player: int) -> NDArray[np.float64]:
        def count(more: int) -> None:
            if stopped.is_set():
                raise Stopped
            done[player] += more
            heed("certifying", sum(done) / max(1, total))

        worth = None if known is None else (known.lower, known.upper)[player]
        return certify(space.game, states, plan, listed, player, count, worth)[0]

    with ThreadPoolExecutor(2) as sides:
        try:
            return [future.result() for future in [sides.submit(side, player) for player in (0, 1)]]
        except BaseException:
            stopped.set()  # leaving this block waits for both
            raise


class Stopped(Exception):
    """The other side was interrupted."""


def joined(old: Plan, new: Plan, first: int) -> Plan:
    """The plan of the states before `first` and that of the others."""
    begins, sizes = new.begins + len(old.chosen), new.sizes.copy()
    begins[:first], sizes[:first] = old.begins, old.sizes
    chosen = np.concatenate([old.chosen, new.chosen])
    return Plan(begins, sizes, chosen, np.concatenate([old.chances, new.chances]))
