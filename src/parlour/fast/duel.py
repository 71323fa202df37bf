"""A batch in which one player is yours and the other plays at random: an action in, a row to look at out."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from parlour.fast.batch import Batch
from parlour.games.contract import Game, checked_seed, spans
from parlour.games.errors import IllegalAction, ParlourError

Seat = Literal[0, 1, "alternate"]
SEATS: dict[object, int] = {0: 0, 1: 1, "alternate": 2}


class Outcome(NamedTuple):
    """What a step of all games brought, a row a slot."""

    seen: Any  # the state as it lies open on the table, then the seat
    mask: Any  # what may be chosen next: 1 or 0 by action; one action, which is ignored, where a game is over
    rewards: Any  # 1 won, -1 lost, 0
    terminated: Any
    truncated: Any
    final: Any  # with `at_once`, what was seen at the end of a game that ended now


class Duel:
    """`size` games against an opponent who draws from each game's own stream.

    A step plays your action and all that the opponent does until you are to act again. A game that is over is replaced
    at the next step, which then ignores your action and is worth nothing; with `at_once`, in the same step. The arrays
    of an outcome are yours. An action that is not allowed raises IllegalAction, with every game as it was, or loses.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int = 0,
        *,
        seat: Seat = 0,
        max_turns: int = 10_000,
        illegal: Literal["raise", "forfeit"] = "raise",
        at_once: bool = False,
        threads: int | None = None,
    ) -> None:
        self.batch = Batch(game, size, seed, max_turns=max_turns, illegal=illegal, threads=threads)
        self.seat, self.at_once = checked_seat(seat), at_once
        self.over = np.zeros(self.batch.size, np.bool_)
        self._seat, self._max_turns = SEATS[seat], self.batch.max_turns
        self._final = np.zeros((0, 0), self.batch.dtype)
        self._count = game.action_count()

    def reset(self, seed: int | None = None, chosen: Any = None) -> tuple[Any, Any]:
        """New games in the slots that are chosen, else in all; a seed begins the streams anew. What is seen, and masks."""
        batch = self.batch
        if seed is not None:
            batch.reset(checked_seed(seed))
            chosen = None
        if chosen is None:
            chosen = np.ones(batch.size, np.bool_)
        if seed is None:
            batch.restarts[chosen] += 1
        seen, mask = self._pages()
        words = map(np.uint32, batch._halves)
        batch._engine.run(
            "open_slots", batch.size, *self._slots, chosen, *words, self._seat, self._max_turns, seen, mask
        )
        return seen, mask

    def step(self, actions: Any) -> Outcome:
        """Plays `actions[slot]` for your player in every game."""
        batch, size = self.batch, self.batch.size
        given = np.asarray(actions)
        if given.shape != (size,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions must be whole numbers of shape ({size},), not {given.dtype} of shape {given.shape}"
            )
        if batch.illegal == "raise":
            wrong = batch._engine.first("first_unfit", size, *self._slots, given, self._seat, self._max_turns)
            if wrong is not None:
                raise self._illegal(wrong, int(given[wrong]))
        seen, mask = self._pages()
        rewards, terminated, truncated = np.empty(size, np.float32), np.empty(size, np.bool_), np.empty(size, np.bool_)
        final = np.zeros_like(seen) if self.at_once else self._final
        low, high = batch._halves
        batch._engine.run(
            "duel_slots",
            size,
            *self._slots,
            given,
            np.uint32(low),
            np.uint32(high),
            self._seat,
            self._max_turns,
            self.at_once,
            rewards,
            terminated,
            truncated,
            final,
            seen,
            mask,
        )
        return Outcome(seen, mask, rewards, terminated, truncated, final)

    @property
    def seats(self) -> Any:
        """Where your player sits in each game."""
        return self.batch.restarts & 1 if self._seat == 2 else np.full(self.batch.size, self._seat, np.int32)

    @property
    def _slots(self) -> tuple[Any, ...]:
        return self.batch.table, self.batch.turns, self.batch.restarts, self.over

    def _pages(self) -> tuple[Any, Any]:
        size = self.batch.size
        return np.empty((size, len(self.batch.fields) + 1), self.batch.dtype), np.empty((size, self._count), np.int8)

    def _illegal(self, slot: int, action: int) -> IllegalAction:
        player = int(self.seats[slot])
        allowed = self.batch.game.actions(self.batch.state(slot), player)
        return IllegalAction(f"slot {slot}, player {player} cannot choose {action}; allowed: {spans(allowed)}")


def checked_seat(seat: Seat) -> Seat:
    if isinstance(seat, bool) or seat not in SEATS:
        raise ParlourError(f"seat must be 0, 1 or 'alternate', not {seat!r}")
    return seat
