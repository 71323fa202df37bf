"""Clocks: the server's own, those of the players, and the beats that show when they must stand still.

The players' clocks stand still while the server cannot take choices: it was down, or its store could not be written.
A store that is only slow is no reason: a client that floods it would win time. So the time counts when a beat, or a
choice, was sent to the store; the store works in the order of arrival.
"""

import time

from parlour.server.matches.stored import StoredMatch, load
from parlour.server.store.transaction import SeatRow, Transaction

BEAT = 1.0  # seconds between two signs of life
GRACE = 5_000  # milliseconds without one that players have to bear


class Clock:
    """The server's clock: it starts at the time of day and then never jumps, even if the machine's clock does.

    Several processes follow the clock of their database, since those of their machines may differ.
    """

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds."""
        return (time.monotonic_ns() + self._ahead) // 1_000_000

    def follow(self, tx: Transaction) -> int:
        """Set this clock by that of the database, if that is shared. Returns the time."""
        there = tx.time()
        if there is not None:
            self._ahead = there * 1_000_000 - time.monotonic_ns()
        return self.now()


def after_choice(current: StoredMatch, seat: SeatRow, now: int) -> SeatRow:
    """A seat after it has chosen: its clock has run since the turn began."""
    left = time_left(current, seat.seat, now) + current.row.increment
    return seat._replace(clock=left) if current.row.clock else seat


def time_left(current: StoredMatch, seat: int, now: int) -> int:
    left = current.seats[seat].clock
    return left - max(0, now - current.row.began) if is_running(current, seat) else left


def is_running(current: StoredMatch, seat: int) -> bool:
    """Whether a clock runs. None does until the computer has chosen: no person may choose before."""
    return seat in current.choosing and not current.computers


def out_of_time(current: StoredMatch, now: int) -> list[int]:
    if not current.row.clock:
        return []
    return [seat for seat in current.choosing if time_left(current, seat, now) <= 0]


def on_time(tx: Transaction, current: StoredMatch, now: int) -> StoredMatch:
    """Before a player can lose on time: let the clocks stand still for an outage that has just ended.

    The next beat would do so, but something else may be stored first.
    """
    if not current.row.clock or now - tx.last_beat() <= GRACE:
        return current
    beat(tx, now, now)
    return load(tx, current.row.id)


def wake_up(tx: Transaction, now: int, shared: bool) -> None:
    """The server starts. No player loses the time for which it was down.

    The machine's clock may have been set back meanwhile, so the shift can be negative; but not if other processes may
    be running, whose players would lose time.
    """
    alive = tx.last_beat(lock=True)
    if alive and (now - alive > GRACE or not shared):
        tx.shift_clocks(now - alive)
    tx.beat(max(alive, now) if shared else now)


def beat(tx: Transaction, sent: int, now: int) -> None:
    """A sign of life that was sent to the store some time ago."""
    alive = tx.last_beat(lock=True)
    if sent - alive > GRACE:
        tx.shift_clocks(sent - alive)
    tx.beat(max(alive, now))
