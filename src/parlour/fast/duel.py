"""Many games side by side against an opponent who plays at random: you give one action for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from parlour.fast.devices import device_named
from parlour.fast.random_stream import seed_words
from parlour.fast.slots import Illegal, Slots
from parlour.games.checks import checked_seed
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game

Seat = Literal[0, 1, "alternate"]
REWARD, BOOLEAN = np.dtype(np.float32), np.dtype(np.bool_)
SEATS: dict[object, int] = {0: 0, 1: 1, "alternate": 2}


class Outcome(NamedTuple):
    """The result of one step, with one row for each slot."""

    observation: Any  # the state as you see it, then your seat
    mask: Any  # 1 for each action that is legal next; only action 0, which is ignored, where you have no choice
    rewards: Any  # 1 won, -1 lost, 0
    terminated: Any
    truncated: Any
    final: Any  # with `same_step`, the observations before finished games were replaced


class Duel(Slots):
    """`size` games against an opponent whose choices come from the random stream of each game.

    A step plays your action and everything the opponent does until you are to act again. A game that is over is
    replaced in the next step, which ignores your action and rewards nothing; with `same_step`, in the same step. The
    arrays of an outcome are yours to keep. An illegal action raises IllegalAction and leaves every game as it was; with
    `illegal="forfeit"` it loses the game instead.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*Slots.ARRAYS, "over", "_no_final", "_seeds")

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int | Sequence[int] = 0,
        *,
        seat: Seat = 0,
        device: str = "cpu",
        max_turns: int = 10_000,
        illegal: Illegal = "raise",
        same_step: bool = False,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, size, seed, device_named(device, game, threads), max_turns, illegal)
        self.seat, self.same_step = checked_seat(seat), same_step
        self.over = self.zeros(dtype=np.bool_)  # games that have ended and are not replaced yet
        self._no_final = self.device.zeros((1, 1), self.dtype)
        self._limits = np.int32(SEATS[seat]), np.int32(self.max_turns)
        self._count = game.action_count()
        self._observation = (self.size, len(self.fields) + 1), self.dtype
        self._mask = (self.size, self._count), np.dtype(np.int8)
        self.reset(seed)

    def reset(self, seed: int | Sequence[int] | None = None, chosen: Any = None) -> tuple[Any, Any]:
        """Starts the next game in the chosen slots, or in all of them; returns observations and masks.

        With a seed, every slot returns to its first game. With a list of seeds, one for each slot, a slot plays the
        games 0, 1, 2, ... of its own seed, as it would in a duel of one game.
        """
        device = self.device
        wanted = device.take(np.ones(self.size, np.bool_) if chosen is None or seed is not None else chosen)
        if wanted.shape != (self.size,) or wanted.dtype != np.bool_:
            kind = f"{wanted.dtype} of shape {wanted.shape}"
            raise ParlourError(f"chosen must be booleans of shape ({self.size},), not {kind}")
        if seed is not None:
            self.reseed(seed)
            device.clear(self.over)
        observation, mask = device.empty(*self._observation), device.empty(*self._mask)
        settings = (*self._games, wanted, seed is None, self._seeds, *self._limits)
        device.loop("open_slots", self.size)(*settings, observation, mask)
        return observation, mask

    def step(self, actions: Any) -> Outcome:
        """Plays `actions[slot]` for you in every game."""
        device, size, flat = self.device, self.size, (self.size,)
        given, empty = device.take(actions), device.empty
        if given.shape != flat or given.dtype.kind not in "iu":
            kind = f"{given.dtype} of shape {given.shape}"
            raise IllegalAction(f"actions must be whole numbers of shape ({size},), not {kind}")
        if self.illegal == "raise":
            wrong = device.first("first_illegal_choice_slot", size, *self._games, given, self._count, *self._limits)
            if wrong is not None:
                raise self.illegal_action(wrong, int(self.seats[wrong]), int(device.host(given)[wrong]))
        observation, mask, rewards = empty(*self._observation), empty(*self._mask), empty(flat, REWARD)
        terminated, truncated = empty(flat, BOOLEAN), empty(flat, BOOLEAN)
        final = empty(*self._observation) if self.same_step else self._no_final
        settings = (*self._games, given, self._seeds, *self._limits, self.same_step)
        device.loop("duel_slots", size)(*settings, rewards, terminated, truncated, final, observation, mask)
        return Outcome(observation, mask, rewards, terminated, truncated, final)

    def _set_seed(self, seed: int | Sequence[int]) -> None:
        seeds: Sequence[Any] = (seed,)
        if isinstance(seed, Sequence | np.ndarray):
            seeds = seed
            if len(seeds) != self.size:
                raise ParlourError(f"a list of seeds has one for each of the {self.size} games, not {len(seeds)}")
        words = [seed_words(checked_seed(each)) for each in seeds]
        self._seeds = self.device.take(np.array(words, np.uint32).reshape(-1, 2))

    @property
    def seats(self) -> Any:
        """Your seat in each game."""
        restarts = self.device.host(self.restarts)
        return restarts & 1 if self.seat == "alternate" else np.full_like(restarts, self.seat)

    @property
    def _games(self) -> tuple[Any, ...]:
        return self.table, self.turns, self.restarts, self.over


def checked_seat(seat: Seat) -> Seat:
    if isinstance(seat, bool) or seat not in SEATS:
        raise ParlourError(f"seat must be 0, 1 or 'alternate', not {seat!r}")
    return seat
