"""Computer players and exact analysis, in their own process: solving may take long, and the server must not wait.

The functions at the end run in that process, and get the seconds that solving may take.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from multiprocessing import get_context
from random import SystemRandom
from typing import Any, TypeVar

from parlour.child_process import begin
from parlour.coach.reviews import analysis_document, review_match
from parlour.coach.wording import mix_document
from parlour.drawing import scene_data, scene_of
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Line, turn_events
from parlour.match.match import HUMAN, Match
from parlour.match.record import parse
from parlour.match.transcript import closing
from parlour.players.base import Contestant
from parlour.players.roster import player as by_name
from parlour.server.limits import TooMany
from parlour.server.store.transaction import StoreBusy

Result = TypeVar("Result")
MOST_WAITING = 1_000  # in all
LATER = 10  # seconds after which to try again
SECONDS = 10.0  # that solving a variant may take, unless the host says otherwise
QUICK = 1.0  # seconds after which solving gives way to others
LARGEST_MATRIX = 40_000  # outcomes of a position that are sent
SEARCH = 0.3  # seconds that the player `search` may think


class TakesLong(TooLarge):
    """Solving was given up because others wait."""


class FairQueue:
    """One at a time, and addresses take turns: one that asks for much does not delay the others."""

    def __init__(self, most_each: int = MOST_WAITING) -> None:
        self._most_each = most_each
        self._inside = asyncio.Lock()  # at most one of each address waits for it
        self._of_address: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._count: Counter[str] = Counter()  # those who wait, and the one inside

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until no other task is inside; raises an error if too many wait already."""
        if self._count[address] >= self._most_each:
            raise TooMany("analyses at once that take long", LATER)
        if self._count.total() >= MOST_WAITING:
            raise StoreBusy("too much is waiting for the solver")
        self._count[address] += 1
        try:
            async with self._of_address[address], self._inside:
                yield
        finally:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address], self._of_address[address]


class Worker:
    """One process, started at the first request and again if it dies. Addresses take turns."""

    def __init__(self, most_each: int = MOST_WAITING) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(most_each)
        self._closed = False

    async def run(self, address: str, work: Callable[..., Result], *arguments: Any) -> Result:
        async with self._queue.turn(address):
            for _ in range(2):
                if self._closed:
                    break
                pool = self._pool = self._pool or ProcessPoolExecutor(1, get_context("spawn"), begin)
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
            if self._closed:
                raise StoreBusy("the server is stopping")
            raise ParlourError("the analysis failed; try again later")

    def close(self) -> None:
        """Stop at once: clients that wait are told to try again, and the server does not wait for the solver."""
        self._closed = True
        if self._pool:
            for process in list((self._pool._processes or {}).values()):  # from Python 3.14 on: kill_workers
                process.kill()  # a process that is just starting would still ignore SIGTERM, as this one does
            self._pool.shutdown()  # a pool that is forgotten while it notices that can hang (Python 3.13.0)


class Lanes:
    """Two processes: long tasks continue in the slow one, where they do not delay the quick ones."""

    def __init__(self, slow: Worker, seconds: float) -> None:
        self._quick, self._slow, self._seconds = Worker(), slow, seconds

    async def run(self, address: str, work: Callable[..., Result], *arguments: Any) -> Result:
        """`work` gets the seconds that solving may take as its last argument."""
        try:
            return await self._quick.run(address, work, *arguments, QUICK)
        except TakesLong:
            return await self._slow.run(address, work, *arguments, self._seconds)

    def close(self) -> None:
        self._quick.close()


def solution_within(game: Game, seconds: float) -> Any:
    """The solution of a game; TakesLong if finding it takes longer."""
    from parlour.solver.memory import solution_of

    deadline = time.monotonic() + seconds

    def progress(*_: object) -> None:
        if time.monotonic() > deadline:
            raise TakesLong(f"{game.title} with these rules takes too long to solve on this server")

    return solution_of(game, progress)


def computer_choice(line: Line, seat: int, player: str, seconds: float) -> int:
    """The choice of a computer player, from the view of its seat."""
    from parlour.players.search.search import Search

    chosen = by_name(player)
    if isinstance(chosen, Search):
        chosen = Search(seconds=SEARCH)
    elif needs_solution(player):
        solution_within(line.game, seconds)
    return chosen.choose(Match.at(line).view(seat), SystemRandom())


def needs_solution(player: str) -> bool:
    return Contestant(by_name(player)).consults_solution


def check_solvable(game: Game, seconds: float) -> None:
    """Raises a ParlourError if a game cannot be solved here."""
    solution_within(game, seconds)


def review_record(text: str, seconds: float) -> dict[str, Any]:
    """The analysis of the match in a record, as the terminal has it, with the boards and the events for the page."""
    match = parse(text)
    if len(match.line) > MAX_TURNS:
        raise ParlourError(f"a match of more than {MAX_TURNS} turns takes too long to review here")
    game, start = match.game, match.game.start()
    solution = solution_within(game, seconds)
    document = analysis_document(match, solution, review_match(solution, match))
    for entry, turn, public in zip(document["turns"], match.line.turns, match.line.public_turns, strict=True):
        entry["events"] = list(filter(None, turn_events(game, public)))
        entry["scene"] = scene_data(scene_of(game, turn.after))
    return {
        **document,
        "title": game.title,
        "roles": game.words.PLAYERS,
        "seats": ["" if seat == HUMAN else seat for seat in match.seats],
        "start": {
            "scene": scene_data(scene_of(game, start)),
            "value_after": solution.value(start),
            "bounds_after": solution.bounds(start),
        },
        "result": {**document["result"], "lines": list(filter(None, closing(match)))},
    }


def explore(line: Line, seconds: float) -> dict[str, Any]:
    """A position: its value, both perfect mixes, the loss of every action, and the outcomes of all pairs."""
    game, state = line.game, line.state
    solution = solution_within(game, seconds)
    found: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "rules": game.named_rules(),
        "roles": game.words.PLAYERS,
        "state": game.shown(state)._asdict(),
        "scene": scene_data(scene_of(game, state)),
        "value": solution.value(state),
        "bounds": solution.bounds(state),
        "over": game.is_over(state),
        "players": [],
        "matrix": None,
    }
    if game.is_over(state):
        return found
    if game.shown(state) != state:
        raise ParlourError("positions of this variant have hidden parts, so they cannot be explored")
    for player in game.to_act(state):
        losses = solution.losses(state, player)
        found["players"].append(
            {
                "player": player,
                "actions": [
                    {"action": action, "label": game.label(state, player, action), "loss": loss}
                    for action, loss in losses.items()
                ],
                "best": mix_document(game, state, player, solution.policy(state, player)),
            }
        )
    rows, columns = (game.actions(state, player) or (None,) for player in (0, 1))
    if len(rows) * len(columns) <= LARGEST_MATRIX:
        found["matrix"] = [[solution.value(game.play(state, first, second)) for second in columns] for first in rows]
    return found
