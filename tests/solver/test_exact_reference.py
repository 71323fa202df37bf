"""The independent calculation itself, on cases that were worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from solver import exact_reference as exact
from solver import reference
from solver.random_games import game_from_text

from parlour.games.game import Game

NOBODY_WINS = "0 first: 1 2; 1 second: 0 0 L 0; 2 second: 2 2 0 2"
HALF_LOST = "0 second: 1 1 2 L; 1 second: 1 1 2 1; 2 first: 0 1 2 1"


def uniform(game: Game) -> exact.Policy:
    return lambda state, player: dict.fromkeys(
        game.actions(state, player), Fraction(1, len(game.actions(state, player)))
    )


def pure(game: Game, *options: int) -> exact.Policy:
    """The same option of every state, by place."""
    return lambda state, player: {game.actions(state, player)[options[state.place]]: 1.0}


def constant(mix: dict[int, Any]) -> exact.Policy:
    return lambda _, __: mix


def at_start(game: Game, values: dict[Any, Any]) -> Any:
    start: Any = game.start()
    return values[start]


@pytest.mark.parametrize(
    ("text", "player", "value"),
    [
        (NOBODY_WINS, 0, 0),  # rest in state 2 and 0: the game never ends
        (NOBODY_WINS, 1, 1),  # the first player, at random, goes to state 1 sooner or later
        (HALF_LOST, 0, Fraction(-1, 4)),  # a quarter loses at once; in state 2 rest forever
        ("0 first: W 0", 0, 1),
        ("0 first: L 0", 0, 0),  # endless play is a draw
        ("0 first: D L 1; 1 second: 0 1 W L L", 0, 0),
        ("0 first: 1; 1 second: 0 W W L", 0, Fraction(1, 3)),  # the loop only takes time
        ("0: W L / L W", 0, 0),
        ("0: W 0 / L 0", 0, 1),
        ("0: 1 L / W 1; 1: D W / L W", 0, Fraction(3, 4)),  # then the second row, half of it 1/2
        ("0 first: 1 2; 1 second: 0 L; 2 second: 0 W", 0, 1),  # of two ways out of one component, the better
        ("0 first: 1 1; 1 first: 0 2; 2 second: L W W", 0, Fraction(1, 3)),  # leave the trap where it pays
        ("0 first: 1 1; 1 first: 0 2; 2 second: L L W", 0, 0),  # stay in the trap
    ],
)
def test_the_best_response_to_random_play(text: str, player: int, value: Fraction) -> None:
    game = game_from_text(text)
    assert at_start(game, exact.best_response_values(game, uniform(game), player)) == value


def test_exploitability_averages_both_sides() -> None:
    game = game_from_text(NOBODY_WINS)
    assert exact.exploitability(game, uniform(game)) == Fraction(1, 2)


def test_a_guarantee_is_what_the_best_response_leaves() -> None:
    game = game_from_text("0: W L / L W")
    assert at_start(game, exact.guarantees(game, uniform(game), 0)) == 0
    assert at_start(game, exact.guarantees(game, constant({0: 0.75, 1: 0.25}), 0)) == Fraction(-1, 2)
    assert at_start(game, exact.guarantees(game, constant({0: 0.75, 1: 0.25}), 1)) == Fraction(-1, 2)


def test_waiting_longer_guarantees_more_but_waiting_for_ever_nothing() -> None:
    """Run against throw: who runs with chance p wins against a wait, and draws against a throw with chance p."""
    game = game_from_text("0: D W / W 0")
    for run in (Fraction(1, 2), Fraction(1, 10**12), Fraction(0)):
        mix = {0: run, 1: 1 - run}
        guarantee = at_start(game, exact.guarantees(game, constant(mix), 0))
        assert guarantee == (1 - run if run else 0)


def test_floats_are_scaled_to_sum_to_one() -> None:
    game = game_from_text("0 second: 0 W L")
    policy = {0: 0.8, 1: 0.1, 2: 0.1}
    assert sum(map(Fraction, policy.values())) != 1
    assert at_start(game, exact.best_response_values(game, constant(policy), 0)) == 0


def test_the_value_of_play_between_two_policies() -> None:
    game = game_from_text(HALF_LOST)
    second = uniform(game)
    for option, value in enumerate((-1, Fraction(-1, 4), Fraction(-1, 4), Fraction(-1, 4))):  # all but 0 never return
        assert at_start(game, exact.values_of_play(game, pure(game, 0, 0, option), second)) == value


def test_endless_play_between_two_policies_is_a_draw() -> None:
    game = game_from_text("0 first: 1 W; 1 second: 0 L; 2: W")
    assert at_start(game, exact.values_of_play(game, pure(game, 0, 0), pure(game, 0, 0))) == 0
    assert at_start(game, exact.values_of_play(game, pure(game, 1, 0), pure(game, 0, 0))) == 1
    assert at_start(game, exact.values_of_play(game, pure(game, 0, 0), pure(game, 0, 1))) == -1
    half = {0: 0.5, 1: 0.5}
    assert at_start(game, exact.values_of_play(game, constant(half), constant(half))) == Fraction(1, 3)


def test_end_components_are_found_inside_each_other_and_apart() -> None:
    game = game_from_text("0 first: 1 2; 1 first: 0 1; 2 first: 2 3; 3 second: 2 W")
    graph = exact.graph_of(game)
    found = exact.end_components(exact.response_process(graph, uniform(game), 0))
    places = [{graph.states[number].place for number in component} for component in found]
    assert sorted(map(sorted, places)) == [[0, 1], [2]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0 first: 0 1; 1 second: W 0", 0),
        ("0 first: 0 1; 1 second: W 2; 2 first: L W", 1),
        ("0 second: 0 1; 1 first: L 2; 2 second: W D", 0),
        ("0 second: 1 1; 1 first: L L", -1),
        ("0 first: 1; 1 second: W", 1),
        ("0 first: L", -1),
        ("0 second: W", 1),
    ],
)
def test_retrograde_analysis(text: str, value: int) -> None:
    game = game_from_text(text)
    assert at_start(game, exact.values_in_turn(game)) == value


def test_linear_programs_value_games_without_cycles() -> None:
    game = game_from_text("0: 1 L / L W; 1: W L D / L W D")
    assert at_start(game, reference.values(game)) == pytest.approx(-1 / 3)


@pytest.mark.parametrize(
    ("text", "turns", "lower", "upper"),
    [
        ("0: D W / L 0", 1, 0, 0),
        ("0: W 0 / 0 L", 5, -1, 1),  # both wait, so the cut decides
        ("0: 0 W / W L", 1, 0, 1),
        ("0: 0 W / W L", 2, 1 / 3, 1),  # the matrix 0 1 / 1 -1
    ],
)
def test_a_game_that_is_cut_off_bounds_the_value(text: str, turns: int, lower: float, upper: float) -> None:
    game = game_from_text(text)
    found = [at_start(game, exact.values_if_cut_off(game, turns, undecided)) for undecided in (-1.0, 1.0)]
    assert found == pytest.approx([lower, upper], abs=1e-9)
