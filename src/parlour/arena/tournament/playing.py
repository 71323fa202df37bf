"""Plays pairs of matches: the part of a tournament that runs in every process, on every machine."""

import json
import re
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from random import Random
from typing import Any, NamedTuple

from parlour.arena.harness.engines import Batch, PairOutcome
from parlour.arena.harness.frozen import check_same
from parlour.arena.harness.ledger import as_line
from parlour.arena.tournament.plan import PlannedPair, TournamentPlan, freeze_plan, pair_of, thaw_plan
from parlour.games.errors import ParlourError, error_and_place
from parlour.match.match import Match, View
from parlour.players.base import Contestant, Player, Unavailable
from parlour.players.driver import play_match
from parlour.players.roster import load_player
from parlour.solver.memory import solution_of

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # in the repr of an object: it would differ from run to run


class Unplayable(ParlourError):
    """A pair cannot be played, and neither player is to blame: the rules of the game fail, for example."""


class BatchJob(NamedTuple):
    plan: str  # the text of plan.json
    folder: str  # where modules with players are
    threads: int  # pairs that are played at the same time


class PreparedPlan(NamedTuple):
    plan: TournamentPlan
    makers: Mapping[str, Callable[[], Player]]
    consulting: frozenset[str]  # the players who consult the solution of a game


class UnavailableEntrant(Unavailable):
    """Which player is unavailable."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


class NamedPlayer(Contestant):
    """A player under the name that it has in the plan. Every match has new players."""

    def __init__(self, name: str, make: Callable[[], Player]) -> None:
        self.name = name
        try:
            super().__init__(make())  # now: a player that cannot be made has not forfeited
        except Unavailable as error:
            raise UnavailableEntrant(name, str(error)) from error

    def choose(self, view: View, random: Random) -> int:
        try:
            return super().choose(view, random)
        except Unavailable as error:
            raise UnavailableEntrant(self.name, str(error)) from error


def play_batch(job: BatchJob, batch: Batch) -> list[PairOutcome]:
    """Plays some pairs, several at a time if the job says so."""
    prepared = prepare(job)
    pairs = [pair_of(prepared.plan, number) for number in batch]
    for pair in pairs:
        if not prepared.consulting.isdisjoint(pair.players):
            solution_of(pair.game).prepare()
    if job.threads > 1 and len(pairs) > 1:
        with ThreadPoolExecutor(job.threads) as pool:
            return list(pool.map(partial(play_pair, prepared), pairs))
    return [play_pair(prepared, pair) for pair in pairs]


@lru_cache(maxsize=1)
def prepare(job: BatchJob) -> PreparedPlan:
    """Loads the games and players of a plan, and makes sure that they are the same here."""
    if job.folder not in sys.path:
        sys.path.insert(0, job.folder)
    content = json.loads(job.plan)
    plan = thaw_plan(content)
    check_same(content, freeze_plan(plan), "a worker has other games, players or versions than the run")
    makers = {entrant.name: load_player(entrant.player, entrant.settings) for entrant in plan.players}
    consulting = (name for name, make in makers.items() if Contestant(make()).consults_solution)
    return PreparedPlan(plan, makers, frozenset(consulting))


def play_pair(prepared: PreparedPlan, pair: PlannedPair) -> PairOutcome:
    begun = time.perf_counter()
    lines: list[bytes] = []
    calls: list[bytes] = []
    unavailable = problem = ""
    for swapped in (False, True):
        names = (pair.players[1], pair.players[0]) if swapped else pair.players
        place = {"pair": pair.number, "swapped": swapped, "game": pair.label}
        players: list[NamedPlayer] = []
        try:
            players += (NamedPlayer(name, prepared.makers[name]) for name in names)
            match = play_match(pair.game, *players, seed=pair.seed, max_turns=prepared.plan.max_turns)
            lines.append(as_line({**place, "players": names, "seed": pair.seed, **result_entries(match)}))
        except UnavailableEntrant as error:
            unavailable, problem = error.name, str(error)
            lines.clear()
        except Exception as error:
            what = f"pair {pair.number} ({pair.label}, {names[0]} against {names[1]})"
            raise Unplayable(f"{what} cannot be played: {error_and_place(error)}") from error
        finally:
            for player in players:
                player.close()
        for player in players:
            calls += (as_line({**place, "player": player.name, **call}) for call in player.take_calls())
        if unavailable:
            break
    seconds = time.perf_counter() - begun
    return PairOutcome(pair.number, tuple(lines), tuple(calls), seconds, unavailable, problem)


def result_entries(match: Match) -> dict[str, Any]:
    """The part of a line of matches.jsonl on the match itself, in a fixed order. Nothing differs from run to run."""
    outcome, winner, failure = match.result
    if failure:
        failure = failure._replace(reason=ADDRESS.sub("", failure.reason))
    turns = match.line.choices
    return {"turns": turns, "outcome": outcome, "winner": winner, "failure": failure and failure._asdict()}
