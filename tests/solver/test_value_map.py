from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from support import ALL, SIXTH

import parlour
from parlour.solver.value_map import ValueMap, map_fields, value_map


def map_of(name: str, **rules: object) -> ValueMap:
    game = parlour.game(name, **rules)
    fields = map_fields(game)
    assert fields is not None
    return value_map(parlour.solve(game), fields)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("token-tactics", ("reserve1", "reserve2")),
        ("token-showdown", ("tokens1", "tokens2")),
        ("tower-siege", ("position1", "position2")),  # as its words say; hands have a wider range
        ("color-capture", ("taken_left", "remaining")),
        ("resource-war", ("bidding1", "bidding2")),
        (SIXTH, ("points1", "points2")),
    ],
)
def test_the_fields_of_the_map(name: str, fields: tuple[str, str]) -> None:
    assert map_fields(parlour.game(name)) == fields


@pytest.mark.parametrize("name", ALL)
def test_maps_are_drawn_over_two_fields_of_the_state(name: str) -> None:
    game = parlour.game(name)
    fields = map_fields(game)
    assert fields is None or (len(set(fields)) == 2 and set(fields) <= set(game.start()._fields))


def test_without_a_pair_the_two_fields_with_the_widest_range_are_used() -> None:
    class State(NamedTuple):
        heap: int
        moves: int
        turn: int
        winner: int

    def bounds(moves: int) -> Any:
        return SimpleNamespace(words=object(), bounds=lambda: (State(0, 0, 1, 0), State(9, moves, 2, 3)))

    assert map_fields(bounds(20)) == ("moves", "heap")
    assert map_fields(bounds(0)) is None


def test_unreachable_cells_are_solved_if_they_are_most_of_the_map() -> None:
    found = map_of("resource-war")
    assert not found.mean
    assert (found.columns, found.rows) == (range(11), range(11))
    assert found.values[9, 10] == pytest.approx(1)  # ten points against nine, and no score
    assert found.values[10, 9] == pytest.approx(-1)
    assert np.allclose(found.values, -found.values.T)


def test_a_cell_in_which_a_player_cannot_act_is_empty() -> None:
    found = map_of("token-showdown", tokens=8, points=2)
    assert np.isnan(found.values[0]).all()
    assert np.isnan(found.values[:, 0]).all()
    assert np.allclose(found.values[1:, 1:], -found.values[1:, 1:].T)


def test_a_few_unreachable_cells_are_left_out() -> None:
    found = map_of("tower-siege", tower=5, stride=2, cards=3)
    inside = found.values[1:5, 1:5]
    assert (np.isnan(inside) == np.eye(4, dtype=bool)).all()  # heroes on one position are in battle


def test_other_fields_show_the_mean_of_all_reachable_states() -> None:
    game = parlour.game("color-capture", repeats=2)
    solution = parlour.solve(game)
    found = value_map(solution, ("taken_left", "remaining"))
    assert found.mean
    assert found.values[6, 0] == solution.value(game.start())
    states = [game.play(game.play(game.start(), 0), None, 1), game.play(game.play(game.start(), 1), None, 0)]
    assert found.values[4, 1] == pytest.approx(sum(map(solution.value, states)) / 2)
    assert np.isnan(found.values[6, 1])


def test_a_map_does_not_change_the_solution() -> None:
    game = parlour.game("resource-war", points=4)
    solution = parlour.solve(game)
    before = len(solution.states)
    value_map(solution, ("bidding1", "bidding2"))
    assert len(solution.states) == before
