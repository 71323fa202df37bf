"""A game that says how to swap its seats is solved in half the time, and only if what it says is true."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from solver.charge_game import rules as charge_game
from solver.mirror_game import rules as mirror_game

import parlour
from parlour.games.errors import BadGame
from parlour.games.game import Game
from parlour.games.resource_war import rules as resource_war
from parlour.games.token_showdown import rules as token_showdown
from parlour.solver.exact.solving import solve_states
from parlour.solver.progress import silent
from parlour.solver.states.explorer import Explorer

pytestmark = pytest.mark.untraced

WORDS = SimpleNamespace(TITLE="Mirror Game", PLAYERS=("One", "Two"), CHOICES={})


def variant(module: ModuleType, **rules: int) -> Game:
    """The game has its usual name, under which its rules are compiled already."""
    name = module.__name__.split(".")[-2].replace("_", "-")
    return Game(name, cast(Any, module), cast(Any, WORDS), Path(), rules)


def explored(game: Game) -> Explorer:
    space = Explorer(game)
    space.explore(game.start())
    return space


def described(space: Explorer) -> dict[tuple[int, ...], tuple[int, int, bool]]:
    visits = space.visits
    return {
        tuple(space.state(number)): (
            int(visits.levels[number]),
            int(visits.outcomes[number]),
            bool(visits.cyclic[number]),
        )
        for number in range(space.count)
    }


@pytest.mark.parametrize(
    ("module", "rules"),
    [
        (token_showdown, {"tokens": 9, "points": 3}),
        (resource_war, {"points": 5, "target": 3}),
        (resource_war, {"points": 3, "target": 2, "stall": 0}),  # can cycle
        (mirror_game, {}),
        (charge_game, {"health": 3}),  # can cycle
    ],
)
def test_a_symmetric_game_has_the_same_solution_with_and_without_its_mirror(
    module: ModuleType, rules: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = variant(module, **rules)
    space = explored(game)
    assert (space.mirrors != np.arange(space.count)).any()
    arrays = solve_states(space, 0.001, silent)
    monkeypatch.setattr(Explorer, "_is_own_image", lambda *_: False)
    plain = explored(game)
    assert described(plain) == described(space)
    assert (plain.mirrors == np.arange(plain.count)).all()
    expected = solve_states(plain, 0.001, silent)
    order = [plain.number(space.state(number)) for number in range(space.count)]
    assert (arrays.upper - arrays.lower).max() < 0.001
    assert np.abs(arrays.values - expected.values[order]).max() < (0.001 if space.cyclic else 1e-12)


def test_mirror_images_have_opposite_values_and_swapped_mixes() -> None:
    game = parlour.game("token-showdown", tokens=10)
    solution = parlour.solve(game)
    state = game.play(game.start(), 3, 1)
    image: Any = token_showdown.mirror(cast(Any, game.rules), cast(Any, state))
    assert tuple(image) == (9, 7, 0, 1, 0)
    assert solution.value(image) == -solution.value(state)
    for player in (0, 1):
        assert solution.policy(image, player) == solution.policy(state, 1 - player)


@pytest.mark.parametrize("fault", range(1, 8))
def test_a_false_mirror_is_rejected(fault: int) -> None:
    with pytest.raises(BadGame, match=r"mirror-game is not symmetric: its mirror\(\) does not .* State\("):
        explored(variant(mirror_game, fault=fault))


def test_states_that_are_added_later_need_no_mirror_image() -> None:
    game = parlour.game("resource-war", points=4)
    solution = parlour.solve(game)
    elsewhere = game.start()._replace(bidding1=2)
    assert -1.0 <= solution.value(elsewhere) <= solution.value(game.start())
