"""How well the players play: exactly, where their mixes can be answered exactly, and by their results elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support import SIXTH, state_of

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import Graded, Perfect, Player, Search, Uniform, play_match, player
from parlour.players.base import position
from parlour.players.solution_cache import known, solution_of

SMALL = [
    parlour.game("token-tactics", start=4, cap=6),
    parlour.game("token-showdown", tokens=8, points=2),
    parlour.game("tower-siege", tower=6, cards=3),
    parlour.game("color-capture"),
    parlour.game("resource-war", points=5, target=4),
    parlour.game(SIXTH),
]
LEVELS = ("perfect", "hard", "medium", "easy", "random")


def exploitability(game: Game, name: str) -> float:
    each: Any = player(name)
    return float(parlour.exploitability(game, each))


@pytest.mark.parametrize("game", SMALL[:2] + SMALL[3:5], ids=lambda game: game.name)
def test_each_level_can_be_exploited_less_than_the_one_below(game: Game) -> None:
    exploited = [exploitability(game, name) for name in LEVELS]
    assert exploited[0] == pytest.approx(0.0, abs=1e-9)
    assert exploited == sorted(exploited)
    _, hard, medium, easy, random = exploited
    assert hard < 0.7 * medium
    assert medium < 0.8 * easy
    assert easy < 0.95 * random


def test_where_play_goes_in_circles_perfect_is_as_good_as_was_proved() -> None:
    game = SMALL[2]
    assert exploitability(game, "perfect") <= parlour.solve(game).certificate.gain + 1e-9
    assert exploitability(game, "perfect") < exploitability(game, "hard") < exploitability(game, "easy")


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "each", [Uniform(), Perfect(), Graded(1.0), Search(5_000)], ids=lambda each: type(each).__name__
)
def test_a_mix_is_made_of_allowed_actions_and_choices_come_from_it(game: Game, each: Any) -> None:
    match = Match(game)
    for player_ in match.to_act:
        mix = each.mix(game, match.state, player_)
        assert set(mix) <= set(game.actions(match.state, player_))
        assert sum(mix.values()) == pytest.approx(1.0)
        assert each.choose(match.view(player_), Random(1)) in game.actions(match.state, player_)


def test_choices_are_as_frequent_as_the_mix_says() -> None:
    game = SMALL[4]
    mix, view = Perfect().mix(game, game.start(), 0), Match(game).view(0)
    drawn = [Perfect().choose(view, Random(seed)) for seed in range(4000)]
    for action in game.actions(game.start(), 0):
        assert drawn.count(action) / 4000 == pytest.approx(mix.get(action, 0.0), abs=0.04)


def test_the_limits_of_carelessness_are_perfect_and_random() -> None:
    game = SMALL[1]
    state = game.start()
    assert Graded(1e-3).mix(game, state, 0) == pytest.approx(
        {action: Perfect().mix(game, state, 0).get(action, 0.0) for action in game.actions(state, 0)}, abs=0.01
    )
    assert Graded(1e4).mix(game, state, 0) == pytest.approx(Uniform().mix(game, state, 0), rel=0.01)


def test_what_gives_away_more_is_chosen_less() -> None:
    game = SMALL[1]
    losses, mix = solution_of(game).losses(game.start(), 0), Graded(1.0).mix(game, game.start(), 0)
    perfect = Perfect().mix(game, game.start(), 0)
    others = sorted((action for action in losses if action not in perfect), key=lambda action: losses[action])
    assert len(others) > 2
    assert [mix[action] for action in others] == sorted((mix[action] for action in others), reverse=True)
    assert mix[others[-1]] < mix[others[0]]


def test_a_game_is_solved_once_for_all_players() -> None:
    assert solution_of(SMALL[4]) is solution_of(parlour.game("resource-war", points=5, target=4))
    assert known(SMALL[4]) is solution_of(SMALL[4])
    assert known(parlour.game("resource-war", points=49)) is None


# Search


def points(game: Game, first: Player | str, second: Player | str, seeds: range) -> float:
    """The average result of the first of them, in both seats by turns."""
    total = 0
    for seed in seeds:
        seats, sign = ((first, second), 1) if seed % 2 == 0 else ((second, first), -1)
        match = play_match(game, *seats, seed=seed, max_turns=300)
        assert match.result.failure is None
        total += sign * game.returns(match.state)[0]
    return total / len(seeds)


@pytest.mark.parametrize(
    ("name", "margin"),
    [
        ("token-tactics", 0.9),
        ("token-showdown", 0.6),
        ("tower-siege", 0.9),
        ("color-capture", 0.3),
        ("resource-war", 0.3),
    ],
)
def test_search_beats_random_by_far(name: str, margin: float) -> None:
    assert points(parlour.game(name), Search(60_000), "random", range(40)) > margin


TOO_LARGE = [parlour.game("token-showdown", tokens=1000), parlour.game("tower-siege", cards=10)]


@pytest.mark.parametrize("game", TOO_LARGE, ids=lambda game: game.name)
def test_search_plays_what_is_too_large_to_solve(game: Game) -> None:
    assert points(game, Search(60_000), "random", range(20)) > 0.6


SMALLER = [SMALL[1], SMALL[3], parlour.game("resource-war", points=4, target=3)]


@pytest.mark.parametrize("game", SMALLER, ids=lambda game: game.name)
def test_search_can_be_exploited_far_less_than_random(game: Game) -> None:
    assert parlour.exploitability(game, Search(60_000)) < 0.5 * exploitability(game, "random")


def test_search_finds_the_move_that_wins() -> None:
    siege = parlour.game("tower-siege")
    last_step = state_of(siege, position1=7, position2=8)  # the other one would win with any move
    assert Search(20_000).mix(siege, last_step, 0).get(3, 0.0) > 0.95


def test_a_seed_gives_the_same_search_again() -> None:
    game = SMALL[4]
    one, two = (play_match(game, Search(20_000), "random", seed=4) for _ in range(2))
    assert one.decisions == two.decisions
    assert Search(20_000).mix(game, game.start(), 0) == Search(20_000).mix(game, game.start(), 0)
    assert Search(20_000).mix(game, game.start(), 0, seed=1) != Search(20_000).mix(game, game.start(), 0, seed=2)


def test_search_needs_no_count_of_the_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("odds_and_evens.rules.actions")
    assert points(parlour.game(SIXTH), Search(5_000), "random", range(2)) <= 1.0


# What lies covered


@pytest.mark.parametrize("name", ["random", "easy", "perfect", "search"])
def test_covered_points_are_no_trouble(name: str) -> None:
    game = parlour.game("resource-war", points=5, target=4, hidden=True)
    each = Search(5_000) if name == "search" else player(name)
    assert play_match(game, each, "random", seed=3).result.failure is None


def test_a_covered_state_is_told_from_the_decisions() -> None:
    match = Match(parlour.game("resource-war", hidden=True))
    match.decide((3, 1))
    seen: State = position(match.view(0))
    assert match.view(0).state != match.state
    assert seen == match.state
