"""Plans: what they say, what is wrong with them, and which pairs there are, with their seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import entrant, plan_of

from parlour.arena.harness.frozen import BadPlan
from parlour.arena.tournament.plan import pair_of, plan_from, read_plan
from parlour.games.line import MAX_TURNS

ROOT = Path(__file__).parents[3]


def test_a_short_plan_lets_all_players_meet() -> None:
    plan = plan_from({"games": ["tower-siege"], "players": ["random", "easy", "hard"]})
    assert plan.matchups == (("random", "easy"), ("random", "hard"), ("easy", "hard"))
    assert (plan.seed, plan.pairs, plan.max_turns, plan.total) == (0, 1, MAX_TURNS, 3)


def test_the_example_says_everything() -> None:
    plan = read_plan(ROOT / "examples" / "tournament.toml")
    assert list(plan.games) == ["resource-war", "short showdown"]
    assert plan.games["short showdown"].named_rules()["tokens"] == 20
    assert plan.players[3] == ("careful", "parlour.players.basic:Careless", {"carelessness": 0.2})
    assert plan.total == 2 * 6 * 20


def test_a_variant_without_a_label_is_named_after_what_was_changed() -> None:
    plan = plan_of(games=[{"game": "token-showdown", "rules": {"tokens": 20}}, "token-showdown"])
    assert list(plan.games) == ["token-showdown tokens=20", "token-showdown"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sed": 1}, "sed: there is no such key"),
        ({"seed": -1}, "seed: a seed is a whole number"),
        ({"pairs": 0}, "pairs: give a whole number of at least 1, not 0"),
        ({"pairs": True}, "pairs: give a whole number"),
        ({"pairs": 10**9}, "are too many"),
        ({"max_turns": "many"}, "max_turns: give a whole number"),
        ({"games": []}, "games: give a list that is not empty"),
        ({"games": ["chess"]}, r"games\[0\]: there is no game 'chess'"),
        ({"games": [{"game": "tower-siege", "rules": {"towers": 3}}]}, r"games\[0\]: tower-siege has no parameter"),
        ({"games": [{"game": "tower-siege", "rules": 3}]}, r"games\[0\]\.rules: give a table, not 3"),
        ({"games": [{"label": "x"}]}, r"games\[0\]\.game is missing"),
        ({"games": ["tower-siege", "tower-siege"]}, r"games\[1\]: the label 'tower-siege' appears twice"),
        (
            {"games": ["tower-siege", {"game": "tower-siege", "label": "again"}]},
            r"games\[1\]: the variant 'tower-siege' appears twice",
        ),
        ({"players": ["hard"]}, "players: a tournament needs at least two"),
        ({"players": ["hard", "hard"]}, r"players\[1\]: the name 'hard' appears twice"),
        ({"players": ["hard", {"player": ""}]}, r"players\[1\]\.player: give a plain text"),
        ({"players": ["hard", {"player": "easy", "name": "a\nb"}]}, r"players\[1\]\.name: give a plain text"),
        ({"players": ["hard", entrant("x", "Slow", API_KEY="s")]}, r"players\[1\]\.settings\.API_KEY: .* no secrets"),
        ({"matchups": [["hard"]]}, r"matchups\[0\]: give the names of two players"),
        ({"matchups": [["hard", "nobody"]]}, r"matchups\[0\]: there is no player 'nobody'"),
        ({"matchups": [["hard", "hard"]]}, r"matchups\[0\]: hard cannot play itself"),
        ({"matchups": [["hard", "random"], ["random", "hard"]]}, r"matchups\[1\]: the matchup .* appears twice"),
    ],
)
def test_an_error_names_the_key(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPlan, match=reason):
        plan_of(**changes)


@pytest.mark.parametrize("text", ["seed = ", "\x00", None])
def test_a_file_that_is_no_plan_is_named(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BadPlan, match=r"plan\.toml cannot be read"):
        read_plan(path)


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
