"""Random games: what the solver says, and how compiled play goes, against independent calculations.

`benchmarks/fuzz.py` checks thousands more.
"""

from __future__ import annotations

from typing import Any

import pytest
from solver import exact_reference as exact
from solver.comparison import MIXES, play_errors, policy_of, response_errors, solution_errors
from solver.hard_games import FAMILIES, hard_game
from solver.random_games import KINDS, game_from_places, game_from_text, places_of, random_game, text_of

import parlour
from parlour.games.game import Game

NINE_STATES = (
    "0: 1 0 / W 1; 1: 2 0 0 0 / W 2 0 0 / W D 2 0 / W W W 6; 2: 3 W W / 0 3 1 / 0 L W / 0 5 3; 3: 7 3;"
    "4: 5 0 6 / W 5 0; 5: L 6 W W / 0 L W W / 0 0 L W / D 0 0 L; 6: 5 1 / 2 4 / 0 4; 7: L 0 / 8 4 / L 6; 8: W 4 / 0 3"
)
NAMED = {
    "nobody can win": "0 first: 1 2; 1 second: 0 0 L 0; 2 second: 2 2 0 2",
    "a quarter is lost": "0 second: 1 1 2 L; 1 second: 1 1 2 1; 2 first: 0 1 2 1",
    "nine states": NINE_STATES,
    "hide or run": "0: L W / W 0",
    "two traps": "0 first: 1 2; 1 second: 0 0 L; 2 second: 2 0 3; 3 first: 2 3 D",
}
RANDOM = [(kind, cycles, seed) for kind in KINDS for cycles in (False, True) for seed in range(6)]
HARD = [(family, seed) for family in FAMILIES for seed in range(3)]


def all_games() -> list[Any]:
    named = [pytest.param(game_from_text(text), id=name) for name, text in NAMED.items()]
    drawn = [
        pytest.param(random_game(seed, kind, cycles), id=f"{kind}, {'cyclic' if cycles else 'acyclic'} {seed}")
        for kind, cycles, seed in RANDOM
    ]
    return named + drawn + [pytest.param(hard_game(seed, family), id=f"{family} {seed}") for family, seed in HARD]


@pytest.mark.parametrize("game", all_games())
@pytest.mark.filterwarnings("ignore::parlour.WideProof")  # a wide interval is not wrong
@pytest.mark.untraced
def test_bounds_and_values(game: Game) -> None:
    solution = parlour.solve(game, fresh=True)
    assert not list(solution_errors(solution, exact.graph_of(game)))


@pytest.mark.parametrize("game", all_games())
@pytest.mark.filterwarnings("ignore::parlour.WideProof")  # the limit may be wide, but not false
@pytest.mark.untraced
def test_best_responses(game: Game) -> None:
    graph = exact.graph_of(game)
    errors = {kind: list(response_errors(game, graph, policy_of(game, kind, 1))) for kind in MIXES}
    assert not any(errors.values()), errors


@pytest.mark.filterwarnings("ignore::parlour.WideProof")  # as above
def test_the_value_is_that_of_the_response_even_if_a_last_improvement_is_tiny() -> None:
    number = 8656
    game = hard_game(20261116_000000 + number, "nested traps")
    assert not list(response_errors(game, exact.graph_of(game), policy_of(game, "tiny", number)))


@pytest.mark.parametrize("game", all_games()[::4])
def test_compiled_play(game: Game) -> None:
    assert not list(play_errors(game, seed=3))


@pytest.mark.parametrize("seed", range(20))
def test_a_game_survives_a_round_trip_through_text(seed: int) -> None:
    game = random_game(seed)
    again = game_from_text(text_of(game))
    assert [place[:2] for place in places_of(again)] == [place[:2] for place in places_of(game)]
    assert text_of(game_from_places(places_of(game), game.rules.spread)) == text_of(game)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cycles", [False, True])
def test_random_games_are_of_the_kind_that_was_asked_for(kind: str, cycles: bool) -> None:
    actors = set()
    for seed in range(30):
        game = random_game(seed, kind, cycles)
        graph = exact.graph_of(game)
        actors |= {game.to_act(state) for state in graph.states}
        if not cycles:
            assert not exact.cyclic(graph)
    expected = {"in turn": {(0,), (1,)}, "simultaneous": {(0, 1)}, "mixed": {(0,), (1,), (0, 1)}}
    assert actors == expected[kind]
