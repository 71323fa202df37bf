"""Value maps: which counters they are drawn over, and what is in their cells."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from support import OURS, SIXTH

import parlour
from parlour.solver.value_map import ValueMap, map_fields, value_map


def drawn(name: str, **rules: object) -> ValueMap:
    game = parlour.game(name, **rules)
    fields = map_fields(game)
    assert fields is not None
    return value_map(parlour.solve(game), fields)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("token-tactics", ("reserve1", "reserve2")),
        ("token-showdown", ("tokens1", "tokens2")),
        ("tower-siege", ("position1", "position2")),  # its words say so: hands vary more
        ("color-capture", ("taken_left", "remaining")),
        ("resource-war", ("bidding1", "bidding2")),
        (SIXTH, ("points1", "points2")),
    ],
)
def test_every_game_has_its_map(name: str, fields: tuple[str, str]) -> None:
    assert name in (*OURS, SIXTH)
    assert map_fields(parlour.game(name)) == fields


def test_a_game_without_pairs_is_drawn_over_what_varies_most() -> None:
    class State(NamedTuple):
        heap: int
        moves: int
        turn: int
        winner: int

    def bounds(moves: int) -> Any:
        return SimpleNamespace(words=object(), bounds=lambda: (State(0, 0, 1, 0), State(9, moves, 2, 3)))

    assert map_fields(bounds(20)) == ("moves", "heap")
    assert map_fields(bounds(0)) is None


def test_purses_that_play_cannot_come_to_are_solved_too() -> None:
    found = drawn("resource-war")
    assert not found.mean
    assert (found.columns, found.rows) == (range(11), range(11))
    assert found.values[9, 10] == pytest.approx(1)  # ten points against nine, and nothing scored
    assert found.values[10, 9] == pytest.approx(-1)
    assert np.allclose(found.values, -found.values.T)


def test_an_empty_purse_is_no_position() -> None:
    found = drawn("token-showdown", tokens=8, points=2)
    assert np.isnan(found.values[0]).all()
    assert np.isnan(found.values[:, 0]).all()
    assert np.allclose(found.values[1:, 1:], -found.values[1:, 1:].T)


def test_what_play_cannot_come_to_is_left_out_where_it_is_little() -> None:
    found = drawn("tower-siege", tower=5, stride=2, cards=3)
    inside = found.values[1:5, 1:5]
    assert (np.isnan(inside) == np.eye(4, dtype=bool)).all()  # heroes on one position are in battle


def test_fields_that_are_no_pair_show_the_mean_of_what_play_can_reach() -> None:
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
    before = solution.space.count
    value_map(solution, ("bidding1", "bidding2"))
    assert solution.space.count == before
