"""Offers between the players: to take back, and to play again. Every function runs inside one transaction."""

from __future__ import annotations

from hashlib import sha256

from parlour.server.store.transaction import Transaction
from parlour.server.table import (
    COMPUTER,
    REMATCH,
    TAKE_BACK,
    NewMatch,
    NewSeat,
    Refused,
    Table,
    create,
    hashed,
    load,
)


def offer(tx: Transaction, table: Table, seat: int, kind: str, now: int) -> None:
    """Offer something to the other player. Computers accept at once; two players who both offer a rematch agree."""
    own, other = table.seats[seat], table.seats[1 - seat]
    if kind == TAKE_BACK:
        if table.over:
            raise Refused("the match is over")
        if undo_length(table, seat) is None:
            raise Refused("there is nothing to take back")
        if other.offer == kind:  # it may mean another decision than this one
            raise Refused("the other player has just offered to take back: accept or decline that first")
    elif table.row.next:
        return
    elif not table.over:
        raise Refused("the match is still going on")
    if other.kind == COMPUTER or other.offer == kind:
        carry_out(tx, table, kind, seat, now)
    elif own.offer != kind:
        tx.save_seat(own._replace(offer=kind))
        tx.save_match(table.row, now)


def accept(tx: Transaction, table: Table, seat: int, kind: str, at: tuple[int, int], now: int) -> None:
    """Accept what the other player offered in a round (its number and the take-backs before it), and nothing else."""
    other = table.seats[1 - seat]
    if kind == REMATCH and table.row.next:
        return
    if kind == TAKE_BACK and table.over:
        raise Refused("the match is over")
    if other.offer != kind or at != (table.round, table.row.undone):
        raise Refused("this offer does not stand any more")
    carry_out(tx, table, kind, other.seat, now)


def carry_out(tx: Transaction, table: Table, kind: str, seat: int, now: int) -> None:
    """Do what a player has offered."""
    clear_offers(tx, table)
    if kind == REMATCH:
        rematch(tx, table, now)
    else:
        take_back(tx, table, seat, now)


def decline(tx: Transaction, table: Table, now: int) -> None:
    """Withdraw every offer: the own, or that of the other player."""
    if any(seat.offer for seat in table.seats):
        clear_offers(tx, table)
        tx.save_match(table.row, now)


def clear_offers(tx: Transaction, table: Table) -> None:
    for seat in table.seats:
        if seat.offer:
            tx.save_seat(seat._replace(offer=""))


def undo_length(table: Table, seat: int) -> int | None:
    """How many decisions to take back so that a player can choose again; None if there is no choice to take back."""
    if seat in table.chosen:
        return 0  # only the sealed choices of this round
    for length, state in enumerate(reversed(table.states[:-1]), start=1):
        if seat in table.game.to_act(state):
            return length
    return None


def take_back(tx: Transaction, table: Table, seat: int, now: int) -> None:
    """Let a player choose again. What is sealed is removed and never opened."""
    tx.unseal(table.row.id)
    tx.remove_decisions(table.row.id, len(table.decisions) - (undo_length(table, seat) or 0))
    tx.save_match(table.row._replace(undone=table.row.undone + 1, began=now), now)


def rematch(tx: Transaction, table: Table, now: int) -> None:
    """A new match with the seats swapped and new secrets, which players get by following."""
    row = table.row
    seats = [NewSeat(seat.kind, seat.name, "", seat.kind == COMPUTER) for seat in reversed(table.seats)]
    new = NewMatch(table.game, (seats[0], seats[1]), "", bool(row.public), row.clock, row.increment)
    tx.save_match(row._replace(next=create(tx, new, now)), now)


def follow(tx: Transaction, table: Table, seat: int | None, secret: str, now: int) -> tuple[str, str]:
    """The rematch and the secret there, for somebody who knows a secret of this match."""
    if not table.row.next:
        raise Refused("there is no rematch")
    new = load(tx, table.row.next)
    fresh = sha256(f"parlour rematch|{new.row.id}|{secret}".encode()).hexdigest()[:32]
    if seat is None:
        if not new.row.watch_hash:
            tx.save_match(new.row._replace(watch_hash=hashed(fresh)), now)
    else:
        own = new.seats[1 - seat]
        if not own.taken:
            tx.save_seat(own._replace(secret_hash=hashed(fresh), taken=1))
            tx.save_match(new.row._replace(began=now), now)
    return new.row.id, fresh
