"""Seats: new matches, and who may sit where. Every function runs inside one transaction."""

import json
import secrets
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from parlour.games.game import Game
from parlour.server.errors import Illegal, NotFound, Refused
from parlour.server.matches.stored import OPENED, PERSON, PLAYED, StoredMatch, load
from parlour.server.store.transaction import GIVEN, MatchRow, SeatRow, Transaction, TurnRow

CONNECTED = 40_000  # milliseconds after a sign of life


class NewSeat(NamedTuple):
    kind: str
    name: str
    secret: str  # of an invitation, if it is not taken; "" for a computer, and for a player who follows to a rematch
    taken: bool


class GivenTurn(NamedTuple):
    """A turn that leads to the position at which a match begins."""

    first: int
    second: int
    state: str  # after the turn, as the store keeps it


class NewMatch(NamedTuple):
    game: Game
    seats: tuple[NewSeat, NewSeat]
    watch: str  # the spectators' secret
    creator: str  # a fingerprint of the address that creates it
    given: tuple[GivenTurn, ...] = ()
    public: bool = False
    clock: int = 0
    increment: int = 0


def fresh_secret() -> str:
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest() if secret else ""


def create(tx: Transaction, new: NewMatch, now: int) -> str:
    """Store a new match and return its id."""
    match_id = secrets.token_urlsafe(9)
    row = MatchRow(
        id=match_id,
        game=new.game.name,
        rules=json.dumps(new.game.named_rules()),
        public=int(new.public),
        watch_hash=digest(new.watch),
        clock=new.clock,
        increment=new.increment,
        began=now,
        created=now,
        changed=now,
        creator=new.creator,
    )
    seats = [
        SeatRow(
            match=match_id,
            seat=number,
            kind=seat.kind,
            name=seat.name,
            secret_hash=digest(seat.secret) if seat.taken else "",
            ticket_hash="" if seat.taken else digest(seat.secret),
            taken=int(seat.taken),
            clock=new.clock,
        )
        for number, seat in enumerate(new.seats)
    ]
    tx.add_match(row, seats)
    for number, turn in enumerate(new.given, start=1):
        tx.add_turn(TurnRow(match_id, number, 0, turn.first, turn.second, GIVEN, turn.state))
    return match_id


class Entry(NamedTuple):
    """A client that enters a match with the secret of a link."""

    secret: str
    own: str  # the future secret of a seat that the link of an invitation takes
    before: str  # the secret that this browser or bot has already, or ""
    name: str


def join(tx: Transaction, match_id: str, entry: Entry, now: int) -> tuple[int | None, str]:
    """The seat of a link and its secret from now on. Players stay players if they open the spectators' link."""
    current = load(tx, match_id)
    for seat in current.seats:
        if fits(seat.ticket_hash, entry.secret):
            return take(tx, current, seat, entry, now)
    found = seat_of(current, entry.secret)
    if found is None:
        with suppress(NotFound):
            return player_of(current, entry.before), entry.before
    elif entry.name and entry.name != current.seats[found].name:
        rename(tx, current, found, entry.name, now)
    return found, entry.secret


def take(tx: Transaction, current: StoredMatch, seat: SeatRow, entry: Entry, now: int) -> tuple[int, str]:
    """An invitation takes a seat once, so that its maker or a later finder cannot play for that person."""
    if not seat.taken:
        links = (current.row.watch_hash, seat.ticket_hash, current.seats[1 - seat.seat].secret_hash)
        if any(fits(link, entry.own) for link in links):
            raise Illegal("own must be a new secret, and not that of another link of this match")
        tx.save_seat(seat._replace(secret_hash=digest(entry.own), taken=OPENED, name=entry.name or seat.name))
        tx.save_match(current.row._replace(began=now), now)  # clocks start when both are there
        return seat.seat, entry.own
    for own in (entry.own, entry.before):  # an answer may have been lost, or the holder opens the invitation again
        if fits(seat.secret_hash, own):
            return seat.seat, own
    raise Refused("somebody has already taken this seat")


def fits(expected: str, secret: str) -> bool:
    return bool(expected) and secrets.compare_digest(expected, digest(secret))


def seat_of(current: StoredMatch, secret: str) -> int | None:
    """The seat that a secret belongs to, or None for a spectator; NotFound for a wrong secret."""
    for seat in current.seats:
        if fits(seat.secret_hash, secret):
            return seat.seat
    if fits(current.row.watch_hash, secret):
        return None
    raise NotFound("there is no such match")


def player_of(current: StoredMatch, secret: str) -> int:
    """The seat of a player; NotFound for spectators and strangers, as if there were no such match."""
    seat = seat_of(current, secret)
    if seat is None:
        raise NotFound("there is no such match")
    return seat


def see(tx: Transaction, players: Iterable[tuple[str, int]], now: int) -> None:
    """Note that the players in these matches and seats are connected; 0 that no client is any more."""
    for match_id, seat in players:
        seats = tx.seats(match_id)
        if seats:
            news = not 0 < now - seats[seat].seen < CONNECTED
            tx.touch(match_id, seat, now, news)


def rename(tx: Transaction, current: StoredMatch, seat: int, name: str, now: int) -> None:
    tx.save_seat(current.seats[seat]._replace(name=name))
    tx.save_match(current.row, now)


def renew(tx: Transaction, current: StoredMatch, seat: int, secret: str, now: int) -> None:
    """Replace the link of the player whom this one has invited: the wrong person has taken the seat."""
    if not is_renewable(current, seat):
        raise Refused("only who created the match can renew a link, and only before that player has chosen")
    other = current.seats[1 - seat]
    tx.save_seat(other._replace(secret_hash="", ticket_hash=digest(secret), taken=0, name="", offer=""))
    tx.save_match(current.row, now)


def is_renewable(current: StoredMatch, seat: int) -> bool:
    """No player can lose a seat that has ever chosen, nor one without an invitation."""
    other = current.seats[1 - seat]
    if not other.ticket_hash or other.kind != PERSON or current.over:
        return False
    return other.taken != PLAYED
