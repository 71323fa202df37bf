"""A match on the server: what each request does to it. Every function here runs inside one transaction.

Nothing that these functions return may be sent to anybody before the transaction is stored.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from parlour.games.catalogue import named_game
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import HUMAN, Match
from parlour.server.cache import Cache
from parlour.server.rows import GIVEN, DecisionRow, MatchRow, SealedRow, SeatRow
from parlour.server.store.transaction import Transaction

PERSON, COMPUTER, BOT = "person", "computer", "bot"
TAKE_BACK, REMATCH = "take-back", "rematch"
OFFERS = (TAKE_BACK, REMATCH)
NOBODY = -1
CONNECTED = 40_000  # milliseconds after a sign of life
ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

States = tuple[State, ...]
_played: Cache[tuple[list[DecisionRow], States]] = Cache(2_000)  # matches


class Refused(ParlourError):
    """A request that changes nothing. `status` is that of HTTP."""

    status = 409


class NotFound(Refused):
    status = 404


class NotAllowed(Refused):
    status = 403


class Illegal(Refused):
    status = 422


class Table(NamedTuple):
    """A match as it is stored."""

    row: MatchRow
    seats: list[SeatRow]
    decisions: list[DecisionRow]
    sealed: list[SealedRow]
    game: Game
    states: States  # before the first decision, and after each
    to_act: tuple[int, ...]  # the players of this round, whether they have chosen or not

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def round(self) -> int:
        return len(self.decisions) + 1

    @property
    def over(self) -> bool:
        return bool(self.row.outcome)

    @property
    def waiting(self) -> bool:
        """Whether somebody still has to open the link."""
        return not all(seat.taken for seat in self.seats)

    @property
    def chosen(self) -> set[int]:
        return {row.seat for row in self.sealed}

    @property
    def choosing(self) -> list[int]:
        """The seats that still have to choose."""
        if self.waiting:
            return []
        return [seat for seat in self.to_act if seat not in self.chosen]

    @property
    def computers(self) -> list[int]:
        """The computer players that still have to choose. They do so before any person may."""
        return [seat for seat in self.choosing if self.seats[seat].kind == COMPUTER]

    def match(self) -> Match:
        """The match for everything outside the server, without the sealed choices."""
        first, second = (seat.name or HUMAN for seat in self.seats)
        match = Match(self.game, (first, second))
        match.undone = self.row.undone
        for decision, state in zip(self.decisions, self.states, strict=False):
            both = len(self.game.to_act(state)) == 2
            match.decide((decision.first, decision.second) if both else decision.first)
        if self.row.reason:
            if self.row.winner == NOBODY:
                match.stop()
            else:
                match.concede(1 - self.row.winner, self.row.reason)
        return match


def load(tx: Transaction, match_id: str) -> Table:
    row = tx.match(match_id) if ID.fullmatch(match_id) else None
    if row is None:
        raise NotFound("there is no such match")
    game, decisions = game_of(row.game, row.rules), tx.decisions(match_id)
    states = states_of(game, match_id, decisions)
    to_act = () if row.outcome else game.to_act(states[-1])
    return Table(row, tx.seats(match_id), decisions, tx.sealed(match_id), game, states, to_act)


@lru_cache(1_000)
def game_of(name: str, rules: str) -> Game:
    return named_game(name, **json.loads(rules))


def states_of(game: Game, match_id: str, decisions: list[DecisionRow]) -> States:
    """The states that decisions lead to. They were checked before they were stored."""
    before, states = _played.get(match_id) or ([], (game.start(),))
    if decisions == before:
        return states
    if decisions[: len(before)] != before:  # some were taken back
        before, states = [], (game.start(),)
    for decision in decisions[len(before) :]:
        states += (game.module.play(game.rules, states[-1], decision.first, decision.second),)
    _played.put(match_id, (decisions, states))
    return states


class NewSeat(NamedTuple):
    kind: str
    name: str
    secret: str  # of an invitation, if it is not taken; "" for a computer, and for a player who follows to a rematch
    taken: bool


class NewMatch(NamedTuple):
    game: Game
    seats: tuple[NewSeat, NewSeat]
    watch: str  # the spectators' secret
    public: bool = False
    clock: int = 0
    increment: int = 0
    decisions: tuple[tuple[int, int], ...] = ()  # already played, to go on from a position


def fresh_secret() -> str:
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest() if secret else ""


def create(tx: Transaction, new: NewMatch, now: int) -> str:
    """Store a new match and return its id."""
    match_id = secrets.token_urlsafe(9)
    rules = json.dumps(new.game.named_rules())
    row = MatchRow(
        id=match_id,
        game=new.game.name,
        rules=rules,
        public=int(new.public),
        watch_hash=hashed(new.watch),
        version=1,
        undone=0,
        clock=new.clock,
        increment=new.increment,
        began=now,
        outcome="",
        winner=NOBODY,
        reason="",
        next="",
        created=now,
        changed=now,
    )
    seats = [
        SeatRow(
            match=match_id,
            seat=number,
            kind=seat.kind,
            name=seat.name,
            secret_hash=hashed(seat.secret) if seat.taken else "",
            ticket_hash="" if seat.taken else hashed(seat.secret),
            taken=int(seat.taken),
            clock=new.clock,
            offer="",
            seen=0,
        )
        for number, seat in enumerate(new.seats)
    ]
    tx.add_match(row, seats)
    for number, (first, second) in enumerate(new.decisions, start=1):
        tx.add_decision(DecisionRow(match_id, number, 0, first, second, GIVEN))
    return match_id


class Entry(NamedTuple):
    """Somebody who enters a match with the secret of a link."""

    secret: str
    own: str  # what becomes the secret of a seat that the link of an invitation takes
    before: str  # the secret that this browser or bot has already, or ""
    name: str


def join(tx: Transaction, match_id: str, entry: Entry, now: int) -> tuple[int | None, str]:
    """The seat of a link and its secret from now on. Players stay players if they open the spectators' link."""
    table = load(tx, match_id)
    for seat in table.seats:
        if fits(seat.ticket_hash, entry.secret):
            return take(tx, table, seat, entry, now)
    found = seat_of(table.row, table.seats, entry.secret)
    if found is None:
        with suppress(NotFound):
            return player_of(table, entry.before), entry.before
    elif entry.name and entry.name != table.seats[found].name:
        rename(tx, table, found, entry.name, now)
    return found, entry.secret


def take(tx: Transaction, table: Table, seat: SeatRow, entry: Entry, now: int) -> tuple[int, str]:
    """An invitation takes a seat once, so that whoever made it or finds it later cannot play for that person."""
    if entry.own == entry.secret:
        raise Illegal("own must be another secret than that of the invitation")
    if not seat.taken:
        tx.save_seat(seat._replace(secret_hash=hashed(entry.own), taken=1, name=entry.name or seat.name))
        tx.save_match(table.row._replace(began=now), now)  # clocks start when both are there
        return seat.seat, entry.own
    for known in (entry.own, entry.before):  # an answer may have been lost, or the holder opens the invitation again
        if fits(seat.secret_hash, known):
            return seat.seat, known
    raise Refused("somebody has already taken this seat")


def fits(digest: str, secret: str) -> bool:
    return bool(digest) and secrets.compare_digest(digest, hashed(secret))


def seat_of(row: MatchRow, seats: Iterable[SeatRow], secret: str) -> int | None:
    """The seat that a secret belongs to, or None for a spectator; NotFound for a wrong secret."""
    for seat in seats:
        if fits(seat.secret_hash, secret):
            return seat.seat
    if fits(row.watch_hash, secret):
        return None
    raise NotFound("there is no such match")


def player_of(table: Table, secret: str) -> int:
    """The seat of a player; NotFound for spectators and strangers, as if there were no such match."""
    seat = seat_of(table.row, table.seats, secret)
    if seat is None:
        raise NotFound("there is no such match")
    return seat


def see(tx: Transaction, match_id: str, seat: int, now: int) -> None:
    """Note that a player is connected; 0 that nobody is any more."""
    seats = tx.seats(match_id)
    if seats:
        news = not 0 < now - seats[seat].seen < CONNECTED
        tx.touch(match_id, seat, now, news)


def rename(tx: Transaction, table: Table, seat: int, name: str, now: int) -> None:
    tx.save_seat(table.seats[seat]._replace(name=name))
    tx.save_match(table.row, now)


def renew(tx: Transaction, table: Table, seat: int, secret: str, now: int) -> None:
    """Replace the link of the player whom this one has invited: somebody else has taken the seat."""
    if not is_renewable(table, seat):
        raise Refused("only who created the match can renew a link, and only before that player has chosen")
    other = table.seats[1 - seat]
    tx.save_seat(other._replace(secret_hash="", ticket_hash=hashed(secret), taken=0, name="", offer=""))
    tx.save_match(table.row, now)


def is_renewable(table: Table, seat: int) -> bool:
    """Nobody can lose a seat that has ever chosen, nor one that nobody was invited to."""
    other = table.seats[1 - seat]
    if not other.ticket_hash or other.kind != PERSON or table.over or table.row.undone:
        return False
    played = zip(table.decisions, table.states, strict=False)
    return other.seat not in table.chosen and not any(
        row.nonces != GIVEN and other.seat in table.game.to_act(state) for row, state in played
    )
