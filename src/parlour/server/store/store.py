"""What a store does, in whatever database: it carries out work in transactions, and tells of changes."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from importlib.resources import files
from typing import Any, TypeVar

from parlour.games.errors import ParlourError
from parlour.server.store.transaction import Transaction

Result = TypeVar("Result")
log = logging.getLogger("parlour.server")
Listener = Callable[[str | None, Any], object]
Reader = Callable[[Transaction, str], Any]


class StoreBusy(ParlourError):
    """The store cannot take anything now: the disk is full, the database is locked or away. Try again later."""


class BadStore(ParlourError):
    """The store cannot be used at all."""


class Store(ABC):
    """Keeps matches. The work of one call is stored as a whole or not at all."""

    shared = False  # whether other processes may work on the same matches

    def __init__(self) -> None:
        self._listeners: dict[Listener, Reader] = {}

    @abstractmethod
    def submit(self, work: Callable[[Transaction], Result]) -> Future[Result]:
        """Run work in a transaction. The result is there once it is safe on disk; StoreBusy if it cannot be.

        The work may run more than once, so it must change nothing but the transaction.
        """

    @property
    @abstractmethod
    def waiting(self) -> int:
        """About how many calls have not begun."""

    @abstractmethod
    def close(self) -> None:
        """Finish the work that was submitted."""

    def listen(self, listener: Listener, read: Reader = lambda *_: None) -> None:
        """Have the id of every match passed on after a change is stored, by this process or another.

        With it comes what `read` has found in the transaction of the change, or None: another process has made it, or
        changes may have been missed, if there is no id either. Listeners are called by a thread of the store.
        """
        self._listeners[listener] = read

    def forget(self, listener: Listener) -> None:
        del self._listeners[listener]

    def _read(self, tx: Transaction, matches: Iterable[str]) -> list[Callable[[], object]]:
        """The calls that tell listeners of changes. They are for after the commit."""
        pairs = [(match, *each) for match in matches for each in list(self._listeners.items())]
        return [partial(listener, match, attempt(read, tx, match)) for match, listener, read in pairs]

    def _tell(self, match: str | None) -> None:
        for listener in list(self._listeners):
            safely(partial(listener, match, None))


def attempt(read: Reader, tx: Transaction, match: str) -> Any:
    """What a listener wants to know of a change; None if its game is broken, which must not stop the store."""
    try:
        return read(tx, match)
    except Exception:
        return None


def safely(call: Callable[[], object]) -> None:
    """Call a listener. If it fails, the others must still hear of their work."""
    try:
        call()
    except Exception as error:
        log.error("%s", type(error).__name__)


def migrations() -> list[str]:
    """The numbered files, in order. The version of a database is how many were applied."""
    folder = files("parlour.server.store") / "migrations"
    named = sorted((entry.name, entry) for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [entry.read_text(encoding="utf-8") for _, entry in named]


def missing_migrations(version: int, where: str) -> list[str]:
    """The migrations that a database of this version still needs."""
    scripts = migrations()
    if version > len(scripts):
        raise BadStore(f"{where} was written by a newer Parlour (version {version}); this one knows {len(scripts)}")
    return scripts[version:]
