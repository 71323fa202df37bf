"""Plays pairs of matches: the part of a tournament that runs in every process, on every machine."""

import json
import re
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from random import Random
from typing import NamedTuple

from parlour.arena.harness.engines import Batch, BatchOutcome, MissedPair
from parlour.arena.harness.frozen import check_same
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


def play_batch(job: BatchJob, batch: Batch) -> BatchOutcome:
    """Plays some pairs, several at a time if the job says so."""
    prepared = prepare(job)
    pairs = [pair_of(prepared.plan, number) for number in batch]
    for pair in pairs:
        if not prepared.consulting.isdisjoint(pair.players):
            solution_of(pair.game).prepare()
    if job.threads > 1 and len(pairs) > 1:
        with ThreadPoolExecutor(job.threads) as pool:
            parts = list(pool.map(lambda pair: play_pair(prepared, pair), pairs))
    else:
        parts = [play_pair(prepared, pair) for pair in pairs]
    return BatchOutcome(
        tuple(line for part in parts for line in part.lines),
        tuple(call for part in parts for call in part.calls),
        tuple(missed for part in parts for missed in part.missed),
        tuple(seconds for part in parts for seconds in part.seconds),
    )


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


def play_pair(prepared: PreparedPlan, pair: PlannedPair) -> BatchOutcome:
    begun = time.perf_counter()
    lines: list[str] = []
    calls: list[str] = []
    missed: list[MissedPair] = []
    for swapped in (False, True):
        names = (pair.players[1], pair.players[0]) if swapped else pair.players
        players: list[NamedPlayer] = []
        try:
            players += (NamedPlayer(name, prepared.makers[name]) for name in names)
            match = play_match(pair.game, *players, seed=pair.seed, max_turns=prepared.plan.max_turns)
            lines.append(match_line(pair, swapped, names, match))
        except UnavailableEntrant as error:
            missed.append(MissedPair(pair.number, error.name, str(error)))
            lines.clear()
        except Exception as error:
            what = f"pair {pair.number} ({pair.label}, {names[0]} against {names[1]})"
            raise Unplayable(f"{what} cannot be played: {error_and_place(error)}") from error
        finally:
            for player in players:
                player.close()
        calls += call_lines(pair, swapped, players)
        if missed:
            break
    return BatchOutcome(tuple(lines), tuple(calls), tuple(missed), ((pair.number, time.perf_counter() - begun),))


def match_line(pair: PlannedPair, swapped: bool, names: tuple[str, str], match: Match) -> str:
    """A line of matches.jsonl: the order of the keys is fixed, and nothing differs from run to run."""
    result = match.result
    failure = result.failure
    content = {
        "pair": pair.number,
        "swapped": swapped,
        "game": pair.label,
        "players": names,
        "seed": pair.seed,
        "turns": match.line.choices,
        "outcome": result.outcome,
        "winner": result.winner,
        "failure": {"player": failure.player, "reason": ADDRESS.sub("", failure.reason)} if failure else None,
    }
    return json.dumps(content, separators=(",", ":"))


def call_lines(pair: PlannedPair, swapped: bool, players: list[NamedPlayer]) -> list[str]:
    """Lines of calls.jsonl: what language models were asked in this match."""
    where = {"pair": pair.number, "swapped": swapped, "game": pair.label}
    return [
        json.dumps({**where, "player": player.name, **call}, separators=(",", ":"))
        for player in players
        for call in player.take_calls()
    ]
