"""Perfect play among what keeps the guarantee: the proof stays, and a lost player still sets problems."""

from __future__ import annotations

import numpy as np
import pytest
from opponent_scores import calibration_scores

import parlour
from parlour.games.game import Game
from parlour.players.basic import Perfect
from parlour.solver.exact.refine import refine
from parlour.solver.exact.solving import solve_states
from parlour.solver.fairness import perfect_length
from parlour.solver.progress import silent
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.stage import ROUNDING

GAMES = [
    parlour.game("token-tactics", start=4, cap=6),
    parlour.game("token-showdown", tokens=8, points=2),
    parlour.game("tower-siege", tower=4, cards=2),
    parlour.game("color-capture"),
    parlour.game("resource-war", points=4, target=3),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_bound_gets_worse(game: Game) -> None:
    space = Explorer(game)
    space.explore(game.start())
    plain = solve_states(space, 0.001, silent)
    refined = refine(space, plain, silent)
    assert refined is not plain, "the proof allowed nothing"
    assert (refined.lower >= plain.lower - ROUNDING).all()
    assert (refined.upper <= plain.upper + ROUNDING).all()
    assert (refined.values >= refined.lower).all()
    assert np.add.reduceat(refined.mixes.chances, refined.mixes.begins.ravel()) == pytest.approx(1.0)


def test_perfect_does_not_give_up_in_the_losing_seat() -> None:
    ((first, second),) = calibration_scores(parlour.game("color-capture"), [Perfect()])
    assert first == pytest.approx(0.0, abs=1e-9)
    assert second < 0.1


@pytest.mark.parametrize("changes", [{}, {"tower": 6, "cards": 3}], ids=["standard", "small"])
def test_two_perfect_players_of_tower_siege_finish(changes: dict[str, int]) -> None:
    length = perfect_length(parlour.solve(parlour.game("tower-siege", **changes)))
    assert length.stopped == 0
    assert length.mean < 1_000
