"""The rows of a store, and work in one transaction on them, in SQL that SQLite and PostgreSQL share.

Times are milliseconds of the server's clock.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Execute = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
ALL = 2**31 - 1  # more turns than any match has
NOBODY = -1  # the winner of a match that has none
GIVEN = " "  # the nonces of a turn that leads to the position at which a match begins


class MatchRow(NamedTuple):
    id: str
    game: str
    rules: str  # JSON: the parameters by name
    public: int  # 1 if it is listed for spectators
    watch_hash: str  # of the spectators' secret
    clock: int  # of each player at the start; 0 for no clock
    increment: int  # added for each choice
    began: int  # when the current turn began
    created: int
    changed: int
    version: int = 1  # grows with every visible change
    taken_back: int = 0  # how often turns were taken back
    outcome: str = ""  # "" while it runs, then "won", "drawn" or "unfinished"
    winner: int = NOBODY
    reason: str = ""  # why it ended, unless the rules ended it: "resigned", "time" or "limit"
    next: str = ""  # the rematch, or ""
    creator: str = ""  # a fingerprint of the address that created it


class SeatRow(NamedTuple):
    match: str
    seat: int
    kind: str  # "person", "computer" or "bot"
    name: str
    secret_hash: str  # "" until the seat is taken
    ticket_hash: str  # of the secret in an invitation, which takes the seat once; "" without an invitation
    taken: int  # 1 if a player has opened the link, 2 if that player has also chosen
    clock: int  # the time left
    offer: str = ""  # "take-back" or "rematch"
    seen: int = 0  # when the player was last connected


class TurnRow(NamedTuple):
    match: str
    number: int  # from 1
    taken_back: int  # the count at that time
    first: int
    second: int
    nonces: str  # of both seats in hexadecimal, separated by a blank; empty for a seat that was not to act
    state: str  # after the turn, as JSON, so that no request has to replay the match


class PublicRow(NamedTuple):
    """The entry of a match in the list of public matches."""

    id: str
    game: str
    first: str  # the players' names
    second: str
    turn: int


class SealedRow(NamedTuple):
    match: str
    turn: int
    taken_back: int
    seat: int
    commitment: str
    box: bytes


class VoidedRow(NamedTuple):
    """A commitment that was published and never opened, as in records (`match/commitments.py`)."""

    match: str
    turn: int
    taken_back: int
    seat: int
    commitment: str
    reason: str


def columns(row: Any) -> str:
    return ", ".join(row._fields)


def insertion(table: str, row: Any) -> str:
    return f"INSERT INTO {table} ({columns(row)}) VALUES ({', '.join('?' * len(row._fields))})"


CHANGING = [field for field in MatchRow._fields if field not in ("id", "created")]
UPDATE_MATCH = f"UPDATE matches SET {', '.join(f'{field} = ?' for field in CHANGING)} WHERE id = ?"
SEAT_CHANGING = [field for field in SeatRow._fields if field not in ("match", "seat", "seen")]
UPDATE_SEAT = f"UPDATE seats SET {', '.join(f'{field} = ?' for field in SEAT_CHANGING)} WHERE match = ? AND seat = ?"
READ_MATCH = f"SELECT {columns(MatchRow)} FROM matches WHERE id = ?"
READ_SEATS = f"SELECT {columns(SeatRow)} FROM seats WHERE match = ? ORDER BY seat"
READ_TURNS = f"SELECT {columns(TurnRow)} FROM turns WHERE match = ? AND number >= ? ORDER BY number LIMIT ?"
READ_LAST_TURN = f"SELECT {columns(TurnRow)} FROM turns WHERE match = ? ORDER BY number DESC LIMIT 1"
READ_VOIDED = f"SELECT {columns(VoidedRow)} FROM voided WHERE match = ? ORDER BY taken_back, seat"
READ_SEALED = f"SELECT {columns(SealedRow)} FROM sealed WHERE match = ? ORDER BY seat"
PLAYED = "SELECT 1 FROM turns WHERE turns.match = matches.id AND nonces != ?"
REMOVE_IDLE = f"DELETE FROM matches WHERE changed < ? AND (outcome = '' OR NOT EXISTS ({PLAYED}))"
NAME = "(SELECT name FROM seats WHERE seats.match = id AND seat = {})"
LAST_TURN = "(SELECT MAX(number) FROM turns WHERE turns.match = id)"
READ_PUBLIC = (
    f"SELECT id, game, {NAME.format(0)}, {NAME.format(1)}, COALESCE({LAST_TURN}, 0) + 1 FROM matches "
    "WHERE outcome = '' AND public = 1 ORDER BY changed DESC LIMIT ?"
)
ADD_MATCH, ADD_SEAT = insertion("matches", MatchRow), insertion("seats", SeatRow)
ADD_TURN, ADD_SEALED = insertion("turns", TurnRow), insertion("sealed", SealedRow)
ADD_VOIDED = insertion("voided", VoidedRow)


class Transaction:
    """The interface for work. `changed` collects the matches whose listeners must be told."""

    def __init__(self, execute: Execute, lock: str = "") -> None:
        self._execute = execute
        self._lock = lock  # keeps other processes from the row that is read
        self.changed: set[str] = set()

    def match(self, match_id: str) -> MatchRow | None:
        """A match, locked until the transaction ends."""
        rows = self._execute(READ_MATCH + self._lock, (match_id,))
        return MatchRow(*rows[0]) if rows else None

    def seats(self, match: str) -> list[SeatRow]:
        return list(map(SeatRow._make, self._execute(READ_SEATS, (match,))))

    def turns(self, match: str, first: int = 1, most: int = ALL) -> list[TurnRow]:
        """The turns from this number on."""
        return list(map(TurnRow._make, self._execute(READ_TURNS, (match, first, most))))

    def last_turn(self, match: str) -> TurnRow | None:
        rows = self._execute(READ_LAST_TURN, (match,))
        return TurnRow(*rows[0]) if rows else None

    def keep_states(self, rows: Sequence[TurnRow]) -> None:
        """Store the states of turns that an older Parlour has stored without them."""
        for row in rows:
            self._execute("UPDATE turns SET state = ? WHERE match = ? AND number = ?", (row.state, *row[:2]))

    def sealed(self, match: str) -> list[SealedRow]:
        return list(map(SealedRow._make, self._execute(READ_SEALED, (match,))))

    def voided(self, match: str) -> list[VoidedRow]:
        return list(map(VoidedRow._make, self._execute(READ_VOIDED, (match,))))

    def answer(self, match: str, seat: int, key: str) -> str | None:
        """The answer that a request with this key got before."""
        rows = self._execute("SELECT answer FROM answers WHERE match = ? AND seat = ? AND key = ?", (match, seat, key))
        return rows[0][0] if rows else None

    def add_match(self, match: MatchRow, seats: Sequence[SeatRow]) -> None:
        self._execute(ADD_MATCH, match)
        for seat in seats:
            self._execute(ADD_SEAT, seat)
        self.changed.add(match.id)

    def save_match(self, match: MatchRow, now: int) -> MatchRow:
        """Store a changed match under its next version."""
        row = match._replace(version=match.version + 1, changed=now)
        self._execute(UPDATE_MATCH, (*(getattr(row, field) for field in CHANGING), row.id))
        self.changed.add(row.id)
        return row

    def save_seat(self, seat: SeatRow) -> None:
        """Store everything but `seen`, which changes without a lock of the match."""
        values = (getattr(seat, field) for field in SEAT_CHANGING)
        self._execute(UPDATE_SEAT, (*values, seat.match, seat.seat))
        self.changed.add(seat.match)

    def touch(self, match: str, seat: int, seen: int, news: bool) -> None:
        """Note a sign of life. It is news if others must be told."""
        self._execute("UPDATE seats SET seen = ? WHERE match = ? AND seat = ?", (seen, match, seat))
        if news:
            self.changed.add(match)

    def add_sealed(self, row: SealedRow) -> None:
        self._execute(ADD_SEALED, row)

    def remove_sealed(self, match: str) -> None:
        self._execute("DELETE FROM sealed WHERE match = ?", (match,))

    def void_sealed(self, match: str, reason: str) -> None:
        """Remove sealed choices, which are never opened, and keep their commitments."""
        for row in self.sealed(match):
            self.add_voided(VoidedRow(*row[:5], reason))
        self.remove_sealed(match)

    def add_voided(self, row: VoidedRow) -> None:
        self._execute(ADD_VOIDED, row)

    def add_turn(self, row: TurnRow) -> None:
        self._execute(ADD_TURN, row)

    def remove_turns(self, match: str, after: int) -> None:
        self._execute("DELETE FROM turns WHERE match = ? AND number > ?", (match, after))

    def keep_answer(self, match: str, seat: int, key: str, answer: str) -> None:
        self._execute("INSERT INTO answers (match, seat, key, answer) VALUES (?, ?, ?, ?)", (match, seat, key, answer))

    def public_matches(self, most: int) -> list[PublicRow]:
        """The public matches that are going on, the last changed first."""
        return list(map(PublicRow._make, self._execute(READ_PUBLIC, (most,))))

    def running(self) -> list[str]:
        return [row[0] for row in self._execute("SELECT id FROM matches WHERE outcome = ''", ())]

    def with_clocks(self) -> list[str]:
        """The running matches in which time can run out."""
        return [row[0] for row in self._execute("SELECT id FROM matches WHERE outcome = '' AND clock > 0", ())]

    def count_running(self) -> int:
        return int(self._execute("SELECT COUNT(*) FROM matches WHERE outcome = ''", ())[0][0])

    def count_running_of(self, creator: str) -> int:
        statement = "SELECT COUNT(*) FROM matches WHERE outcome = '' AND creator = ?"
        return int(self._execute(statement, (creator,))[0][0])

    def remove_idle(self, before: int) -> None:
        """Remove unfinished matches, and those without a choice, if nothing has happened since."""
        self._execute(REMOVE_IDLE, (before, GIVEN))

    def beat(self, now: int) -> None:
        """Note that the server is alive, so that clocks can stand still while it is not."""
        self._execute("UPDATE heartbeat SET alive = ?", (now,))

    def last_beat(self, lock: bool = False) -> int:
        return int(self._execute(f"SELECT alive FROM heartbeat{self._lock if lock else ''}", ())[0][0])

    def time(self) -> int | None:
        """The time of the database's clock, if several processes share it; None if there is one process."""
        return None

    def shift_clocks(self, by: int) -> None:
        """Let the current turn of every running match begin later."""
        self._execute("UPDATE matches SET began = began + ? WHERE outcome = '' AND clock > 0", (by,))
