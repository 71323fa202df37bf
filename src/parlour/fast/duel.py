"""A batch in which one player is yours and the other plays at random: an action in, a row to look at out."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from parlour.fast.engines import engine
from parlour.fast.held import Illegal, Slots
from parlour.games.contract import Game, spans
from parlour.games.errors import IllegalAction, ParlourError

Seat = Literal[0, 1, "alternate"]
REWARD, TRUTH = np.dtype(np.float32), np.dtype(np.bool_)
SEATS: dict[object, int] = {0: 0, 1: 1, "alternate": 2}


class Outcome(NamedTuple):
    """What a step of all games brought, a row a slot."""

    seen: Any  # the state as it lies open on the table, then the seat
    mask: Any  # what may be chosen next: 1 or 0 by action; one action, which is ignored, where a game is over
    rewards: Any  # 1 won, -1 lost, 0
    terminated: Any
    truncated: Any
    final: Any  # with `at_once`, what was seen before games that ended now were replaced


class Duel(Slots):
    """`size` games against an opponent who draws from each game's own stream.

    A step plays your action and all that the opponent does until you are to act again. A game that is over is replaced
    at the next step, which then ignores your action and is worth nothing; with `at_once`, in the same step. The arrays
    of an outcome are yours. An action that is not allowed raises IllegalAction, with every game as it was, or loses.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*Slots.ARRAYS, "over", "_allowed", "_nowhere")

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int = 0,
        *,
        seat: Seat = 0,
        device: str = "cpu",
        max_turns: int = 10_000,
        illegal: Illegal = "raise",
        at_once: bool = False,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, size, seed, engine(device, game, threads, duels=True), max_turns, illegal)
        if self.dtype == np.int64:
            raise ParlourError(f"there are no duels of {game!r}: the bounds of its states go beyond 32 bits")
        self.seat, self.at_once = checked_seat(seat), at_once
        self.over = self.held(kind=np.bool_)  # games that ended and were not replaced yet
        self._allowed = self.engine.zeros((self.size if self.engine.remembers else 0,), np.int32)
        self._nowhere = self.engine.zeros((1, 1), self.dtype)
        self._where = np.int32(SEATS[seat]), np.int32(self.max_turns)
        self._count, laid = game.action_count(), self.engine.laid
        self._seen = laid((self.size, len(self.fields) + 1)), self.dtype  # shapes and kinds of what is told
        self._mask = laid((self.size, self._count)), np.dtype(np.int8)
        self.reset(seed)

    def reset(self, seed: int | None = None, chosen: Any = None) -> tuple[Any, Any]:
        """New games in the slots that are chosen, else in all; a seed begins them anew. What is seen, and the masks."""
        engine = self.engine
        wanted = engine.taken(np.ones(self.size, np.bool_) if chosen is None or seed is not None else chosen)
        if wanted.shape != (self.size,) or wanted.dtype != np.bool_:
            kind = f"{wanted.dtype} of shape {wanted.shape}"
            raise ParlourError(f"chosen must be truth values of shape ({self.size},), not {kind}")
        if seed is not None:
            self.reseed(seed)
            engine.clear(self.over)
        seen, mask = engine.empty(*self._seen), engine.empty(*self._mask)
        told = (*self._slots, wanted, seed is None, *self.words, *self._where)
        engine.loop("open_slots", self.size)(*told, seen, mask)
        return engine.rows(seen), engine.rows(mask)

    def step(self, actions: Any) -> Outcome:
        """Plays `actions[slot]` for your player in every game."""
        engine, size, flat = self.engine, self.size, (self.size,)
        given, empty = engine.taken(actions), engine.empty
        if given.shape != flat or given.dtype.kind not in "iu":
            kind = f"{given.dtype} of shape {given.shape}"
            raise IllegalAction(f"actions must be whole numbers of shape ({size},), not {kind}")
        if self.illegal == "raise":
            wrong = engine.first("first_unfit", size, *self._slots, given, self._count, *self._where)
            if wrong is not None:
                raise self._illegal(wrong, int(engine.host(given)[wrong]))
        seen, mask, rewards = empty(*self._seen), empty(*self._mask), empty(flat, REWARD)
        terminated, truncated = empty(flat, TRUTH), empty(flat, TRUTH)
        final = empty(*self._seen) if self.at_once else self._nowhere
        told = (*self._slots, given, *self.words, *self._where, self.at_once)
        engine.loop("duel_slots", size)(*told, rewards, terminated, truncated, final, seen, mask)
        rows = engine.rows
        return Outcome(rows(seen), rows(mask), rewards, terminated, truncated, rows(final) if self.at_once else final)

    @property
    def seats(self) -> Any:
        """Where your player sits in each game."""
        restarts = self.engine.host(self.restarts)
        return restarts & 1 if self.seat == "alternate" else np.full_like(restarts, self.seat)

    @property
    def _slots(self) -> tuple[Any, ...]:
        slots = self.table, self.turns, self.restarts, self.over
        return (*slots, self._allowed) if self.engine.remembers else slots

    def _illegal(self, slot: int, action: int) -> IllegalAction:
        player = int(self.seats[slot])
        allowed = self.game.actions(self.state(slot), player)
        return IllegalAction(f"slot {slot}, player {player} cannot choose {action}; allowed: {spans(allowed)}")


def checked_seat(seat: Seat) -> Seat:
    if isinstance(seat, bool) or seat not in SEATS:
        raise ParlourError(f"seat must be 0, 1 or 'alternate', not {seat!r}")
    return seat
