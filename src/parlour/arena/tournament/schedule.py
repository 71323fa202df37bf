"""The pairs of matches in a plan, and the batches in which engines play them."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from parlour.arena.harness.engines import Batch
from parlour.arena.tournament.plan import TournamentPlan
from parlour.games.game import Game

SECONDS = 1.0  # of work in a batch: more would be lost when a run is killed, less would make the overhead matter
LARGEST = 500  # pairs in a batch
ROUND = 10  # pairs of every matchup are played before the next round, so that an unfinished run covers all
PATIENCE = 3  # so often a player may be unavailable before its other pairs are put off


class PlannedPair(NamedTuple):
    """Two matches with the same seed; in the second one the players have swapped seats."""

    number: int
    label: str  # of the game
    game: Game
    players: tuple[str, str]
    seed: int


def pair_of(plan: TournamentPlan, number: int) -> PlannedPair:
    rest, repetition = divmod(number, plan.pairs)
    place, matchup = divmod(rest, len(plan.matchups))
    label, game = list(plan.games.items())[place]
    return PlannedPair(number, label, game, plan.matchups[matchup], seed_of(plan.seed, game, repetition))


def seed_of(seed: int, game: Game, repetition: int) -> int:
    """The same for all players, so that comparisons share their luck. JavaScript can read 48 bits exactly."""
    text = json.dumps([seed, game.name, game.named_rules(), repetition])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def in_order_of_play(plan: TournamentPlan, numbers: Iterable[int]) -> list[int]:
    """Round by round, and within a round game by game, because changing between games costs time."""
    return sorted(numbers, key=lambda number: (number % plan.pairs // ROUND, number))


class Batches:
    """Hands out the missing pairs, about as many at a time as can be played in `SECONDS`.

    How long a pair takes is learnt for every matchup and game: some take a millisecond, and those of language models
    minutes.
    """

    def __init__(self, plan: TournamentPlan, missing: Iterable[int], threads: int = 1) -> None:
        self._plan = plan
        self._missing = in_order_of_play(plan, missing)[::-1]
        self._room = SECONDS * threads
        self._least = 1 if threads == 1 else 2 * threads  # pairs: with one for each thread, all would wait for the last
        self._seconds: dict[int, float] = {}  # a pair takes, by game and matchup
        self._failures: Counter[str] = Counter()
        self.put_off = 0  # pairs that were not tried, because one of their players is unavailable

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        batch: list[int] = []
        seconds = 0.0
        while self._missing and len(batch) < LARGEST:
            number = self._missing[-1]
            expected = self._seconds.get(number // self._plan.pairs, self._room)
            if len(batch) >= self._least and seconds + expected > self._room:
                break
            self._missing.pop()
            players = pair_of(self._plan, number).players if self._failures else ()
            if any(self._failures[name] >= PATIENCE for name in players):
                self.put_off += 1
            else:
                batch.append(number)
                seconds += expected
        if not batch:
            raise StopIteration
        return tuple(batch)

    def took(self, number: int, seconds: float) -> None:
        kind = number // self._plan.pairs
        self._seconds[kind] = (self._seconds.get(kind, seconds) + seconds) / 2

    def unavailable(self, player: str) -> None:
        self._failures[player] += 1
