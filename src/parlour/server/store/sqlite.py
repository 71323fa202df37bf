"""Matches in a SQLite file. One thread owns the only connection and commits everything that waits at once.

SQLite syncs to disk for every commit, which takes far longer than the statements; a hundred requests that arrive
meanwhile share the next commit. Two processes on one file would wait for each other, so a second one is refused.
"""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from parlour import file_lock
from parlour.server import crash
from parlour.server.store.store import BadStore, Result, Store, StoreBusy, missing_migrations, safely
from parlour.server.store.transaction import Transaction

BATCH = 256  # requests in one commit
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
    "secure_delete = ON",  # a sealed choice that was removed leaves no trace
    "trusted_schema = OFF",
)


class StoreJob(NamedTuple):
    work: Callable[[Transaction], Any]
    future: Future[Any]


class SQLiteStore(Store):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path.resolve()  # the lock is next to the file itself, also if a link leads to it
        create_file(self._path)
        self._lock = lock_file(self._path)
        self._jobs: SimpleQueue[StoreJob | None] = SimpleQueue()
        ready: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(ready,), name="parlour store", daemon=True)
        self._thread.start()
        try:
            ready.result()
        except BaseException:
            os.close(self._lock)
            raise

    def submit(self, work: Callable[[Transaction], Result]) -> Future[Result]:
        future: Future[Result] = Future()
        self._jobs.put(StoreJob(work, future))
        return future

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        os.close(self._lock)

    def _run(self, ready: Future[None]) -> None:
        try:
            connection = open_database(self._path)
        except BaseException as error:
            ready.set_exception(error)
            return
        ready.set_result(None)
        going_on = True
        while going_on:
            jobs, going_on = self._take_jobs()
            self._carry_out(connection, jobs)
        connection.close()

    def _take_jobs(self) -> tuple[list[StoreJob], bool]:
        """Everything that waits now, and whether there will be more."""
        jobs: list[StoreJob] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == BATCH or self._jobs.empty():
                return jobs, True
            job = self._jobs.get()
        return jobs, False

    def _carry_out(self, connection: sqlite3.Connection, jobs: list[StoreJob]) -> None:
        """One commit for all jobs. A job that fails is undone by itself, a commit that fails undoes all.

        No client hears anything before the commit, not even an error: it may depend on another job that is not stored.
        """
        wanted = [job for job in jobs if job.future.set_running_or_notify_cancel()]
        changed: set[str] = set()
        outcomes: list[Callable[[], object]] = []
        try:
            if wanted:
                connection.execute("BEGIN IMMEDIATE")
                for job in wanted:
                    outcomes.append(run_job(connection, job, changed))
                outcomes = self._read(transaction_on(connection), changed) + outcomes
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:  # after "disk full" SQLite has undone everything by itself
                connection.execute("ROLLBACK")
            reason = f"the database cannot be written: {error}"
            outcomes = [partial(job.future.set_exception, StoreBusy(reason)) for job in wanted]
        for outcome in outcomes:
            safely(outcome)


def transaction_on(connection: sqlite3.Connection) -> Transaction:
    return Transaction(lambda sql, values: connection.execute(sql, values).fetchall())


def run_job(connection: sqlite3.Connection, job: StoreJob, changed: set[str]) -> Callable[[], None]:
    """Run one job; returns a function that tells its outcome."""
    transaction = transaction_on(connection)
    connection.execute("SAVEPOINT job")
    try:
        result = job.work(transaction)
    except sqlite3.Error:
        raise
    except BaseException as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return partial(job.future.set_exception, error)
    connection.execute("RELEASE job")
    changed |= transaction.changed
    return partial(job.future.set_result, result)


def open_database(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=True)
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        for number, script in enumerate(missing_migrations(version, str(path)), start=version + 1):
            connection.executescript(f"BEGIN;\n{script.replace('BYTES', 'BLOB')}\nPRAGMA user_version = {number};")
            crash.point("during-migration")
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.close()
        raise BadStore(f"{path} cannot be used: {error}") from None
    except BaseException:
        connection.close()
        raise
    return connection


def create_file(path: Path) -> None:
    """Make sure that the database exists, and that no other user can read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def lock_file(path: Path) -> int:
    """The file descriptor of a lock that this process holds until it ends."""
    handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        file_lock.lock(handle)
    except OSError:
        os.close(handle)
        raise BadStore(
            f"{path} is in use by another server: stop that one, or name another file with --database"
        ) from None
    return handle
