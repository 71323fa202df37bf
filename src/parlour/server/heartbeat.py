"""Clocks stand still while the server cannot take choices: it was down, or its store could not be written.

A store that is only slow is no reason: whoever floods it would win time. So what counts is when a beat, or a choice,
was sent to the store; the store carries out first what was sent first.
"""

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


def beat(tx: Transaction, sent: int, now: int) -> None:
    """A sign of life that was sent to the store some time ago."""
    alive = tx.last_beat(lock=True)
    if sent - alive > GRACE:
        tx.shift_clocks(sent - alive)
    tx.beat(max(alive, now))


def catch_up(tx: Transaction, sent: int) -> bool:
    """Do what the next beat would do, in case something else is stored first after an outage."""
    missed = sent - tx.last_beat() > GRACE
    if missed:
        beat(tx, sent, sent)
    return missed
