"""A batch in which one player is yours and the other plays at random: an action in, a row to look at out."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from parlour.fast.batch import Batch
from parlour.games.contract import Game, spans
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
        device: str = "cpu",
        max_turns: int = 10_000,
        illegal: Literal["raise", "forfeit"] = "raise",
        at_once: bool = False,
        threads: int | None = None,
    ) -> None:
        self.seat, self.at_once = checked_seat(seat), at_once
        self.batch = Batch(game, size, seed, device=device, max_turns=max_turns, illegal=illegal, threads=threads)
        self._engine, self._count = self.batch.engine, game.action_count()
        self.over = self._engine.zeros((self.batch.size,), np.bool_)  # games that ended and were not replaced yet
        self._where = np.int32(SEATS[seat]), np.int32(self.batch.max_turns)
        self._nowhere = self._engine.zeros((1, 1), self.batch.dtype)
        self._everywhere = np.ones(self.batch.size, np.bool_)
        self._seen_shape, self._mask_shape = (
            (self.batch.size, len(self.batch.fields) + 1),
            (self.batch.size, self._count),
        )
        self.reset(seed)

    def reset(self, seed: int | None = None, chosen: Any = None) -> tuple[Any, Any]:
        """New games in the slots that are chosen, else in all; a seed begins them anew. What is seen, and the masks."""
        if seed is not None:
            self.batch.reset(seed)
            self._engine.clear(self.over)
        wanted = self._engine.taken(self._everywhere if chosen is None or seed is not None else chosen)
        seen, mask = self._pages()
        told = (*self._slots, wanted, seed is None, *self.batch.words, *self._where, seen, mask)
        self._engine.run("open_slots", self.batch.size, *told)
        return seen, mask

    def step(self, actions: Any) -> Outcome:
        """Plays `actions[slot]` for your player in every game."""
        batch, run, empty = self.batch, self._engine.run, self._engine.empty
        size, given = batch.size, self._engine.taken(actions)
        if given.shape != (size,) or given.dtype.kind not in "iu":
            kind = f"{given.dtype} of shape {given.shape}"
            raise IllegalAction(f"actions must be whole numbers of shape ({size},), not {kind}")
        if batch.illegal == "raise":
            wrong = self._engine.first("first_unfit", size, *self._slots, given, *self._where)
            if wrong is not None:
                raise self._illegal(wrong, int(self._engine.host(given)[wrong]))
        seen, mask = empty(self._seen_shape, batch.dtype), empty(self._mask_shape, np.int8)
        rewards, terminated, truncated = empty(size, np.float32), empty(size, np.bool_), empty(size, np.bool_)
        final = self._engine.zeros(seen.shape, seen.dtype) if self.at_once else self._nowhere
        slots = (batch.table, batch.turns, batch.restarts, self.over, given, *batch.words, *self._where, self.at_once)
        run("duel_slots", size, *slots, rewards, terminated, truncated, final, seen, mask)
        return Outcome(seen, mask, rewards, terminated, truncated, final)

    @property
    def seats(self) -> Any:
        """Where your player sits in each game."""
        restarts = self._engine.host(self.batch.restarts)
        return restarts & 1 if self.seat == "alternate" else np.full_like(restarts, self.seat)

    @property
    def _slots(self) -> tuple[Any, ...]:
        return self.batch.table, self.batch.turns, self.batch.restarts, self.over

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles, which go on as this duel would."""
        arrays = ("over", "_nowhere")
        return {name: self._engine.host(part) if name in arrays else part for name, part in vars(self).items()}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        self.over, self._nowhere = self._engine.taken(self.over), self._engine.taken(self._nowhere)

    def _pages(self) -> tuple[Any, Any]:
        empty = self._engine.empty
        return empty(self._seen_shape, self.batch.dtype), empty(self._mask_shape, np.int8)

    def _illegal(self, slot: int, action: int) -> IllegalAction:
        player = int(self.seats[slot])
        allowed = self.batch.game.actions(self.batch.state(slot), player)
        return IllegalAction(f"slot {slot}, player {player} cannot choose {action}; allowed: {spans(allowed)}")


def checked_seat(seat: Seat) -> Seat:
    if isinstance(seat, bool) or seat not in SEATS:
        raise ParlourError(f"seat must be 0, 1 or 'alternate', not {seat!r}")
    return seat
