"""Offers between the players: to take back, and to play again. Every function runs inside one transaction.

A seat has one offer at most: to take back while the match runs, to play again when it is over.
"""

from collections.abc import Sequence
from hashlib import sha256

from parlour.server.errors import Refused
from parlour.server.matches.seats import NewMatch, NewSeat, create, digest
from parlour.server.matches.stored import COMPUTER, OPENED, REMATCH, TAKE_BACK, StoredMatch, load, state_after
from parlour.server.store.transaction import SeatRow, Transaction

MOST_TAKE_BACKS = 1_000  # in one match: every one is kept
RESTORED = 2 * MOST_TAKE_BACKS  # the count of take-backs grows by multiples of this when a backup is restored


def offer(tx: Transaction, current: StoredMatch, seat: int, kind: str, at: tuple[int, int], now: int) -> None:
    """Offer something to the other player. Computers accept at once; two players who both offer a rematch agree.

    An offer belongs to a turn (its number and the take-backs before it), so a repeated request takes back no other one.
    """
    own, other = current.seats[seat], current.seats[1 - seat]
    if at != (current.turn, current.row.taken_back):
        raise Refused("this offer belongs to another turn")
    if kind == TAKE_BACK:
        if current.over:
            raise Refused("the match is over")
        if first_to_take_back(tx, current, seat) is None:
            raise Refused("there is nothing to take back")
        if current.row.taken_back % RESTORED >= MOST_TAKE_BACKS:
            raise Refused(f"turns were taken back {MOST_TAKE_BACKS} times, and that is the limit")
        if other.offer == kind:  # it may mean another turn than this one
            raise Refused("the other player has just offered to take back: accept or decline that first")
    elif current.row.next:
        return
    elif not current.over:
        raise Refused("the match is still going on")
    if other.kind == COMPUTER or other.offer == kind:
        carry_out(tx, current, kind, seat, now)
    elif own.offer != kind:
        tx.save_seat(own._replace(offer=kind))
        tx.save_match(current.row, now)


def accept(tx: Transaction, current: StoredMatch, seat: int, kind: str, at: tuple[int, int], now: int) -> None:
    """Accept the other player's offer of a turn (its number and the take-backs before it), and no other offer."""
    other = current.seats[1 - seat]
    if kind == REMATCH and current.row.next:
        return
    if kind == TAKE_BACK and current.over:
        raise Refused("the match is over")
    if other.offer != kind or at != (current.turn, current.row.taken_back):
        raise Refused("this offer does not stand any more")
    carry_out(tx, current, kind, other.seat, now)


def carry_out(tx: Transaction, current: StoredMatch, kind: str, seat: int, now: int) -> None:
    clear_offers(tx, current.seats)
    if kind == REMATCH:
        rematch(tx, current, now)
    else:
        take_back(tx, current, seat, now)


def decline(tx: Transaction, current: StoredMatch, _seat: int, now: int) -> None:
    """Withdraw every offer: the own, or that of the other player."""
    if any(seat.offer for seat in current.seats):
        clear_offers(tx, current.seats)
        tx.save_match(current.row, now)


def clear_offers(tx: Transaction, seats: Sequence[SeatRow]) -> None:
    """No offer stands any more. An offer to take back also lapses with the next turn."""
    for seat in seats:
        if seat.offer:
            tx.save_seat(seat._replace(offer=""))


def first_to_take_back(tx: Transaction, current: StoredMatch, seat: int) -> int | None:
    """The first turn to take back so that a player can choose again; None if there is no choice to take back."""
    if seat in current.chosen:
        return current.turn  # only the sealed choices of this turn
    for number in range(current.turn - 1, 0, -1):
        if seat in current.game.to_act(state_after(tx, current, number - 1)):
            return number
    return None


def take_back(tx: Transaction, current: StoredMatch, seat: int, now: int) -> None:
    """Let a player choose again. Sealed choices are never opened."""
    first = first_to_take_back(tx, current, seat) or current.turn
    tx.void_sealed(current.row.id, "take-back")
    tx.remove_turns(current.row.id, first - 1)
    tx.save_match(current.row._replace(taken_back=current.row.taken_back + 1, began=now), now)


def rematch(tx: Transaction, current: StoredMatch, now: int) -> None:
    """A new match with the seats swapped and new secrets, which players get by following."""
    row = current.row
    seats = [NewSeat(seat.kind, seat.name, "", seat.kind == COMPUTER) for seat in reversed(current.seats)]
    new = NewMatch(
        current.game,
        (seats[0], seats[1]),
        "",
        row.creator,
        public=bool(row.public),
        clock=row.clock,
        increment=row.increment,
    )
    tx.save_match(row._replace(next=create(tx, new, now)), now)


def follow(tx: Transaction, current: StoredMatch, seat: int | None, secret: str, now: int) -> tuple[str, str]:
    """The rematch and the secret there, for a client that knows a secret of this match."""
    if not current.row.next:
        raise Refused("there is no rematch")
    new = load(tx, current.row.next)
    fresh = sha256(f"parlour rematch|{new.row.id}|{secret}".encode()).hexdigest()[:32]
    if seat is None:
        if not new.row.watch_hash:
            tx.save_match(new.row._replace(watch_hash=digest(fresh)), now)
    else:
        own = new.seats[1 - seat]
        if not own.taken:
            tx.save_seat(own._replace(secret_hash=digest(fresh), taken=OPENED))
            tx.save_match(new.row._replace(began=now), now)
    return new.row.id, fresh
