"""The statements, in SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from parlour.server.rows import DecisionRow, MatchRow, SealedRow, SeatRow

Row = TypeVar("Row")
Execute = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]


class Transaction:
    """What work may do. `changed` collects the matches whose listeners must be told."""

    def __init__(self, execute: Execute, lock: str = "") -> None:
        self._execute = execute
        self._lock = lock  # what keeps other processes from the row that is read
        self.changed: set[str] = set()

    def match(self, match_id: str) -> MatchRow | None:
        """A match, locked until the transaction ends."""
        rows = self._execute(f"SELECT {columns(MatchRow)} FROM matches WHERE id = ?{self._lock}", (match_id,))
        return MatchRow(*rows[0]) if rows else None

    def seats(self, match: str) -> list[SeatRow]:
        rows = self._execute(f"SELECT {columns(SeatRow)} FROM seats WHERE match = ? ORDER BY seat", (match,))
        return [SeatRow(*row) for row in rows]

    def decisions(self, match: str) -> list[DecisionRow]:
        rows = self._execute(f"SELECT {columns(DecisionRow)} FROM decisions WHERE match = ? ORDER BY number", (match,))
        return [DecisionRow(*row) for row in rows]

    def sealed(self, match: str) -> list[SealedRow]:
        rows = self._execute(f"SELECT {columns(SealedRow)} FROM sealed WHERE match = ? ORDER BY seat", (match,))
        return [SealedRow(*row)._replace(box=bytes(row[5])) for row in rows]

    def answer(self, match: str, seat: int, key: str) -> str | None:
        """The answer that a request with this key got before."""
        rows = self._execute("SELECT answer FROM answers WHERE match = ? AND seat = ? AND key = ?", (match, seat, key))
        return rows[0][0] if rows else None

    def add_match(self, match: MatchRow, seats: Sequence[SeatRow]) -> None:
        self._insert("matches", match)
        for seat in seats:
            self._insert("seats", seat)
        self.changed.add(match.id)

    def save_match(self, match: MatchRow, now: int) -> MatchRow:
        """Store a changed match under its next version."""
        row = match._replace(version=match.version + 1, changed=now)
        fields = [field for field in MatchRow._fields if field not in ("id", "created")]
        values = [getattr(row, field) for field in fields]
        settings = ", ".join(f"{field} = ?" for field in fields)
        self._execute(f"UPDATE matches SET {settings} WHERE id = ?", (*values, row.id))
        self.changed.add(row.id)
        return row

    def save_seat(self, seat: SeatRow) -> None:
        """Store everything but `seen`, which changes without a lock of the match."""
        settings = "kind = ?, name = ?, secret_hash = ?, taken = ?, clock = ?, offer = ?"
        values = (seat.kind, seat.name, seat.secret_hash, seat.taken, seat.clock, seat.offer)
        self._execute(f"UPDATE seats SET {settings} WHERE match = ? AND seat = ?", (*values, seat.match, seat.seat))
        self.changed.add(seat.match)

    def touch(self, match: str, seat: int, seen: int, news: bool) -> None:
        """Note a sign of life. It is news if others must be told."""
        self._execute("UPDATE seats SET seen = ? WHERE match = ? AND seat = ?", (seen, match, seat))
        if news:
            self.changed.add(match)

    def seal(self, row: SealedRow) -> None:
        self._insert("sealed", row)

    def unseal(self, match: str) -> None:
        self._execute("DELETE FROM sealed WHERE match = ?", (match,))

    def add_decision(self, row: DecisionRow) -> None:
        self._insert("decisions", row)

    def remove_decisions(self, match: str, after: int) -> None:
        self._execute("DELETE FROM decisions WHERE match = ? AND number > ?", (match, after))

    def keep_answer(self, match: str, seat: int, key: str, answer: str) -> None:
        self._execute("INSERT INTO answers (match, seat, key, answer) VALUES (?, ?, ?, ?)", (match, seat, key, answer))

    def public_matches(self, most: int) -> list[str]:
        """The public matches that are going on, the last changed first."""
        statement = "SELECT id FROM matches WHERE outcome = '' AND public = 1 ORDER BY changed DESC LIMIT ?"
        return [row[0] for row in self._execute(statement, (most,))]

    def running(self) -> list[str]:
        return [row[0] for row in self._execute("SELECT id FROM matches WHERE outcome = ''", ())]

    def count_running(self) -> int:
        return int(self._execute("SELECT COUNT(*) FROM matches WHERE outcome = ''", ())[0][0])

    def remove_idle(self, before: int) -> None:
        """Remove matches that were never finished, and in which nothing has happened since."""
        self._execute("DELETE FROM matches WHERE outcome = '' AND changed < ?", (before,))

    def beat(self, now: int) -> None:
        """Note that the server is alive, so that clocks can stand still while it is not."""
        self._execute("UPDATE heartbeat SET alive = ?", (now,))

    def last_beat(self, lock: bool = False) -> int:
        return int(self._execute(f"SELECT alive FROM heartbeat{self._lock if lock else ''}", ())[0][0])

    def shift_clocks(self, by: int) -> None:
        """Let the current decision of every running match begin later."""
        self._execute("UPDATE matches SET began = began + ? WHERE outcome = '' AND clock > 0", (by,))

    def _insert(self, table: str, row: Any) -> None:
        marks = ", ".join("?" * len(row))
        self._execute(f"INSERT INTO {table} ({', '.join(row._fields)}) VALUES ({marks})", tuple(row))


def columns(row: Any) -> str:
    return ", ".join(row._fields)
