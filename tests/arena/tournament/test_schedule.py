"""Which pairs there are, and their seeds."""

from __future__ import annotations

from arena.tournaments import plan_of

from parlour.arena.tournament.schedule import pair_of


def test_a_seed_depends_on_the_plan_the_game_and_the_number_but_not_on_the_players() -> None:
    plan = plan_of(pairs=4)
    pairs = [pair_of(plan, number) for number in range(plan.total)]
    assert len({(pair.label, pair.players) for pair in pairs}) == 6
    for pair in pairs:
        assert pair.seed == pair_of(plan, pair.number % 4 + 12 * (pair.label == "short war")).seed
    assert len({pair.seed for pair in pairs}) == 8
    assert pair_of(plan_of(pairs=4, seed=2), 0).seed != pairs[0].seed
    assert pair_of(plan_of(pairs=9), 3).seed == pairs[3].seed  # more pairs leave the first ones as they are


def test_a_label_changes_no_seed() -> None:
    one, other = plan_of(games=["tower-siege"]), plan_of(games=[{"game": "tower-siege", "label": "siege"}])
    assert pair_of(one, 0).seed == pair_of(other, 0).seed
