"""Which pairs are played next: the missing ones in batches, without those of players who stay unavailable."""

from collections import Counter
from collections.abc import Iterable, Iterator

from parlour.arena.harness.engines import TIMES_UNAVAILABLE, Batch, PairOutcome
from parlour.arena.tournament.plan import TournamentPlan, pair_of

SECONDS = 1.0  # of work in a batch: more would be lost when a run is killed, less would make the overhead matter
LARGEST = 500  # pairs in a batch
ROUND = 10  # pairs of every matchup are played before the next round, so that an unfinished run covers all


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
            if any(self._failures[name] >= TIMES_UNAVAILABLE for name in players):
                self.put_off += 1
            else:
                batch.append(number)
                seconds += expected
        if not batch:
            raise StopIteration
        return tuple(batch)

    def learn(self, played: Iterable[PairOutcome]) -> None:
        for pair in played:
            if pair.seconds is not None:
                kind = pair.number // self._plan.pairs
                self._seconds[kind] = (self._seconds.get(kind, pair.seconds) + pair.seconds) / 2
            if pair.unavailable:
                self._failures[pair.unavailable] += 1
