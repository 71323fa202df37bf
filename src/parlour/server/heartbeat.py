"""Clocks stand still while the server cannot take choices: it was down, or its store could not be written."""

from __future__ import annotations

from parlour.server.store.transaction import Transaction

BEAT = 1.0  # seconds between two signs of life
GRACE = 5_000  # milliseconds without one that players have to bear


def wake_up(tx: Transaction, now: int) -> None:
    """The server starts. The machine's clock may have been set back meanwhile, so the shift can be negative."""
    alive = tx.last_beat(lock=True)
    if alive:
        tx.shift_clocks(now - alive)
    tx.beat(now)


def beat(tx: Transaction, now: int) -> None:
    alive = tx.last_beat(lock=True)
    if now - alive > GRACE:
        tx.shift_clocks(now - alive)
    tx.beat(max(alive, now))


def catch_up(tx: Transaction, now: int) -> bool:
    """Do what the next beat would do, in case something else is stored first after an outage."""
    missed = now - tx.last_beat() > GRACE
    if missed:
        beat(tx, now)
    return missed
