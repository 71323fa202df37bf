"""Many games side by side as arrays, with both players yours."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from parlour.fast.engines import engine
from parlour.fast.held import Illegal, Slots
from parlour.games.contract import Game, spans
from parlour.games.errors import IllegalAction


class Batch(Slots):
    """`size` games of one kind. After a step, finished games have been replaced by new ones.

    `rewards` (by slot and player: 1 and -1 where a game was won, else 0), `terminated` (the game was over) and
    `truncated` (it was cut off after `max_turns` turns, END-1) tell of the step just made; all else of the states as
    they are now. Arrays are written in place from step to step; with `fresh=True` every call makes its own. On the
    device `cuda` they are arrays of the card.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*Slots.ARRAYS, "rewards", "terminated", "truncated")

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int = 0,
        *,
        device: str = "cpu",
        max_turns: int = 10_000,
        illegal: Illegal = "raise",
        restart: bool = True,
        fresh: bool = False,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, size, seed, engine(device, game, threads), max_turns, illegal)
        self.fresh, self._restart = fresh, restart
        self.rewards = self.held(2, kind=np.float32)
        self.terminated, self.truncated = self.held(kind=np.bool_), self.held(kind=np.bool_)
        self._asked: dict[str, Any] = {}  # arrays that are made when somebody asks for them
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """All slots begin again with their first games, of another seed if one is given."""
        self.reseed(seed)
        for array in (self.rewards, self.terminated, self.truncated):
            self.engine.clear(array)
        self.engine.loop("begin_slots", self.size)(self.table, self.turns)

    def step(self, actions: Any) -> None:
        """Plays `actions[slot, player]` in every game; the action of a player not to act is ignored.

        An action that is not allowed raises IllegalAction, with every game as it was, or, where the batch was made so,
        forfeits that game.
        """
        given = self._checked(actions)
        if self.illegal == "raise":
            wrong = self.engine.first("first_illegal", self.size, self.table, given)
            if wrong is not None:
                raise self._illegal(wrong, given)
        if self.fresh:
            self.rewards = self.held(2, kind=np.float32)
            self.terminated, self.truncated = self.held(kind=np.bool_), self.held(kind=np.bool_)
        results = (self.rewards, self.terminated, self.truncated)
        how = (np.int32(self.max_turns), self._restart, self.illegal == "forfeit")
        self.engine.loop("step_slots", self.size)(self.table, self.turns, self.restarts, given, *results, *how)

    def random_actions(self) -> Any:
        """An allowed action for every player to act, from the stream of each game; 0 for the others."""
        actions = self._array("actions", (self.size, 2), np.int32)
        self.engine.loop("draw_slots", self.size)(self.table, self.turns, self.restarts, *self.words, actions)
        return actions

    @property
    def to_act(self) -> Any:
        """Who chooses in each game: 0 nobody, 1 the first player, 2 the second, 3 both at once in secret."""
        actors = self._array("to_act", (self.size,), np.int8)
        self.engine.loop("actors_in_slots", self.size)(self.table, actors)
        return actors

    @property
    def legal(self) -> Any:
        """What is allowed: `legal[slot, player, action]`; nothing for a player not to act."""
        legal = self._array("legal", (self.size, 2, self.game.action_count()), np.bool_)
        self.engine.loop("legal_in_slots", self.size)(self.table, legal)
        return legal

    def observation(self, player: int) -> Any:
        """What a player may see, one row a game: the fields of the state as it lies open on the table.

        Both players see the same, and never a choice of the other that is not revealed; the fields are named in
        `fields`. A covered field is -1.
        """
        self.game.checked_player(player)
        seen = self._array("observation", (self.size, len(self.fields)), self.dtype)
        self.engine.loop("show_slots", self.size)(self.table, seen)
        return seen

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_asked": {}}

    @property
    def nbytes(self) -> int:
        """The memory that this batch holds now, in bytes."""
        always = (getattr(self, name) for name in self.ARRAYS)
        return sum(int(array.nbytes) for array in (*always, *self._asked.values()))

    def _checked(self, actions: Any) -> Any:
        array = self.engine.taken(actions)
        if array.shape != (self.size, 2) or array.dtype.kind not in "iu":
            kind = f"{array.dtype} of shape {array.shape}"
            raise IllegalAction(f"actions must be whole numbers of shape ({self.size}, 2), not {kind}")
        if array.dtype == np.int32:
            return array
        here = np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)
        if here.size and (here.min() < -(2**31) or here.max() >= 2**31):
            raise IllegalAction("actions must fit in 32 bits")
        return self.engine.taken(here.astype(np.int32))

    def _illegal(self, slot: int, actions: Any) -> IllegalAction:
        state, row = self.state(slot), self.engine.row(actions, slot)
        for player in self.game.to_act(state):
            allowed, action = self.game.actions(state, player), int(row[player])
            if action not in allowed:
                return IllegalAction(f"slot {slot}, player {player} cannot choose {action}; allowed: {spans(allowed)}")
        raise AssertionError("the compiled rules refused what the rules allow")

    def _array(self, name: str, shape: tuple[int, ...], kind: Any) -> Any:
        if name not in self._asked or self.fresh:
            self._asked[name] = self.engine.zeros(self.engine.laid(shape), kind)
        return self._asked[name]
