"""How well `search` plays: exactly as soon as the rest is small enough, and well before that."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support import SIXTH, state_of

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import Player, Search, play_match
from parlour.players.search.copies import copies, estimate, finest_copy, groups, spread
from parlour.players.search.tree import grow_tree, look_ahead, solve_rest
from parlour.solver.exact.matrix_games import matrix_game
from parlour.solver.states.estimate import check_size, estimate_size

SHOWDOWN = parlour.game("token-showdown", tokens=24, points=3)
WAR = parlour.game("resource-war", points=5, target=4)
LITTLE = 1_000_000  # work that takes a few hundredths of a second


def points(game: Game, first: Player | str, second: Player | str, seeds: range) -> float:
    """The average result of the first player, who alternates between the seats."""
    total = 0
    for seed in seeds:
        seats, sign = ((first, second), 1) if seed % 2 == 0 else ((second, first), -1)
        match = play_match(game, *seats, seed=seed, max_turns=300)
        assert match.result.failure is None
        total += sign * game.returns(match.state)[0]
    return total / len(seeds)


def given_away(game: Game, state: State, player: int, mix: Any) -> float:
    """What a mix loses here against the best reply, if play is perfect afterwards."""
    solution = parlour.solve(game)
    matrix = np.array(
        [
            [solution.value(game.play(state, own, other)) for other in game.actions(state, 1)]
            for own in game.actions(state, 0)
        ]
    )
    chances = np.array([mix.get(action, 0.0) for action in game.actions(state, player)])
    worst = (chances @ matrix).min() if player == 0 else -(matrix @ chances).max()
    return float((1 - 2 * player) * solution.value(state) - worst)


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
@pytest.mark.untraced
def test_search_beats_random_clearly(name: str, margin: float) -> None:
    assert points(parlour.game(name), Search(LITTLE), "random", range(12)) > margin


TOO_LARGE = [parlour.game("token-showdown", tokens=1000), parlour.game("tower-siege", cards=10)]


@pytest.mark.parametrize("game", TOO_LARGE, ids=lambda game: game.name)
@pytest.mark.untraced
def test_search_beats_random_in_variants_too_large_to_solve(game: Game) -> None:
    assert points(game, Search(LITTLE), "random", range(10)) > 0.6


@pytest.mark.parametrize("game", [SHOWDOWN, parlour.game("resource-war")], ids=lambda game: game.name)
def test_the_rest_of_the_game_is_solved_as_soon_as_it_is_small_enough(game: Game) -> None:
    for seat in (0, 1):
        assert given_away(game, game.start(), seat, Search().mix(game, game.start(), seat)) < 1e-6


def test_before_that_a_smaller_copy_says_how_good_states_are() -> None:
    work, start = 400_000, SHOWDOWN.start()
    assert solve_rest(SHOWDOWN, start, 200_000) is None
    copy = finest_copy(SHOWDOWN, start, work)
    assert copy is not None
    assert copy.game.rules.tokens < 24
    first, _ = look_ahead(SHOWDOWN, start, copy, 1, work)
    mix = dict(zip(SHOWDOWN.actions(start, 0), first.tolist(), strict=True))
    assert given_away(SHOWDOWN, start, 0, mix) < 0.03 < given_away(SHOWDOWN, start, 0, {8: 1.0})


@pytest.mark.untraced
def test_a_coarser_copy_shows_how_much_a_copy_errs() -> None:
    game = parlour.game("token-showdown")
    start, (half, *others) = game.start(), copies(game)
    follow = [game.play(start, own, other) for own in game.actions(start, 0) for other in game.actions(start, 1)]
    payoffs = np.array([game.returns(state)[0] for state in follow], float)
    goes_on = np.array([not game.is_over(state) for state in follow])
    rows = np.array([list(state) for state in follow], np.int32)[goes_on]

    def loss(smaller: list[Game]) -> float:
        """What is given away by looking one step ahead, to what these copies say."""
        values = estimate(game, smaller, rows, 1e9)
        assert values is not None
        assert np.abs(values).max() <= 1.0
        payoffs[goes_on] = values
        mix = matrix_game(payoffs.reshape(100, 100)).first
        return given_away(game, start, 0, dict(zip(game.actions(start, 0), mix.tolist(), strict=True)))

    assert loss([half, *others]) < 0.4 * loss([half]) < 0.03
    assert estimate(game, [half], rows, 1.0) is None  # too little work


def test_without_a_copy_random_games_say_how_good_states_are() -> None:
    start = SHOWDOWN.start()
    first, _ = look_ahead(SHOWDOWN, start, None, 1, 400_000)
    mix = dict(zip(SHOWDOWN.actions(start, 0), first.tolist(), strict=True))
    everything = dict.fromkeys(mix, 1 / len(mix))
    assert given_away(SHOWDOWN, start, 0, mix) < 0.7 * given_away(SHOWDOWN, start, 0, everything)


def test_a_tree_holds_the_states_that_its_turns_can_lead_to() -> None:
    tree = grow_tree(WAR, WAR.start(), 100_000_000, 1)
    assert tree is not None
    assert tree.count == len(parlour.solve(WAR).states)
    assert len({tuple(row) for row in tree.rows.tolist()}) == tree.count
    one = grow_tree(WAR, WAR.start(), 100, 1)
    assert one is not None
    assert one.layers[:2] == [0, 1]
    assert one.layers[-1] < tree.count
    assert grow_tree(WAR, WAR.start(), 10, 1) is None


@pytest.mark.parametrize("tokens", [200, 1000])
def test_it_bids_like_scaled_perfect_play(tokens: int) -> None:
    game = parlour.game("token-showdown", tokens=tokens)
    mix = Search().mix(game, game.start(), 0)
    assert sum(bid * chance for bid, chance in mix.items()) == pytest.approx(0.126 * tokens, rel=0.05)


@pytest.mark.parametrize("tokens", [300, 10_000])
def test_so_it_does_with_less_work_and_with_more_tokens(tokens: int) -> None:
    game = parlour.game("token-showdown", tokens=tokens)
    mix = Search(20_000_000).mix(game, game.start(), 0)
    assert sum(bid * chance for bid, chance in mix.items()) == pytest.approx(0.126 * tokens, rel=0.3)


def test_a_mix_of_few_options_is_spread_over_many() -> None:
    assert spread(np.array([0.4, 0.6]), 4).tolist() == pytest.approx([0.2, 0.2, 0.3, 0.3])
    assert spread(np.array([0.4, 0.6]), 2).tolist() == [0.4, 0.6]


def test_parameters_that_are_measured_alike_shrink_together() -> None:
    together = {name: set(groups(parlour.game(name))) for name in ("token-showdown", "resource-war", "token-tactics")}
    assert together["token-showdown"] == {frozenset({"tokens"}), frozenset({"points"})}
    assert frozenset({"points", "target"}) in together["resource-war"]
    assert together["token-tactics"] == {frozenset({"start", "cap"})}


def test_copies_divide_what_makes_a_game_large() -> None:
    tokens = [copy.rules.tokens for copy in copies(parlour.game("token-showdown", tokens=1000))]
    assert tokens[0] == 500
    assert 50 in tokens
    assert tokens == sorted(tokens, reverse=True)
    assert {copy.rules.points for copy in copies(parlour.game("token-showdown", tokens=1000))} == {5}
    assert [copy.rules.tower for copy in copies(parlour.game("tower-siege", cards=10))] == [10] * 5
    assert {copy.rules.cards for copy in copies(parlour.game("tower-siege", tower=1000))} == {5}


def test_resource_war_with_60_points_is_not_too_large_to_solve() -> None:
    game = parlour.game("resource-war", points=60)
    size = estimate_size(game)
    assert size is not None
    check_size(game, size)


def test_search_finds_the_winning_move() -> None:
    siege = parlour.game("tower-siege")
    last_step = state_of(siege, position1=7, position2=8)  # the opponent would win with any move
    assert Search(LITTLE).mix(siege, last_step, 0).get(3, 0.0) > 0.95


@pytest.mark.parametrize("name", ["token-showdown", "tower-siege"])
def test_a_seed_repeats_a_match(name: str) -> None:
    game, computer = parlour.game(name), Search(LITTLE)
    play_match(game, computer, "random", seed=3, max_turns=40)  # what it remembers from here changes nothing
    one, two = (play_match(game, who, "random", seed=4, max_turns=40) for who in (computer, Search(LITTLE)))
    assert one.line.choices == two.line.choices


def test_the_solved_rest_serves_later_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    computer, match = Search(), Match(WAR)
    computer.choose(match.view(0), Random(1))
    monkeypatch.setattr("parlour.players.search.tree.solve_rest", lambda *_: pytest.fail("solved again"))
    match.play(1, 2)
    assert computer.choose(match.view(0), Random(1)) in WAR.actions(match.state, 0)


def test_search_works_without_the_optional_function_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("odds_and_evens.rules.actions")
    assert points(parlour.game(SIXTH), Search(5_000), "random", range(2)) <= 1.0
