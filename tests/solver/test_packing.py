"""Solutions as files, and numbers in whole units."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solver.small_games import small_game
from support import ALL

import parlour
from parlour.games.game import Game
from parlour.solver.packing import from_planes, to_planes
from parlour.solver.solution import Solution
from parlour.solver.solution_files import rules_digest
from parlour.solver.states.parts import UNIT, in_units, round_down, round_up


@pytest.mark.parametrize("name", ALL)
def test_a_solution_survives_a_round_trip(name: str) -> None:
    game = small_game(name, max_states=1000)
    solution = parlour.solve(game, fresh=True)
    again = Solution.from_arrays(game, solution.to_arrays(), "cache")
    assert again.states.keys.tolist() == solution.states.keys.tolist()
    assert (again.within, again.seconds) == (solution.within, solution.seconds)
    assert again.certificate == solution.certificate
    for fields in solution.states.table.tolist():
        state = type(game.start())(*fields)
        assert again.value(state) == solution.value(state)
        assert again.bounds(state) == solution.bounds(state)
        for player in (0, 1):
            assert again.policy(state, player) == solution.policy(state, player)


def test_equal_mixes_are_stored_once() -> None:
    game = parlour.game("color-capture")  # every mix is one of two options
    arrays = parlour.solve(game).to_arrays()
    assert from_planes(arrays["sizes"]).tolist() == [1, 1]
    assert sorted(from_planes(arrays["options"]).tolist()) == [0, 1]


@given(st.lists(st.integers(0, 2**62)))
def test_whole_numbers_are_packed_without_loss(numbers: list[int]) -> None:
    array = np.array(numbers, np.int64)
    planes = to_planes(array)
    assert from_planes(planes).tolist() == numbers
    assert len(planes) == max(1, *((number.bit_length() + 7) // 8 for number in numbers), 1)


def test_the_digest_depends_on_the_game_and_its_rules() -> None:
    digests = {
        rules_digest(game)
        for game in (
            parlour.game("resource-war"),
            parlour.game("resource-war", points=9),
            parlour.game("token-showdown"),
            parlour.game("token-tactics"),
        )
    }
    assert len(digests) == 4
    assert rules_digest(parlour.game("resource-war")) in digests


@given(st.lists(st.lists(st.floats(1e-13, 1.0), min_size=1, max_size=9), min_size=1, max_size=5))
def test_the_chances_of_a_mix_sum_to_exactly_1(weights: list[list[float]]) -> None:
    sizes = np.array([len(mix) for mix in weights], np.int32)
    chances = np.concatenate([np.array(mix) / sum(mix) for mix in weights])
    rounded = in_units(chances, sizes)
    for mix, before in zip(*(np.split(each, np.cumsum(sizes)[:-1]) for each in (rounded, chances)), strict=True):
        assert mix.sum() == 1.0
        assert (mix >= 0.0).all()
        assert mix == pytest.approx(before, abs=len(mix) * UNIT)
    assert in_units(rounded, sizes).tolist() == rounded.tolist()


@given(st.floats(-1, 1))
def test_bounds_are_rounded_outwards(bound: float) -> None:
    down, up = round_down(np.array([bound]))[0], round_up(np.array([bound]))[0]
    assert bound - UNIT <= down <= bound <= up <= bound + UNIT


def test_comments_layout_and_docstrings_of_rules_do_not_change_the_digest(tmp_path: Path) -> None:
    game = parlour.game("color-capture")
    text = (game.folder / "rules.py").read_text(encoding="utf-8")

    def digest(changed: str) -> str:
        path = tmp_path / f"rules{len(list(tmp_path.iterdir()))}.py"
        path.write_text(changed, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec
        assert spec.loader
        module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return rules_digest(Game(game.name, module, game.words, game.folder, {}))

    assert digest(text) == rules_digest(game)
    assert digest(text.replace('"""', '"""Once more: ', 1)) == rules_digest(game)
    assert digest(
        text.replace("LEFT, RIGHT = 0, 1  #", "LEFT, RIGHT = (\n    0,\n    1,\n)  # other words:")
    ) == rules_digest(game)
    assert digest(text.replace("RIGHT = 0, 1", "RIGHT = 0, 2")) != rules_digest(game)
