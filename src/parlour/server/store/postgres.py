"""Matches in PostgreSQL, for several processes. Each transaction locks the row of its match.

Listeners of all processes are told by NOTIFY, which PostgreSQL delivers when the transaction is committed.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import psycopg

from parlour.server import crash
from parlour.server.store.store import BadStore, Result, Store, StoreBusy, missing_migrations
from parlour.server.store.transaction import Transaction

THREADS = 8
CHANNEL = "parlour"
PATIENCE = 5.0  # seconds that a lost connection is tried again
PAUSE = 0.2
MIGRATING = 20261116  # an arbitrary number that stands for our lock
log = logging.getLogger("parlour.server")


NOW = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"


class PostgresTransaction(Transaction):
    def time(self) -> int:
        """All processes use the clock of the database: their own may differ."""
        return int(self._execute(NOW, ())[0][0])


class PostgresStore(Store):
    shared = True

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        try:
            with connect(address) as connection:
                migrate(connection)
        except psycopg.Error as error:
            raise BadStore(f"the PostgreSQL database cannot be used: {first_line(error)}") from None
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="parlour store")
        self._idle: list[psycopg.Connection[Any]] = []  # connections that no thread uses now
        self._closed = Event()
        self._listening = Thread(target=self._listen, name="parlour listener", daemon=True)
        self._listening.start()

    def submit(self, work: Callable[[Transaction], Result]) -> Future[Result]:
        return self._threads.submit(self._carry_out, work, time.monotonic() + PATIENCE)

    @property
    def waiting(self) -> int:
        return self._threads._work_queue.qsize()

    def close(self) -> None:
        self._closed.set()
        self._threads.shutdown()
        self._listening.join()
        for connection in self._idle:
            connection.close()

    def _carry_out(self, work: Callable[[Transaction], Result], deadline: float) -> Result:
        """Run work in one transaction; again if the connection is lost, since the work can tell what it did before."""
        while True:
            try:
                with self._connection() as connection:
                    return run_work(connection, work)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if time.monotonic() > deadline or self._closed.is_set():
                    raise StoreBusy(f"the database cannot be reached: {first_line(error)}") from None
                time.sleep(PAUSE)
            except psycopg.Error as error:
                raise StoreBusy(f"the database cannot be written: {first_line(error)}") from None

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection for one transaction. It is not used again if the database failed."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = connect(self._address)
        try:
            yield connection
        except psycopg.Error:
            connection.close()
            raise
        finally:
            if not connection.closed:
                self._idle.append(connection)

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with connect(self._address) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell(None)  # earlier changes were missed
                    while not self._closed.is_set():
                        for news in connection.notifies(timeout=PAUSE):
                            self._tell(news.payload)
            except psycopg.Error as error:
                log.warning("the database cannot be reached: %s", first_line(error))
                self._closed.wait(PAUSE)


def run_work(connection: psycopg.Connection[Any], work: Callable[[Transaction], Result]) -> Result:
    def execute(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        cursor = connection.execute(statement.replace("?", "%s"), values)
        return cursor.fetchall() if cursor.description else []

    with connection.transaction():
        transaction = PostgresTransaction(execute, " FOR UPDATE")
        result = work(transaction)
        for match in transaction.changed:
            execute("SELECT pg_notify(?, ?)", (CHANNEL, match))
    return result


def first_line(error: psycopg.Error) -> str:
    """The details below may contain a row."""
    return str(error).strip().partition("\n")[0]


def connect(address: str) -> psycopg.Connection[Any]:
    """A connection that waits for nothing longer than a request may take."""
    connection = psycopg.connect(address, autocommit=True, connect_timeout=int(PATIENCE))
    connection.execute(f"SET lock_timeout = '{int(PATIENCE)}s'")
    return connection


def migrate(connection: psycopg.Connection[Any]) -> None:
    """Bring the tables up to date, in one transaction; other processes that start now wait for it."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        row = connection.execute("SELECT version FROM schema_version").fetchone()
        version = int(row[0]) if row else 0
        if row is None:
            connection.execute("INSERT INTO schema_version (version) VALUES (0)")
        scripts = missing_migrations(version, "the PostgreSQL database")
        for script in scripts:
            connection.execute(script.replace("BYTES", "BYTEA").encode())
        connection.execute("UPDATE schema_version SET version = %s", (version + len(scripts),))
        crash.point("during-migration")
