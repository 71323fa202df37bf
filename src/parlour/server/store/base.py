"""What a store offers: work that runs in one transaction, and news of what changed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from importlib.resources import files
from typing import Protocol, TypeVar

from parlour.games.errors import ParlourError
from parlour.server.store.transaction import Transaction

Result = TypeVar("Result")
Listener = Callable[[str | None], object]


class StoreBusy(ParlourError):
    """The store cannot take anything now: the disk is full, the database is locked or away. Try again later."""


class BadStore(ParlourError):
    """The store cannot be used at all."""


class Store(Protocol):
    """Keeps matches. The work of one call is stored as a whole or not at all."""

    def submit(self, work: Callable[[Transaction], Result]) -> Future[Result]:
        """Run work in a transaction. The result is there once it is safe on disk; StoreBusy if it cannot be.

        The work may run more than once, so it must change nothing but the transaction.
        """

    def listen(self, listener: Listener) -> None:
        """Have the id of every match passed on after a change is stored, by this process or another.

        None says that changes may have been missed. Listeners are called by a thread of the store.
        """

    def forget(self, listener: Listener) -> None:
        """Pass on nothing more."""

    def close(self) -> None:
        """Finish the work that was submitted."""


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
