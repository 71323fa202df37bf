"""Many games side by side as arrays; you choose for both players."""

from typing import Any, ClassVar

import numpy as np

from parlour.fast.devices import device_named
from parlour.fast.slots import Illegal, Slots
from parlour.fast.starts import starting_table
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS


class Batch(Slots):
    """`size` games of one kind. After a step, finished games have been replaced by new ones.

    Three arrays describe the last step: `rewards` (by slot and player: 1 and -1 where a game was won, otherwise 0),
    `terminated` (the game was over) and `truncated` (it was cut off after `max_turns` turns, END-1). Everything else
    describes the states as they are now. Arrays are written in place from step to step; with `fresh=True` every call
    makes new ones. With `device="cuda"` they are arrays on the GPU.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*Slots.ARRAYS, "rewards", "terminated", "truncated")

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int = 0,
        *,
        device: str = "cpu",
        max_turns: int = MAX_TURNS,
        illegal: Illegal = "raise",
        restart: bool = True,
        fresh: bool = False,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, size, seed, device_named(device, game, threads), max_turns, illegal)
        self.fresh, self._restart = fresh, restart
        self._made: dict[str, Any] = {}  # arrays that are made when you ask for them
        self._make_results()
        self.reset()

    def _make_results(self) -> None:
        self.rewards = self.zeros(2, dtype=np.float32)
        self.terminated, self.truncated = self.zeros(dtype=np.bool_), self.zeros(dtype=np.bool_)

    def reset(self, seed: int | None = None, *, states: Any = None) -> None:
        """Returns every slot to its first game, under a new seed if one is given.

        With `states`, one for all slots or one for each, these games begin there; later games begin at the start.
        """
        starts = self.device.take(starting_table(self.game, states, self.size))
        self.reseed(seed)
        for array in (self.rewards, self.terminated, self.truncated):
            self.device.clear(array)
        self.loop("begin_slots")(self.table, self.turns, starts)

    def step(self, actions: Any) -> None:
        """Plays `actions[slot, player]` in every game; the action of a player who is not to act is ignored.

        An illegal action raises IllegalAction and leaves every game as it was. With `illegal="forfeit"` it loses the
        game instead.
        """
        given = self._check_actions(actions)
        if self.illegal == "raise":
            wrong = self.device.first("first_illegal_slot", self.size, self.table, given)
            if wrong is not None:
                raise self._illegal(wrong, given)
        if self.fresh:
            self._make_results()
        results = (self.rewards, self.terminated, self.truncated)
        settings = (np.int32(self.max_turns), self._restart, self.illegal == "forfeit")
        self.loop("step_slots")(self.table, self.turns, self.restarts, given, *results, *settings)

    def random_actions(self) -> Any:
        """A legal action for every player to act, from the random stream of each game; 0 for the others."""
        actions = self._array("actions", (self.size, 2), np.int32)
        self.loop("draw_slots")(self.table, self.turns, self.restarts, *self.seed_words, actions)
        return actions

    @property
    def to_act(self) -> Any:
        """Who chooses in each game: 0 neither player, 1 the first, 2 the second, 3 both at once in secret."""
        actors = self._array("to_act", (self.size,), np.int8)
        self.loop("actors_slots")(self.table, actors)
        return actors

    @property
    def legal(self) -> Any:
        """Which actions are legal: `legal[slot, player, action]`; none for a player who is not to act."""
        legal = self._array("legal", (self.size, 2, self.game.action_count()), np.bool_)
        self.loop("legal_slots")(self.table, legal)
        return legal

    def observation(self, player: int) -> Any:
        """The view of a player, one row for each game: the fields of the state as it is shown to both.

        It never contains a choice that has not been revealed. `fields` names the columns; a hidden field is -1.
        """
        self.game.check_player(player)
        seen = self._array("observation", (self.size, len(self.fields)), self.dtype)
        self.loop("show_slots")(self.table, seen)
        return seen

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_made": {}}

    @property
    def nbytes(self) -> int:
        """The memory that this batch uses now, in bytes."""
        always = (getattr(self, name) for name in self.ARRAYS)
        return sum(int(array.nbytes) for array in (*always, *self._made.values()))

    def _check_actions(self, actions: Any) -> Any:
        array = self.take_actions(actions, 2)
        if array.dtype == np.int32:
            return array
        here = np.asarray(self.device.host(array))
        if here.size and (here.min() < -(2**31) or here.max() >= 2**31):
            raise IllegalAction("actions must fit in 32 bits")
        return self.device.take(here.astype(np.int32))

    def _illegal(self, slot: int, actions: Any) -> IllegalAction:
        state, row = self.state(slot), self.device.host(actions[slot])
        for player in self.game.to_act(state):
            if int(row[player]) not in self.game.actions(state, player):
                return self.illegal_action(slot, player, int(row[player]))
        raise AssertionError("the compiled rules reject an action that the rules allow")

    def _array(self, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        if name not in self._made or self.fresh:
            self._made[name] = self.device.zeros(shape, dtype)
        return self._made[name]
