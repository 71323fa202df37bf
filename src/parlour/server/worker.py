"""Computer players and exact analysis, in a process of their own: solving may take long, and the server must not wait.

The functions below run in that process. They get and return plain data.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from random import SystemRandom
from typing import Any, NamedTuple, TypeVar

from parlour.games.catalogue import named_game
from parlour.games.contract import Decision
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.server.store.base import StoreBusy

Result = TypeVar("Result")
SECONDS = 20.0  # that solving a variant may take
MOST_WAITING = 1_000  # requests; a computer player chooses in a few milliseconds


class Variant(NamedTuple):
    """A game as plain data."""

    game: str
    rules: dict[str, Any]

    def load(self) -> Game:
        return named_game(self.game, **self.rules)


class Worker:
    """One process, started at the first request and again if it dies."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._closed = False

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        if self._waiting >= MOST_WAITING:
            raise StoreBusy("too much is waiting for the solver")
        self._waiting += 1
        try:
            return await self._run(work, *arguments)
        finally:
            self._waiting -= 1

    async def _run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        for _ in range(2):
            pool = self._pool = self._pool or ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
            except BrokenProcessPool:
                if self._closed:
                    raise StoreBusy("the server is stopping") from None
                if self._pool is pool:
                    self._pool = None
        raise ParlourError("the analysis failed; try again later")

    def close(self) -> None:
        """Stop at once: whoever waits is told to try again, instead of the server waiting for the solver."""
        self._closed = True
        if self._pool:
            for process in list((self._pool._processes or {}).values()):  # from Python 3.14 on: terminate_workers
                process.terminate()
            self._pool.shutdown(wait=False)


def solution_within(game: Game) -> Any:
    """The solution of a game; TooLarge if finding it takes longer than a stranger may ask for."""
    from parlour.players.solution_cache import solution_of

    deadline = time.monotonic() + SECONDS

    def progress(*_: object) -> None:
        if time.monotonic() > deadline:
            raise TooLarge(f"{game.title} with these rules takes too long to solve on this server")

    return solution_of(game, progress)


def computer_choice(variant: Variant, decisions: list[Decision], seat: int, player: str) -> int:
    """What a computer player chooses, from what its seat may see."""
    from parlour.players.roster import player as by_name

    match = Match(variant.load())
    for decision in decisions:
        match.decide(decision)
    chosen = by_name(player)
    if getattr(chosen, "consults_solution", False):
        solution_within(match.game)
    return chosen.choose(match.view(seat), SystemRandom())


def check_player(variant: Variant, player: str) -> None:
    """Raises a ParlourError if a player cannot play this variant here."""
    from parlour.players.roster import player as by_name

    if getattr(by_name(player), "consults_solution", False):
        solution_within(variant.load())
