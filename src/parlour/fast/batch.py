"""Many games side by side as arrays.

Every array has a row for each slot. Slot k plays the games k, k + size, k + 2 size, ... of the seed, one after another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from parlour.fast.build import compiled
from parlour.fast.random_games import at_least, checked_device, halves
from parlour.fast.sharing import cores, shared
from parlour.games.contract import Game, State, spans
from parlour.games.errors import IllegalAction, ParlourError

Result = TypeVar("Result")
LARGEST = 2**31  # slots: the count of a slot's games stays within a word


class Batch:
    """`size` games of one kind. After a step, finished games have been replaced by new ones.

    `rewards`, `terminated` and `truncated` tell of the step just made; all else of the states as they are now. Arrays
    are written in place from step to step; with `fresh=True` every call returns arrays of its own.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int = 0,
        *,
        device: str = "cpu",
        max_turns: int = 10_000,
        illegal: Literal["raise", "forfeit"] = "raise",
        restart: bool = True,
        fresh: bool = False,
        threads: int | None = None,
    ) -> None:
        checked_device(device)
        if illegal not in ("raise", "forfeit"):
            raise ParlourError(f"illegal must be 'raise' or 'forfeit', not {illegal!r}")
        self.game, self.size, self.illegal, self.fresh = game, at_least("size", size, 0), illegal, fresh
        if self.size >= LARGEST:
            raise ParlourError(f"size must be less than {LARGEST}, not {size}")
        self.seed, self.max_turns, self._restart = seed, at_least("max_turns", max_turns, 1), restart
        self._threads = cores() if threads is None else at_least("threads", threads, 1)
        self._loops, self._halves, self._rules = compiled(game), halves(seed), game.rules
        lowest, highest = game.bounds()
        self.dtype = smallest(min(-1, *lowest), max(*highest))  # type: ignore[misc]  # tuples; -1 is a covered field
        self.fields: tuple[str, ...] = type(lowest)._fields  # type: ignore[attr-defined]
        try:
            self.table = np.zeros((self.size, len(self.fields)), self.dtype)  # a state a row
            self.turns = np.zeros(self.size, np.int32)  # of the game at hand
            self.restarts = np.zeros(self.size, np.int32)  # how many games a slot has finished
            self._rewards = np.zeros((self.size, 2), np.float32)
            self._terminated = np.zeros(self.size, np.bool_)
            self._truncated = np.zeros(self.size, np.bool_)
        except MemoryError:
            raise ParlourError(f"a batch of {self.size} games does not fit in memory") from None
        self._actors: NDArray[np.int8] | None = None
        self._actions: NDArray[np.int32] | None = None
        self._legal: NDArray[np.bool_] | None = None
        self._observation: NDArray[Any] | None = None
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """All slots begin again with their first games, of another seed if one is given."""
        if seed is not None:
            self.seed, self._halves = seed, halves(seed)
        self.restarts[:] = 0
        self._rewards[:] = 0
        self._terminated[:] = False
        self._truncated[:] = False
        self._share(lambda first, last: self._loops.begin_slots(self._rules, self.table, self.turns, first, last))

    def step(self, actions: NDArray[Any]) -> None:
        """Plays `actions[slot, player]` in every game; the action of a player not to act is ignored.

        An action that is not allowed raises IllegalAction, with every game as it was, or, where the batch was made so,
        forfeits that game.
        """
        given = self._checked(actions)
        if self.illegal == "raise":
            found = self._share(
                lambda first, last: self._loops.first_illegal(self._rules, self.table, given, first, last)
            )
            wrong = next((slot for slot in found if slot >= 0), None)
            if wrong is not None:
                raise self._illegal(wrong, given)
        rewards = self._rewards = self._array(self._rewards)
        terminated = self._terminated = self._array(self._terminated)
        truncated = self._truncated = self._array(self._truncated)
        self._share(
            lambda first, last: self._loops.step_slots(
                self._rules,
                self.table,
                self.turns,
                self.restarts,
                given,
                rewards,
                terminated,
                truncated,
                self.max_turns,
                self._restart,
                self.illegal == "forfeit",
                first,
                last,
            )
        )

    def random_actions(self) -> NDArray[np.int32]:
        """An allowed action for every player to act, from the stream of each game; 0 for the others."""
        if self._actions is None or self.fresh:
            self._actions = np.zeros((self.size, 2), np.int32)
        actions = self._actions
        self._share(
            lambda first, last: self._loops.draw_slots(
                self._rules, self.table, self.turns, self.restarts, *self._halves, actions, first, last
            )
        )
        return actions

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Of the step just made, by slot and player: 1 and -1 where a game was won, 0 elsewhere."""
        return self._rewards

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where a game was over with the step just made."""
        return self._terminated

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where a game was cut off with the step just made, after `max_turns` turns (END-1)."""
        return self._truncated

    @property
    def to_act(self) -> NDArray[np.int8]:
        """Who chooses in each game: 0 nobody, 1 the first player, 2 the second, 3 both at once in secret."""
        if self._actors is None or self.fresh:
            self._actors = np.zeros(self.size, np.int8)
        actors = self._actors
        self._share(lambda first, last: self._loops.actors_in_slots(self._rules, self.table, actors, first, last))
        return actors

    @property
    def legal(self) -> NDArray[np.bool_]:
        """What is allowed: `legal[slot, player, action]`; nothing for a player not to act."""
        if self._legal is None or self.fresh:
            self._legal = np.zeros((self.size, 2, self.game.action_count()), np.bool_)
        legal = self._legal
        self._share(lambda first, last: self._loops.legal_in_slots(self._rules, self.table, legal, first, last))
        return legal

    def observation(self, player: int) -> NDArray[Any]:
        """What a player may see, one row a game: the fields of the state as it lies open on the table.

        Both players see the same, and never a choice of the other that is not revealed; the fields are named in
        `fields`. A covered field is -1.
        """
        self.game.checked_player(player)
        if self._observation is None or self.fresh:
            self._observation = np.zeros((self.size, len(self.fields)), self.dtype)
        seen = self._observation
        self._share(lambda first, last: self._loops.show_slots(self._rules, self.table, seen, first, last))
        return seen

    def state(self, slot: int) -> State:
        """One game as a state of the front door."""
        values = (int(value) for value in self.table[slot])
        made: State = type(self.game.start())(*values)
        return made

    @property
    def nbytes(self) -> int:
        """The memory that this batch holds now, in bytes."""
        arrays = (self.table, self.turns, self.restarts, self._rewards, self._terminated, self._truncated)
        asked = (self._actors, self._actions, self._legal, self._observation)
        return sum(array.nbytes for array in (*arrays, *asked) if array is not None)

    def _checked(self, actions: NDArray[Any]) -> NDArray[np.int32]:
        array = np.asarray(actions)
        if array.shape != (self.size, 2) or array.dtype.kind not in "iu":
            kind = f"{array.dtype} of shape {array.shape}"
            raise IllegalAction(f"actions must be whole numbers of shape ({self.size}, 2), not {kind}")
        if array.dtype == np.int32:
            return array
        if array.size and (array.min() < -(2**31) or array.max() >= 2**31):
            raise IllegalAction("actions must fit in 32 bits")
        return array.astype(np.int32)

    def _illegal(self, slot: int, actions: NDArray[np.int32]) -> IllegalAction:
        state = self.state(slot)
        for player in self.game.to_act(state):
            allowed, action = self.game.actions(state, player), int(actions[slot, player])
            if action not in allowed:
                return IllegalAction(f"slot {slot}, player {player} cannot choose {action}; allowed: {spans(allowed)}")
        raise AssertionError("the compiled rules refused what the rules allow")

    def _array(self, array: NDArray[Any]) -> NDArray[Any]:
        return np.empty_like(array) if self.fresh else array

    def _share(self, work: Callable[[int, int], Result]) -> list[Result]:
        return shared(work, self.size, self._threads)


def smallest(low: int, high: int) -> np.dtype[Any]:
    """The smallest signed integers that hold a range."""
    fitting = (
        kind for kind in (np.int8, np.int16, np.int32) if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max
    )
    return np.dtype(next(fitting, np.int64))
