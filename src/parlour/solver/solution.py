"""A solved game: the value of every state, how to play it, and the loss of each action."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State, rewards
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.exact.certificate import Certificate
from parlour.solver.exact.punishment import punish_rows
from parlour.solver.exact.solving import Known, solve_states
from parlour.solver.packing import pack, unpack
from parlour.solver.policies.policy import Policy
from parlour.solver.progress import Progress, silent
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import Mixes
from parlour.solver.states.parts import from_units, round_down, round_up, to_units
from parlour.solver.states.stage import ROUNDING, Proved, Stage
from parlour.solver.states.states import States

REMEMBERED = 50_000  # losses, once they are prepared, and mixes; the largest take a kilobyte


class Remembered(dict[Any, Any]):
    """Forgets everything when it becomes large."""

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= REMEMBERED:
            self.clear()
        super().__setitem__(key, value)


class NextStates(NamedTuple):
    """Where every pair of actions leads. The first player's actions are the rows."""

    numbers: NDArray[np.int64]  # of the next state; -1 if the game is over
    rewards: NDArray[np.float64]  # to the first player if the game is over

    def of(self, known: NDArray[np.float64]) -> NDArray[np.float64]:
        """The values and bounds of the next states."""
        return np.where(self.numbers < 0, self.rewards, known[self.numbers])


class Solution:
    """The result of `parlour.solve(game)`. Values are for the first player, from -1 to 1; players are 0 and 1.

    You can look up any state, even one that cannot be reached from the start. The first lookup of such a state solves
    everything that it leads to, without the last pass of `refine.py`. Other lookups need no compiled code.

    `policy(state, player)` is the chance of each action in perfect play. `values`, `lower` and `upper` (the proved
    bounds) have an entry for each of `states`.
    """

    def __init__(self, states: States, proved: Proved, within: float, seconds: float, source: str = "solved") -> None:
        self.game: Game = states.game
        self.states = states
        self.values, self.lower, self.upper, _ = self.proved = proved
        self.within = within
        self.seconds = seconds  # to solve and certify
        self.source = source  # "solved", "cache" or "package"
        self.policy: Policy = PerfectPolicy(self)
        self._lock = Lock()  # held while states are added
        self._larger: Self | None = None  # with states that cannot be reached from the start
        self._prepared = False
        self._compiled_losses = lru_cache(REMEMBERED)(self._option_losses)
        self.remembered_mixes = Remembered()  # of players who consult this solution

    @classmethod
    def of(cls, explorer: Explorer, proved: Proved, within: float, seconds: float) -> Self:
        """The solution of states that have just been solved. Numbers are rounded to whole units, bounds outwards."""
        values, lower, upper, mixes = proved
        lower, upper = np.minimum(lower, upper), np.maximum(lower, upper)  # up to rounding
        lower, upper = round_down(np.maximum(lower, -1.0)), round_up(np.minimum(upper, 1.0))
        values = np.clip(from_units(to_units(values)), lower, upper)
        states = States(explorer.game, explorer.keys.copy(), explorer)
        return cls(states, Proved(values, lower, upper, mixes), within, seconds)

    @cached_property
    def certificate(self) -> Certificate:
        """The bounds that best responses to both strategies prove."""
        return Certificate(*self.bounds(self.game.start()), float((self.upper - self.lower).max(initial=0.0)))

    def value(self, state: State) -> float:
        """The value of a state for the first player when both play perfectly."""
        if self.game.is_over(state):
            return float(self.game.returns(state)[0])
        solution, number = self.find(state)
        return float(solution.values[number])

    def bounds(self, state: State) -> tuple[float, float]:
        """Proved bounds of the value."""
        if self.game.is_over(state):
            return self.value(state), self.value(state)
        solution, number = self.find(state)
        return float(solution.lower[number]), float(solution.upper[number])

    def loss(self, state: State, player: int, action: int) -> float:
        """The cost of an action against a perfect opponent; 0 if it is part of perfect play.

        If the opponent has several perfect strategies, the one that punishes this action most counts. A loss that is
        smaller than the proved intervals counts as 0.
        """
        if self.game.check_player(player) not in self.game.to_act(state):
            raise IllegalAction(f"{self.game.words.PLAYERS[player]} is not to act: there is nothing to lose")
        checked = self.game.check_action(state, player, action)
        return self._losses(state, player, (checked,))[checked]

    def losses(self, state: State, player: int) -> dict[int, float]:
        """The loss of each action. Empty if the player is not to act."""
        if self.game.check_player(player) not in self.game.to_act(state):
            return {}
        return self._losses(state, player, self.game.actions(state, player))

    def prepare(self) -> Self:
        """Makes `loss` many times faster, for thousands of matches. Compiling takes seconds the first time."""
        _ = self.states.explorer
        self._prepared = True
        return self

    def extend(self, states: Iterable[State], progress: Progress = silent) -> Self:
        """The solution with everything that these states lead to."""
        explorer = self.states.explorer.copy()
        for state in states:
            explorer.explore(state, lambda _: progress("exploring", None))
        explorer.sort()
        known = Known(np.searchsorted(explorer.keys, self.states.keys), self.proved)
        solved = solve_states(explorer, self.within, progress, known)
        return self.of(explorer, solved, self.within, self.seconds)

    def find(self, state: State) -> tuple[Self, int]:
        """A solution that contains an unfinished state, and the state's number there."""
        if not self.game.holds(state):
            raise IllegalAction(f"not a state of {self.game!r}: it has hidden or impossible values: {state}")
        number = self.states.find(state)
        if number >= 0:
            return self, number
        with self._lock:
            larger = self._larger or self
            if larger.states.find(state) < 0:
                self._larger = larger = larger.extend([state])
        return larger, larger.states.find(state)

    def next_states(self, state: State) -> NextStates:
        """Where the actions in one of the `states` lead, by plain rules."""
        game, play = self.game, self.game.module.play
        rows, columns = (game.actions(state, player) or (0,) for player in (0, 1))
        shape = len(rows), len(columns)
        after = [play(game.rules, state, first, second) for first in rows for second in columns]
        winners = [next_state.winner for next_state in after]
        unfinished = np.array([winner == 0 for winner in winners])
        numbers: NDArray[np.int64] = np.full(len(after), -1)
        if unfinished.any():
            numbers[unfinished] = self.states.find_known(np.array(after)[unfinished])
        rewarded = np.array([float(rewards(winner)[0]) for winner in winners])
        return NextStates(numbers.reshape(shape), rewarded.reshape(shape))

    def _losses(self, state: State, player: int, actions: tuple[int, ...]) -> dict[int, float]:
        """The losses of these actions, or of all actions once they are prepared."""
        if self._prepared:
            return dict(zip(self.game.actions(state, player), self._compiled_losses(state)[player], strict=True))
        solution, number = self.find(state)
        after = solution.next_states(state)
        matrix = own_rows(after.of(solution.values), player)
        widths = after.of(solution.upper) - after.of(solution.lower)
        doubt = float(max(solution.upper[number] - solution.lower[number], widths.max(), ROUNDING))
        options = {action: option for option, action in enumerate(self.game.actions(state, player))}
        mixes = solution.proved.mixes
        begin, size = int(mixes.begins[number, player]), int(mixes.sizes[number, player])
        perfect = mixes.options[begin : begin + size].tolist()  # however small the chance
        mistakes = [action for action in actions if options[action] not in perfect]
        losses = dict.fromkeys(actions, 0.0)
        for action, loss in zip(mistakes, punish_rows(matrix, [options[each] for each in mistakes]), strict=True):
            losses[action] = loss if loss > doubt else 0.0
        return losses

    def _option_losses(self, state: Any) -> tuple[list[float], list[float]]:
        """The loss of each option of both players, by compiled code."""
        solution, number = self.find(state)
        stage = Stage(solution.states.explorer, np.array([number], np.int32), False, solution.proved)
        options = int(stage.counts[0])
        return stage.losses[:options].tolist(), stage.losses[options:].tolist()

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Arrays for a file or another process."""
        settings = np.array([self.within, self.seconds, len(self.states)])
        return pack(self.states.keys, self.proved) | {"settings": settings}

    @classmethod
    def from_arrays(cls, game: Game, arrays: dict[str, NDArray[Any]], source: str) -> Self:
        keys, proved = unpack(arrays)
        within, seconds, _ = arrays["settings"].tolist()
        return cls(States(game, keys), proved, within, seconds, source)

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution.from_arrays, (self.game, self.to_arrays(), self.source)


class PerfectPolicy(Policy):
    """How a perfect player chooses: the chance of each action, also in states that cannot be reached from the start."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution.states, solution.proved.mixes)
        self._solution = solution

    def _find(self, state: State) -> tuple[Mixes, int]:
        solution, number = self._solution.find(state)
        return solution.proved.mixes, number


def own_rows(matrix: NDArray[np.float64], player: int) -> NDArray[np.float64]:
    """Values to this player; the player's own actions are the rows."""
    return matrix if player == 0 else np.ascontiguousarray(-matrix.T)
