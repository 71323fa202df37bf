"""Backups of a SQLite file. Copying the file alone is not enough: the latest matches are in another one next to it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from parlour.files import sync
from parlour.server.store.sqlite import lock_file, open_database, transaction_on
from parlour.server.store.store import BadStore, Result
from parlour.server.store.transaction import Transaction

NEXT_TO_IT = ("-wal", "-shm", "-journal")  # SQLite's own files next to a database


def back_up(database: Path, target: Path) -> None:
    """Copy everything that is stored to a new file, while the server runs or not."""
    if not database.is_file():
        raise BadStore(f"there is no database {database}")
    with new_file(target) as draft:
        copy(database, draft)


def restore(backup: Path, database: Path, adapt: Callable[[Transaction], Result]) -> Result:
    """Make a backup the database of a server that is not running. `adapt` changes what must not go on as it was."""
    if not backup.is_file():
        raise BadStore(f"there is no backup {backup}")
    path = database.resolve()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = lock_file(path)  # no server starts meanwhile
    try:
        with new_file(path) as draft:
            copy(backup, draft)
            with closing(open_database(draft)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                adapted = adapt(transaction_on(connection))
                connection.execute("COMMIT")
                connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        os.close(lock)
    return adapted


def copy(source: Path, target: Path) -> None:
    """Copy a database as one file, and check that it can be read."""
    address = f"file:{quote(str(source.resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as read, closing(sqlite3.connect(target)) as written:
            read.backup(written)
            written.execute("PRAGMA journal_mode = DELETE")
            (found,) = written.execute("PRAGMA quick_check").fetchone()
            written.execute("SELECT alive FROM heartbeat").fetchone()
    except sqlite3.Error as error:
        raise BadStore(f"{source} cannot be copied: {error}") from None
    if found != "ok":
        raise BadStore(f"{source} is damaged: {found}")


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A draft that gets the name of a new file when the block ends without an error. No file is ever replaced."""
    for known in (path, *neighbors(path)):  # a file that is left of another database would be read as part of this one
        if known.exists():
            raise BadStore(f"{known} exists: move it away first")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.part")
    draft.touch(mode=0o600)
    try:
        yield draft
        sync(draft)
        draft.rename(path)
        sync(path.parent)
    finally:
        for left in (draft, *neighbors(draft)):
            with suppress(FileNotFoundError):
                left.unlink()


def neighbors(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in NEXT_TO_IT]
