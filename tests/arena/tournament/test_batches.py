"""How pairs come in batches, and which of them are put off."""

from __future__ import annotations

from collections.abc import Callable

from arena.tournaments import plan_of

from parlour.arena.harness.engines import TIMES_UNAVAILABLE, Batch, PairOutcome
from parlour.arena.tournament.batches import LARGEST, SECONDS, Batches
from parlour.arena.tournament.plan import pair_of


def test_batches_hold_every_missing_pair_once() -> None:
    plan = plan_of(pairs=50)
    missing = [number for number in range(plan.total) if number % 3]
    batches = Batches(plan, missing)
    found: list[int] = []
    for batch in batches:
        found += batch
        batches.learn(PairOutcome(number, seconds=0.01) for number in batch)
    assert sorted(found) == missing


def test_a_batch_takes_about_a_second() -> None:
    plan = plan_of(pairs=10_000, games=["color-capture"], players=["random", "easy"])
    batches = Batches(plan, range(10_000))
    assert len(next(batches)) == 1  # nothing is known yet
    for seconds, size in ((SECONDS / 100, 100), (0.0, LARGEST), (100 * SECONDS, 1)):
        batches.learn([PairOutcome(0, seconds=seconds)] * 30)
        assert size * 0.9 <= len(next(batches)) <= size
    assert len(next(Batches(plan, range(10_000), threads=4))) == 8  # enough for four threads


def test_slow_pairs_are_not_put_into_the_large_batch_of_quick_ones() -> None:
    plan = plan_of(pairs=10, games=["color-capture"])
    batches = Batches(plan, range(plan.total))
    kinds = [len({pair_of(plan, number).players for number in batch}) for batch in map(learning(batches), batches)]
    assert max(kinds) == 1


def learning(batches: Batches) -> Callable[[Batch], Batch]:
    """Tells the batches that pairs of `failing` take a minute, and others a millisecond."""

    def learn(batch: Batch) -> Batch:
        batches.learn(PairOutcome(number, seconds=0.001 if number < 10 else 60.0) for number in batch)
        return batch

    return learn


def test_all_matchups_are_played_from_the_beginning() -> None:
    plan = plan_of(pairs=100)
    first = [number for _, batch in zip(range(60), Batches(plan, range(600)), strict=False) for number in batch]
    assert {(pair_of(plan, number).label, pair_of(plan, number).players) for number in first} == {
        (label, matchup) for label in plan.games for matchup in plan.matchups
    }


def test_pairs_of_a_player_who_stays_unavailable_are_put_off() -> None:
    plan = plan_of()
    batches = Batches(plan, range(plan.total))
    batches.learn([PairOutcome(0, unavailable="failing")] * TIMES_UNAVAILABLE)
    left = [pair_of(plan, number).players for batch in batches for number in batch]
    assert left == [("random", "hard")] * 12
    assert batches.put_off == 24
