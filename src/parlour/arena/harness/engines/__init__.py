"""Where matches are played: in this process, in several, or on several machines with Ray.

An engine takes batches of pairs from an iterator whenever it has room for one, and yields what became of each, in any
order. The iterator decides how large a batch is, so an engine takes no more than it can start soon.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from importlib import import_module
from typing import Protocol

from parlour.arena.tournament.playing import Job, Outcome
from parlour.arena.tournament.schedule import Batch
from parlour.games.errors import ParlourError

ENGINES = ("one", "local", "ray")


class Engine(Protocol):
    shares_batches: bool  # whether all threads of a process play the same batch

    def play(self, job: Job, batches: Iterator[Batch]) -> Generator[Outcome, None, None]:
        """When the generator is closed, everything that it started ends."""


def engine(name: str, workers: int | None = None) -> Engine:
    """An engine by name; `workers` is the number of processes, by default one for each core."""
    if name not in ENGINES:
        raise ParlourError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")
    if name == "one" and workers not in (None, 1):
        raise ParlourError("the engine 'one' is one process; use 'local' for several")
    made: Engine = import_module(f"{__name__}.{name}").make(workers)
    return made
